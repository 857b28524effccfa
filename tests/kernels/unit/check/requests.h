// Requests to check, and their notes.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "texelscope/texture_request.h"

namespace texelscope::tests {

inline constexpr int kind_signed = 0, kind_unsigned = 1, kind_float = 2;
using enum TextureAddressMode;
inline constexpr unsigned layered = 1, surface_load_store = 2, cubemap = 4, texture_gather = 8;

inline constexpr ChannelRequest float1 = {32, 0, 0, 0, kind_float}, uchar4 = {8, 8, 8, 8, kind_unsigned},
                                uint1 = {32, 0, 0, 0, kind_unsigned};

inline TextureDesc clamped() {
  TextureDesc sampler;
  sampler.addressMode.fill(clamp);
  return sampler;
}

inline TextureRequest array_request(const ArrayRequest& array, const TextureDesc& sampler = clamped()) {
  TextureRequest request;
  request.array = array;
  request.sampler = sampler;
  return request;
}
inline TextureRequest mipmapped_request(const ArrayRequest& array, const TextureDesc& sampler = clamped()) {
  TextureRequest request = array_request(array, sampler);
  request.resource = ResourceKind::mipmapped_array;
  return request;
}
inline TextureRequest linear_request(std::uintptr_t address, std::size_t bytes,
                                     const ChannelRequest& channels = float1) {
  TextureRequest request;
  request.resource = ResourceKind::linear;
  request.address = address;
  request.channels = channels;
  request.size_in_bytes = bytes;
  return request;
}
inline TextureRequest pitch_request(std::size_t width, std::size_t height, std::size_t pitch,
                                    const ChannelRequest& channels = float1) {
  TextureRequest request;
  request.resource = ResourceKind::pitch_2d;
  request.address = 0x700000000;
  request.channels = channels;
  request.width = width;
  request.height = height;
  request.pitch_in_bytes = pitch;
  request.sampler = clamped();
  return request;
}

inline const CheckNote* find_note(const std::vector<CheckNote>& notes, std::string_view field) {
  const auto found = std::ranges::find(notes, field, &CheckNote::field);
  return found == notes.end() ? nullptr : &*found;
}

// The note on the field, which must exist.
inline CheckNote note_on(const TextureRequest& request, std::string_view field) {
  const auto notes = check(request);
  const CheckNote* note = find_note(notes, field);
  if (note) return *note;
  std::string all;
  for (const CheckNote& one : notes)
    all += to_text(one);
  ADD_FAILURE() << "no note on " << field << " among\n" << all;
  return {};
}

// The error that CUDA returns; empty if it accepts the request.
inline std::string error_of(const TextureRequest& request) {
  const auto notes = check(request);
  return notes.empty() || notes[0].kind != CheckKind::refused ? "" : notes[0].error;
}
inline std::size_t count(const std::vector<CheckNote>& notes, CheckKind kind) {
  return std::size_t(std::ranges::count(notes, kind, &CheckNote::kind));
}

} // namespace texelscope::tests
