// The library's side of the file: records of threads and processes, stacks, and what a crash leaves. It is
// compiled into the tests, which need no CUDA for it; each of them writes in a child process.
#include "app/trace_library/trace_file.h"

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/trace_library/call_stack.h"
#include "app/trace_library/created.h"
#include "kernels/studies/trace/trace_linker.h"
#include "kernels/studies/trace/trace_records.h"
#include "tests/temp_folder.h"

namespace texelscope::trace {
namespace {

class TraceFile : public testing::Test {
protected:
  void SetUp() override {
    FileHeader header = {};
    std::memcpy(header.magic, file_magic, sizeof header.magic);
    header.version = file_version;
    header.used = sizeof header;
    tests::write(path, {reinterpret_cast<const char*>(&header), sizeof header});
  }

  // Runs `work` with the file open, in a child. Returns its status.
  int in_child(const std::function<void()>& work) const {
    const pid_t child = ::fork();
    if (child == 0) {
      if (!open_trace_file(path.c_str())) ::_exit(9);
      work();
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
  }
  Records records() {
    content = tests::contents(path);
    const auto read = read_records(std::as_bytes(std::span(content)));
    EXPECT_TRUE(read);
    return read.value_or(Records());
  }

  const tests::TempFolder folder;
  const std::filesystem::path path = folder / "program.trace";
  std::string content;
};

TEST_F(TraceFile, HoldsTheRecordsOfAllThreads) {
  constexpr int threads = 4, each = 30000; // several chunks
  EXPECT_EQ(in_child([&] {
              std::vector<std::thread> all;
              for (int t = 0; t < threads; ++t)
                all.emplace_back([t] {
                  for (int i = 0; i < each; ++i)
                    append({RecordKind::texture_destroy}, HandleRecord{std::uint64_t(t * each + i)});
                });
              for (std::thread& thread : all)
                thread.join();
            }),
            0);
  const Records read = records();
  EXPECT_EQ(read.lost, 0u);
  EXPECT_EQ(read.all.size(), std::size_t(threads * each));
  std::vector<bool> seen(threads * each);
  std::map<std::uint32_t, std::uint64_t> last; // of each thread: its records keep their order
  for (const Record& record : read.all) {
    const std::uint64_t handle = record.as<HandleRecord>().handle;
    ASSERT_LT(handle, seen.size());
    EXPECT_FALSE(seen[handle]);
    seen[handle] = true;
    auto [before, first] = last.try_emplace(record.head.thread, handle);
    EXPECT_TRUE(first || before->second < handle);
    before->second = handle;
    EXPECT_NE(record.head.process, std::uint32_t(::getpid()));
  }
  EXPECT_EQ(last.size(), std::size_t(threads));
}

TEST_F(TraceFile, AChildOfTheProgramWritesUnderItsOwnNumber) {
  EXPECT_EQ(in_child([] {
              append({RecordKind::texture_destroy}, HandleRecord{1});
              if (::fork() == 0) {
                append({RecordKind::texture_destroy}, HandleRecord{2});
                ::_exit(0);
              }
              ::wait(nullptr);
              append({RecordKind::texture_destroy}, HandleRecord{3});
            }),
            0);
  const Records read = records();
  ASSERT_EQ(read.all.size(), 3u);
  EXPECT_EQ(read.all[0].head.process, read.all[2].head.process);
  EXPECT_NE(read.all[0].head.process, read.all[1].head.process);
  EXPECT_EQ(read.all[1].head.process, read.all[1].head.thread);
}

TEST_F(TraceFile, ACrashLeavesTheRecords) {
  const int status = in_child([] {
    append({RecordKind::texture_destroy}, HandleRecord{7});
    ::kill(::getpid(), SIGKILL);
  });
  EXPECT_TRUE(WIFSIGNALED(status));
  ASSERT_EQ(records().all.size(), 1u);
}

TEST_F(TraceFile, AProgramThatClosesEverythingGoesOn) {
  EXPECT_EQ(in_child([] {
              for (int file = 3; file < 64; ++file)
                ::close(file);
              const int own = ::open("/dev/null", O_RDONLY); // a number that the library could have had
              for (int i = 0; i < 40000; ++i)
                append({RecordKind::texture_destroy}, HandleRecord{1});
              if (::fcntl(own, F_GETFD) != 0 || ::lseek(own, 0, SEEK_CUR) != 0) ::_exit(5);
            }),
            0);
  EXPECT_EQ(records().all.size(), 40000u);
}

// Where the disk has no space for another chunk, records are lost and counted, and the program lives.
TEST_F(TraceFile, WithoutSpaceRecordsAreLost) {
  EXPECT_EQ(in_child([] {
              std::signal(SIGXFSZ, SIG_IGN);
              const rlimit limit = {chunk_bytes, chunk_bytes};
              ::setrlimit(RLIMIT_FSIZE, &limit);
              for (int i = 0; i < 40000; ++i)
                append({RecordKind::texture_destroy}, HandleRecord{1});
            }),
            0);
  const Records read = records();
  EXPECT_EQ(read.all.size() + read.lost, 40000u);
  EXPECT_EQ(read.all.size(), (chunk_bytes - sizeof(FileHeader)) / 48);
}

TEST_F(TraceFile, AnotherFileIsNotWritten) {
  std::ofstream(path) << "not a trace";
  EXPECT_EQ(WEXITSTATUS(in_child([] {})), 9);
  EXPECT_EQ(WEXITSTATUS(in_child([] {})), 9);
  std::ifstream in(path);
  std::string first(11, ' ');
  in.read(first.data(), 11);
  EXPECT_EQ(first, "not a trace");
}

TEST_F(TraceFile, EqualCreationsAreRecordedInShort) {
  EXPECT_EQ(in_child([] {
              for (std::uint64_t i = 1; i <= 100; ++i) {
                TextureRecord record = {};
                record.object = i;
                record.resource.array_handle = 0xa0;
                append_creation({{RecordKind::texture_create}, &record, sizeof record, &record.resource});
              }
            }),
            0);
  const Records read = records();
  std::map<RecordKind, int> count;
  for (const Record& record : read.all)
    ++count[record.head.kind];
  EXPECT_EQ(count[RecordKind::texture_create], 1);
  EXPECT_EQ(count[RecordKind::again], 99);
  EXPECT_EQ(count[RecordKind::stack], 5) << "of the first, and of four that equal it";
  const TraceReport report = link_records(read, 0);
  std::uint64_t objects = 0;
  for (const TracedObject& object : report.objects)
    objects += object.count;
  EXPECT_EQ(objects, 100u);
}

TEST_F(TraceFile, SaysWhereTheNextRecordGoes) {
  EXPECT_EQ(in_child([] {
              const std::uint64_t first = next_record();
              const std::uint64_t written = append({RecordKind::texture_destroy}, HandleRecord{1});
              if (first != sizeof(FileHeader) || written != first || next_record() != first + 48) ::_exit(5);
            }),
            0);
}

TEST_F(TraceFile, StacksLieInTheFilesOfThisProgram) {
  EXPECT_EQ(in_child([] {
              append_stack();
              append({RecordKind::texture_create}, TextureRecord{});
            }),
            0);
  const TraceReport report = link_records(records(), 0);
  ASSERT_EQ(report.objects.size(), 1u);
  const std::string program = std::filesystem::read_symlink("/proc/self/exe");
  ASSERT_FALSE(report.objects[0].stack.empty());
  EXPECT_EQ(report.objects[0].stack[0].module, program);
}

TEST(TraceNotes, AHandleIsUsedOnceInEachContext) {
  EXPECT_FALSE(handle_was_used(0xc0, 1));
  EXPECT_FALSE(handle_was_used(0xc0, 2));
  EXPECT_FALSE(handle_was_used(0xd0, 1));
  EXPECT_TRUE(handle_was_used(0xc0, 1));
  EXPECT_TRUE(handle_was_used(0xd0, 1));
  std::uint64_t unknown = 0;
  for (std::uint64_t handle = 0; handle < 20000; ++handle)
    unknown += handle_was_used(0xe0, handle);
  EXPECT_GT(unknown, 20000u - 8192u) << "those for which there is no space";
  for (std::uint64_t handle = 0; handle < 20000; ++handle)
    EXPECT_TRUE(handle_was_used(0xe0, handle)) << handle;
}

TEST(TraceNotes, HandlesAreNotedAndForgotten) {
  EXPECT_FALSE(is_noted(0x1230));
  note(0x1230);
  note(0);
  EXPECT_TRUE(is_noted(0x1230));
  EXPECT_FALSE(is_noted(0));
  forget(0x1230);
  EXPECT_FALSE(is_noted(0x1230));
  for (std::uint64_t handle = 1; handle < 1000; ++handle)
    note(handle * 0x1000);
  for (std::uint64_t handle = 1; handle < 1000; ++handle)
    EXPECT_TRUE(is_noted(handle * 0x1000)) << handle;
}

} // namespace
} // namespace texelscope::trace
