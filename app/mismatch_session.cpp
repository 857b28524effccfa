#include "app/mismatch_session.h"

#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "app/session_file.h"
#include "kernels/enums.h"
#include "kernels/write_image.h"

namespace texelscope {

std::string describe_request(const verify::Mismatch& mismatch) {
  const verify::Case& c = mismatch.setup;
  const SamplerState sampler = c.sampler();
  std::string words = fmt::format("{} x {} x {}, {} levels, {} channels, seed {}, ", c.width, c.height,
                                  c.depth, c.levels, c.channels, c.seed);
  words += fmt::format("{} coordinates, {} {} {}", sampler.normalized_coords ? "normalized" : "texel",
                       identifier(sampler.address[0]), identifier(sampler.address[1]),
                       identifier(sampler.address[2]));
  if (c.levels > 1)
    words += fmt::format(", bias {:a}, clamps {:a} {:a}, anisotropy {}", c.mip_bias, c.mip_min, c.mip_max,
                         c.anisotropy);
  const FetchAt& at = mismatch.at;
  if (verify::Operation(c.operation) >= verify::Operation::texel)
    return words + fmt::format(", at {} {} {}", at.texel, at.row, at.layer);
  words += fmt::format(", at {:a} {:a} {:a}, layer {}", at.x, at.y, at.z, at.layer);
  if (verify::Operation(c.operation) == verify::Operation::lod) words += fmt::format(", lod {:a}", at.lod);
  if (verify::Operation(c.operation) == verify::Operation::grad)
    words += fmt::format(", gradients {:a} {:a} {:a}, {:a} {:a} {:a}", at.dx.x, at.dx.y, at.dx.z, at.dy.x,
                         at.dy.y, at.dy.z);
  return words;
}

std::string save_mismatch(const verify::Mismatch& mismatch, const std::string& name) {
  const verify::Case& c = mismatch.setup;
  const bool two_dimensions = Dimension(c.dimension) == Dimension::d2 &&
                              verify::Operation(c.operation) == verify::Operation::plain && c.levels == 1;
  if (!two_dimensions || !std::isfinite(mismatch.at.x) || !std::isfinite(mismatch.at.y)) return {};
  const verify::Specimen specimen(c);
  Image image = Image::create(int(c.width), int(c.height), c.format());
  std::memcpy(image.texels.data(), specimen.texture().level[0], image.size_bytes());
  write_npy(name + ".npy", image);

  Session session;
  session.texture.source = Source::file;
  session.texture.path = name + ".npy";
  session.texture.width = image.width;
  session.texture.height = image.height;
  session.texture.format = image.format;
  const SamplerState sampler = c.sampler();
  session.sampler = {sampler.normalized_coords, {sampler.address[0], sampler.address[1]},
                     sampler.border_color,      sampler.filter,
                     sampler.read_mode,         sampler.srgb};
  session.fetch.coordinates = CoordinateRule::unscaled;
  session.view.center_x = double(mismatch.at.x);
  session.view.center_y = double(mismatch.at.y);
  session.view.span = 1e-12; // the pixel's middle is the coordinate itself
  save_session(name + ".json", session);
  return name + ".json";
}

} // namespace texelscope
