#include "kernels/studies/fetches/object_texels.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/studies/texture/texture_recipe.h"
#include "kernels/studies/trace_report/trace_session.h"
#include "kernels/unit/fetch/texture_view.h"

namespace texelscope::fetches {

std::unique_ptr<ObjectTexels> ObjectTexels::load(const trace::TracedObject& all, std::uint64_t instance) try {
  trace::TracedObject object = all;
  std::erase_if(object.texels, [&](const trace::TexelFile& file) { return file.instance != instance; });
  if (object.texels.empty() || !object.effective) return nullptr;
  const Session session = trace::object_session(object).session;
  const Effective effective = effective_settings(session);
  TextureFiles files;
  std::unique_ptr<ObjectTexels> made(new ObjectTexels);
  made->image =
      make_texture(texture_recipe(session.texture, effective, {}), files, [](double) { return true; });
  if (!made->image) return nullptr;
  made->texture = make_texture_view(made->image->texels.data(), effective, made->reinterpreted);
  made->texture.sampler = *object.effective;
  return made;
} catch (const std::exception&) {
  return nullptr;
}

namespace {
double distance(record::ResultType type, std::uint32_t a, std::uint32_t b) {
  if (type == record::ResultType::s32) return std::abs(double(std::int32_t(a)) - double(std::int32_t(b)));
  if (type == record::ResultType::u32) return std::abs(double(a) - double(b));
  const double apart = std::abs(double(std::bit_cast<float>(a)) - double(std::bit_cast<float>(b)));
  return std::isfinite(apart) ? apart : 0;
}
} // namespace

std::optional<TexelBits> ObjectTexels::expected(Dimension dimension, record::ResultType type,
                                                const RecordedFetch& recorded) const {
  using enum record::ResultType;
  const bool floats = texture.result_type() == ResultType::floating;
  const bool half = type == f16 || type == f16x2, index = recorded.function == FetchKind::texel;
  if (half || floats != (type == f32) || index != (texture.storage == Storage::linear) ||
      (!index && dimension != texture.dimension))
    return std::nullopt;
  return fetch(texture, recorded.function, recorded.at);
}

std::optional<ObjectTexels::Difference> ObjectTexels::difference(const record::Site& site,
                                                                 const RecordedFetch& recorded) const {
  if (site.reference.count > 0 || site.offsets.count > 0) return std::nullopt;
  const std::optional<TexelBits> model = expected(dimension_of(site), site.result_type, recorded);
  if (!model) return std::nullopt;
  const int components = recorded.function == FetchKind::gather ? 4 : texture.format.channels;
  Difference difference;
  for (std::size_t i = 0; i < std::size_t(components); ++i) {
    if (site.results[i] < 0 || recorded.result[i] == (*model)[i]) continue;
    difference.any = true;
    difference.greatest =
        std::max(difference.greatest, distance(site.result_type, recorded.result[i], (*model)[i]));
  }
  return difference;
}

} // namespace texelscope::fetches
