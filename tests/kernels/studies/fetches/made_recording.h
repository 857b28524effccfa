// A traced program's recording, made by hand: one texture of 4 x 2 floats, texel x,y of which holds x + 10 y,
// linear, in texels, clamped, and three warps' fetches of it.
#pragma once

#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "kernels/studies/fetches/fetch_file.h"
#include "kernels/studies/record/rewrite.h"
#include "kernels/studies/trace_report/trace_report_file.h"
#include "kernels/unit/image_io/npy_header.h"
#include "tests/kernels/studies/record/made_ring.h"
#include "tests/kernels/studies/trace/made_trace.h"
#include "tests/temp_folder.h"

namespace texelscope::tests {

class MadeRecording {
public:
  static constexpr std::uint32_t process = 7;
  static constexpr std::uint64_t context = 0xc0, handle = 0x1234, other_handle = 0x99;

  // `alike`: the handle of another object that is made like the first; 0: there is none.
  explicit MadeRecording(std::uint64_t alike = 0) {
    record::ServedModule& module = modules.emplace_back();
    module.process = process;
    module.sites = std::get<record::Rewritten>(record::rewrite(fetching_module)).sites;
    // Lanes 0 and 2 of block 1: between texels 0 and 1, and in the middle of four.
    add(5, 0b101, {{1.5f, 0.5f, handle, 1}, {2, 1, handle, 6.5f}});
    // A handle of no object.
    add(6, 0b1, {{std::numeric_limits<float>::quiet_NaN(), 0.5f, other_handle, 0}});
    // 2 where the texel holds 1.
    add(6, 0b1, {{1.5f, 0.5f, handle, 2}});
    record::RingFile head = {};
    head.process = process, head.context = context;
    folder.write("fetches-7-1", made_ring(head, counts, memory));
    MadeTrace made;
    made.process = process, made.context = context;
    TextureDesc sampler = sampler_facts(1, false);
    sampler.filterMode = TextureFilterMode::linear;
    trace::TextureRecord texture = texture_of(0xa0, handle, sampler);
    texture.resource.array_known = 1;
    texture.resource.array = float_array(4, 2);
    const std::uint64_t first = made.add(trace::RecordKind::texture_create, texture);
    if (alike != 0) made.add(trace::RecordKind::again, trace::AgainRecord{alike, first});
    const std::vector<std::byte> file = made.file();
    report = trace::link_records(*trace::read_records(file), 0, {}, &handles);
    report.command = {"./app"};
  }

  // Copies the texels, as `trace --texels` does; of a later instance, each is greater by `more`.
  void save_texels(std::uint64_t instance = 0, float more = 0) {
    std::string bytes = npy_header_bytes({"<f4", false, {2, 4}});
    for (int y = 0; y < 2; ++y)
      for (int x = 0; x < 4; ++x) {
        const float texel = float(x + 10 * y) + more;
        bytes.append(reinterpret_cast<const char*>(&texel), sizeof texel);
      }
    const std::string name = "texels" + (instance == 0 ? "" : std::to_string(instance)) + ".npy";
    folder.write(name, bytes);
    report.objects.at(0).texels.push_back({(folder / name).string(), 0, instance});
  }

  // Reads the recording into the report and a file.
  std::filesystem::path save_fetches(const std::string& name = "fetched.npy",
                                     const std::optional<fetches::ThreadPosition>& thread = {}) {
    const std::filesystem::path file = folder / name;
    fetches::write_fetch_file(
        file, fetches::count_fetches(folder.root(), modules, thread),
        [&](const fetches::TakeFetches& take) {
          fetches::add_fetches(report, handles, folder.root(), modules, take);
        },
        thread);
    report.fetches->file = file.string();
    return file;
  }

  TempFolder folder;
  std::vector<record::ServedModule> modules;
  trace::TextureHandles handles;
  trace::TraceReport report;

private:
  struct Lane {
    float x, y;
    std::uint64_t handle;
    float red;
  };

  void add(std::uint64_t grid, std::uint32_t mask, const std::vector<Lane>& lanes) {
    const record::Site& site = modules[0].sites.at(0);
    const auto count = std::uint32_t(lanes.size()), words_per_lane = std::uint32_t(site.words_per_lane);
    record::RecordHeader header = {};
    header.words = record::record_words(count, words_per_lane);
    header.grid = grid, header.block[0] = 1, header.mask = mask, header.lanes = count;
    header.words_per_lane = words_per_lane;
    header.block_size[0] = 32, header.block_size[1] = header.block_size[2] = 1;
    header.whole = record::record_whole;
    std::vector<std::uint32_t> words(header.words - sizeof header / 4);
    for (std::size_t rank = 0; rank < lanes.size(); ++rank) {
      const auto put = [&](int word, auto value) {
        std::memcpy(&words[std::size_t(word) * count + rank], &value, 4);
      };
      const Lane& lane = lanes[rank];
      put(site.object.first, std::uint32_t(lane.handle));
      put(site.object.first + 1, std::uint32_t(lane.handle >> 32));
      put(site.coordinates.first, lane.x);
      put(site.coordinates.first + 1, lane.y);
      put(site.results[0], lane.red);
      put(site.results[3], 1.f);
    }
    memory.append(reinterpret_cast<const char*>(&header), sizeof header);
    memory.append(reinterpret_cast<const char*>(words.data()), words.size() * 4);
    counts.fetches += count, ++counts.warps;
  }

  std::string memory;
  record::SiteCounts counts = {};
};

} // namespace texelscope::tests
