// An entry of the right name with tables nobody can use.
#include <tengen/abi/plugin.h>

extern "C" constinit TENGEN_PLUGIN_EXPORT const tengen_plugin tengen_plugin_v1 = {sizeof(tengen_plugin),
                                                                                  TENGEN_ABI_MINOR,
                                                                                  "org.example.bad",
                                                                                  "0",
                                                                                  "Has no reader, but says so",
                                                                                  nullptr,
                                                                                  3,
                                                                                  nullptr,
                                                                                  0,
                                                                                  nullptr,
                                                                                  nullptr};
