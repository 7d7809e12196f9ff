# Language level, warnings, sanitizers and where built files go: the same for every target of this repository.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
endif()

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(TENGEN_PLUGIN_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/tengen/plugins")
set(TENGEN_PLUGIN_INSTALL_DIR "${CMAKE_INSTALL_LIBDIR}/tengen/plugins")

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

# Everything of this repository links this; it carries no include path.
add_library(tengen_settings INTERFACE)
# C++20 has no trigraphs, but the compilers warn of what once was one; keyword cards are full of question marks.
target_compile_options(tengen_settings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wno-trigraphs)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 warns of overlapping copies in its own std::string (GCC bug 105651); there is nothing to mend here.
  target_compile_options(tengen_settings INTERFACE -Wno-restrict)
endif()
if(TENGEN_WERROR)
  target_compile_options(tengen_settings INTERFACE -Werror)
endif()
if(TENGEN_SANITIZE)
  target_compile_options(tengen_settings INTERFACE -fsanitize=${TENGEN_SANITIZE} -fno-omit-frame-pointer
                         -fno-sanitize-recover=all)
  target_link_options(tengen_settings INTERFACE -fsanitize=${TENGEN_SANITIZE})
  # g++ 12 takes the checks it inserts itself for uses of uninitialised members of std::optional.
  target_compile_options(tengen_settings INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized>)
endif()
if(TENGEN_FUZZ)
  target_compile_options(tengen_settings INTERFACE -fsanitize=fuzzer-no-link)
endif()

# tengen_add_floor(NAME SOURCES ... [LINK ...] [PRIVATE_LINK ...])
# One folder of framework/src as a static library tengen_NAME (alias tengen::NAME). Its headers are included as
# "NAME/header.h" from framework/src.
function(tengen_add_floor name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK;PRIVATE_LINK" ${ARGN})
  add_library(tengen_${name} STATIC ${arg_SOURCES})
  add_library(tengen::${name} ALIAS tengen_${name})
  target_include_directories(tengen_${name} PUBLIC "${PROJECT_SOURCE_DIR}/framework/src")
  target_link_libraries(tengen_${name} PUBLIC tengen::headers ${arg_LINK} PRIVATE tengen_settings ${arg_PRIVATE_LINK})
endfunction()
