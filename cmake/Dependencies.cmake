# Libraries, all from the distribution's packages; scripts/packages.sh names them.
set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON) # a project that adds this one links with them too
find_package(PkgConfig REQUIRED)
find_package(TBB REQUIRED)
if(NOT TARGET PkgConfig::HWY) # of the project that adds this one
  pkg_check_modules(HWY REQUIRED IMPORTED_TARGET GLOBAL libhwy)
endif()
if(NOT TEXELSCOPE_PROGRAM)
  return()
endif()

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(glfw3 3.3 REQUIRED)
find_package(PNG REQUIRED)
find_package(JPEG REQUIRED)
find_package(ZLIB REQUIRED)
find_package(OpenEXR CONFIG REQUIRED)
pkg_check_modules(TIFF REQUIRED IMPORTED_TARGET libtiff-4)
find_path(STB_INCLUDE stb/stb_image.h REQUIRED)
find_library(STB_LIBRARY stb REQUIRED)
pkg_check_modules(LZ4 REQUIRED IMPORTED_TARGET liblz4)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)

find_path(CLI11_INCLUDE CLI/CLI.hpp REQUIRED)
find_path(JSON_INCLUDE nlohmann/json.hpp REQUIRED)

# Debian's libimgui holds the core and the GLFW and OpenGL 3 backends.
find_path(IMGUI_INCLUDE imgui.h PATH_SUFFIXES imgui REQUIRED)
find_path(IMGUI_BACKENDS_INCLUDE imgui_impl_glfw.h HINTS ${IMGUI_INCLUDE}/backends REQUIRED)
find_library(IMGUI_LIBRARY imgui REQUIRED)
add_library(texelscope_imgui INTERFACE)
target_include_directories(texelscope_imgui SYSTEM INTERFACE ${IMGUI_INCLUDE} ${IMGUI_BACKENDS_INCLUDE})
target_link_libraries(texelscope_imgui INTERFACE ${IMGUI_LIBRARY} ${CMAKE_DL_LIBS})
# Debian builds it with the system's stb instead of ImGui's own copy.
target_link_libraries(texelscope_imgui INTERFACE ${STB_LIBRARY})

# The OpenGL and EGL loaders, generated with only what is used. EGL is opened at run time: no display, no EGL is fine.
if(NOT Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3) # the distribution's, for whose NumPy and pytest the packages are
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter)
find_program(GLAD_PROGRAM glad HINTS /usr/bin REQUIRED)
set(GLAD_DIR ${PROJECT_BINARY_DIR}/glad)
add_custom_command(
  OUTPUT ${GLAD_DIR}/src/gl.c ${GLAD_DIR}/src/egl.c ${GLAD_DIR}/include/glad/gl.h ${GLAD_DIR}/include/glad/egl.h
  COMMAND ${GLAD_PROGRAM} --quiet --reproducible --out-path ${GLAD_DIR} --api gl:core=4.5 --extensions= c
  COMMAND ${GLAD_PROGRAM} --quiet --reproducible --out-path ${GLAD_DIR} --api egl=1.5
          --extensions=EGL_EXT_platform_base,EGL_EXT_platform_device,EGL_EXT_device_base,EGL_EXT_device_enumeration,EGL_EXT_device_query,EGL_NV_device_cuda,EGL_MESA_platform_surfaceless
          c --loader
  COMMENT "Generating OpenGL and EGL loaders" VERBATIM)
add_library(texelscope_glad STATIC ${GLAD_DIR}/src/gl.c ${GLAD_DIR}/src/egl.c)
target_include_directories(texelscope_glad SYSTEM PUBLIC ${GLAD_DIR}/include)
target_link_libraries(texelscope_glad PUBLIC ${CMAKE_DL_LIBS})
