#include "app/session/ui_map_file.h"

#include <glad/gl.h>
#include <nlohmann/json.hpp>

#include "app/base/files.h"
#include "app/session/session_file.h"

namespace texelscope {

std::int64_t take_gl_errors() {
  constexpr std::int64_t lost_context = 1000; // a lost context reports errors without end
  std::int64_t count = 0;
  while (count < lost_context && glGetError() != GL_NO_ERROR)
    ++count;
  return count;
}

void write_ui_map(const std::filesystem::path& path, const UiMapFrame& frame, const Session& session,
                  const ui::UiMap& map) {
  using Json = nlohmann::ordered_json;
  Json items = Json::array();
  for (const ui::MapItem& item : map) {
    items.push_back({{"name", item.name},
                     {"rect", {item.x0, item.y0, item.x1, item.y1}},
                     {"text", item.text},
                     {"visible", item.visible}});
    if (item.cut >= 2) items.back()["cut"] = item.cut;
  }
  Json root = {{"frame", frame.number}, {"drawn", frame.drawn},         {"size", {frame.width, frame.height}},
               {"scale", frame.scale},  {"gl_errors", frame.gl_errors}, {"items", std::move(items)}};
  std::string json = root.dump(-1, ' ', false, Json::error_handler_t::replace);
  json.pop_back();
  write_text_file(path, json + ",\"session\":" + write_session(session) + "}\n");
}

} // namespace texelscope
