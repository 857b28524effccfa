#include "kernels/unit/resolve/shipped_body.h"

#include <array>

namespace texelscope {

namespace {
struct Shipped {
  std::string_view file, text;
};

constexpr std::array<Shipped, shipped_body_count> shipped = {{
#include "shipped_bodies.inc" // path and text of each, made by cmake/Embed.cmake
}};

std::string_view without_last_line_ends(std::string_view text) {
  const std::size_t last = text.find_last_not_of("\r\n");
  return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}
} // namespace

std::string_view shipped_body_name(ShippedBody body) {
  const std::string_view file = shipped[std::size_t(body)].file;
  const std::size_t first = file.rfind('/') + 1;
  return file.substr(first, file.rfind('.') - first);
}

std::string_view shipped_body_text(ShippedBody body) {
  return shipped[std::size_t(body)].text;
}

std::optional<ShippedBody> shipped_body_named(std::string_view name) {
  for (std::size_t i = 0; i < shipped.size(); ++i) {
    const std::string_view numbered = shipped_body_name(ShippedBody(i));
    if (name == numbered || name == numbered.substr(numbered.find('-') + 1)) return ShippedBody(i);
  }
  return std::nullopt;
}

std::optional<ShippedBody> find_shipped_body(std::string_view text) {
  text = without_last_line_ends(text);
  for (std::size_t i = 0; i < shipped.size(); ++i)
    if (text == without_last_line_ends(shipped[i].text)) return ShippedBody(i);
  return std::nullopt;
}

std::optional<ShippedBody> cpu_body(std::string_view text, const SeenTexture& texture) {
  if (text.empty() || texture.dimension != Dimension::d2) return std::nullopt;
  const auto body = find_shipped_body(text);
  return body == ShippedBody::gather && !texture.gather_array ? std::nullopt : body;
}

} // namespace texelscope
