#include "kernels/studies/record_images/module_image.h"

#include <limits>

#include <gtest/gtest.h>

#include "kernels/studies/record_images/cubin.h"
#include "kernels/studies/record_images/ptx_choice.h"
#include "tests/kernels/studies/record_images/made_image.h"

namespace texelscope::modules {
namespace {

using namespace tests;

constexpr const char* all_images[] = {"zstd.fatbin",         "lz4.fatbin",   "none.fatbin",
                                      "debug.fatbin",        "parts.fatbin", "link_time.fatbin",
                                      "machine_code.fatbin", "fetch.cubin"};

std::string text_of(const ModuleEntry& entry) {
  auto content = content_of(entry);
  EXPECT_TRUE(std::holds_alternative<std::string>(content));
  return content.index() == 0 ? std::get<std::string>(std::move(content)) : "";
}

std::optional<Cubin> cubin_in(std::string_view bytes) {
  return read_cubin(std::as_bytes(std::span(bytes)));
}

NoPtx refusal_of(std::string_view bytes) {
  const auto image = read_bytes(bytes);
  EXPECT_TRUE(std::holds_alternative<NoPtx>(image));
  return image.index() == 1 ? std::get<NoPtx>(image) : NoPtx::empty;
}

TEST(ModuleImage, ListsWhatNvccWasAskedFor) {
  const std::string bytes = stored_image("zstd.fatbin");
  const ModuleImage image = image_of(bytes);
  EXPECT_EQ(image.form, ImageForm::fat_binary);
  ASSERT_EQ(image.entries.size(), 5u);
  struct Expected {
    EntryKind kind;
    Architecture architecture;
    PtxVersion version;
    std::uint64_t bytes;
    std::size_t stored;
  };
  const Expected expected[] = {
      {EntryKind::ptx, {75, ArchitectureScope::portable}, {9, 0}, 890, 380},
      {EntryKind::machine_code, {75, ArchitectureScope::portable}, {1, 8}, 4200, 960},
      {EntryKind::ptx, {90, ArchitectureScope::specific}, {9, 0}, 891, 378},
      {EntryKind::machine_code, {90, ArchitectureScope::specific}, {1, 8}, 5336, 1075},
      {EntryKind::ptx, {120, ArchitectureScope::family}, {9, 0}, 917, 396},
  };
  for (std::size_t i = 0; i < image.entries.size(); ++i) {
    const ModuleEntry& entry = image.entries[i];
    EXPECT_EQ(entry.kind, expected[i].kind) << i;
    EXPECT_EQ(entry.architecture, expected[i].architecture) << i;
    EXPECT_EQ(entry.version, expected[i].version) << i;
    EXPECT_EQ(entry.bytes, expected[i].bytes) << i;
    EXPECT_EQ(entry.stored.size(), expected[i].stored) << i;
    EXPECT_EQ(entry.compression, Compression::zstd) << i;
    EXPECT_EQ(entry.options, entry.kind == EntryKind::ptx ? "-maxrregcount=32" : "") << i;
    EXPECT_EQ(entry.name, "") << i;
    EXPECT_FALSE(entry.debug || entry.relocatable) << i;
  }
}

TEST(ModuleImage, EachCompressionHoldsThePtxThatTheCompilerPrints) {
  const std::string ptx = stored_image("fetch.ptx");
  ASSERT_EQ(ptx.size(), 889u);
  const std::string zstd = stored_image("zstd.fatbin"), none = stored_image("none.fatbin");
  EXPECT_EQ(text_of(image_of(zstd).entries.at(0)), ptx);
  const ModuleEntry plain = image_of(none).entries.at(0);
  EXPECT_EQ(plain.compression, Compression::none);
  EXPECT_EQ(plain.bytes, 896u); // with its zeros
  EXPECT_EQ(text_of(plain), ptx);

  const std::string lz4 = stored_image("lz4.fatbin");
  const ModuleEntry with_lines = image_of(lz4).entries.at(0);
  EXPECT_EQ(with_lines.compression, Compression::lz4);
  EXPECT_EQ(with_lines.name, "fetch.cu");
  EXPECT_EQ(with_lines.options, "--generate-line-info");
  const std::string text = text_of(with_lines);
  EXPECT_EQ(text.size(), 1777u);
  EXPECT_NE(text.find("\n.loc\t1 2 "), std::string::npos);
  EXPECT_NE(text.find("\ntex.2d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%rd1, {%f3, %f4}];\n"), std::string::npos);
}

TEST(ModuleImage, ShowsHowItWasCompiled) {
  const std::string debug = stored_image("debug.fatbin"), parts = stored_image("parts.fatbin"),
                    link_time = stored_image("link_time.fatbin");
  const ModuleEntry debugged = image_of(debug).entries.at(0);
  EXPECT_TRUE(debugged.debug);
  EXPECT_EQ(debugged.options, "-g --dont-merge-basicblocks --return-at-end");
  EXPECT_TRUE(read_ptx_head(text_of(debugged)).value().debug);

  const ModuleImage part = image_of(parts);
  ASSERT_EQ(part.entries.size(), 2u);
  EXPECT_TRUE(part.entries[0].relocatable);
  EXPECT_EQ(part.entries[0].options, "--compile-only");
  EXPECT_TRUE(cubin_in(text_of(part.entries[1])).value().relocatable);

  const ModuleEntry intermediate = image_of(link_time).entries.at(0);
  EXPECT_EQ(intermediate.kind, EntryKind::link_time);
  EXPECT_EQ(intermediate.architecture.number, 90);
  EXPECT_EQ(std::get<NoPtx>(content_of(intermediate)), NoPtx::broken); // its bytes are scrambled
}

TEST(ModuleImage, ReadsCubins) {
  const std::string bytes = stored_image("fetch.cubin");
  const ModuleImage image = image_of(bytes);
  EXPECT_EQ(image.form, ImageForm::cubin);
  ASSERT_EQ(image.entries.size(), 1u);
  EXPECT_EQ(image.entries[0].kind, EntryKind::machine_code);
  EXPECT_EQ(image.entries[0].architecture.number, 75);
  EXPECT_FALSE(image.entries[0].relocatable);
  EXPECT_EQ(text_of(image.entries[0]), bytes);
  const Cubin cubin = cubin_in(bytes).value();
  EXPECT_EQ(cubin.architecture, 75);
  EXPECT_TRUE(cubin.textures_known);
  ASSERT_EQ(cubin.functions.size(), 2u);
  EXPECT_EQ(cubin.functions[0].name, "plain");
  EXPECT_FALSE(cubin.functions[0].textures.fetches || cubin.functions[0].textures.surfaces);
  EXPECT_EQ(cubin.functions[1].name, "fetch");
  EXPECT_TRUE(cubin.functions[1].textures.fetches);
  EXPECT_FALSE(cubin.functions[1].textures.surfaces);
  // The same machine code, compressed.
  const std::string zstd = stored_image("zstd.fatbin");
  EXPECT_EQ(cubin_in(text_of(image_of(zstd).entries[1])).value().functions.size(), 2u);
}

// As toolkits before 13 wrote it.
TEST(ModuleImage, ReadsCubinsOfTheOlderAbi) {
  std::string bytes = stored_image("fetch.cubin");
  put(bytes, 7, std::uint16_t(0x0733));
  put(bytes, 48, std::uint32_t(0x3d053d));
  const Cubin cubin = cubin_in(bytes).value();
  EXPECT_EQ(cubin.architecture, 61);
  EXPECT_FALSE(cubin.textures_known); // instructions of 8 bytes
  EXPECT_FALSE(cubin.functions.at(1).textures.fetches);
}

TEST(ModuleImage, ReadsPtxToItsZero) {
  const std::string text =
      "// Generated\n/* by hand */\n\n .version 8.4 // old\n.target sm_90a , debug\n.address_size 64\n";
  const std::string bytes = text + '\0' + "rest";
  const ModuleImage image = image_of(bytes);
  EXPECT_EQ(image.form, ImageForm::ptx);
  ASSERT_EQ(image.entries.size(), 1u);
  EXPECT_EQ(image.entries[0].architecture, (Architecture{90, ArchitectureScope::specific}));
  EXPECT_EQ(image.entries[0].version, (PtxVersion{8, 4}));
  EXPECT_TRUE(image.entries[0].debug);
  EXPECT_EQ(text_of(image.entries[0]), text);
}

TEST(ModuleImage, RefusesWhatIsNone) {
  for (const std::string_view bytes :
       {"", "abc", "hello world", ".version", ".version 9", ".version 9.0", ".version 9.0\n.target",
        ".version 9.0\n.target sm_", ".version x.y\n.target sm_90\n", ".version 9.0\n.target sm_90x\n",
        ".version 9.0.target sm_90\n", "/* .version 9.0\n.target sm_90\n",
        "// .version 9.0\n.target sm_90\n"})
    EXPECT_EQ(refusal_of(bytes), NoPtx::unknown_form) << bytes;
  EXPECT_EQ(refusal_of(std::string("\x01\xee\x55\xba....................", 24)), NoPtx::unknown_form);
  EXPECT_EQ(refusal_of("\x7f"
                       "ELF"),
            NoPtx::broken);
}

TEST(ModuleImage, RefusesEveryCutFatBinary) {
  for (const std::string name : all_images) {
    const std::string bytes = stored_image(name);
    ASSERT_GT(bytes.size(), 900u) << name;
    image_of(bytes);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      const std::vector<char> cut(bytes.begin(),
                                  bytes.begin() + std::ptrdiff_t(size)); // a sanitizer sees its end
      EXPECT_EQ(refusal_of({cut.data(), cut.size()}), size < 4 ? NoPtx::unknown_form : NoPtx::broken)
          << name << " of " << size << " bytes";
    }
  }
}

// What is left of the module lies within its bytes, and all of it can be asked for.
TEST(ModuleImage, EveryChangedByteIsReadWithinBounds) {
  std::size_t refused = 0, changed = 0;
  for (const std::string name : all_images) {
    const std::string bytes = stored_image(name);
    for (std::size_t at = 0; at < bytes.size(); ++at)
      for (const char value : {'\0', '\x7f', '\xff', char(bytes[at] ^ 1), char(bytes[at] ^ '\x80')}) {
        if (value == bytes[at]) continue;
        std::vector<char> damaged(bytes.begin(), bytes.end());
        damaged[at] = value;
        const auto image = read_bytes({damaged.data(), damaged.size()});
        ++changed;
        if (image.index() == 1) {
          ++refused;
          continue;
        }
        const auto& module = std::get<ModuleImage>(image);
        for (const ModuleEntry& entry : module.entries) {
          const auto* data = reinterpret_cast<const char*>(entry.stored.data());
          EXPECT_TRUE(data >= damaged.data() &&
                      data + entry.stored.size() <= damaged.data() + damaged.size());
        }
        for (const int device : {75, 90, 120})
          ptx_for(module, {device, {}});
        texture_use(module);
      }
  }
  EXPECT_GT(refused, 1000u);
  EXPECT_GT(changed - refused, 10000u); // within compressed bytes
}

TEST(ModuleImage, RefusesSizesThatWrap) {
  const std::string whole = made_fat_binary({ptx_entry(75), ptx_entry(90)});
  ASSERT_EQ(image_of(whole).entries.size(), 2u);
  constexpr std::size_t entry = 16;
  struct Change {
    std::size_t at;
    int bytes;
    std::uint64_t value;
  };
  constexpr std::uint64_t max64 = std::numeric_limits<std::uint64_t>::max(), max32 = 0xffffffff;
  const Change changes[] = {
      {4, 2, 2}, // another version
      {6, 2, 0}, // a header within itself
      {6, 2, 15},
      {6, 2, 0xffff},
      {8, 8, max64}, // the entries
      {8, 8, max64 - 15},
      {8, 8, whole.size() - 16 + 1},
      {8, 8, whole.size() - 16 - 1}, // the last entry is cut
      {entry + 4, 4, 0},             // the entry's header
      {entry + 4, 4, 63},
      {entry + 4, 4, max32},
      {entry + 8, 8, max64}, // what it holds
      {entry + 8, 8, max64 - 71},
      {entry + 8, 8, max64 - 63},
      {entry + 8, 8, whole.size()},
      {entry + 16, 4, max32}, // of it, compressed
      {entry + 20, 4, max32}, // where its options are
      {entry + 20, 4, 69},
      {entry + 28, 4, max32},             // its architecture
      {entry + 32, 8, (1ull << 32) + 72}, // its name, behind the header
      {entry + 32, 8, max64},
      {entry + 64, 8, (1ull << 32) + 72}, // its options
      {entry + 64, 8, max64},
  };
  for (const Change& change : changes) {
    std::string bytes = whole;
    std::memcpy(bytes.data() + change.at, &change.value, std::size_t(change.bytes));
    EXPECT_EQ(refusal_of(bytes), NoPtx::broken) << change.at << " " << change.value;
  }
}

// An entry that takes no bytes would be read for ever.
TEST(ModuleImage, RefusesEntriesWithinTheirOwnHeader) {
  MadeEntry machine_code = ptx_entry(75);
  machine_code.kind = 2;
  std::string bytes = made_fat_binary({machine_code});
  for (const std::uint32_t header_bytes : {0u, 8u, 32u, 63u}) {
    put(bytes, 16 + 4, header_bytes);
    put(bytes, 16 + 8, std::uint64_t(0));
    EXPECT_EQ(refusal_of(bytes), NoPtx::broken) << header_bytes;
  }
}

// "AAA...A" of 4 bytes and of 255 for each further one.
std::string lz4_run(std::size_t length) {
  std::string bytes("\x1f"
                    "A"
                    "\x01\x00",
                    4);
  return bytes.append(length, '\xff')
      .append(1, '\0')
      .append("\x50"
              "AAAAA");
}

TEST(ModuleImage, DecompressesNoMoreThanStated) {
  MadeEntry entry;
  entry.flags = 0x2011;
  entry.stored = lz4_run(4000);
  const std::uint64_t size = 1 + 19 + 4000 * 255 + 5;
  for (const std::uint64_t stated :
       {size, size - 1, size + 1, std::uint64_t(1), std::uint64_t(0x7fffffff), std::uint64_t(0x80000000),
        max_content_bytes, max_content_bytes + 1, std::numeric_limits<std::uint64_t>::max()}) {
    entry.content_bytes = stated;
    const std::string bytes = made_fat_binary({entry});
    const auto content = content_of(image_of(bytes).entries.at(0));
    if (stated == size)
      EXPECT_EQ(std::get<std::string>(content), std::string(size, 'A'));
    else
      EXPECT_EQ(std::get<NoPtx>(content), stated > max_content_bytes ? NoPtx::too_large : NoPtx::broken)
          << stated;
  }
  const std::string zstd = stored_image("zstd.fatbin");
  for (const std::uint64_t stated :
       {std::uint64_t(1), std::uint64_t(889), std::uint64_t(891), max_content_bytes, max_content_bytes + 1,
        std::numeric_limits<std::uint64_t>::max()}) {
    std::string bytes = zstd;
    put(bytes, 16 + 56, stated);
    EXPECT_EQ(std::get<NoPtx>(content_of(image_of(bytes).entries.at(0))),
              stated > max_content_bytes ? NoPtx::too_large : NoPtx::broken)
        << stated;
  }
}

TEST(ModuleImage, RefusesUnknownCompression) {
  MadeEntry entry = ptx_entry(75);
  entry.content_bytes = entry.stored.size();
  for (const std::uint64_t flags :
       {0x11u, 0x1011u, 0x4011u, 0xa011u}) { // none of them LZ4 or Zstandard alone
    entry.flags = flags;
    const std::string bytes = made_fat_binary({entry});
    const ModuleEntry read = image_of(bytes).entries.at(0);
    EXPECT_EQ(read.compression, Compression::unknown) << flags;
    EXPECT_EQ(std::get<NoPtx>(content_of(read)), NoPtx::unknown_compression) << flags;
  }
}

TEST(ModuleImage, SkipsKindsThatItDoesNotKnow) {
  MadeEntry other = ptx_entry(75);
  other.kind = 64;
  const std::string bytes = made_fat_binary({other, ptx_entry(75)});
  const ModuleImage image = image_of(bytes);
  EXPECT_EQ(image.entries.at(0).kind, EntryKind::other);
  EXPECT_EQ(std::get<ChosenPtx>(ptx_for(image, {90, {}})).entry, 1u);
}

TEST(ModuleImage, RefusesCubinsWhosePartsDoNotFit) {
  const std::string whole = stored_image("fetch.cubin");
  struct Change {
    std::size_t at;
    int bytes;
    std::uint64_t value;
  };
  constexpr std::uint64_t max64 = std::numeric_limits<std::uint64_t>::max();
  constexpr std::size_t sections = 0xb80, text = sections + 15 * 64;
  const Change changes[] = {
      {4, 1, 1},      // 32 bits
      {5, 1, 2},      // big endian
      {18, 2, 62},    // of x86-64
      {32, 8, max64}, // segments
      {32, 8, whole.size()},
      {40, 8, max64 - 63}, // sections
      {40, 8, whole.size() - 63},
      {54, 2, 55},     // the size of a segment
      {56, 2, 0xffff}, // the number of segments
      {58, 2, 63},     // the size of a section
      {60, 2, 0xffff}, // the number of sections
      {62, 2, 17},     // which has their names
      {62, 2, 1000},
      {62, 2, 0},
      {62, 2, 0xffff},           // the first one says it: 0
      {sections + 64 + 4, 4, 8}, // the names lie nowhere
      {text, 4, 0x15d},          // a name behind the names
      {text, 4, 0xffffffff},
      {text + 24, 8, max64}, // where it lies
      {text + 24, 8, whole.size()},
      {text + 32, 8, max64}, // its size
      {text + 32, 8, max64 - 0xa00 + 1},
  };
  for (const Change& change : changes) {
    std::string bytes = whole;
    std::memcpy(bytes.data() + change.at, &change.value, std::size_t(change.bytes));
    EXPECT_FALSE(cubin_in(bytes)) << change.at << " " << change.value;
  }
}

// The first section has the counts that a header is too small for.
TEST(ModuleImage, ReadsCubinsWithMoreSectionsThanAHeaderCounts) {
  std::string bytes = stored_image("fetch.cubin");
  put(bytes, 60, std::uint16_t(0));
  put(bytes, 62, std::uint16_t(0xffff));
  put(bytes, 0xb80 + 32, std::uint64_t(17));
  put(bytes, 0xb80 + 40, std::uint32_t(1));
  EXPECT_EQ(cubin_in(bytes).value().functions.size(), 2u);
  put(bytes, 0xb80 + 32, std::uint64_t(1) << 58); // 64 times as many bytes wrap
  EXPECT_FALSE(cubin_in(bytes));
}

// Of a relocatable cubin: 100,000 bytes of variables without values, in a file of 4200.
TEST(ModuleImage, VariablesWithoutValuesLieNowhere) {
  for (const auto& [type, read] :
       {std::pair(8u, true), {0x70000007u, true}, {0x7000000au, true}, {1u, false}}) {
    std::string bytes = stored_image("fetch.cubin");
    constexpr std::size_t frame = 0xb80 + 4 * 64;
    put(bytes, frame + 4, std::uint32_t(type));
    put(bytes, frame + 32, std::uint64_t(100000));
    EXPECT_EQ(cubin_in(bytes).has_value(), read) << type;
  }
}

} // namespace
} // namespace texelscope::modules
