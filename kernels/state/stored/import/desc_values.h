// Internal to import_desc: constant expressions, and what is known of a descriptor's members.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernels/ground/text/text_id.h"
#include "kernels/state/session/spec.h"
#include "kernels/state/stored/import/desc_members.h"

namespace texelscope::desc {

// By the name of a scalar or vector type: "unsigned short", "float4", also "float3".
std::optional<ElementFormat> element_of_type(std::string_view name);

struct Number {
  double value = 0;
  bool integer = true; // and divided as one
};
// Reads what is named at `at`, a loop's variable or a member, and steps over it.
using Lookup = std::function<std::optional<Number>(std::size_t& at)>;

// The value of tokens [first, last) where one of `type` is expected; none if it is not a constant.
std::optional<Number> evaluate(const CppTokens& tokens, std::size_t first, std::size_t last, Type type,
                               const Lookup& lookup);
std::optional<Number> number_of(std::string_view spelling);

// A part of the source, as a message quotes it.
struct Quote {
  std::size_t offset = 0, length = 0;
  bool operator==(const Quote&) const = default;
};

// What is known of one number of a descriptor.
struct Slot {
  enum class Kind : std::uint8_t {
    kept,    // set by code that is not here
    garbage, // of a variable without an initializer
    value,
    unknown // until the program runs
  } kind = Kind::kept;
  bool said = false; // by name, not by what clears a whole descriptor
  double value = 0;
  std::size_t offset = 0; // where it was set
  Text why = {};          // unknown: a sentence with the quoted code {0} and the member {1}
  Quote quote = {};
  bool operator==(const Slot&) const = default;
};
using Slots = std::array<Slot, slot_count>;

// What a descriptor holds where the program makes a texture of it.
struct DescState {
  std::string name;
  std::size_t offset = 0;
  bool promotes = false; // the driver API's: integers of 32 bits and floats are never converted
  Slots slots;
};

} // namespace texelscope::desc
