#include <algorithm>
#include <chrono>
#include <cstring>
#include <new>
#include <thread>
#include <utility>

#include <tbb/task_arena.h>

#include "kernels/ground/text/language.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/machines/cpu/body_fetch.h"
#include "kernels/machines/cpu/cpu_texture.h"
#include "kernels/machines/cpu/rows_in_parallel.h"
#include "kernels/machines/cpu/view_fetch.h"
#include "kernels/unit/batch/fast_fetch.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/fetch/texture_view.h"

namespace texelscope {

namespace {
class Stopwatch {
public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

private:
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};

std::string instructions_for_people() {
  return cpu::has_vectors() ? cpu::fetch_instructions() : text(Text::cpu_scalar);
}

BackendInfo make_info(int threads) {
  BackendInfo info;
  info.kind = BackendKind::cpu;
  info.device = say(threads == 1 ? Text::cpu_device_single : Text::cpu_device,
                    {std::to_string(threads), instructions_for_people()});
  info.sharing_note = text(Text::cpu_sharing);
  return info;
}

std::size_t result_bytes(int width, int height) {
  return std::size_t(width) * std::size_t(height) * sizeof(TexelBits);
}

std::string memory_needed(const FrameRequest& request) {
  const std::size_t textures = request.session.write.mode == WriteMode::off        ? 0
                               : request.session.write.mode == WriteMode::feedback ? 2
                                                                                   : 1;
  return mebibytes(textures * request.image->size_bytes() +
                   (request.by_rows ? 0 : result_bytes(request.width, request.height)));
}

// A call of `work`, where `needed()` MiB may be too much. Throws MachineError.
template <class Needed, class Work>
auto with_memory(Needed&& needed, Work&& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  throw MachineError(say(Text::cpu_no_memory, {needed()}));
}

class CpuBackend final : public Backend {
public:
  explicit CpuBackend(int thread_count)
      : arena(thread_count), threads(thread_count), information(make_info(thread_count)) {}

  const BackendInfo& info() const override {
    if (std::exchange(spoken, language()) != language()) information = make_info(threads);
    return information;
  }

  FrameResult frame(const FrameRequest& request) override {
    if (!request.image || request.image->width < 1 || request.width < 1 || request.height < 1)
      throw std::invalid_argument("a frame needs an image and a size");
    return with_memory([&] { return memory_needed(request); },
                       [&] {
                         FrameResult result = arena.execute([&] { return run(request); });
                         measure(request, result);
                         return result;
                       });
  }

  Picture read_rows(int first, int end) override {
    first = std::clamp(first, 0, last.height);
    end = std::clamp(end, first, last.height);
    Picture picture{last.width, end - first, last.type, last.source, {}};
    with_memory([&] { return mebibytes(result_bytes(picture.width, picture.height)); },
                [&] { picture.pixels.resize(std::size_t(picture.width) * std::size_t(picture.height)); });
    if (picture.pixels.empty()) return picture;
    if (components.empty())
      arena.execute([&] { fetch_rows(first, end, picture.pixels.data()->data()); });
    else
      std::memcpy(picture.pixels.data(), components.data() + std::size_t(first) * std::size_t(last.width) * 4,
                  picture.pixels.size() * sizeof(TexelBits));
    return picture;
  }

  Image read_texture() override { return texture.current() ? *texture.current() : Image{}; }

private:
  FrameResult run(const FrameRequest& request) {
    if (!request.by_rows) // may fail without a change
      components.reserve(std::size_t(request.width) * std::size_t(request.height) * 4);
    StageTimes times;
    times.frame = serial;
    const Stopwatch writing;
    const WriteSpec writes = request.effective.writes(request.session);
    const auto update =
        texture.update(request.image, writes, mip_rule(request.session.texture, request.effective),
                       request.max_feedback_steps);
    if (update.wrote) times.write = writing.seconds();
    const Stopwatch fetching;
    fetch_picture(request);
    times.fetch = fetching.seconds();
    ++serial;

    FrameResult result = last;
    result.times = {times};
    result.feedback_steps_left = update.steps_left;
    probe(request, result);
    return result;
  }

  void measure(const FrameRequest& request, FrameResult& result) {
    if (!request.live) return live.reset();
    try {
      if (!live) live = profile::make_cpu_live();
      if (request.live->due)
        live->launch({request.session, request.effective, request.image, request.width, request.height,
                      *request.live});
      result.launches = live->collect();
    } catch (const MachineError& error) {
      result.live_failure = error.what();
      live.reset();
    }
  }

