# `cpack` in the build folder makes two packages for the Debian or Ubuntu that it runs on: texelscope, the program, and
# libtexelscope-dev, the libraries for C++ with their headers.
set(TEXELSCOPE_MAINTAINER "Texelscope contributors <texelscope@users.noreply.invalid>" CACHE STRING "Whom the packages name")

# Files that only these packages have, where Debian keeps them.
set(debian ${PROJECT_BINARY_DIR}/debian)
file(CONFIGURE OUTPUT ${debian}/changelog @ONLY CONTENT
"texelscope (@PROJECT_VERSION@) unstable; urgency=medium

  * CHANGELOG.md of the source lists what has changed.

 -- @TEXELSCOPE_MAINTAINER@  Thu, 01 Jan 2026 00:00:00 +0000
")
execute_process(COMMAND gzip -9nkf ${debian}/changelog COMMAND_ERROR_IS_FATAL ANY)
function(texelscope_debian_files component package)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION share/doc/${package} RENAME copyright COMPONENT ${component} EXCLUDE_FROM_ALL)
  install(FILES ${debian}/changelog.gz DESTINATION share/doc/${package} COMPONENT ${component} EXCLUDE_FROM_ALL)
endfunction()
texelscope_debian_files(debian_program texelscope)
texelscope_debian_files(debian_development libtexelscope-dev)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME texelscope)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT ${TEXELSCOPE_MAINTAINER})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_COMPONENTS_ALL program debian_program ${texelscope_components} debian_development)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME texelscope)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
# What is opened at run time: fonts, OpenGL and EGL, and the X libraries that GLFW opens.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS
    "fonts-dejavu-core, libgl1, libegl1, libx11-6, libx11-xcb1, libxcursor1, libxi6, libxinerama1, libxrandr2, libxrender1, libxxf86vm1")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "libgl1-mesa-dri")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "fonts-wqy-microhei, bash-completion")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libtexelscope-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS "libtbb-dev, libhwy-dev") # those of the component batch

# The first line is the summary.
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION
"explorer of textures that shows what a GPU's texture unit does
It shows, live, which texels a texture unit reads with which weights, which
settings it silently changes and which it refuses. It works on NVIDIA GPUs,
and elsewhere with a software texture unit that returns the same bits.")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION
"NVIDIA's texture unit in software, as libraries for C++
The exact model of a texture unit, batches of its fetches by SIMD, and the check
of CUDA's texture descriptors: static libraries, headers, and CMake's files.")

include(CPack)
cpack_add_component_group(program)
cpack_add_component_group(development)
foreach(component program debian_program)
  cpack_add_component(${component} GROUP program)
endforeach()
foreach(component ${texelscope_components} debian_development)
  cpack_add_component(${component} GROUP development)
endforeach()
