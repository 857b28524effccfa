#include "tests/fuzz/targets.h"

#include "tests/fuzz/parsers.h"

namespace texelscope::fuzz {

std::span<const Target> targets() {
  static constexpr Target all[] = {
      {"session", session},
      {"lesson", lesson},
      {"bugs", bugs},
      {"settings", settings},
      {"answers", answers},
      {"share_line", share_line},
      {"pasted_text", pasted_text},
      {"descriptor", descriptor},
      {"bench_report", bench_report},
      {"chip_report", chip_report},
      {"device_figures", device_figures},
      {"capture", capture},
      {"trace", trace_records},
      {"trace_report", trace_report},
      {"ptx", ptx},
      {"record_memory", record_memory},
      {"fetch_file", fetch_file},
      {"module", module_image},
      {"npy", npy},
      {"png", png},
      {"jpeg", jpeg},
      {"exr", exr},
      {"dds", dds},
      {"pnm", pnm},
      {"bmp", bmp},
      {"tga", tga},
      {"hdr", hdr},
      {"tiff", tiff},
      {"ktx2", ktx2},
      {"npz", npz},
      {"nrrd", nrrd},
      {"metaimage", metaimage},
      {"cube", cube},
      {"raw", raw},
      {"render", render},
  };
  return all;
}

} // namespace texelscope::fuzz
