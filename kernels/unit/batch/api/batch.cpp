// The library's public interface to batches of fetches.
#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "kernels/unit/batch/api/stoppable_fetch.h"
#include "kernels/unit/batch/batch_fetch.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/texture_unit/api/texture_state.h"
#include "texelscope/batch.h"

namespace texelscope::detail {

static_assert(texel_padding == Image::padding);

namespace {

constexpr std::size_t piece = 1024;          // fetches between which arguments and results change their form
constexpr std::size_t stop_interval = 16384; // fetches

void check_size(const Column& column, const char* what, std::size_t count) {
  if (column.taken && column.size != count)
    throw std::invalid_argument("texelscope: there are " + std::to_string(count) + " results, but " +
                                std::to_string(column.size) + " " + what);
}

void check_sizes(const Batch& batch, std::size_t count) {
  check_size(batch.at, "coordinates", count);
  check_size(batch.numbers, batch.function == Function::element ? "indices" : "layers", count);
  check_size(batch.lods, "levels", count);
  check_size(batch.dx, "gradients dx", count);
  check_size(batch.dy, "gradients dy", count);
}

// Whether what the fetches return needs no change: 32-bit numbers, one for each component.
bool returns_components(const Texture& texture, FetchKind kind, Wanted wanted, std::size_t numbers_each) {
  return wanted.bits == 32 && numbers_each == std::size_t(batch_component_count(texture, kind));
}

// Calls run(size) with a number from 1 to 4 that the compiler knows.
template <class Run>
void with_size(std::size_t size, Run&& run) {
  if (size == 1) return run(std::integral_constant<std::size_t, 1>());
  if (size == 2) return run(std::integral_constant<std::size_t, 2>());
  if (size == 3) return run(std::integral_constant<std::size_t, 3>());
  run(std::integral_constant<std::size_t, 4>());
}

// The requests of a batch, whose gradients lie in two columns, in the order in which fetches read them.
class Requests {
public:
  Requests(const Batch& of, Dimension dimension)
      : batch(of), axes(std::size_t(coordinate_count(dimension))) {}

  // Those of fetches from `first` on; of gradients only `count`, up to `piece`. Valid until the next call.
  BatchRequests from(std::size_t first, std::size_t count, bool with_gradients) {
    BatchRequests requests;
    requests.coordinates = after<float>(batch.at, first * axes);
    requests.lods = after<float>(batch.lods, first);
    const int* numbers = after<int>(batch.numbers, first);
    (batch.function == Function::element ? requests.texels : requests.layers) = numbers;
    requests.component = batch.channel;
    if (with_gradients) requests.gradients = interleaved(first, count);
    return requests;
  }

private:
  template <class V>
  static const V* after(const Column& column, std::size_t values) {
    return column.data ? static_cast<const V*>(column.data) + values : nullptr;
  }

  const float* interleaved(std::size_t first, std::size_t count) {
    const float *dx = after<float>(batch.dx, first * axes), *dy = after<float>(batch.dy, first * axes);
    with_size(axes, [&](auto size) {
      for (std::size_t i = 0; i < count; ++i)
        for (std::size_t a = 0; a < size; ++a) {
          gradients[2 * i * size + a] = dx[i * size + a];
          gradients[(2 * i + 1) * size + a] = dy[i * size + a];
        }
    });
    return gradients;
  }

  const Batch& batch;
  std::size_t axes;
  float gradients[piece * 6];
};

// Stores components as numbers, `each` per fetch: too many are dropped, missing ones are 0. Sizes that the
// compiler knows make vector code of it.
template <class Number>
void store(const std::uint32_t* components, std::size_t count, std::size_t components_each, Number* to,
           std::size_t each) {
  with_size(components_each, [&](auto from_each) {
    with_size(each, [&](auto to_each) {
      for (std::size_t i = 0; i < count; ++i)
        for (std::size_t c = 0; c < to_each; ++c)
          to[i * to_each + c] = c < from_each ? Number(components[i * from_each + c]) : Number(0);
    });
  });
}

void store_numbers(const std::uint32_t* components, std::size_t count, std::size_t components_each,
                   std::byte* to, std::size_t bytes, std::size_t each) {
  if (bytes == 1) return store(components, count, components_each, reinterpret_cast<std::uint8_t*>(to), each);
  if (bytes == 2)
    return store(components, count, components_each, reinterpret_cast<std::uint16_t*>(to), each);
  store(components, count, components_each, reinterpret_cast<std::uint32_t*>(to), each);
}

} // namespace

void fetch(const TextureObject& texture, const Batch& batch, Wanted wanted, std::size_t numbers_each,
           void* results, std::size_t count, int threads) {
  fetch(texture, batch, wanted, numbers_each, results, count, threads, {});
}

void fetch(const TextureObject& object, const Batch& batch, Wanted wanted, std::size_t numbers_each,
           void* results, std::size_t count, int threads, const std::function<bool()>& stops) {
  const TextureState& state = state_of(object);
  state.check_fetch(batch.kind, batch.function, wanted, batch.channel);
  check_sizes(batch, count);
  if (threads < 0) throw std::invalid_argument("texelscope: a number of threads is negative");
  const Texture& texture = state.texture;
  const auto kind = FetchKind(batch.function);
  const auto components_each = std::size_t(batch_component_count(texture, kind));
  const std::size_t bytes = std::size_t(wanted.bits) / 8;
  const bool direct = returns_components(texture, kind, wanted, numbers_each);
  const cpu::BatchPlan plan(texture, kind, batch.channel, direct ? count : 0, state.padded);
  const auto fetch_part = [&](std::size_t first, std::size_t last) {
    Requests requests(batch, texture.dimension);
    if (direct && !plan.takes_gradients())
      return plan.fetch(requests.from(0, 0, false), first, last, static_cast<std::uint32_t*>(results));
    std::uint32_t components[piece * 4];
    for (; first < last; first += piece) {
      const std::size_t some = std::min(piece, last - first);
      plan.fetch(requests.from(first, some, plan.takes_gradients()), 0, some, components);
      store_numbers(components, some, components_each,
                    static_cast<std::byte*>(results) + first * numbers_each * bytes, bytes, numbers_each);
    }
  };
  if (!stops) return cpu::in_parts(count, threads, fetch_part);
  cpu::in_parts(count, threads, [&](std::size_t first, std::size_t last) {
    for (; first < last && !stops(); first += stop_interval)
      fetch_part(first, std::min(last, first + stop_interval));
  });
}

} // namespace texelscope::detail
