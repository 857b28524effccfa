#include "kernels/studies/texture/adopt_file.h"

#include <algorithm>

namespace texelscope {

void adopt_file(Session& session, const Image& file, const std::set<std::string>& stated) {
  TextureSpec& texture = session.texture;
  if (!stated.contains("texture.width")) texture.width = file.width;
  if (!stated.contains("texture.height")) texture.height = file.height;
  if (!stated.contains("texture.kind")) texture.format.kind = file.format.kind;
  if (!stated.contains("texture.bits")) texture.format.bits = file.format.bits;
  if (!stated.contains("texture.channels")) texture.format.channels = file.format.channels;
  if (file.dimension != Dimension::d2 || file.level_count > 1) {
    const int depth = is_cube(file.dimension) ? file.planes / 6 : file.planes;
    if (!stated.contains("texture.dimension")) texture.dimension = file.dimension;
    if (!stated.contains("texture.depth")) texture.depth = std::max(1, depth);
    if (!stated.contains("texture.levels")) texture.levels = file.level_count;
    if (file.level_count > 1 && !stated.contains("texture.mips")) texture.mips = MipSource::file;
  }
  if (file.srgb && !stated.contains("sampler.srgb")) session.sampler.srgb = *file.srgb;
  if (session.sampler.srgb && file.srgb == true && !stated.contains("sampler.read_mode"))
    session.sampler.read_mode = ReadMode::normalized_float; // or nothing would be decoded
  // By the rules of resolve.h, floats and 32-bit integers are never normalized, and integers are not
  // filtered.
  const bool whole = texture.format.kind != ElementKind::floating;
  if ((!whole || texture.format.bits == 32) && !stated.contains("sampler.read_mode"))
    session.sampler.read_mode = ReadMode::element;
  if (whole && texture.format.bits == 32 && !stated.contains("sampler.filter"))
    session.sampler.filter = FilterMode::point;
}

bool adopts_file(const Session& session, const std::set<std::string>& stated) {
  if (session.texture.source != Source::file) return false;
  for (const char* path : {"texture.width", "texture.height", "texture.kind", "texture.bits",
                           "texture.channels", "sampler.srgb"})
    if (!stated.contains(path)) return true;
  return has_depth(session.texture.dimension) && !stated.contains("texture.depth");
}

} // namespace texelscope
