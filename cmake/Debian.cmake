# `cpack` in the build folder makes three packages for the Debian or Ubuntu that it runs on: texelscope, the program; libtexelscope1,
# the library for C; and libtexelscope-dev, with which that one and those for C++ are used.
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
texelscope_debian_files(debian_library libtexelscope1)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME texelscope)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT ${TEXELSCOPE_MAINTAINER})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_COMPONENTS_ALL program debian_program c_runtime debian_library ${texelscope_components} c debian_development)

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

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libtexelscope1 (= ${PROJECT_VERSION})")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libtexelscope1)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
# What other packages depend on that link with it, and the linker's cache.
file(CONFIGURE OUTPUT ${debian}/shlibs CONTENT "libtexelscope 1 libtexelscope1 (>= @PROJECT_VERSION@)\n" @ONLY)
file(CONFIGURE OUTPUT ${debian}/triggers CONTENT "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${debian}/shlibs ${debian}/triggers)

# The first line is the summary.
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION
"explorer of textures that shows what a GPU's texture unit does
It shows, live, which texels a texture unit reads with which weights, which
settings it silently changes and which it refuses. It works on NVIDIA GPUs,
and elsewhere with a software texture unit that returns the same bits.")
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION
"NVIDIA's texture unit in software, for every language that calls C
The exact model of a texture unit, batches of its fetches by SIMD, their
explanations, and the check of CUDA's texture descriptors: a shared library.")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION
"NVIDIA's texture unit in software, as libraries for C and C++
The exact model of a texture unit, batches of its fetches by SIMD, and the
check of CUDA's texture descriptors: headers, static libraries for C++, the
shared one for C, and the files of CMake and pkg-config.")

include(CPack)
cpack_add_component_group(program)
cpack_add_component_group(development)
cpack_add_component_group(library)
foreach(component program debian_program)
  cpack_add_component(${component} GROUP program)
endforeach()
foreach(component c_runtime debian_library)
  cpack_add_component(${component} GROUP library)
endforeach()
foreach(component ${texelscope_components} c debian_development)
  cpack_add_component(${component} GROUP development)
endforeach()
