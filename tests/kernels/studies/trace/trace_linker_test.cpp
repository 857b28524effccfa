// Records become objects with findings: which, of which memory, and what became of them.
#include "kernels/studies/trace/trace_linker.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "kernels/ground/text/language.h"
#include "tests/kernels/studies/trace/made_trace.h"

namespace texelscope::trace {
namespace {

using namespace tests;

TraceReport linked(const MadeTrace& made, int exit_code = 0, const FunctionNames& names = {}) {
  const std::vector<std::byte> file = made.file();
  const auto records = read_records(file);
  return records ? link_records(*records, exit_code, names) : TraceReport();
}

// "altered cudaTextureDesc::addressMode[0]", one a line.
std::string findings(const TracedObject& object) {
  std::string all;
  for (const Finding& each : object.findings)
    all += std::string(name(each.kind)) + " " + each.field + "\n";
  return all;
}

void add_array(MadeTrace& made, std::uint64_t handle, const ArrayFacts& facts = float_array(64, 32)) {
  made.add(RecordKind::array_create, ArrayRecord{handle, 0, 0, facts});
}

TEST(TraceLinker, AnArrayIsKnownByItsHandle) {
  MadeTrace made;
  add_array(made, 0xa0);
  made.add(RecordKind::texture_create, texture_of(0xa0, 1, sampler_facts(0, false)));
  made.add(RecordKind::texture_destroy, HandleRecord{1});
  made.add(RecordKind::array_destroy, HandleRecord{0xa0});
  const TraceReport report = linked(made);
  ASSERT_EQ(report.objects.size(), 1u) << "an array without findings is not listed";
  const TracedObject& texture = report.objects[0];
  EXPECT_EQ(texture.kind, ObjectKind::texture);
  EXPECT_EQ(texture.call, "cudaCreateTextureObject");
  EXPECT_EQ(texture.error, "");
  ASSERT_TRUE(texture.request.array);
  EXPECT_EQ(texture.request.array->width, 64u);
  EXPECT_EQ(texture.request.array->channels.x, 32);
  EXPECT_EQ(findings(texture), "altered cudaTextureDesc::addressMode[0]\n"
                               "altered cudaTextureDesc::addressMode[1]\n");
  EXPECT_EQ(texture.findings[0].cure.str(), "cudaTextureDesc::normalizedCoords = 1");
  ASSERT_TRUE(texture.effective);
  EXPECT_EQ(texture.effective->address[0], AddressMode::clamp);
  EXPECT_TRUE(has_grave_findings(report));
}

TEST(TraceLinker, ASoundProgramHasNoFindings) {
  MadeTrace made;
  add_array(made, 0xa0);
  made.add(RecordKind::texture_create, texture_of(0xa0, 1, sampler_facts(1, false)));
  made.add(RecordKind::texture_destroy, HandleRecord{1});
  made.add(RecordKind::array_destroy, HandleRecord{0xa0});
  made.add(RecordKind::texture_create, texture_of_memory(0x200, 4096, 1));
  made.add(RecordKind::texture_destroy, HandleRecord{1});
  made.add(RecordKind::memory_free, HandleRecord{0x200});
  const TraceReport report = linked(made);
  ASSERT_EQ(report.objects.size(), 2u);
  for (const TracedObject& object : report.objects)
    EXPECT_EQ(findings(object), "");
  EXPECT_FALSE(has_grave_findings(report));
}

TEST(TraceLinker, EqualObjectsAreCountedTogether) {
  MadeTrace made;
  add_array(made, 0xa0);
  const std::uint64_t first =
      made.add(RecordKind::texture_create, texture_of(0xa0, 1, sampler_facts(1, false)));
  made.add(RecordKind::again, AgainRecord{2, first});
  made.add(RecordKind::again, AgainRecord{3, first});
  made.add(RecordKind::texture_destroy, HandleRecord{2});
  const TraceReport report = linked(made);
  const TracedObject* texture = object_of(report, 2);
  ASSERT_TRUE(texture);
  EXPECT_EQ(texture->count, 3u);
  EXPECT_EQ(texture->alive, 2u);
  EXPECT_EQ(findings(*texture), "leaked cudaDestroyTextureObject\n");
  EXPECT_EQ(texture->findings[0].sentence.str(), "2 of 3 objects were never destroyed.");
}

TEST(TraceLinker, WhatAProgramThatCrashedLeavesIsNoLeak) {
  MadeTrace made;
  add_array(made, 0xa0);
  made.add(RecordKind::texture_create, texture_of(0xa0, 1, sampler_facts(0, false)));
  const TraceReport report = linked(made, 128 + 6);
  ASSERT_EQ(report.objects.size(), 1u);
  EXPECT_EQ(report.objects[0].alive, 1u);
  EXPECT_EQ(findings(report.objects[0]), "altered cudaTextureDesc::addressMode[0]\n"
                                         "altered cudaTextureDesc::addressMode[1]\n");
}

TEST(TraceLinker, MemoryThatIsFreedTooEarly) {
  MadeTrace made;
  made.add(RecordKind::texture_create, texture_of_memory(0x200, 4096, 1));
  made.add(RecordKind::memory_free, HandleRecord{0x200});
  made.add(RecordKind::texture_destroy, HandleRecord{1});
  add_array(made, 0xa0);
  made.add(RecordKind::texture_create, texture_of(0xa0, 1, sampler_facts(1, false)));
  made.add(RecordKind::array_destroy, HandleRecord{0xa0});
  made.add(RecordKind::texture_destroy, HandleRecord{1});
  const TraceReport report = linked(made);
  ASSERT_EQ(report.objects.size(), 2u);
  for (const TracedObject& object : report.objects) {
    EXPECT_EQ(findings(object), "freed cudaResourceDesc::res\n");
    EXPECT_EQ(object.findings[0].sentence.str(), "The memory was freed while the object existed.");
    EXPECT_EQ(object.findings[0].cure.str(), "cudaDestroyTextureObject before the memory is freed");
  }
}

TEST(TraceLinker, AnotherProcessFreesNothingHere) {
  MadeTrace made;
  made.add(RecordKind::texture_create, texture_of_memory(0x200, 4096, 1));
  made.process = 200;
  made.add(RecordKind::memory_free, HandleRecord{0x200});
  made.add(RecordKind::texture_destroy, HandleRecord{1});
  made.process = 100;
  made.add(RecordKind::texture_destroy, HandleRecord{1});
  const TraceReport report = linked(made);
  ASSERT_EQ(report.objects.size(), 1u);
  EXPECT_EQ(findings(report.objects[0]), "");
}

TEST(TraceLinker, EachContextNumbersItsObjects) {
  MadeTrace made;
  for (const std::uint64_t context : {0xc1, 0xc2}) {
    made.context = context;
    add_array(made, 0xa000 + context);
    made.add(RecordKind::texture_create, texture_of(0xa000 + context, 1, sampler_facts(1, false)));
  }
  made.context = 0xc2;
  made.add(RecordKind::texture_destroy, HandleRecord{1});
  made.context = 0;
  made.add(RecordKind::context_destroy, HandleRecord{0xc1});
  made.add(RecordKind::array_destroy, HandleRecord{0xa0c2});
  const TraceReport report = linked(made);
  const TracedObject* texture = object_of(report, 2);
  ASSERT_TRUE(texture);
  EXPECT_EQ(texture->count, 2u);
  EXPECT_EQ(texture->alive, 0u);
  EXPECT_EQ(texture->findings[0].sentence.str(),
            "The context of 1 of 2 objects was destroyed while they existed.");
}

TEST(TraceLinker, DestroyedTwice) {
  MadeTrace made;
  made.add(RecordKind::texture_create, texture_of_memory(0x200, 4096, 1));
  made.add(RecordKind::texture_destroy, HandleRecord{1});
  made.add(RecordKind::texture_destroy, HandleRecord{1});
  made.add(RecordKind::texture_destroy, HandleRecord{9}); // never seen
  const TraceReport report = linked(made);
  EXPECT_EQ(findings(report.objects.at(0)), "suspicious cudaDestroyTextureObject\n");
}

TEST(TraceLinker, WhatCudaRefuses) {
  MadeTrace made;
  ArrayFacts three = float_array(64, 32);
  three.channels = {8, 8, 8, 0, 1, 0, 0, 0};
  made.add(RecordKind::array_create, ArrayRecord{0, 0, 0, three}, 20, Api::runtime);
  made.add(RecordKind::texture_create, texture_of(0, 0, sampler_facts(1, false)), 400, Api::runtime);
  add_array(made, 0xa0);
  TextureRecord sound = texture_of(0xa0, 0, sampler_facts(1, false));
  made.add(RecordKind::texture_create, sound, 999, Api::driver);
  const TraceReport report = linked(made);
  const TracedObject *array = object_of(report, 1), *null = object_of(report, 2),
                     *unknown = object_of(report, 4);
  ASSERT_TRUE(array && null && unknown);
  EXPECT_EQ(array->kind, ObjectKind::array);
  EXPECT_EQ(array->error, "cudaErrorInvalidChannelDescriptor");
  EXPECT_EQ(findings(*array), "refused cudaChannelFormatDesc\n");
  EXPECT_EQ(null->error, "cudaErrorInvalidResourceHandle");
  EXPECT_EQ(null->findings[0].sentence.str(), "The array is null.");
  EXPECT_EQ(unknown->call, "cuTexObjectCreate");
  EXPECT_EQ(unknown->findings[0].sentence.str(), "cuTexObjectCreate returned CUresult 999.");
  EXPECT_EQ(count_of(report, FindingKind::refused), 3u);
}

// Measured: the driver API makes such objects, the runtime API does not.
TEST(TraceLinker, WhatCudaAcceptedIsNotRefused) {
  MadeTrace made;
  ArrayFacts bytes = float_array(64, 32);
  bytes.channels.format = 0x01; // CU_AD_FORMAT_UNSIGNED_INT8
  made.add(RecordKind::array_create, ArrayRecord{0xa0, 0, 0, bytes});
  TextureDesc linear = sampler_facts(1, false);
  linear.filterMode = TextureFilterMode::linear;
  made.add(RecordKind::texture_create, texture_of(0xa0, 1, linear), 0, Api::driver);
  made.add(RecordKind::texture_destroy, HandleRecord{1});
  made.add(RecordKind::array_destroy, HandleRecord{0xa0});
  const TraceReport report = linked(made);
  EXPECT_EQ(findings(report.objects.at(0)), "suspicious cudaTextureDesc::filterMode\n");
  const Sentence& sentence = report.objects[0].findings[0].sentence;
  EXPECT_TRUE(sentence.str().ends_with("the driver API accepted it here.")) << sentence.str();
  EXPECT_EQ(Sentence::recognized(sentence.str()), sentence);
  set_language(Language::chinese);
  EXPECT_TRUE(sentence.str().ends_with("。 只有运行时 API 拒绝它：驱动 API 在这里接受了它。"))
      << sentence.str();
  set_language(Language::english);
}

TEST(TraceLinker, ATextureThatIsLongerThanItsAllocation) {
  MadeTrace made;
  TextureRecord texture = texture_of_memory(0x200, 4096, 1);
  texture.resource.allocation_bytes = 4000;
  made.add(RecordKind::texture_create, texture);
  made.add(RecordKind::texture_destroy, HandleRecord{1});
  const TraceReport report = linked(made);
  EXPECT_EQ(findings(report.objects.at(0)), "suspicious cudaResourceDesc::res.linear.sizeInBytes\n");
  EXPECT_EQ(report.objects[0].findings[0].sentence.str(),
            "The texture reaches 96 bytes past the end of its allocation.");
}

// The driver API has no read mode for floats: without its flag they are read as they are.
TEST(TraceLinker, FloatsAreReadAsTheyAre) {
  MadeTrace made;
  add_array(made, 0xa0);
  TextureDesc sampler = sampler_facts(1, false);
  sampler.readMode = TextureReadMode::normalized_float;
  made.add(RecordKind::texture_create, texture_of(0xa0, 1, sampler));
  made.add(RecordKind::texture_create, texture_of(0xa0, 0, sampler), 27, Api::runtime);
  const TraceReport report = linked(made);
  EXPECT_EQ(object_of(report, 2)->request.sampler.readMode, TextureReadMode::element);
  EXPECT_EQ(object_of(report, 3)->request.sampler.readMode, TextureReadMode::normalized_float);
  EXPECT_EQ(findings(*object_of(report, 3)), "refused cudaTextureDesc::readMode\n");
}

TEST(TraceLinker, StacksNameFunctionsAndLeaveCudaOut) {
  MadeTrace made;
  const auto module = [&](std::uint64_t base, const char* path) {
    ModuleRecord record = {base, base + 0x1000, {}};
    std::strcpy(record.path, path);
    made.add(RecordKind::module, record);
  };
  module(0x10000, "/home/a/app");
  module(0x20000, "/usr/lib/libcuda.so.1");
  made.add(RecordKind::stack, StackRecord{4, {0x20010, 0x10100, 0x10200, 0x99999999}});
  made.add(RecordKind::texture_create, texture_of_memory(0x200, 4096, 1));
  const FunctionNames names = [](const std::string& file, std::uint64_t offset) -> std::string {
    EXPECT_TRUE(file != "/home/a/app" || offset == 0xff || offset == 0x1ff) << offset;
    return offset == 0xff ? "cudaCreateTextureObject" : offset == 0x1ff ? "draw()" : "";
  };
  const TraceReport report = linked(made, 0, names);
  const std::vector<Frame> expected = {{"/home/a/app", 0x1ff, "draw()"}, {"", 0x99999999, ""}};
  EXPECT_EQ(report.objects.at(0).stack, expected);
}

TEST(TraceLinker, PlacesInTheProgramAreToldApart) {
  MadeTrace made;
  for (const std::uint64_t place : {0x10100, 0x10200, 0x10100}) {
    made.add(RecordKind::stack, StackRecord{1, {place}});
    made.add(RecordKind::texture_create, texture_of_memory(0x200, 4096, place));
    made.add(RecordKind::texture_destroy, HandleRecord{place});
  }
  const TraceReport report = linked(made);
  ASSERT_EQ(report.objects.size(), 2u);
  EXPECT_EQ(report.objects[0].count, 2u);
  EXPECT_EQ(report.objects[1].count, 1u);
}

TEST(TraceLinker, AContextWithTheNumberOfAnEarlierOneHasHandlesOfItsOwn) {
  MadeTrace made;
  made.add(RecordKind::texture_create, texture_of_memory(0x200, 4096, 1));
  const std::uint64_t context = read_records(made.file())->all.at(0).head.context;
  made.add(RecordKind::context_destroy, HandleRecord{context});
  made.add(RecordKind::texture_create, texture_of_memory(0x200, 2048, 1));
  const std::vector<std::byte> file = made.file();
  const auto records = read_records(file);
  ASSERT_TRUE(records);
  TextureHandles handles;
  link_records(*records, 0, {}, &handles);
  const auto object_of = [&](std::size_t begins) {
    const auto& record = records->all.at(begins);
    return handles.find({record.head.process, context, 1, record.offset, 0});
  };
  EXPECT_EQ(object_of(0), 1u);
  EXPECT_EQ(object_of(1), 1u);
  EXPECT_EQ(object_of(2), 2u);
}

TEST(TraceLinker, ThePositionOfFetchesKeepsTheStackBehindIt) {
  MadeTrace made;
  made.add(RecordKind::texture_create, texture_of_memory(0x200, 4096, 1));
  made.add(RecordKind::texture_destroy, HandleRecord{1});
  made.add(RecordKind::fetch_position, FetchPositionRecord{1, 640});
  made.add(RecordKind::stack, StackRecord{2, {0x10, 0x20}});
  made.add(RecordKind::texture_create, texture_of_memory(0x200, 2048, 1));
  const std::vector<std::byte> file = made.file();
  const auto records = read_records(file);
  ASSERT_TRUE(records);
  EXPECT_EQ(records->all.at(2).as<FetchPositionRecord>().position, 640u);
  TextureHandles handles;
  const TraceReport report = link_records(*records, 0, {}, &handles);
  const auto& record = records->all.at(0).head;
  const auto object_at = [&](std::uint64_t position) {
    return handles.find({record.process, record.context, 1, 0, position});
  };
  EXPECT_EQ(object_at(0), 1u);
  EXPECT_EQ(object_at(639), 1u);
  EXPECT_EQ(object_at(640), 2u);
  EXPECT_FALSE(handles.find({record.process, record.context, 2, 0, 0}));
  ASSERT_EQ(report.objects.size(), 2u);
  const auto second = std::ranges::find(report.objects, 2, &TracedObject::number);
  ASSERT_NE(second, report.objects.end());
  EXPECT_EQ(second->stack.size(), 2u);
}

// As the library in the program counts: by process, refused ones too, other objects not.
TEST(TraceLinker, TexturesHaveTheirNumberInTheirProcess) {
  MadeTrace made;
  SurfaceRecord surface = {9, 0, 0, texture_of(0xa0, 1, {}).resource};
  made.add(RecordKind::surface_create, surface);
  const std::uint64_t first = made.add(RecordKind::texture_create, texture_of_memory(0x200, 4096, 1));
  made.add(RecordKind::again, AgainRecord{2, first});
  made.add(RecordKind::texture_create, texture_of_memory(0x200, 2048, 0), 11, Api::runtime);
  made.add(RecordKind::texture_create, texture_of_memory(0x200, 1024, 3));
  made.process = 200;
  made.add(RecordKind::texture_create, texture_of_memory(0x200, 4096, 1));
  const TraceReport report = linked(made);
  ASSERT_EQ(report.objects.size(), 5u);
  const std::uint64_t expected[] = {0, 1, 3, 4, 1};
  for (const TracedObject& object : report.objects)
    EXPECT_EQ(object.texture_number, expected[object.number - 1]) << object.number;
}

// Three objects made alike: texels and fetches belong to the one that has their handle then.
TEST(TraceLinker, TexelsAreOfOneOfSeveralObjectsThatAreMadeAlike) {
  MadeTrace made;
  const auto copied = [&](std::uint64_t handle, const char* file) {
    TexelsRecord texels = {handle, 0, 4096, 1, 0, {}};
    std::strcpy(texels.file, file);
    made.add(RecordKind::texels, texels);
  };
  const std::uint64_t first = made.add(RecordKind::texture_create, texture_of_memory(0x200, 4096, 1));
  made.add(RecordKind::again, AgainRecord{2, first});
  copied(2, "second.raw");
  copied(1, "first.raw");
  made.add(RecordKind::texture_destroy, HandleRecord{1});
  made.add(RecordKind::fetch_position, FetchPositionRecord{1, 640});
  made.add(RecordKind::again, AgainRecord{1, first});
  copied(1, "third.raw");
  const std::vector<std::byte> file = made.file();
  const auto records = read_records(file);
  ASSERT_TRUE(records);
  TextureHandles handles;
  const TraceReport report = link_records(*records, 0, {}, &handles);
  ASSERT_EQ(report.objects.size(), 1u);
  EXPECT_EQ(report.objects[0].count, 3u);
  EXPECT_EQ(report.objects[0].texels,
            (std::vector<TexelFile>{{"second.raw", 0, 1}, {"first.raw", 0, 0}, {"third.raw", 0, 2}}));
  const auto& record = records->all.at(0).head;
  const auto instance_of = [&](std::uint64_t handle, std::uint64_t position) {
    const auto found = handles.find_instance({record.process, record.context, handle, 0, position});
    EXPECT_EQ(found->object, 1u);
    return found->instance;
  };
  EXPECT_EQ(instance_of(1, 639), 0u);
  EXPECT_EQ(instance_of(2, 1000), 1u);
  EXPECT_EQ(instance_of(1, 640), 2u);
}

TEST(TraceLinker, ChangedDescriptorsAreMarked) {
  MadeTrace made;
  TextureRecord record = texture_of_memory(0x200, 4096, 1);
  made.add(RecordKind::texture_create, record);
  record.object = 2, record.set = 1;
  record.original = sampler_facts(2, true);
  record.original.readMode = TextureReadMode::normalized_float;
  made.add(RecordKind::texture_create, record);
  record.object = 3, record.set = -1;
  made.add(RecordKind::texture_create, record);
  const TraceReport report = linked(made);
  ASSERT_EQ(report.objects.size(), 3u) << "they differ";
  for (const TracedObject& object : report.objects) {
    EXPECT_EQ(object.changed, object.number == 2);
    EXPECT_EQ(object.change_error, object.number == 3 ? "CUDA_ERROR_INVALID_VALUE" : "");
    ASSERT_EQ(object.original.has_value(), object.changed);
    if (!object.changed) continue;
    EXPECT_EQ(object.original->addressMode[1], TextureAddressMode::mirror);
    EXPECT_EQ(object.original->normalizedCoords, 1);
    EXPECT_EQ(object.original->readMode, TextureReadMode::element) << "floats have no other";
  }
}

TEST(TraceLinker, ProcessesAndTexelsAndTextureReferences) {
  MadeTrace made;
  ProcessRecord process = {1, 39, 13000, 130001, {}};
  std::strcpy(process.program, "/home/a/app");
  made.add(RecordKind::process, process);
  made.add(RecordKind::texture_create, texture_of_memory(0x200, 4096, 1));
  TexelsRecord texels = {1, 5, 4096, 1, 0, {}};
  std::strcpy(texels.file, "100-1.raw");
  made.add(RecordKind::texels, texels);
  made.add(RecordKind::texture_reference, HandleRecord{});
  const TraceReport report = linked(made);
  ASSERT_EQ(report.processes.size(), 1u);
  EXPECT_EQ(report.processes[0].program, "/home/a/app");
  EXPECT_EQ(report.processes[0].problem,
            "Another tool, such as a profiler, uses CUPTI in this process already; only one tool can.");
  EXPECT_EQ(report.objects.at(0).texels, (std::vector<TexelFile>{{"100-1.raw", 5}}));
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].kind, FindingKind::unchecked);
}

TEST(TraceLinker, TheGravestComesFirst) {
  MadeTrace made;
  made.add(RecordKind::texture_create, texture_of_memory(0x200, 4096, 1)); // leaked
  add_array(made, 0xa0);
  made.add(RecordKind::texture_create, texture_of(0xa0, 2, sampler_facts(0, false))); // altered
  made.add(RecordKind::texture_create, texture_of_memory(0x210, 4096, 0), 1);         // refused
  const TraceReport report = linked(made);
  ASSERT_EQ(report.objects.size(), 4u);
  EXPECT_EQ(report.objects[0].number, 4);
  EXPECT_EQ(report.objects[1].number, 3);
  EXPECT_EQ(report.objects[2].number, 1);
}

} // namespace
} // namespace texelscope::trace
