// Boost.JSON, compiled here once: without it the library would be one more package to install.
#include <boost/json/src.hpp>
