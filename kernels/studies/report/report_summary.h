// What a report holds, as lines for people and as JSON with the same content.
#pragma once

#include <string>

#include "kernels/ground/files/json_node.h"

namespace texelscope {

// `root`: of a report's file. Both throw UserError if any of its sections is not as it must be.
std::string report_summary_text(const JsonNode& root);
std::string report_summary_json(const JsonNode& root);

} // namespace texelscope
