// The extension module texelscope._core. The package's Python sources check and shape its arguments, and have
// the documentation.
#include "app/python/core.h"

#include <cstring>

#include "app/python/outside.h"
#include "kernels/ground/base/errors.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/version.h"

namespace {
// A file's name in a sentence may be no text.
void set_error(PyObject* type, const std::exception& error) {
  const auto sentence = pybind11::reinterpret_steal<pybind11::object>(PyUnicode_DecodeUTF8(
      error.what(), static_cast<Py_ssize_t>(std::strlen(error.what())), "backslashreplace"));
  if (sentence) PyErr_SetObject(type, sentence.ptr());
}
} // namespace

PYBIND11_MODULE(_core, module) {
  namespace py = pybind11;
  using namespace texelscope;
  module.attr("version") = version();
  py::register_exception_translator([](std::exception_ptr error) {
    try {
      if (error) std::rethrow_exception(error);
    } catch (const UserError& refusal) {
      set_error(PyExc_ValueError, refusal);
    } catch (const FileError& refusal) {
      set_error(PyExc_OSError, refusal);
    }
  });
  python::declare_outside();
  python::declare_texture(module);
  python::declare_session(module);
  python::declare_compare(module);
}
