// Internal to app/web: how an answer becomes JSON, and what it says where there is none.
#pragma once

#include <new>
#include <string>

#include <nlohmann/json.hpp>

#include "kernels/ground/files/json_text.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/fields.h"
#include "kernels/state/stored/session_file.h"

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

inline nlohmann::ordered_json session_json(const Session& session) {
  return nlohmann::ordered_json::parse(write_session(session));
}

// A value in the form that a session's file has.
inline nlohmann::ordered_json value_json(const FieldValue& value) {
  return std::visit([](const auto& plain) { return nlohmann::ordered_json(plain); }, value);
}

} // namespace texelscope::web
