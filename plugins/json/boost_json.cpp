// Boost.JSON as part of this plugin: nothing has to be loaded beside it.
#include <boost/json/src.hpp>
