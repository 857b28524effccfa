#include "tests/fuzz/properties.h"

#include "kernels/ground/base/visible_text.h"
#include "kernels/state/session/fields.h"

namespace texelscope::fuzz {

namespace {
bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t bytes = utf8_bytes(text);
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}
} // namespace

void require(bool holds, const char* promise) {
  if (!holds) throw Broken(promise);
}

void require_sentence(std::string_view error, std::string_view input) {
  const bool ends = error.ends_with('.') || error.ends_with('?');
  if (!ends) throw Broken("an error is a sentence, but this is none: " + std::string(error));
  if (!is_utf8(error) && is_utf8(input)) throw Broken("this error is not UTF-8: " + std::string(error));
}

void require_valid(const Session& session) {
  Session copy = session;
  for (const Field& field : fields())
    if (const auto reason = assign(copy, field, field.get(session)))
      throw Broken(std::string(field.path) + " " + *reason);
}

} // namespace texelscope::fuzz
