// Fetches: one, and batches.
#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include "app/c/objects.h"
#include "app/c/requests.h"
#include "app/c/texels.h"
#include "kernels/unit/batch/api/stoppable_fetch.h"
#include "kernels/unit/batch/batch_requests.h"
#include "kernels/unit/texture_unit/api/texture_state.h"

namespace texelscope::c {

namespace {
std::array<float, 3> floats(const double (&from)[3]) {
  return {float(from[0]), float(from[1]), float(from[2])};
}

// Components of 32 bits, whatever the texels have.
detail::Wanted components_of(const Texture& texture) {
  switch (texture.result_type()) {
  case ResultType::floating:
    return {ChannelFormatKind::floating, 32};
  case ResultType::signed_int:
    return {ChannelFormatKind::signed_int, 32};
  case ResultType::unsigned_int:
    break;
  }
  return {ChannelFormatKind::unsigned_int, 32};
}

texelscope_texel fetch_one(const TextureObject& object, const texelscope_request& request) {
  const detail::TextureState& state = detail::state_of(object);
  const auto function = detail::Function(request.function);
  const detail::Request made{
      kind_for(state, function), function,           floats(request.at), request.number,
      float(request.lod),        floats(request.dx), floats(request.dy)};
  texelscope_texel texel;
  std::ranges::copy(detail::fetch(object, made, components_of(state.texture)), texel.u);
  return texel;
}

// A column of a batch; `copy` holds it if it is not as batches read it.
template <class Number>
detail::Column column(const texelscope_column& from, std::size_t count, std::size_t each,
                      std::vector<Number>& copy, const char* missing) {
  if (!from.data && count > 0) refuse(missing);
  const bool tight = (from.stride == 0 || from.stride == std::int64_t(each * sizeof(Number))) &&
                     (from.axis_stride == 0 || from.axis_stride == std::int64_t(sizeof(Number)));
  const bool aligned = reinterpret_cast<std::uintptr_t>(from.data) % alignof(Number) == 0;
  if (tight && aligned) return std::span<const Number>(static_cast<const Number*>(from.data), count);
  const std::int64_t axis = from.axis_stride == 0 ? std::int64_t(sizeof(Number)) : from.axis_stride;
  const std::int64_t entry = from.stride == TEXELSCOPE_ONE_FOR_ALL ? 0
                             : from.stride == 0                    ? std::int64_t(each * sizeof(Number))
                                                                   : from.stride;
  copy.resize(count * each);
  pack(static_cast<const std::byte*>(from.data), {entry, 0, 0, axis}, {count, 1, 1}, each, sizeof(Number),
       reinterpret_cast<std::byte*>(copy.data()));
  return std::span<const Number>(copy.data(), count);
}

// The columns that the function takes.
class Columns {
public:
  detail::Batch batch;

  Columns(const texelscope_batch& from, const detail::TextureState& state) {
    batch.function = detail::Function(from.function);
    batch.kind = kind_for(state, batch.function);
    batch.channel = from.channel;
    const auto axes = std::size_t(coordinate_count(state.texture.dimension));
    const bool element = batch.function == detail::Function::element;
    if (!element) batch.at = column(from.at, from.count, axes, at_, "the coordinates are missing");
    if (element) batch.numbers = column(from.numbers, from.count, 1, numbers_, "the indices are missing");
    if (is_layered(state.texture.dimension))
      batch.numbers = column(from.numbers, from.count, 1, numbers_, "the layers are missing");
    if (batch.function == detail::Function::lod)
      batch.lods = column(from.lods, from.count, 1, lods_, "the levels of detail are missing");
    if (batch.function != detail::Function::grad) return;
    batch.dx = column(from.dx, from.count, axes, dx_, "the gradients dx are missing");
    batch.dy = column(from.dy, from.count, axes, dy_, "the gradients dy are missing");
  }

private:
  std::vector<float> at_, lods_, dx_, dy_;
  std::vector<int> numbers_;
};

std::size_t components_each(const texelscope_batch& batch, const detail::TextureState& state) {
  if (batch.result_components < 0 || batch.result_components > 4)
    refuse("texelscope_batch::result_components is " + std::to_string(batch.result_components) +
           ": 0 to 4 is needed");
  if (batch.result_components > 0) return std::size_t(batch.result_components);
  return batch.function == TEXELSCOPE_GATHER ? 4 : std::size_t(state.texture.format.channels);
}

void check_results(const texelscope_batch& batch) {
  check_enumerator(batch.result_kind, TEXELSCOPE_FLOAT, "texelscope_batch::result_kind");
  const bool floating = batch.result_kind == TEXELSCOPE_FLOAT;
  if (batch.result_bits != 32 && (floating || (batch.result_bits != 8 && batch.result_bits != 16)))
    refuse("texelscope_batch::result_bits is " + std::to_string(batch.result_bits) +
           ": 32 is needed, or 8 or 16 of integers");
  require(batch.results || batch.count == 0, "texelscope_batch::results is a null pointer");
  require(reinterpret_cast<std::uintptr_t>(batch.results) % (std::uintptr_t(batch.result_bits) / 8) == 0,
          "texelscope_batch::results is not aligned to its numbers");
  constexpr std::size_t entry_bytes = 16; // of the largest column and result
  require(batch.count <= PTRDIFF_MAX / entry_bytes, "texelscope_batch::count is more than memory holds");
}

void fetch_batch(const TextureObject& object, const texelscope_batch& batch) {
  check_enumerator(batch.function, TEXELSCOPE_ELEMENT, "texelscope_batch::function");
  check_results(batch);
  const detail::TextureState& state = detail::state_of(object);
  const detail::Wanted wanted{ChannelFormatKind(batch.result_kind), batch.result_bits};
  const std::size_t each = components_each(batch, state);
  const auto function = detail::Function(batch.function);
  state.check_fetch(kind_for(state, function), function, wanted, batch.channel);
  const Columns columns(batch, state);
  Stop stop(batch.stop);
  detail::fetch(object, columns.batch, wanted, each, batch.results, batch.count, batch.threads, stop.asked());
  stop.check();
}
} // namespace

TextureKind kind_for(const detail::TextureState& state, detail::Function function) {
  if (function == detail::Function::gather) return TextureKind::d2;
  if (function == detail::Function::element) return TextureKind::linear_1d;
  return TextureKind(state.texture.dimension);
}

texelscope_request given_request(const texelscope_request* from) {
  const auto request = taken(from, offsetof(texelscope_request, lod), "texelscope_request");
  check_enumerator(request.function, TEXELSCOPE_ELEMENT, "texelscope_request::function");
  return request;
}

} // namespace texelscope::c

using namespace texelscope::c;

texelscope_status texelscope_fetch(texelscope_texture texture, const texelscope_request* request,
                                   texelscope_texel* texel) {
  return call([&] {
    const auto entry = textures().get(texture);
    require(texel, "texel is a null pointer");
    *texel = fetch_one(entry->object, given_request(request));
  });
}

texelscope_status texelscope_fetch_batch(texelscope_texture texture, const texelscope_batch* batch) {
  return call([&] {
    const auto entry = textures().get(texture);
    fetch_batch(entry->object,
                taken(batch, offsetof(texelscope_batch, result_components), "texelscope_batch"));
  });
}
