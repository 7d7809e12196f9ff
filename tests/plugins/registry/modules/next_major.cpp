// A plugin of a later major version of the boundary, whatever that will look like.
extern "C" {
extern __attribute__((visibility("default"))) const unsigned tengen_plugin_v2;
const unsigned tengen_plugin_v2 = 400;
}
