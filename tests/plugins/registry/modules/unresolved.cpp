// Needs a function that nobody has.
#include <tengen/abi/plugin.h>

extern "C" tengen_text function_that_does_not_exist();

extern "C" TENGEN_PLUGIN_EXPORT const tengen_plugin tengen_plugin_v1 = {sizeof(tengen_plugin),
                                                                        TENGEN_ABI_MINOR,
                                                                        "org.example.unresolved",
                                                                        "0",
                                                                        "Does not link",
                                                                        nullptr,
                                                                        0,
                                                                        nullptr,
                                                                        0,
                                                                        &function_that_does_not_exist,
                                                                        nullptr};
