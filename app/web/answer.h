// The answers of a page: JSON, or {"error": SENTENCE}.
#pragma once

#include <exception>
#include <new>
#include <string>

#include <nlohmann/json.hpp>

#include "app/base/json_text.h"
#include "kernels/text/texts.h"

namespace texelscope::web {

inline std::string error_json(const char* sentence) {
  return json_text({{"error", sentence}});
}

// The answer, or the sentence of what kept it from being computed.
template <class Answer>
std::string answered(Answer&& answer) try {
  return answer();
} catch (const std::bad_alloc&) {
  return error_json(text(Text::web_no_memory));
} catch (const std::exception& error) {
  return error_json(error.what());
}

} // namespace texelscope::web
