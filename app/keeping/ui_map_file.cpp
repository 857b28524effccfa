#include "app/keeping/ui_map_file.h"

#include <cmath>
#include <span>
#include <string>

#include <fmt/format.h>
#include <glad/gl.h>
#include <nlohmann/json.hpp>

#include "kernels/ground/base/write_file.h"
#include "kernels/state/stored/session_file.h"

namespace texelscope {

std::int64_t take_gl_errors() {
  constexpr std::int64_t lost_context = 1000; // a lost context reports errors without end
  std::int64_t count = 0;
  while (count < lost_context && glGetError() != GL_NO_ERROR)
    ++count;
  return count;
}

namespace {
// A name or a text may have come from a file, with bytes that are no UTF-8.
std::string string_json(const std::string& string) {
  return nlohmann::json(string).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string number_json(double value) {
  return std::isfinite(value) ? fmt::to_string(value) : "null";
}

std::string item_json(const ui::MapItem& item) {
  return fmt::format(R"({{"name":{},"rect":[{},{},{},{}],"text":{},"visible":{}{}}})", string_json(item.name),
                     number_json(item.x0), number_json(item.y0), number_json(item.x1), number_json(item.y1),
                     string_json(item.text), item.visible,
                     item.cut >= 2 ? fmt::format(R"(,"cut":{})", item.cut) : "");
}
} // namespace

void write_ui_map(const std::filesystem::path& path, const UiMapFrame& frame, const Session& session,
                  const ui::UiMap& map) {
  std::string json =
      fmt::format(R"({{"frame":{},"drawn":{},"size":[{},{}],"scale":{},"gl_errors":{},"items":[)",
                  frame.number, frame.drawn, frame.width, frame.height, frame.scale, frame.gl_errors);
  for (const ui::MapItem& item : map)
    json += (json.back() == '[' ? "" : ",") + item_json(item);
  json += "],\"session\":" + write_session(session) + "}\n";
  write_file(path, {std::as_bytes(std::span<const char>(json))}, Durability::until_a_crash);
}

} // namespace texelscope
