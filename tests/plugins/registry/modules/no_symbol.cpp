// A module that is no plugin at all.
extern "C" __attribute__((visibility("default"))) int some_function();
int some_function() {
    return 1;
}
