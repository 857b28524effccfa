# `cmake --install BUILD --component texture_unit --prefix P`: the model as a library for find_package(texelscope).
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/texelscope)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/texelscope-config-version.cmake COMPATIBILITY SameMinorVersion)
install(TARGETS texelscope_texture_unit EXPORT texelscope-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT texture_unit)
install(EXPORT texelscope-targets NAMESPACE texelscope:: DESTINATION ${package_folder} COMPONENT texture_unit)
install(FILES ${CMAKE_SOURCE_DIR}/cmake/texelscope-config.cmake ${CMAKE_BINARY_DIR}/texelscope-config-version.cmake
        DESTINATION ${package_folder} COMPONENT texture_unit)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/texelscope DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT texture_unit)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT texture_unit)
