#include "kernels/studies/sources/scope_curves.h"

#include <algorithm>

#include <fmt/format.h>

#include "kernels/ground/base/half.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/batch/batch_fetch.h"
#include "kernels/unit/fetch/fetch_view.h"

namespace texelscope {

using scope::Series;

std::vector<TexelBits> ScopeDevices::by_cuda(const scope::Subject& subject, const Texture& texture,
                                             const scope::Samples& samples) {
  if (!fetcher || texels != subject.texels || !(effective == subject.effective)) {
    fetcher.reset();
    Texture on_device = texture;
    if (on_device.storage == Storage::shared) on_device.storage = Storage::array;
    fetcher = std::make_unique<scope::DeviceFetcher>(on_device);
    texels = subject.texels;
    effective = subject.effective;
  }
  return scope::fetched_by([&](std::span<const FetchAt> at) { return (*fetcher)(samples.function(), at); },
                           samples);
}

std::vector<TexelBits> ScopeDevices::by_opengl(const scope::Subject& subject, const Texture& texture,
                                               const scope::Samples& samples) {
  constexpr int max_pixels = 16384; // pixels in a row, which OpenGL has
  std::vector<TexelBits> results;
  for (int first = 0; first < samples.count(); first += max_pixels) {
    FetchView part = *samples.row();
    part.offset += float(first); // exact
    const Values values =
        opengl.fetch(texture, subject.effective, part, std::min(max_pixels, samples.count() - first), 1);
    results.insert(results.end(), values.picture.pixels.begin(), values.picture.pixels.end());
  }
  return results;
}

ScopeCurves::ScopeCurves(const scope::Subject& subject, int width, int height, const scope::Line& part,
                         int count)
    : subject_(subject), width_(width), height_(height), bound_(subject_),
      samples_(subject.session, subject.effective, width, height, part, count) {}

void ScopeCurves::add(Series series, const scope::Subject* pinned, ScopeDevices& devices) {
  const auto keep = [&](const Effective& e, std::vector<TexelBits> results) {
    fetched_.push_back({series, e.result, scope::word_count(e), std::move(results)});
    order_.push_back(series);
  };
  switch (series) {
  case Series::model:
    return keep(subject_.effective, scope::model(bound_.texture(), samples_));
  case Series::ideal:
    has_ideal_ = true;
    order_.push_back(series);
    return;
  case Series::cuda:
    return keep(subject_.effective, devices.by_cuda(subject_, bound_.texture(), samples_));
  case Series::opengl:
    return keep(subject_.effective, devices.by_opengl(subject_, bound_.texture(), samples_));
  case Series::pinned: {
    const scope::Bound bound(*pinned);
    const scope::Samples there(pinned->session, pinned->effective, width_, height_, samples_.line(),
                               samples_.count());
    return keep(pinned->effective, scope::model(bound.texture(), there));
  }
  }
}

std::string ScopeCurves::obstacle(Series series) const {
  const Effective& e = subject_.effective;
  if (series == Series::ideal) return no_ideal(e);
  if (series == Series::cuda && !e.is_ordinary()) return text(Text::scope_cuda_plain);
  if (series == Series::opengl && samples_.row() == nullptr) return text(Text::scope_no_opengl);
  return series == Series::opengl ? no_gl_fetch(e) : std::string();
}

scope::Subject seen_as(const scope::Subject& subject, const ViewSpec& view, const Limits& limits) {
  scope::Subject seen = subject;
  const bool aligned = seen.session.view.align_corners; // how it sampled, not what of it is seen
  seen.session.view = view;
  seen.session.view.align_corners = aligned;
  seen.effective = effective_settings(seen.session, limits);
  return seen;
}

namespace {
// The size of the pieces in which text is written, roughly.
constexpr std::size_t piece = 1 << 16;

// Returns null for the ideal, which has no fetches.
const ScopeCurves::Fetched* fetched_of(const ScopeCurves& curves, Series series) {
  const auto found = std::ranges::find(curves.fetched(), series, &ScopeCurves::Fetched::series);
  return found == curves.fetched().end() ? nullptr : &*found;
}

int texel_columns(const Effective& e) {
  return e.dimension == Dimension::d3 ? 3 : 2;
}

std::string header(const ScopeCurves& curves) {
  const Effective& e = curves.subject().effective;
  std::string line = "sample,pixel_x,pixel_y";
  for (int i = 0; i < texel_columns(e); ++i)
    line += fmt::format(",texel_{}", "xyz"[i]);
  if (e.function == FetchKind::texel)
    line += ",index";
  else
    for (int i = 0; i < coordinate_count(e.dimension); ++i)
      line += fmt::format(",coordinate_{}", "xyz"[i]);
  for (const Series series : curves.order()) {
    const auto* fetched = fetched_of(curves, series);
    for (int c = 0; c < (fetched ? fetched->channels : scope::word_count(e)); ++c)
      line += fmt::format(",{}_{}", identifier(series), "rgba"[c]);
  }
  return line + "\n";
}

void add_word(fmt::memory_buffer& out, ResultType type, std::uint32_t word) {
  if (type == ResultType::floating)
    fmt::format_to(std::back_inserter(out), ",{}", bits_float(word));
  else if (type == ResultType::signed_int)
    fmt::format_to(std::back_inserter(out), ",{}", std::int32_t(word));
  else
    fmt::format_to(std::back_inserter(out), ",{}", word);
}

using Axes = std::array<std::optional<scope::Axis>, 3>;

// Coordinates that the view does not span follow from the coordinate. A 1-D texture is one row.
std::optional<double> texel_at(const ScopeCurves& curves, const Axes& axes, const PixelFetch& fetch,
                               std::size_t axis, double share) {
  const Effective& e = curves.subject().effective;
  if (axis == 1 && is_1d(e.dimension)) return 0.5;
  if (const auto& spanned = axes[axis]) return spanned->at(share);
  if (is_cube(e.dimension) || fetch.empty) return std::nullopt;
  if (e.function == FetchKind::texel) return fetch.at.texel + 0.5;
  const double given = std::array{fetch.at.x, fetch.at.y, fetch.at.z}[axis];
  return counts_texels(curves.subject().session, e) ? given
                                                    : given * std::array{e.width, e.height, e.planes}[axis];
}

void add_sample(fmt::memory_buffer& out, const ScopeCurves& curves, const Axes& axes, int i) {
  const auto to = std::back_inserter(out);
  const double share = (i + 0.5) / curves.samples().count();
  const auto [x, y] = curves.samples().line().at(share);
  fmt::format_to(to, "{},{},{}", i, x, y);
  const Effective& e = curves.subject().effective;
  const PixelFetch fetch = curves.samples().at(i);
  for (int axis = 0; axis < texel_columns(e); ++axis) {
    const auto texel = texel_at(curves, axes, fetch, std::size_t(axis), share);
    texel ? void(fmt::format_to(to, ",{}", *texel)) : out.push_back(',');
  }
  const float at[] = {fetch.at.x, fetch.at.y, fetch.at.z};
  if (e.function == FetchKind::texel)
    fmt::format_to(to, ",{}", fetch.at.texel);
  else
    for (int k = 0; k < coordinate_count(e.dimension); ++k)
      fetch.empty ? fmt::format_to(to, ",") : fmt::format_to(to, ",{}", at[k]);
  for (const Series series : curves.order()) {
    const auto* fetched = fetched_of(curves, series);
    const auto ideal =
        fetched ? std::array<double, 4>() : scope::ideal(curves.texture(), curves.samples(), i);
    for (std::size_t c = 0; c < std::size_t(fetched ? fetched->channels : scope::word_count(e)); ++c)
      if (fetch.empty)
        out.push_back(',');
      else if (fetched)
        add_word(out, fetched->type, fetched->results[std::size_t(i)][c]);
      else
        fmt::format_to(to, ",{}", ideal[c]);
  }
  out.push_back('\n');
}
} // namespace

void write_scope_csv(const ScopeCurves& curves, const PartSink& sink) {
  const std::string first = header(curves);
  const Axes axes = curves.axes();
  fmt::memory_buffer out;
  out.append(first.data(), first.data() + first.size());
  for (int i = 0; i < curves.samples().count(); ++i) {
    add_sample(out, curves, axes, i);
    if (out.size() < piece) continue;
    sink(std::as_bytes(std::span(out.data(), out.size())));
    out.clear();
  }
  sink(std::as_bytes(std::span(out.data(), out.size())));
}

} // namespace texelscope
