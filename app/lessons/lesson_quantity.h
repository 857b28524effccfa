// Internal to lesson_file.h: a quantity, and settings of fields, as they stand in a lesson.
#pragma once

#include "app/base/json_node.h"
#include "app/lessons/lesson_answer.h"

namespace texelscope {

ui::FieldSettings read_settings(const JsonNode& node); // {"sampler.filter": "linear"}
Quantity read_quantity(const JsonNode& node);

} // namespace texelscope
