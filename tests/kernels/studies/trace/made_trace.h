// Makes the bytes of a trace, record by record.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "kernels/studies/trace/trace_records.h"

namespace texelscope::tests {

class MadeTrace {
public:
  MadeTrace() : bytes(sizeof(trace::FileHeader)) {
    trace::FileHeader header = {};
    std::memcpy(header.magic, trace::file_magic, sizeof header.magic);
    header.version = trace::file_version;
    std::memcpy(bytes.data(), &header, sizeof header);
  }

  std::uint32_t process = 100, thread = 101;
  std::uint64_t context = 0xc0;

  // Returns the record's offset. Each is a microsecond later than the one before.
  template <class Payload>
  std::uint64_t add(trace::RecordKind kind, const Payload& payload, std::int32_t result = 0,
                    trace::Api api = trace::Api::through_runtime) {
    return add_bytes(kind, &payload, sizeof payload, result, api);
  }
  std::uint64_t add_bytes(trace::RecordKind kind, const void* payload, std::size_t size,
                          std::int32_t result = 0, trace::Api api = trace::Api::through_runtime) {
    const std::size_t at = bytes.size();
    const std::size_t total =
        (sizeof(trace::RecordHead) + size + trace::record_step - 1) / trace::record_step * trace::record_step;
    const trace::RecordHead head = {trace::record_magic,
                                    std::uint32_t(total),
                                    kind,
                                    api,
                                    result,
                                    time_ns += 1000,
                                    process,
                                    thread,
                                    context};
    bytes.resize(at + total);
    std::memcpy(bytes.data() + at, &head, sizeof head);
    std::memcpy(bytes.data() + at + sizeof head, payload, size);
    return at;
  }
  // The file: `used` of the header covers all.
  std::vector<std::byte> file() const {
    std::vector<std::byte> whole = bytes;
    trace::FileHeader header = {};
    std::memcpy(&header, whole.data(), sizeof header);
    header.used = whole.size();
    std::memcpy(whole.data(), &header, sizeof header);
    return whole;
  }

private:
  std::vector<std::byte> bytes;
  std::uint64_t time_ns = 0;
};

inline trace::ArrayFacts float_array(std::uint64_t width, std::uint64_t height, std::uint64_t depth = 0) {
  trace::ArrayFacts array = {width, height, depth, 0, 1, {}};
  array.channels.format = 0x20; // CU_AD_FORMAT_FLOAT
  array.channels.channels = 1;
  return array;
}

inline TextureDesc sampler_facts(int mode, bool normalized) {
  TextureDesc sampler = {};
  sampler.addressMode.fill(TextureAddressMode(mode));
  sampler.normalizedCoords = normalized;
  return sampler;
}

inline trace::TextureRecord texture_of(std::uint64_t array, std::uint64_t object,
                                       const TextureDesc& sampler) {
  trace::TextureRecord record = {};
  record.object = object;
  record.resource.array_handle = array;
  record.sampler = sampler;
  return record;
}

inline trace::TextureRecord texture_of_memory(std::uint64_t address, std::uint64_t bytes,
                                              std::uint64_t object) {
  trace::TextureRecord record = {};
  record.object = object;
  record.resource.kind = 2; // CU_RESOURCE_TYPE_LINEAR
  record.resource.address = record.resource.allocation = address;
  record.resource.size_in_bytes = record.resource.allocation_bytes = bytes;
  record.resource.channels.format = 0x20;
  record.resource.channels.channels = 1;
  return record;
}

} // namespace texelscope::tests
