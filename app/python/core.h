// Internal to the Python package: what its extension module consists of.
#pragma once

#include <map>
#include <string>

#include <pybind11/numpy.h>
#include <pybind11/operators.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "kernels/session/fields.h"

namespace texelscope::python {

namespace py = pybind11;

void declare_texture(py::module_& module);
void declare_session(py::module_& module);
void declare_compare(py::module_& module);

// Sets fields by their paths. Throws std::invalid_argument, with the path in front of the reason.
void assign_fields(Session& session, const std::map<std::string, FieldValue>& values);

// What resolve() notes about the session: (kind, field, sentence, rule, {field: value}), gravest first.
py::list notes_of(const Session& session);

// The element of an array of numbers; throws std::invalid_argument for what no texture holds.
ElementFormat element_of(const py::array& array, int channels);

} // namespace texelscope::python
