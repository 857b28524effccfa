// The requests of check() that records describe.
#pragma once

#include "kernels/studies/trace/record.h"
#include "texelscope/texture_request.h"

namespace texelscope::trace {

// cudaChannelFormatDesc of what either API says.
ChannelRequest channel_request(const ChannelsFacts& facts);
ArrayRequest array_request(const ArrayFacts& facts);

// `array`: of arrays and mipmapped arrays; null: not known.
TextureRequest texture_request(const ResourceFacts& resource, const ArrayFacts* array,
                               const TextureDesc* sampler = nullptr, const ViewFacts* view = nullptr);
// The driver API has one flag for the read mode, which only integers of 8 and 16 bits heed.
void fit_read_mode(TextureRequest& request);

// By how many bytes the texture reaches past the end of the allocation that it begins in; 0: by none, or it
// is not known.
std::uint64_t bytes_past_allocation(const ResourceFacts& resource);

} // namespace texelscope::trace
