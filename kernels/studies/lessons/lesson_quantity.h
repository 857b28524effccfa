// Internal to lesson_file.h: reads a quantity, and settings of fields, from a lesson.
#pragma once

#include "kernels/ground/files/json_node.h"
#include "kernels/studies/lessons/lesson_answer.h"

namespace texelscope {

FieldSettings read_settings(const JsonNode& node); // {"sampler.filter": "linear"}
Quantity read_quantity(const JsonNode& node);

} // namespace texelscope
