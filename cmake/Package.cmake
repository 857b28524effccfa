# `cmake --install BUILD --component C --prefix P`: the libraries for find_package(texelscope COMPONENTS …). texture_unit is the model;
# batch needs it, and Highway and oneTBB besides.
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/texelscope)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/texelscope-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_SOURCE_DIR}/cmake/texelscope-config.cmake ${CMAKE_BINARY_DIR}/texelscope-config-version.cmake
        DESTINATION ${package_folder} COMPONENT texture_unit)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT texture_unit)

# texelscope_package(COMPONENT HEADER...): the target texelscope_COMPONENT and its public headers.
function(texelscope_package component)
  install(TARGETS texelscope_${component} EXPORT texelscope-${component} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${component})
  install(EXPORT texelscope-${component} NAMESPACE texelscope:: DESTINATION ${package_folder} COMPONENT ${component})
  list(TRANSFORM ARGN PREPEND ${CMAKE_SOURCE_DIR}/include/texelscope/ OUTPUT_VARIABLE headers)
  install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/texelscope COMPONENT ${component})
endfunction()

texelscope_package(texture_unit texture_unit.h texture_object.h vector_types.h)
texelscope_package(batch batch.h)
