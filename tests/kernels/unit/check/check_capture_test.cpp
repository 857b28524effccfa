// What an H200 answered to each attempt of the legality lab is what check() says of it.
#include <map>
#include <set>

#include "kernels/reports/support_matrix/legality_capture.h"
#include "kernels/reports/support_matrix/legality_texels.h"
#include "tests/kernels/unit/check/requests.h"
#include "tests/source_root.h"

namespace texelscope {
namespace {

using namespace tests;
using legality::Configuration;
using legality::Memory;
using legality::Outcome;
using legality::Use;
using legality::Verdict;

ChannelRequest channels_of(const legality::Format& format) {
  return {format.bits[0], format.bits[1], format.bits[2], format.bits[3], format.kind};
}

TextureDesc sampler_of(const Configuration& a) {
  TextureDesc sampler;
  sampler.addressMode = {TextureAddressMode(a.address), TextureAddressMode(a.other_address),
                         TextureAddressMode(a.other_address)};
  sampler.filterMode = TextureFilterMode(a.filter);
  sampler.readMode = TextureReadMode(a.read_mode);
  sampler.sRGB = a.srgb;
  sampler.borderColor.fill(0.75f);
  sampler.normalizedCoords = a.normalized;
  sampler.mipmapFilterMode = TextureFilterMode(a.mip_filter);
  sampler.maxMipmapLevelClamp = a.memory == Memory::mipmapped ? legality::levels - 1 : 0;
  return sampler;
}

ArrayRequest array_of(const Configuration& a) {
  const legality::Size size = legality::size_of(a);
  const auto or_none = [](int length) { return std::size_t(length == 1 ? 0 : length); };
  ArrayRequest array = {channels_of(*a.format), std::size_t(size.x), or_none(size.y), or_none(size.z)};
  if (is_layered(a.dimension)) array.flags |= layered;
  if (is_cube(a.dimension)) array.flags |= cubemap;
  if (a.use == Use::surface) array.flags |= surface_load_store;
  if (a.use == Use::gather) array.flags |= texture_gather;
  if (a.memory == Memory::mipmapped) array.levels = legality::levels;
  return array;
}

int view_format_of(const legality::Format& format) {
  const int base = format.kind == legality::kind::floating       ? format.bits[0] == 16 ? 19 : 22
                   : format.kind == legality::kind::unsigned_int ? 1
                                                                 : 4;
  const int width = format.kind == legality::kind::floating ? 0
                    : format.bits[0] == 8                   ? 0
                    : format.bits[0] == 16                  ? 6
                                                            : 12;
  return base + width + (format.channels() == 4 ? 2 : format.channels() - 1);
}

// As the lab describes it to CUDA.
TextureRequest request_of(const Configuration& a) {
  const ArrayRequest array = array_of(a);
  const std::size_t row = std::size_t(legality::side) * std::size_t(a.format->bytes());
  TextureRequest request;
  if (a.memory == Memory::linear) {
    request = linear_request(1 << 20, row, channels_of(*a.format));
  } else if (a.memory == Memory::pitch) {
    request = pitch_request(legality::side, legality::side, 512, channels_of(*a.format));
  } else {
    request = a.memory == Memory::array ? array_request(array) : mipmapped_request(array);
  }
  request.sampler = sampler_of(a);
  request.use.surface = a.use == Use::surface || a.use == Use::surface_without_flag;
  if (a.use != Use::view) return request;
  request.view = ViewRequest{view_format_of(*a.format), array.width, array.height, array.depth};
  if (a.memory == Memory::mipmapped) request.view->last_level = legality::levels - 1;
  if (array.flags & (layered | cubemap)) request.view->last_layer = unsigned(legality::size_of(a).z - 1);
  return request;
}

const legality::Capture& capture() {
  static const legality::Capture committed =
      legality::read_capture(source_root / "assets/legality/h200-cuda13.0.csv");
  return committed;
}

std::string all_of(const std::vector<CheckNote>& notes) {
  std::string all;
  for (const CheckNote& note : notes)
    all += to_text(note);
  return all;
}

TEST(CheckCapture, EveryAttemptIsRefusedWithTheSameErrorOrAccepted) {
  std::map<Verdict, int> compared;
  for (const Configuration& a : legality::configurations()) {
    const Outcome* outcome = capture().find(a);
    ASSERT_NE(outcome, nullptr) << identifier(a);
    const TextureRequest request = request_of(a);
    EXPECT_EQ(error_of(request), outcome->error) << identifier(a) << "\n" << all_of(check(request));
    ++compared[outcome->verdict];
  }
  EXPECT_EQ(compared[Verdict::accepted] + compared[Verdict::altered] + compared[Verdict::refused], 3268);
  EXPECT_GT(compared[Verdict::refused], 1000);
  EXPECT_GT(compared[Verdict::altered], 300);
}

// The setting of cudaTextureDesc that a fetch found to act as another one.
const std::map<std::string, std::string> members = {
    {"fetch:address=clamp", "addressMode[0]"},    {"fetch:address_y=clamp", "addressMode[1]"},
    {"fetch:address_z=clamp", "addressMode[2]"},  {"fetch:srgb=off", "sRGB"},
    {"fetch:srgb=first_channel", "sRGB"},         {"fetch:coordinates=normalized", "normalizedCoords"},
    {"fetch:value=half_border", "addressMode[1]"}};

TEST(CheckCapture, WhatAFetchFoundAlteredIsNoted) {
  std::set<std::string> seen;
  for (const Configuration& a : legality::configurations())
    for (const std::string& change : capture().find(a)->changes) {
      const auto member = members.find(change);
      if (member == members.end() || a.memory == Memory::linear) continue;
      seen.insert(change);
      const auto notes = check(request_of(a));
      const CheckNote* note = find_note(notes, "cudaTextureDesc::" + member->second);
      ASSERT_NE(note, nullptr) << identifier(a) << " " << change;
      EXPECT_EQ(note->kind, CheckKind::altered) << identifier(a) << " " << change << "\n" << all_of(notes);
    }
  EXPECT_EQ(seen.size(), members.size());
}

TEST(CheckCapture, NothingElseIsSaidToBeAltered) {
  int compared = 0;
  for (const Configuration& a : legality::configurations()) {
    if (capture().find(a)->verdict != Verdict::accepted) continue;
    const auto notes = check(request_of(a));
    EXPECT_EQ(count(notes, CheckKind::altered), 0u) << identifier(a) << "\n" << all_of(notes);
    ++compared;
  }
  EXPECT_GT(compared, 1500);
}

} // namespace
} // namespace texelscope
