// Internal to lesson_file.h: reads a quantity, and settings of fields, from a lesson.
#pragma once

#include "app/base/json_node.h"
#include "app/lessons/lesson_answer.h"

namespace texelscope {

FieldSettings read_settings(const JsonNode& node); // {"sampler.filter": "linear"}
Quantity read_quantity(const JsonNode& node);

} // namespace texelscope
