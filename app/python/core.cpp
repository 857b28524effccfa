// The extension module texelscope._core. The package's Python sources check and shape its arguments, and have
// the documentation.
#include "app/python/core.h"
#include "app/base/errors.h"
#include "app/base/version.h"
#include "kernels/base/errors.h"

PYBIND11_MODULE(_core, module) {
  namespace py = pybind11;
  using namespace texelscope;
  module.attr("version") = version();
  py::register_exception_translator([](std::exception_ptr error) {
    try {
      if (error) std::rethrow_exception(error);
    } catch (const UserError& refusal) {
      PyErr_SetString(PyExc_ValueError, refusal.what());
    } catch (const FileError& refusal) {
      PyErr_SetString(PyExc_OSError, refusal.what());
    }
  });
  python::declare_texture(module);
  python::declare_session(module);
  python::declare_compare(module);
}
