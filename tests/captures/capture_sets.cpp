// texelscope_capture FOLDER SEED CASES SAMPLES: draws cases of every group, fetches on the GPU and writes
// what came back.
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "kernels/machines/backend/backend.h"
#include "kernels/studies/verify/random_cases.h"
#include "kernels/studies/verify/verify.h"
#include "tests/captures/capture_file.h"

namespace texelscope::captures {

namespace {
Capture record(const Case& c, verify::Random& random, verify::Device& device) {
  verify::Specimen specimen(c);
  std::vector<FetchAt> at(c.samples);
  for (FetchAt& a : at)
    a = verify::random_request(c, random);
  Capture capture{c, std::vector<std::uint32_t>(c.samples * verify::request_value_count(c)), {}};
  for (std::size_t i = 0; i < at.size(); ++i)
    verify::put_request(c, at[i], capture.requests.data() + i * verify::request_value_count(c));
  std::string refusal;
  if (const auto results = device.run(c, specimen.texture(), at, refusal))
    capture.results = *results;
  else
    std::printf("  %s\n", refusal.c_str());
  return capture;
}
} // namespace

void capture_set(const std::filesystem::path& folder, unsigned seed, int cases, int samples) {
  const std::unique_ptr<verify::Device> device = verify::make_cuda_device();
  std::vector<Capture> captures;
  for (int group = 0; group < verify::group_count; ++group) {
    verify::Random random(seed * 1000 + unsigned(group));
    const bool writes = verify::Group(group) == verify::Group::surface_write; // each is a launch of its own
    int kept = 0;
    for (int i = 0; i < (writes ? cases / 4 : cases); ++i) {
      Capture capture = record(verify::random_case(verify::Group(group), random, samples), random, *device);
      if (capture.results.empty()) continue;
      captures.push_back(std::move(capture));
      ++kept;
    }
    std::printf("%s: %d cases of %d samples\n", verify::group_name(verify::Group(group)), kept, samples);
  }
  const auto path = folder / ("captures_" + std::to_string(seed) + ".bin");
  write_file(path, captures);
  std::printf("%s: %zu cases, %ju bytes\n", path.c_str(), captures.size(),
              std::uintmax_t(std::filesystem::file_size(path)));
}

} // namespace texelscope::captures

int main(int argc, char** argv) {
  if (argc != 5) {
    std::puts("texelscope_capture FOLDER SEED CASES SAMPLES: captures what the GPU's texture unit returns, "
              "CASES cases of each group.");
    return 2;
  }
  try {
    texelscope::captures::capture_set(argv[1], unsigned(std::atoi(argv[2])), std::atoi(argv[3]),
                                      std::atoi(argv[4]));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