  void fetch_picture(const FrameRequest& request) {
    const Image& image = *texture.current();
    if (components.empty()) last.height = 0; // until the rows can be fetched again
    fetched.texture = bind(image, request.effective);
    fetched.view = make_fetch_view(request.session, request.effective, request.width, request.height);
    fetched.body = cpu::body_of_picture(request.session, request.effective);
    fetched.plain.reset();
    if (!fetched.body && request.effective.is_plain_2d())
      fetched.plain = cpu::plan_picture(
          fetched.texture, fetch_map(request.session, request.effective, request.width, request.height),
          request.width);
    last.width = request.width;
    last.height = request.height;
    last.type = request.effective.result;
    last.source = request.effective.result_format();
    last.format = image.format;
    last.of_body = fetched.body.has_value();
    if (request.by_rows) {
      components = {};
    } else {
      components.resize(std::size_t(request.width) * std::size_t(request.height) * 4);
      fetch_rows(0, request.height, components.data());
    }
    last.result = {.components = request.by_rows ? nullptr : components.data(),
                   .version = std::uint64_t(serial) + 1};
    const TexturePlane plane = shown_plane(request.session.view, image);
    last.plane = plane;
    last.all_texels = image.texels.data();
    last.texture_width = plane.width;
    last.texture_height = plane.height;
    last.texture = {.texels = image.texels.data() + plane.offset, .version = texture.version()};
  }

  Texture bind(const Image& image, const Effective& effective) {
    if (!effective.is_reinterpreted()) return texture_of(image.texels.data(), effective);
    if (!(reinterpreted_for == Relaid{texture.version(), effective}))
      reinterpreted = make_image_view(image.texels.data(), effective);
    reinterpreted_for = {texture.version(), effective};
    return texture_of(reinterpreted, effective);
  }

  // Of the last frame, into `to`, which points at the first of them.
  void fetch_rows(int first_row, int end_row, std::uint32_t* to) const {
    if (fetched.body)
      return cpu::fetch_body_rows(*fetched.body, fetched.texture, fetched.view, last.width, first_row,
                                  end_row, to);
    if (!fetched.plain)
      return cpu::fetch_view_rows(fetched.texture, fetched.view, last.width, first_row, end_row, to);
    constexpr int tile_rows = 32; // close rows read close texels
    cpu::rows_in_parallel(
        first_row, end_row, last.width,
        [&](int first, int end) {
          cpu::fetch_rows(*fetched.plain, first, end,
                          to + std::size_t(first - first_row) * std::size_t(last.width) * 4);
        },
        tile_rows);
  }

  void probe(const FrameRequest& request, FrameResult& result) const {
    if (const auto& at = request.probe;
        at && !request.by_rows && at->x >= 0 && at->y >= 0 && at->x < last.width && at->y < last.height) {
      const std::size_t pixel = std::size_t(at->y) * std::size_t(last.width) + std::size_t(at->x);
      result.probe = PixelProbe{*at, {}, last.type};
      std::memcpy(result.probe->bits.data(), components.data() + pixel * 4, sizeof(TexelBits));
    }
    const auto& rect = request.texels;
    if (!rect || rect->x < 0 || rect->y < 0 || rect->width < 1 || rect->height < 1 ||
        rect->width > last.texture_width - rect->x || rect->height > last.texture_height - rect->y)
      return;
    result.texels = TexelProbe{*rect, last.format, {}};
    for (int y = rect->y; y < rect->y + rect->height; ++y)
      for (int x = rect->x; x < rect->x + rect->width; ++x) {
        TexelBits& bits = result.texels->texels.emplace_back(TexelBits{});
        for (int c = 0; c < last.format.channels; ++c)
          bits[std::size_t(c)] = texture.current()->bits_at(x, y, last.plane.plane, last.plane.level, c);
      }
  }

  tbb::task_arena arena;
  int threads;
  mutable Language spoken = language();
  mutable BackendInfo information; // in that language
  cpu::CpuTexture texture;
  struct Relaid {
    std::uint64_t version = 0; // of the texture
    Effective as;
    bool operator==(const Relaid&) const = default;
  };
  Image reinterpreted; // memory as the texture object sees it
  Relaid reinterpreted_for;
  // How the last frame's pixels are fetched.
  struct Fetched {
    Texture texture;
    FetchView view;
    std::optional<cpu::BodyOfPicture> body; // in place of the plain fetch
    std::optional<cpu::FetchPlan>
        plain; // empty: a body, not tex2D of one level, or only the model supports it
  };
  Fetched fetched;
  std::vector<std::uint32_t> components;    // of the last frame; empty: read_rows() computes them
  FrameResult last;                         // unchanged until the next frame: no times, no probes
  std::unique_ptr<profile::LiveFetch> live; // null: the fetch is not being measured
  std::int64_t serial = 0;
};
} // namespace

std::unique_ptr<Backend> make_cpu_backend(int threads) {
  const int cores = tbb::this_task_arena::max_concurrency();
  return std::make_unique<CpuBackend>(threads > 0 ? threads : cores);
}

} // namespace texelscope
