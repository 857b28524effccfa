// What every parser promises, whatever its bytes are: it ends, and it refuses with a sentence or returns what
// is valid; what is written of that is read as the same.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "kernels/ground/base/errors.h"
#include "kernels/ground/files/errors.h"
#include "kernels/state/session/spec.h"

namespace texelscope::fuzz {

// A promise that a parser broke.
struct Broken : std::logic_error {
  using std::logic_error::logic_error;
};

void require(bool holds, const char* promise);
// If the input is UTF-8, its error is too.
void require_sentence(std::string_view error, std::string_view input);
// Each value is one that its field takes.
void require_valid(const Session& session);

// What `parse` makes of the bytes; empty if it refuses them.
template <class Parse>
auto accepted(std::string_view bytes, const Parse& parse) -> std::optional<decltype(parse(bytes))> {
  try {
    return parse(bytes);
  } catch (const UserError& error) {
    require_sentence(error.what(), bytes);
  } catch (const FileError& error) {
    require_sentence(error.what(), bytes);
  }
  return std::nullopt;
}

template <class Parse, class Write>
void require_comes_back(const std::string& written, const Parse& parse, const Write& write) {
  require(write(parse(written)) == written, "what is written is read as the same");
}

// accepted(), after it came back.
template <class Parse, class Write>
auto accepted(std::string_view bytes, const Parse& parse, const Write& write) {
  auto read = accepted(bytes, parse);
  if (read) require_comes_back(write(*read), parse, write);
  return read;
}

} // namespace texelscope::fuzz
