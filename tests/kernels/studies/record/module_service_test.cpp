// The service as the library in a traced program sees it, and the files that this library writes.
#include "kernels/studies/record/module_service.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "kernels/studies/record/fetch_recording.h"
#include "kernels/studies/record/rewrite.h"
#include "tests/kernels/studies/record/made_ring.h"
#include "tests/kernels/studies/record_images/made_image.h"
#include "tests/temp_folder.h"

namespace texelscope::record {

namespace {
constexpr const char* fetching = tests::fetching_module;
constexpr const char* computing =
    ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry nothing()\n{\nret;\n}\n";

class Program { // as far as the service can tell
public:
  explicit Program(const std::filesystem::path& folder) : descriptor(::socket(AF_UNIX, SOCK_STREAM, 0)) {
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    std::strcpy(address.sun_path, (folder / "modules").c_str());
    connected = ::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  ~Program() { ::close(descriptor); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void send(const void* from, std::size_t bytes) { ::send(descriptor, from, bytes, MSG_NOSIGNAL); }
  bool receive(void* to, std::size_t bytes) {
    return ::recv(descriptor, to, bytes, MSG_WAITALL) == ssize_t(bytes);
  }
  struct Answer {
    ModuleAnswer head = {};
    std::string ptx; // with its NUL
  };
  std::optional<Answer> ask(std::string_view image, std::uint32_t process = 7,
                            std::uint32_t architecture = 90, std::uint32_t driver = 13000,
                            bool linked = false) {
    const ModuleQuestion question = {question_magic, process, architecture, driver, image.size(), linked, 0};
    send(&question, sizeof question);
    send(image.data(), image.size());
    Answer answer;
    if (!receive(&answer.head, sizeof answer.head)) return std::nullopt;
    answer.ptx.resize(answer.head.ptx_bytes);
    if (!answer.ptx.empty() && !receive(answer.ptx.data(), answer.ptx.size())) return std::nullopt;
    return answer;
  }

  bool connected = false;

private:
  int descriptor;
};

class ModuleServices : public testing::Test {
protected:
  tests::TempFolder folder;
  ModuleService service{folder.root()};
};

TEST_F(ModuleServices, AModuleThatFetchesGetsItsTwinAndOthersStay) {
  Program program(folder.root());
  ASSERT_TRUE(program.connected);
  const auto twin = program.ask(fetching), none = program.ask(computing), again = program.ask(fetching);
  ASSERT_TRUE(twin && none && again);
  EXPECT_EQ(twin->head.magic, answer_magic);
  EXPECT_EQ(twin->head.sites, 1u);
  EXPECT_EQ(twin->head.first_site, 0u);
  EXPECT_EQ(twin->ptx.c_str(), std::get<Rewritten>(rewrite(fetching)).ptx);
  EXPECT_EQ(twin->ptx.back(), '\0');
  EXPECT_EQ(none->head.ptx_bytes, 0u);
  EXPECT_EQ(again->head.first_site, 1u);
  const auto modules = service.modules();
  ASSERT_EQ(modules.size(), 2u); // what does not fetch is not told
  EXPECT_EQ(modules[0].process, 7u);
  EXPECT_EQ(modules[0].sites.at(0).function, "sample");
  EXPECT_EQ(modules[1].first_site, 1u);
}

TEST(ModuleServiceChoice, OnlyChosenFunctionsAreRecorded) {
  const tests::TempFolder folder;
  const auto chosen = [](const std::string& function) { return function != "sample"; };
  const ModuleService service(folder.root(), chosen);
  const auto twin = Program(folder.root()).ask(fetching);
  ASSERT_TRUE(twin);
  EXPECT_EQ(twin->ptx.c_str(), std::get<Rewritten>(rewrite(fetching, chosen)).ptx);
  EXPECT_FALSE(service.modules().at(0).sites.at(0).recorded);
}

TEST(ModuleServiceChoice, WarpsAreChosenByTheirObjects) {
  const tests::TempFolder folder;
  const ModuleService service(folder.root(), {}, true);
  const auto twin = Program(folder.root()).ask(fetching);
  ASSERT_TRUE(twin);
  EXPECT_EQ(twin->ptx.c_str(), std::get<Rewritten>(rewrite(fetching, {}, true)).ptx);
}

TEST(ModuleServiceChoice, TwinsAreMadeAsItIsTold) {
  const tests::TempFolder folder;
  const ModuleService service(
      folder.root(), [](std::string_view ptx) { return rewrite_uncounted(ptx, Fetching::replaced); });
  const auto twin = Program(folder.root()).ask(fetching);
  ASSERT_TRUE(twin);
  EXPECT_EQ(twin->ptx.c_str(), std::get<Rewritten>(rewrite_uncounted(fetching, Fetching::replaced)).ptx);
  EXPECT_EQ(service.modules().at(0).sites.size(), 1u);
}

TEST_F(ModuleServices, EachProcessHasItsOwnNumbers) {
  Program one(folder.root()), other(folder.root());
  ASSERT_TRUE(one.ask(fetching, 7) && other.ask(fetching, 8));
  const auto modules = service.modules();
  ASSERT_EQ(modules.size(), 2u);
  EXPECT_EQ(modules[0].first_site, 0u);
  EXPECT_EQ(modules[1].first_site, 0u);
}

TEST_F(ModuleServices, WhatCannotBeRecordedIsToldWithItsReason) {
  Program program(folder.root());
  const auto newer =
      program.ask(std::string(fetching).replace(std::string(fetching).find("sm_75"), 5, "sm_90"), 7, 75);
  const auto garbage = program.ask("\x01\x02\x03 no module", 7);
  ASSERT_TRUE(newer && garbage);
  EXPECT_EQ(newer->head.ptx_bytes, 0u);
  EXPECT_EQ(garbage->head.ptx_bytes, 0u);
  const auto modules = service.modules();
  ASSERT_EQ(modules.size(), 2u);
  EXPECT_NE(modules[0].refusal.find("a device of compute capability 7.5 does not run it"), std::string::npos)
      << modules[0].refusal;
  EXPECT_TRUE(modules[0].sites.empty());
  EXPECT_EQ(modules[1].refusal, "The module is neither PTX, nor a cubin, nor a fat binary.");
}

TEST_F(ModuleServices, AnImageThatIsLinkedAndPtxOfNewerDriversAreRefusedByName) {
  Program program(folder.root());
  ASSERT_TRUE(program.ask(tests::stored_image("machine_code.fatbin"), 7, 90, 13000, true));
  ASSERT_TRUE(program.ask(tests::stored_image("none.fatbin"), 7, 75, 12080));
  const auto known = program.ask(tests::stored_image("none.fatbin"), 7, 75, 13000);
  ASSERT_TRUE(known);
  EXPECT_GT(known->head.ptx_bytes, 0u);
  const auto modules = service.modules();
  ASSERT_EQ(modules.size(), 3u);
  EXPECT_EQ(
      modules[0].refusal,
      "The module is relocatable device code (-rdc=true): its PTX, if any, is only a part of a program.");
  EXPECT_EQ(modules[0].cure, "a build without -rdc=true, with -gencode arch=compute_90,code=compute_90");
  EXPECT_EQ(modules[1].refusal, "The PTX of the module has version 9.0, which the driver does not know.");
  EXPECT_EQ(modules[2].refusal, "");
}

TEST_F(ModuleServices, TheLimitOfRegistersIsPassedOnAndOtherMachineCodeNoted) {
  const std::string image = tests::stored_image("zstd.fatbin"); // -maxrregcount=32; sm_75, sm_90a and PTX
  Program program(folder.root());
  const auto same = program.ask(image, 7, 75);
  ASSERT_TRUE(same);
  EXPECT_EQ(same->head.max_registers, 32u);
  EXPECT_TRUE(service.notes().empty());
  ASSERT_TRUE(program.ask(image, 7, 90));
  EXPECT_TRUE(service.notes().empty()) << "compute_90a as sm_90a";
  ASSERT_TRUE(program.ask(fetching, 7, 75));
  EXPECT_TRUE(service.notes().empty()) << "PTX alone";
  tests::MadeEntry machine_code = tests::ptx_entry(86), ptx = tests::ptx_entry(75);
  machine_code.kind = 2;
  ptx.stored = fetching;
  const std::string other = tests::made_fat_binary({machine_code, ptx});
  for (int i = 0; i < 2; ++i)
    ASSERT_TRUE(program.ask(other, 7, 89));
  ASSERT_TRUE(program.ask(other, 7, 90));
  EXPECT_EQ(
      service.notes(),
      (std::vector<std::string>{
          "A module of process 7 ran from its PTX for compute_75; without --fetches its machine code for "
          "sm_86 runs. CUDA_FORCE_PTX_JIT=1 shows whether that makes a difference."}));
}

TEST_F(ModuleServices, ATwinThatCannotTakeItsPlaceIsNotRecorded) {
  Program program(folder.root());
  const struct {
    ModuleOutcome told;
    const char* refusal;
  } rows[] = {{{outcome_magic, 7, Outcome::refused, 218, 0, 0},
               "CUDA does not load the PTX of the module with recording in it: error 218."},
              {{outcome_magic, 7, Outcome::fewer_threads, 0, 512, 768},
               "With recording, a kernel of the module takes so many registers that a block can have only "
               "512 threads, "
               "instead of 768."},
              {{outcome_magic, 7, Outcome::too_many, 0, 0, 0},
               "More than 4,096 modules of this process are recorded already."}};
  for (const auto& row : rows) {
    ASSERT_TRUE(program.ask(fetching));
    program.send(&row.told, sizeof row.told);
    program.send(&row.told, sizeof row.told); // it is about no module any more
  }
  const auto last = program.ask(fetching);
  const ModuleOutcome failed = {outcome_magic, 7, Outcome::launch_failed, 701, 0, 0};
  program.send(&failed, sizeof failed);
  ASSERT_TRUE(last && program.ask(computing)); // what came before is taken
  EXPECT_EQ(last->head.first_site, 3u) << "the numbers of the others are not given anew";
  const auto modules = service.modules();
  ASSERT_EQ(modules.size(), 4u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(modules[i].refusal, rows[i].refusal);
    EXPECT_TRUE(modules[i].sites.empty());
  }
  EXPECT_EQ(modules[3].sites.size(), 1u);
  EXPECT_EQ(service.notes(),
            (std::vector<std::string>{"A launch of process 7 failed with error 701, for want of "
                                      "resources: kernels take more of them while they are "
                                      "recorded."}));
}

TEST_F(ModuleServices, AConnectionThatSpeaksOtherwiseEndsAndTheOthersGoOn) {
  Program rude(folder.root()), early(folder.root()), polite(folder.root());
  ModuleQuestion question = {0x12345678, 7, 90, 13000, 4, 0, 0};
  rude.send(&question, sizeof question);
  char byte = 0;
  EXPECT_FALSE(rude.receive(&byte, 1));
  question = {question_magic, 7, 90, 13000, std::uint64_t(1) << 60, 0, 0};
  early.send(&question, sizeof question);
  EXPECT_FALSE(early.receive(&byte, 1));
  EXPECT_TRUE(polite.ask(fetching));
}

// A file of one context with the counts of one site and one record of two lanes.
std::string ring_file(std::uint32_t process, std::size_t copy = 0) {
  RingFile head = {};
  head.process = process, head.control.dropped[copy].fetches = 5;
  RecordHeader record = {};
  record.words = record_words(2, 8), record.mask = 0b101, record.lanes = 2, record.words_per_lane = 8;
  record.block_size[0] = 32, record.block_size[1] = record.block_size[2] = 1;
  record.whole = record_whole;
  std::string records(4096, '\0');
  std::memcpy(records.data(), &record, sizeof record);
  const float words[8][2] = {{}, {}, {0.25f, 3.f}, {0.5f, std::numeric_limits<float>::quiet_NaN()}};
  std::memcpy(records.data() + sizeof record, words, sizeof words);
  return tests::made_ring(head, {40, 3}, records, copy);
}

TEST_F(ModuleServices, RecordingsAreCountedAndTheirRecordsPassedOn) {
  ASSERT_TRUE(Program(folder.root()).ask(fetching));
  folder.write("fetches-7-1", ring_file(7));
  folder.write("fetches-7-2", ring_file(7, 15));
  folder.write("fetches-9-1", ring_file(9)); // of a process that asked for no module
  std::string damaged = ring_file(7);
  damaged[0] = 'X';
  folder.write("fetches-7-3", damaged);
  folder.write("fetches-7-4", ring_file(7).substr(0, 1000));
  std::vector<RecordOrigin> origins;
  std::uint32_t lanes = 0;
  const FetchRecording recording =
      read_recording(folder.root(), service.modules(),
                     [&](const FetchSite& site, const RecordOrigin& origin, const WarpRecord& record) {
                       EXPECT_EQ(site.fetches % 40, 0u);
                       origins.push_back(origin);
                       lanes += record.header.lanes;
                     });
  ASSERT_EQ(recording.sites.size(), 1u);
  const FetchSite& site = recording.sites[0];
  EXPECT_EQ(site.fetches, 80u);
  EXPECT_EQ(site.warps, 6u);
  EXPECT_EQ(lanes, 4u);
  ASSERT_EQ(origins.size(), 2u);
  EXPECT_EQ(origins[1].position, 0u);
  EXPECT_EQ(origins[1].site, 0u);
  EXPECT_EQ(recording.dropped, 15u);
  EXPECT_EQ(recording.contexts_without_counts, 0u);
}
} // namespace

} // namespace texelscope::record
