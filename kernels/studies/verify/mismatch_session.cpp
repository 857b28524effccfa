#include "kernels/studies/verify/mismatch_session.h"

#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "kernels/state/session/enums.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/image_io/write_dds.h"

namespace texelscope {

std::string describe_request(const verify::Mismatch& mismatch) {
  const verify::Case& c = mismatch.setup;
  const Sampler sampler = c.sampler();
  std::string out = fmt::format("{} x {} x {}, {} levels, {} channels, seed {}, ", c.width, c.height, c.depth,
                                c.levels, c.channels, c.seed);
  out += fmt::format("{} coordinates, {} {} {}", sampler.normalized_coords ? "normalized" : "texel",
                     identifier(sampler.address[0]), identifier(sampler.address[1]),
                     identifier(sampler.address[2]));
  if (c.levels > 1)
    out += fmt::format(", bias {:a}, clamps {:a} {:a}, anisotropy {}", c.mip_bias, c.mip_min, c.mip_max,
                       c.anisotropy);
  const FetchAt& at = mismatch.at;
  if (verify::Operation(c.operation) >= verify::Operation::texel)
    return out + fmt::format(", at {} {} {}", at.texel, at.row, at.layer);
  out += fmt::format(", at {:a} {:a} {:a}, layer {}", at.x, at.y, at.z, at.layer);
  if (verify::Operation(c.operation) == verify::Operation::lod) out += fmt::format(", lod {:a}", at.lod);
  if (verify::Operation(c.operation) == verify::Operation::grad)
    out += fmt::format(", gradients {:a} {:a} {:a}, {:a} {:a} {:a}", at.dx.x, at.dx.y, at.dx.z, at.dy.x,
                       at.dy.y, at.dy.z);
  return out;
}

namespace {
Image image_of(const verify::Case& c) {
  const verify::Specimen specimen(c);
  const Texture& t = specimen.texture();
  Image image = Image::create(t);
  std::memcpy(image.texels.data(), t.level[0], image.size_bytes());
  return image;
}

void set_texture(TextureSpec& texture, const verify::Case& c, const Image& image, const std::string& path) {
  texture.source = Source::file;
  texture.path = path;
  request_shape(texture, image);
  texture.mips = MipSource::file;
  texture.storage =
      verify::ArrayKind(c.array_kind) == verify::ArrayKind::shared ? Storage::shared : Storage(c.storage);
  texture.gather_flag = verify::ArrayKind(c.array_kind) == verify::ArrayKind::gather;
}

void set_fetch(Session& session, const verify::Mismatch& mismatch) {
  const FetchAt& at = mismatch.at;
  FetchSpec& fetch = session.fetch;
  const auto operation = verify::Operation(mismatch.setup.operation);
  fetch.function = operation == verify::Operation::lod      ? FetchKind::lod
                   : operation == verify::Operation::grad   ? FetchKind::grad
                   : operation == verify::Operation::gather ? FetchKind::gather
                   : operation == verify::Operation::texel  ? FetchKind::texel
                                                            : FetchKind::plain;
  fetch.coordinates = CoordinateRule::unscaled;
  fetch.layer = at.layer;
  fetch.slice = double(at.z);
  fetch.lod = at.lod;
  fetch.gradients = GradientRule::given;
  fetch.dx = {at.dx.x, at.dx.y, at.dx.z};
  fetch.dy = {at.dy.x, at.dy.y, at.dy.z};
  fetch.component = at.component;
  session.view.span = find_field("view.span")->low; // the pixels lie so close that the middle is all
  session.view.center_x = double(at.x);
  session.view.center_y = double(at.y);
  if (fetch.function == FetchKind::texel)
    session.view.center_x = (at.texel + 0.5) / double(mismatch.setup.width);
}

// Whether the session's only pixel makes the mismatch's request. It does not where fields cannot hold its
// numbers.
bool repeats(const Session& session, const verify::Mismatch& mismatch) {
  for (const Field& field : fields()) {
    Session scratch = session;
    if (assign(scratch, field, field.get(session))) return false;
  }
  const Effective effective = effective_settings(session);
  const FetchAt found = rules::pixel_fetch(make_fetch_view(session, effective, 1, 1), 0, 0).at;
  const verify::Case& c = mismatch.setup;
  std::vector<std::uint32_t> requested(verify::request_value_count(c)), got(verify::request_value_count(c));
  verify::put_request(c, mismatch.at, requested.data());
  verify::put_request(c, found, got.data());
  return requested == got && effective.dimension == Dimension(c.dimension) &&
         effective.function == session.fetch.function && effective.component == session.fetch.component;
}
} // namespace

std::string save_mismatch(const verify::Mismatch& mismatch, const std::string& name) {
  const verify::Case& c = mismatch.setup;
  const auto operation = verify::Operation(c.operation);
  if (operation == verify::Operation::surface_read || operation == verify::Operation::surface_write)
    return {};
  const Image image = image_of(c);
  Session session;
  set_texture(session.texture, c, image, name + ".dds");
  session.sampler = c.sampler();
  set_fetch(session, mismatch);
  if (!repeats(session, mismatch)) return {};
  write_dds(name + ".dds", image);
  save_session(name + ".json", session);
  return name + ".json";
}

} // namespace texelscope
