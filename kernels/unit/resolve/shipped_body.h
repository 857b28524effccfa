// The fetch bodies that ship with the program, assets/fetches. Their files are also compiled for the host, so
// that the CPU runs them as well.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "kernels/unit/resolve/resolve.h"

namespace texelscope {

// In the order of the files' names.
enum class ShippedBody : std::uint8_t { plain, bilinear, b_spline, catmull_rom, dither, gather };
inline constexpr int shipped_body_count = 6;

std::string_view shipped_body_name(ShippedBody body); // "4-catmull-rom"
std::string_view shipped_body_text(ShippedBody body);
// The one of that name, with its number or without: "catmull-rom".
std::optional<ShippedBody> shipped_body_named(std::string_view name);
// The one with this text; line ends at its end do not count, which shells remove. Empty: the body is the
// user's own.
std::optional<ShippedBody> find_shipped_body(std::string_view text);

// The body that the CPU runs in place of the plain fetch. Empty: there is none, it is the user's own, or the
// texture is none that it fetches from. All call tex2D or tex2Dgather, and what those return of other
// textures is not defined.
std::optional<ShippedBody> cpu_body(std::string_view text, const SeenTexture& texture);

} // namespace texelscope
