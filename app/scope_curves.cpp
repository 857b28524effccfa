#include "app/scope_curves.h"

#include <algorithm>

#include <fmt/format.h>

#include "kernels/cpu/batch_fetch.h"
#include "kernels/half.h"
#include "kernels/texts.h"

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
  return scope::fetched_by([&](std::span<const FetchAt> at) { return (*fetcher)(samples.function(), at); }, samples);
}

std::vector<TexelBits> ScopeDevices::by_opengl(const scope::Subject& subject, const Texture& texture,
                                               const scope::Samples& samples) {
  constexpr int most = 16384; // pixels in a row, which OpenGL has
  std::vector<TexelBits> words;
  for (int first = 0; first < samples.count(); first += most) {
    FetchView part = *samples.row();
    part.offset += float(first); // exact
    const Values values = opengl.fetch(texture, subject.effective, part, std::min(most, samples.count() - first), 1);
    words.insert(words.end(), values.picture.pixels.begin(), values.picture.pixels.end());
  }
  return words;
}

ScopeCurves::ScopeCurves(const scope::Subject& subject, int width, int height, const scope::Line& part, int count)
    : subject_(subject), width_(width), height_(height), bound_(subject_),
      samples_(subject.session, subject.effective, width, height, part, count) {}

void ScopeCurves::add(Series series, const scope::Subject* pinned, ScopeDevices& devices) {
  const auto keep = [&](const Effective& e, std::vector<TexelBits> words) {
    fetched_.push_back({series, e.result, scope::word_count(e), std::move(words)});
  };
  switch (series) {
  case Series::model:
    return keep(subject_.effective, scope::model(bound_.texture(), samples_));
  case Series::ideal:
    has_ideal_ = true;
    return;
  case Series::cuda:
    return keep(subject_.effective, devices.by_cuda(subject_, bound_.texture(), samples_));
  case Series::opengl:
    return keep(subject_.effective, devices.by_opengl(subject_, bound_.texture(), samples_));
  case Series::pinned: {
    const scope::Bound bound(*pinned);
    const scope::Samples there(pinned->session, pinned->effective, width_, height_, samples_.line(), samples_.count());
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
  seen.session.view = view;
  seen.effective = resolve(seen.session, limits).effective;
  return seen;
}

namespace {
// Words are handed over in pieces of about this many bytes.
constexpr std::size_t piece = 1 << 16;

std::string header(const ScopeCurves& curves, const scope::Axis& axis) {
  const Effective& e = curves.subject().effective;
  std::string line = "sample,pixel_x,pixel_y";
  if (axis.in_texels) line += fmt::format(",texel_{}", axis.name);
  if (e.function == FetchKind::texel) line += ",index";
  else
    for (int i = 0; i < cpu::coordinate_count(e.dimension); ++i) line += fmt::format(",coordinate_{}", "xyz"[i]);
  const auto add = [&](Series series, int channels) {
    for (int c = 0; c < channels; ++c) line += fmt::format(",{}_{}", identifier(series), "rgba"[c]);
  };
  for (const auto& fetched : curves.fetched()) add(fetched.series, fetched.channels);
  if (curves.has_ideal()) add(Series::ideal, scope::word_count(e));
  return line + "\n";
}

void add_word(fmt::memory_buffer& out, ResultType type, std::uint32_t word) {
  if (type == ResultType::floating) fmt::format_to(std::back_inserter(out), ",{}", bits_float(word));
  else if (type == ResultType::signed_int) fmt::format_to(std::back_inserter(out), ",{}", std::int32_t(word));
  else fmt::format_to(std::back_inserter(out), ",{}", word);
}

void add_sample(fmt::memory_buffer& out, const ScopeCurves& curves, const scope::Axis& axis, int i) {
  const auto to = std::back_inserter(out);
  const double share = (i + 0.5) / curves.samples().count();
  const auto [x, y] = curves.samples().line().at(share);
  fmt::format_to(to, "{},{},{}", i, x, y);
  if (axis.in_texels) fmt::format_to(to, ",{}", axis.at(share));
  const Effective& e = curves.subject().effective;
  const PixelFetch fetch = curves.samples().at(i);
  const float at[] = {fetch.at.x, fetch.at.y, fetch.at.z};
  if (e.function == FetchKind::texel) fmt::format_to(to, ",{}", fetch.at.texel);
  else
    for (int k = 0; k < cpu::coordinate_count(e.dimension); ++k)
      fetch.empty ? fmt::format_to(to, ",") : fmt::format_to(to, ",{}", at[k]);
  for (const auto& fetched : curves.fetched())
    for (int c = 0; c < fetched.channels; ++c)
      fetch.empty ? out.push_back(',') : add_word(out, fetched.type, fetched.words[std::size_t(i)][std::size_t(c)]);
  if (curves.has_ideal()) {
    const auto ideal = scope::ideal(curves.texture(), curves.samples(), i);
    for (int c = 0; c < scope::word_count(e); ++c)
      fetch.empty ? out.push_back(',') : void(fmt::format_to(to, ",{}", ideal[std::size_t(c)]));
  }
  out.push_back('\n');
}
} // namespace

void write_scope_csv(const ScopeCurves& curves, const scope::Axis& axis, const PartSink& sink) {
  const std::string first = header(curves, axis);
  fmt::memory_buffer out;
  out.append(first.data(), first.data() + first.size());
  for (int i = 0; i < curves.samples().count(); ++i) {
    add_sample(out, curves, axis, i);
    if (out.size() < piece) continue;
    sink(std::as_bytes(std::span(out.data(), out.size())));
    out.clear();
  }
  sink(std::as_bytes(std::span(out.data(), out.size())));
}

} // namespace texelscope
