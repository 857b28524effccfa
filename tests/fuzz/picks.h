// Decisions taken from bytes: which fields of a session have which values.
#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/state/session/fields.h"

namespace texelscope::fuzz {

class Picks {
public:
  explicit Picks(std::string_view bytes) : rest_(bytes) {}
  bool ended() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

  unsigned byte(); // 0 at the end
  // Mostly a value that the field takes, often the largest or smallest.
  FieldValue value(const Field& field);

private:
  std::uint64_t bits(int bytes);
  std::int64_t integer(std::int64_t low, std::int64_t high);
  double number(double low, double high);
  double any_float();

  std::string_view rest_;
};

} // namespace texelscope::fuzz
