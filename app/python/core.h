// Internal to the Python package: what its extension module consists of.
#pragma once

#include <map>
#include <string>

#include <pybind11/operators.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "kernels/state/session/fields.h"

// pybind11/stl.h knows std::variant alone.
template <class... Ts>
struct pybind11::detail::type_caster<texelscope::Variant<Ts...>>
    : variant_caster<texelscope::Variant<Ts...>> {};

namespace texelscope::python {

namespace py = pybind11;

void declare_texture(py::module_& module);
void declare_session(py::module_& module);
void declare_compare(py::module_& module);

// Of a class whose objects functions make: its own __new__ would make one around no object of C++.
template <class Class>
Class without_new(Class made) {
  reinterpret_cast<PyTypeObject*>(made.ptr())->tp_new = nullptr;
  return made;
}

// pybind11 passes None to a member function as a null pointer; for a reference it is refused.
template <class Class, class Result, class... Arguments>
auto of_reference(Result (Class::*member)(Arguments...) const) {
  return [member](const Class& object, Arguments... arguments) { return (object.*member)(arguments...); };
}

// Sets fields by their paths. Throws std::invalid_argument, with the path in front of the reason.
void assign_fields(Session& session, const std::map<std::string, FieldValue>& values);

// What resolve() notes about the session: (kind, field, sentence, rule, {field: value}), gravest first.
py::list notes_of(const Session& session);

// The numbers of a C-contiguous buffer, as PEP 3118 has it: an array of any version of NumPy is one.
// pybind11's own arrays would know how NumPy lays out its objects, which changed with NumPy 2.
class Numbers {
public:
  // Throws Python's BufferError or ValueError where a buffer cannot be written, or holds no plain numbers.
  explicit Numbers(const py::buffer& buffer, bool writable = false) : info_(buffer.request(writable)) {}

  char kind() const; // 'f', 'i' or 'u' for floats, signed and unsigned integers, else 0
  int bits() const { return int(info_.itemsize) * 8; }
  std::size_t count() const { return std::size_t(info_.size); }
  int length(std::size_t axis) const { return int(info_.shape.at(axis)); }
  template <class T>
  T* data() const {
    return static_cast<T*>(info_.ptr);
  }

  // Throws std::invalid_argument for what no texture holds.
  ElementFormat element(int channels) const;

private:
  py::buffer_info info_;
};

} // namespace texelscope::python
