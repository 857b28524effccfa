// Loads OpenGL and EGL into glad, and checks that they have everything that this program calls. A driver that
// lacks a function leaves a null pointer behind.
#pragma once

#include <string>

namespace texelscope {

using GlFunction = void (*)();

// `find`: eglGetProcAddress or glfwGetProcAddress, of the context that is current. Empty if OpenGL 4.5 is
// there, else what is: "OpenGL 4.2", or the name of a function that is not.
std::string load_gl(GlFunction (*find)(const char* name));

// What glGetString() says, which is nothing where OpenGL fails.
std::string gl_string(unsigned name);

// The name of an EGL function that is missing after gladLoaderLoadEGL(); empty if there is none. Before a
// display is initialized glad may know the functions of EGL 1.0 alone.
std::string missing_egl_function(bool initialized);

// Whether the driver says that the current context is lost: a fault of the GPU took it along. It says so
// once.
//
// Seen on an H100 (driver 580): after a fault of a CUDA kernel that had a texture of OpenGL's, what any
// context of the process draws is black, without an error; another process draws as before.
bool gl_was_lost();

} // namespace texelscope
