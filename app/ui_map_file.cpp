#include "app/ui_map_file.h"

#include <nlohmann/json.hpp>

#include "app/files.h"
#include "app/session_file.h"

namespace texelscope {

void write_ui_map(const std::filesystem::path& path, std::int64_t frame, float width, float height, double scale, const Session& session, const ui::UiMap& map) {
  using Json = nlohmann::ordered_json;
  Json items = Json::array();
  for (const ui::MapItem& item : map)
    items.push_back({{"name", item.name}, {"rect", {item.x0, item.y0, item.x1, item.y1}}, {"text", item.text}, {"visible", item.visible}});
  Json root = {{"frame", frame}, {"size", {width, height}}, {"scale", scale}, {"items", std::move(items)}};
  std::string words = root.dump(-1, ' ', false, Json::error_handler_t::replace);
  words.pop_back();
  write_text_file(path, words + ",\"session\":" + write_session(session) + "}\n");
}

} // namespace texelscope
