# How plugins are built, in tengen's own tree and outside of it (find_package(tengen CONFIG) includes this file).
#
#   tengen_add_plugin(NAME name SOURCES file... [LINK target...] [NO_INSTALL] [NO_TEST])
#
# makes the target tengen_plugin_NAME: the module NAME.so, which exports nothing but its entry and has no undefined
# symbols, and its manifest NAME.tengen-plugin.json beside it. Both go to TENGEN_PLUGIN_OUTPUT_DIRECTORY if that is set,
# else to the current binary directory; installed, both go to lib/tengen/plugins below the prefix. The conformance check
# "tengen plugins check" becomes the test plugin_check_NAME where the program is at hand.
#
# A plugin is compiled against the headers alone. It links no library of tengen; what else it needs goes into LINK,
# best as static libraries.
include_guard(GLOBAL)

function(tengen_add_plugin)
  cmake_parse_arguments(PARSE_ARGV 0 arg "NO_INSTALL;NO_TEST" "NAME" "SOURCES;LINK")
  if(NOT arg_NAME MATCHES "^[a-z][a-z0-9]*(-[a-z0-9]+)*$")
    message(FATAL_ERROR "tengen_add_plugin: NAME must be lower-case words joined with '-', not '${arg_NAME}'")
  endif()
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "tengen_add_plugin(${arg_NAME}): SOURCES are missing")
  endif()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tengen_add_plugin(${arg_NAME}): unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()

  set(target "tengen_plugin_${arg_NAME}")
  set(folder "${CMAKE_CURRENT_BINARY_DIR}")
  if(TENGEN_PLUGIN_OUTPUT_DIRECTORY)
    set(folder "${TENGEN_PLUGIN_OUTPUT_DIRECTORY}")
  endif()
  set(manifest "${folder}/${arg_NAME}.tengen-plugin.json")
  set(exports "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/tengen-plugin.map")

  add_library(${target} MODULE ${arg_SOURCES})
  target_link_libraries(${target} PRIVATE tengen::headers ${arg_LINK})
  if(TARGET tengen_settings)  # in tengen's own tree
    target_link_libraries(${target} PRIVATE tengen_settings)
  endif()
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME "${arg_NAME}"
    PREFIX ""
    SUFFIX ".so"
    LIBRARY_OUTPUT_DIRECTORY "${folder}"
    C_VISIBILITY_PRESET hidden
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    CXX_EXTENSIONS OFF)
  target_link_options(${target} PRIVATE "LINKER:--version-script=${exports}")
  # Sanitizers leave their own symbols to the program.
  string(TOUPPER "${CMAKE_BUILD_TYPE}" configuration)
  if(NOT TENGEN_SANITIZE AND NOT "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${configuration}}" MATCHES "-fsanitize")
    target_link_options(${target} PRIVATE "LINKER:-z,defs")
  endif()

  # The generator loads the module, so a plugin whose entry is wrong fails here, with the reason.
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND "$<TARGET_FILE:tengen::plugin_manifest>" "$<TARGET_FILE:${target}>" "${manifest}"
    BYPRODUCTS "${manifest}"
    COMMENT "Writing the manifest of the plugin ${arg_NAME}"
    VERBATIM)
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${exports}" "$<TARGET_FILE:tengen::plugin_manifest>")

  if(NOT arg_NO_INSTALL)
    include(GNUInstallDirs)
    install(TARGETS ${target} LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/tengen/plugins")
    install(FILES "${manifest}" DESTINATION "${CMAKE_INSTALL_LIBDIR}/tengen/plugins")
  endif()

  if(NOT arg_NO_TEST AND TARGET tengen::tengen AND (TENGEN_TESTS OR NOT DEFINED TENGEN_TESTS))
    add_test(NAME "plugin_check_${arg_NAME}" COMMAND tengen::tengen plugins check "$<TARGET_FILE:${target}>")
    set_tests_properties("plugin_check_${arg_NAME}" PROPERTIES LABELS plugin)
  endif()
endfunction()
