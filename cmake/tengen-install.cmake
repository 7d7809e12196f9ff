# What "cmake --install" puts where: headers, program, the package for find_package(tengen CONFIG), texts. Plugins are
# installed by tengen_add_plugin.
include(CMakePackageConfigHelpers)

set(TENGEN_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/tengen")

set_target_properties(tengen_headers PROPERTIES EXPORT_NAME headers)
install(TARGETS tengen_headers EXPORT tengen-targets)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/framework/include/tengen" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.h")

# The builds of plugins outside of the tree run this one, people do not.
install(TARGETS tengen_plugin_manifest EXPORT tengen-targets RUNTIME DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/tengen")

if(TARGET tengen)
  install(TARGETS tengen EXPORT tengen-targets RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()

install(EXPORT tengen-targets NAMESPACE tengen:: DESTINATION "${TENGEN_PACKAGE_DIR}")

# An empty folder must exist for the package to be whole even if no plugin is built.
install(DIRECTORY DESTINATION "${TENGEN_PLUGIN_INSTALL_DIR}")

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/tengen-config.cmake.in"
  "${PROJECT_BINARY_DIR}/tengen-config.cmake"
  INSTALL_DESTINATION "${TENGEN_PACKAGE_DIR}"
  PATH_VARS TENGEN_PLUGIN_INSTALL_DIR)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/tengen-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES
    "${PROJECT_BINARY_DIR}/tengen-config.cmake"
    "${PROJECT_BINARY_DIR}/tengen-config-version.cmake"
    "${PROJECT_SOURCE_DIR}/cmake/tengen-add-plugin.cmake"
    "${PROJECT_SOURCE_DIR}/cmake/tengen-plugin.map"
  DESTINATION "${TENGEN_PACKAGE_DIR}")

# As they lie here, so that the links between pages, ready pipelines and examples hold.
install(FILES
    "${PROJECT_SOURCE_DIR}/LICENSE"
    "${PROJECT_SOURCE_DIR}/README.md"
    "${PROJECT_SOURCE_DIR}/CHANGELOG.md"
  DESTINATION "${CMAKE_INSTALL_DOCDIR}")
foreach(folder IN ITEMS docs config examples)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/${folder}" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
endforeach()
