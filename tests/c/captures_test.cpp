// What a real texture unit returned, through the library for C: one fetch at a time, and in batches.
#include <bit>
#include <cstring>

#include <gtest/gtest.h>

#include "captures/capture_file.h"
#include "kernels/state/session/sampler_members.h"
#include "texelscope/texelscope.h"

namespace texelscope {
namespace {

using captures::Case;

// Whether the library has such textures and functions.
bool is_known(const Case& c) {
  const bool fetches = verify::Operation(c.operation) < verify::Operation::surface_read;
  const bool linear =
      Storage(c.storage) == Storage::linear && verify::Operation(c.operation) == verify::Operation::texel;
  return fetches && verify::ArrayKind(c.array_kind) != verify::ArrayKind::shared &&
         (Storage(c.storage) == Storage::array || linear);
}

class Replayed {
public:
  explicit Replayed(const captures::Capture& from) : capture(from), specimen(from.setup) {
    const Texture& t = specimen.texture();
    for (int i = 0; i < t.level_count; ++i)
      levels.push_back(t.level[std::size_t(i)]);
    const int kinds[] = {TEXELSCOPE_SIGNED, TEXELSCOPE_UNSIGNED, TEXELSCOPE_FLOAT};
    texelscope_texels texels = {};
    texels.size = sizeof texels;
    texels.kind = t.storage == Storage::linear ? TEXELSCOPE_LINEAR : int(t.dimension);
    texels.channel_kind = t.format.kind == ElementKind::signed_int     ? kinds[0]
                          : t.format.kind == ElementKind::unsigned_int ? kinds[1]
                                                                       : kinds[2];
    texels.bits = t.format.bits, texels.channels = t.format.channels;
    texels.width = t.width, texels.height = t.height, texels.depth = t.depth();
    texels.level_count = t.level_count, texels.levels = levels.data();
    texels.gather = t.gather_array, texels.mipmapped = t.mipmapped;
    texelscope_sampler sampler = {};
    sampler.size = sizeof sampler;
    const TextureDesc desc = desc_of(t.sampler);
    std::memcpy(sampler.address_mode, &desc, sizeof desc);
    if (texelscope_texture_create(&texels, &sampler, &texture) != TEXELSCOPE_OK)
      ADD_FAILURE() << texelscope_error();
    info.size = sizeof info;
    texelscope_texture_describe(texture, &info);
  }
  ~Replayed() { texelscope_texture_destroy(texture); }
  Replayed(const Replayed&) = delete;
  Replayed& operator=(const Replayed&) = delete;

  // The number of components that differ.
  int one_by_one() const {
    int misses = 0;
    for (std::size_t i = 0; i < capture.setup.samples; ++i) {
      const FetchAt at = request(i);
      texelscope_request one = {};
      one.size = sizeof one;
      one.function = capture.setup.operation;
      one.number = number(at);
      one.at[0] = at.x, one.at[1] = at.y, one.at[2] = at.z;
      one.lod = at.lod;
      one.dx[0] = at.dx.x, one.dx[1] = at.dx.y, one.dx[2] = at.dx.z;
      one.dy[0] = at.dy.x, one.dy[1] = at.dy.y, one.dy[2] = at.dy.z;
      texelscope_texel texel;
      if (texelscope_fetch(texture, &one, &texel) != TEXELSCOPE_OK) return -1;
      for (std::size_t c = 0; c < 4; ++c)
        misses += texel.u[c] != (c < each() ? capture.results[i * each() + c] : 0);
    }
    return misses;
  }

  int in_batch() const {
    std::vector<float> at, lods, dx, dy;
    std::vector<std::int32_t> numbers;
    const auto append = [&](std::vector<float>& to, float x, float y, float z) {
      const float all[] = {x, y, z};
      to.insert(to.end(), all, all + info.coordinate_count);
    };
    for (std::size_t i = 0; i < capture.setup.samples; ++i) {
      const FetchAt one = request(i);
      append(at, one.x, one.y, one.z);
      append(dx, one.dx.x, one.dx.y, one.dx.z);
      append(dy, one.dy.x, one.dy.y, one.dy.z);
      lods.push_back(one.lod);
      numbers.push_back(number(one));
    }
    std::vector<std::uint32_t> results(capture.results.size());
    texelscope_batch batch = {};
    batch.size = sizeof batch;
    batch.function = capture.setup.operation, batch.channel = capture.setup.component;
    batch.count = capture.setup.samples;
    batch.at.data = at.data(), batch.numbers.data = numbers.data(), batch.lods.data = lods.data();
    batch.dx.data = dx.data(), batch.dy.data = dy.data();
    batch.results = results.data(), batch.result_kind = info.result_kind, batch.result_bits = 32,
    batch.threads = 1;
    if (texelscope_fetch_batch(texture, &batch) != TEXELSCOPE_OK) return -1;
    int misses = 0;
    for (std::size_t i = 0; i < results.size(); ++i)
      misses += results[i] != capture.results[i];
    return misses;
  }

private:
  FetchAt request(std::size_t i) const {
    return verify::get_request(capture.setup,
                               capture.requests.data() + i * verify::request_value_count(capture.setup));
  }
  int number(const FetchAt& at) const {
    const auto operation = verify::Operation(capture.setup.operation);
    return operation == verify::Operation::texel    ? at.texel
           : operation == verify::Operation::gather ? capture.setup.component
                                                    : at.layer;
  }
  std::size_t each() const { return verify::result_component_count(capture.setup); }

  const captures::Capture& capture;
  verify::Specimen specimen;
  std::vector<const void*> levels;
  texelscope_texture texture = 0;
  texelscope_texture_info info = {};
};

TEST(CLibrary, returns_what_the_hardware_returned) {
  int known = 0;
  std::set<int> functions, dimensions;
  for (const captures::Capture& capture :
       captures::read_file(std::filesystem::path(TEXELSCOPE_SOURCE_DIR "/tests/captures/h200.bin"))) {
    if (!is_known(capture.setup)) continue;
    ++known;
    functions.insert(capture.setup.operation);
    dimensions.insert(capture.setup.dimension);
    const Replayed replayed(capture);
    EXPECT_EQ(replayed.one_by_one(), 0) << verify::class_name(capture.setup) << texelscope_error();
    EXPECT_EQ(replayed.in_batch(), 0) << verify::class_name(capture.setup) << texelscope_error();
  }
  EXPECT_GT(known, 1500);
  EXPECT_EQ(functions, (std::set<int>{0, 1, 2, 3, 4}));
  EXPECT_EQ(dimensions.size(), 7u);
}

} // namespace
} // namespace texelscope
