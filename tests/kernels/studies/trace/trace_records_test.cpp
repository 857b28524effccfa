// Files of traces, whole and damaged ones.
#include "kernels/studies/trace/trace_records.h"

#include <random>

#include <gtest/gtest.h>

#include "kernels/studies/trace/trace_linker.h"
#include "tests/kernels/studies/trace/made_trace.h"

namespace texelscope::trace {
namespace {

using namespace tests;

MadeTrace some_trace() {
  MadeTrace made;
  made.add(RecordKind::array_create, ArrayRecord{0xa0, 0, 0, float_array(64, 32)});
  const auto first = made.add(RecordKind::texture_create, texture_of(0xa0, 1, sampler_facts(0, false)));
  made.add(RecordKind::again, AgainRecord{2, first});
  made.add(RecordKind::stack, StackRecord{2, {0x10, 0x20}});
  made.add(RecordKind::texture_create, texture_of_memory(0x200, 4096, 3));
  made.add(RecordKind::memory_free, HandleRecord{0x200});
  made.add(RecordKind::texture_destroy, HandleRecord{1});
  made.add(RecordKind::context_destroy, HandleRecord{0xc0});
  return made;
}

TEST(TraceRecords, AreReadInTheirOrder) {
  const auto file = some_trace().file();
  const auto records = read_records(file);
  ASSERT_TRUE(records);
  ASSERT_EQ(records->all.size(), 8u);
  EXPECT_EQ(records->all[0].head.kind, RecordKind::array_create);
  EXPECT_EQ(records->all[0].as<ArrayRecord>().array.width, 64u);
  EXPECT_EQ(records->all[2].as<AgainRecord>().original, records->all[1].offset);
  EXPECT_EQ(records->cut, 0u);
}

TEST(TraceRecords, OtherFilesAreNone) {
  EXPECT_FALSE(read_records({}));
  auto file = some_trace().file();
  file[0] = std::byte('X');
  EXPECT_FALSE(read_records(file));
  file = some_trace().file();
  file[8] = std::byte(9); // the version
  EXPECT_FALSE(read_records(file));
  EXPECT_FALSE(read_records(std::span(file).first(63)));
}

TEST(TraceRecords, WhatAProcessLeftUnfinishedIsCounted) {
  auto file = some_trace().file();
  const auto whole = read_records(file);
  ASSERT_TRUE(whole);
  std::memset(file.data() + whole->all[1].offset, 0, 4); // its magic number was never written
  const auto records = read_records(file);
  ASSERT_TRUE(records);
  EXPECT_EQ(records->all.size(), 7u);
  EXPECT_EQ(records->cut, 1u);
  std::memset(file.data() + whole->all[1].offset, 0, sizeof(RecordHead)); // nor its head
  EXPECT_EQ(read_records(file)->all.size(), 7u);
}

TEST(TraceRecords, AHeaderThatPromisesMoreReadsWhatIsThere) {
  auto file = some_trace().file();
  FileHeader header = {};
  std::memcpy(&header, file.data(), sizeof header);
  header.used = ~std::uint64_t(0);
  std::memcpy(file.data(), &header, sizeof header);
  EXPECT_EQ(read_records(file)->all.size(), 8u);
  file.resize(file.size() - 1); // the last record is cut
  EXPECT_EQ(read_records(file)->all.size(), 7u);
}

// Whatever bytes a file has: reading and linking end, and stay within it (the sanitizers' build checks that).
TEST(TraceRecords, AnyBytesAreRead) {
  std::mt19937 random(1);
  const auto sound = some_trace().file();
  for (int i = 0; i < 3000; ++i) {
    auto file = sound;
    for (int change = 0; change < 8; ++change)
      file[sizeof(FileHeader) + random() % (file.size() - sizeof(FileHeader))] = std::byte(random());
    file.resize(64 + random() % (file.size() - 63));
    if (const auto records = read_records(file)) {
      const TraceReport report = link_records(*records, 0);
      EXPECT_LE(report.objects.size(), 8u);
    }
  }
}

} // namespace
} // namespace texelscope::trace
