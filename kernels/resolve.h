// What the hardware really does with a session, and why: every setting it refuses, silently changes or ignores.
//
// Sources: CUDA C++ Programming Guide ("Texture Memory", "Texture Fetching"), driver_types.h and
// texture_types.h, and what cudaCreateTextureObject answered when it was asked (docs/texture-unit.md).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kernels/fields.h"
#include "kernels/picture.h"
#include "kernels/spec.h"

namespace texelscope {

enum class NoteKind : std::uint8_t {
  no_effect, // the setting is ignored at present, harmlessly
  altered,   // the hardware silently does something else: amber
  refused    // CUDA answers with an error: red; `effective` holds what is shown instead
};

struct Note {
  NoteKind kind;
  std::string field;    // the path whose control it stands beside
  std::string sentence; // what was asked, what happens instead
  std::string rule;     // the rule behind it, with the CUDA name
  std::string fix_label; // empty: nothing to press
  std::vector<std::pair<std::string, FieldValue>> fix; // fields to set
  bool operator==(const Note&) const = default;
};

// The state a backend runs; always one that hardware accepts.
struct Effective {
  int width = 1;
  int height = 1;
  ElementFormat format;
  bool normalized_coords = true;
  std::array<AddressMode, 2> address = {AddressMode::wrap, AddressMode::wrap};
  std::array<float, 4> border_color = {0, 0, 0, 0};
  FilterMode filter = FilterMode::point;
  ReadMode read_mode = ReadMode::element;
  bool srgb = false;
  ResultType result = ResultType::floating;
  bool operator==(const Effective&) const = default;
};

// The largest 2-D texture the backend takes, in texels.
struct Limits {
  int max_width = max_texture_side;
  int max_height = max_texture_side;
  static constexpr int max_texture_side = 16384;
};

struct Resolution {
  Effective effective;
  std::vector<Note> notes; // refused first, then altered, then without effect
  bool refused() const;
  const Note* note_for(std::string_view field) const; // the gravest
};

Resolution resolve(const Session& session, const Limits& limits = {});

} // namespace texelscope
