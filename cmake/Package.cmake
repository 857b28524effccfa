# `cmake --install BUILD --component C --prefix P` installs one library for find_package(texelscope COMPONENTS C). Each component is
# in this list, and its headers in another.
set(texelscope_components texture_unit batch check)
set(texture_unit_headers texture_desc.h texture_object.h texture_unit.h vector_types.h)
set(batch_headers batch.h) # and those of texture_unit, which it needs
set(check_headers check.h texture_desc.h texture_request.h)

include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/texelscope)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/texelscope-config-version.cmake COMPATIBILITY SameMinorVersion)
foreach(component ${texelscope_components})
  install(TARGETS texelscope_${component} EXPORT texelscope-${component}
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${component})
  install(EXPORT texelscope-${component} NAMESPACE texelscope:: DESTINATION ${package_folder} COMPONENT ${component})
  install(FILES ${PROJECT_SOURCE_DIR}/cmake/texelscope-config.cmake ${PROJECT_BINARY_DIR}/texelscope-config-version.cmake
          DESTINATION ${package_folder} COMPONENT ${component})
  set(headers ${${component}_headers})
  list(TRANSFORM headers PREPEND ${PROJECT_SOURCE_DIR}/include/texelscope/)
  install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/texelscope COMPONENT ${component})
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT ${component})
endforeach()
