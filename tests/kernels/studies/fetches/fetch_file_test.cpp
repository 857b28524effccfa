// The file of recorded fetches: what it holds, that NumPy reads it, and that no other file is taken for one.
#include "kernels/studies/fetches/fetch_file.h"

#include <cmath>
#include <cstdlib>

#include <gtest/gtest.h>

#include "kernels/ground/base/errors.h"
#include "tests/files.h"
#include "tests/kernels/studies/fetches/made_recording.h"

namespace texelscope::fetches {

namespace {
using tests::MadeRecording;

std::vector<FetchRow> rows_of(const std::filesystem::path& path) {
  std::vector<FetchRow> rows;
  FetchFile(path).read([&](const FetchRow& row) {
    rows.push_back(row);
    return true;
  });
  return rows;
}

TEST(FetchFiles, HoldWhatEachLanePassedAndGot) {
  MadeRecording made;
  const auto rows = rows_of(made.save_fetches());
  ASSERT_EQ(rows.size(), 4u);
  const FetchRow& second = rows[1];
  EXPECT_EQ(second.number, 2u);
  EXPECT_EQ(second.process, 7u);
  EXPECT_EQ(second.site, 0u);
  EXPECT_EQ(second.object, 1);
  EXPECT_EQ(second.fetch.grid, 5u);
  EXPECT_EQ(second.fetch.lane, 2u);
  EXPECT_EQ(second.fetch.block, (std::array<std::uint32_t, 3>{1, 0, 0}));
  EXPECT_EQ(second.fetch.thread, (std::array<std::uint32_t, 3>{2, 0, 0}));
  EXPECT_EQ(second.fetch.block_size, (std::array<std::uint32_t, 3>{32, 1, 1}));
  EXPECT_EQ(second.fetch.function, FetchKind::plain);
  EXPECT_EQ(second.fetch.at.x, 2);
  EXPECT_EQ(second.fetch.at.y, 1);
  EXPECT_EQ(second.type, record::ResultType::f32);
  EXPECT_EQ(second.received, 0b1111u);
  EXPECT_FALSE(second.incomplete);
  EXPECT_EQ(second.fetch.result, (TexelBits{0x40d00000, 0, 0, 0x3f800000}));
  EXPECT_EQ(rows[2].object, 0) << "of no object";
  EXPECT_EQ(rows[2].number, 1u);
  EXPECT_TRUE(std::isnan(rows[2].fetch.at.x));
  EXPECT_EQ(rows[3].number, 3u);
}

TEST(FetchFiles, HoldOneThreadAlone) {
  MadeRecording made;
  const auto rows = rows_of(made.save_fetches("thread.npy", ThreadPosition{34, 0, 0}));
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].number, 2u) << "its number stays";
  EXPECT_TRUE(rows_of(MadeRecording().save_fetches("none.npy", ThreadPosition{1, 0, 0})).empty());
}

TEST(FetchFiles, AreTextWhereTheNameEndsSo) {
  MadeRecording made;
  EXPECT_EQ(tests::contents(made.save_fetches("fetched.csv")),
            "number,process,site,object,launch,block_x,block_y,block_z,thread_x,thread_y,thread_z,"
            "block_size_x,block_size_y,block_size_z,lane,quad_lane,function,coordinates_x,coordinates_y,"
            "coordinates_z,layer,level,dx_x,dx_y,dx_z,dy_x,dy_y,dy_z,component,type,received,incomplete,"
            "result_x,result_y,result_z,result_w\n"
            "1,7,0,1,5,1,0,0,0,0,0,32,1,1,0,0,plain,1.5,0.5,0,0,0,0,0,0,0,0,0,0,f32,15,0,1,0,0,1\n"
            "2,7,0,1,5,1,0,0,2,0,0,32,1,1,2,0,plain,2,1,0,0,0,0,0,0,0,0,0,0,f32,15,0,6.5,0,0,1\n"
            "1,7,0,0,6,1,0,0,0,0,0,32,1,1,0,0,plain,nan,0.5,0,0,0,0,0,0,0,0,0,0,f32,15,0,0,0,0,1\n"
            "3,7,0,1,6,1,0,0,0,0,0,32,1,1,0,0,plain,1.5,0.5,0,0,0,0,0,0,0,0,0,0,f32,15,0,2,0,0,1\n");
}

// One lane's fetch by the site, as text.
std::string csv_of(const record::Site& site, const RecordedFetch& fetch) {
  const tests::TempFolder folder;
  const auto file = folder / "one.csv";
  write_fetch_file(file, 1, [&](const TakeFetches& take) { take({9, site, 1, 1}, 3, 2, {&fetch, 1}); });
  const std::string content = tests::contents(file);
  return content.substr(content.find('\n') + 1);
}

TEST(FetchFiles, WriteResultsInTheirTypeAndLeaveOutWhatWasDiscarded) {
  record::Site site;
  site.results = {5, -1, 6, -1};
  site.result_type = record::ResultType::s32;
  RecordedFetch fetch;
  fetch.block_size = {1, 1, 1};
  fetch.function = FetchKind::texel;
  fetch.coordinates = {16777217, 0, 0}; // no float
  fetch.at.lod = 0.1f, fetch.at.dy.z = -2.5f, fetch.at.quad_lane = 3;
  fetch.result = {0xffffffff, 0, 7, 0};
  EXPECT_EQ(csv_of(site, fetch), "1,9,3,2,0,0,0,0,0,0,0,1,1,1,0,3,texel,16777217,0,0,0,0.1,0,0,0,0,0,-2.5,0,"
                                 "s32,5,0,-1,,7,\n");
  site.result_type = record::ResultType::f16x2; // two components a word
  site.results = {5, 6, -1, -1};
  site.offsets = {7, 2};
  fetch.result = {0x3c00'3800, 0xc000'0000, 0, 0};
  EXPECT_EQ(csv_of(site, fetch), "1,9,3,2,0,0,0,0,0,0,0,1,1,1,0,3,texel,16777217,0,0,0,0.1,0,0,0,0,0,-2.5,0,"
                                 "f16,15,1,0.5,1,0,-2\n");
}

TEST(FetchFiles, AreReadByNumPy) {
  if (std::system("/usr/bin/python3 -c 'import numpy' 2> /dev/null") != 0)
    GTEST_SKIP() << "/usr/bin/python3 has no NumPy";
  MadeRecording made;
  made.save_fetches();
  made.folder.write("read.py", R"(
import numpy as np
f = np.load('fetched.npy')
assert f.shape == (4,), f.shape
assert f['number'].tolist() == [1, 2, 1, 3]
assert f['object'].tolist() == [1, 1, 0, 1]
assert f['launch'].tolist() == [5, 5, 6, 6]
assert f['thread'][1].tolist() == [2, 0, 0]
assert f['function'].tolist() == [b'plain'] * 4
assert f['type'][0] == b'f32'
assert f['coordinates'][1].tolist() == [2, 1, 0]
assert np.isnan(f['coordinates'][2, 0])
assert f['result'].view(np.float32)[1].tolist() == [6.5, 0, 0, 1]
np.save('again.npy', f[f['object'] == 1])
)");
  const std::string run =
      "cd '" + made.folder.root().string() + "' && /usr/bin/python3 read.py > out.txt 2>&1";
  EXPECT_EQ(std::system(run.c_str()), 0) << tests::contents(made.folder / "out.txt");
  const auto rows = rows_of(made.folder / "again.npy"); // what NumPy saves is read again
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[2].number, 3u);
}

std::string refusal_of(const std::string& bytes) {
  const tests::TempFolder folder;
  folder.write("f.npy", bytes);
  try {
    rows_of(folder / "f.npy");
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

class HostileFetchFiles : public testing::Test {
protected:
  HostileFetchFiles() : whole(tests::contents(MadeRecording().save_fetches())) {
    first_row = whole.find('\n') + 1;
  }
  std::string with(std::size_t at, std::string_view bytes) const {
    std::string changed = whole;
    changed.replace(at, bytes.size(), bytes);
    return changed;
  }
  std::string whole;
  std::size_t first_row = 0;
};

TEST_F(HostileFetchFiles, AreRefusedWhereTheHeaderIsAnother) {
  EXPECT_EQ(refusal_of(whole), "");
  for (std::size_t size = 0; size < first_row; ++size)
    EXPECT_NE(refusal_of(whole.substr(0, size)), "") << size;
  for (std::size_t i = 0; i < first_row; ++i)
    for (const char byte : {'\0', '\xff', '9'}) {
      if (whole[i] == byte || whole[i] == ' ') continue;
      EXPECT_NE(refusal_of(with(i, {&byte, 1})), "") << i;
    }
  EXPECT_NE(refusal_of(npy_header_bytes({"<f4", false, {1}}) + "abcd"), "");
  EXPECT_NE(refusal_of(with(whole.find("'<u8'"), "'>u8'")), "") << "big-endian";
}

TEST_F(HostileFetchFiles, AreRefusedWhereTheSizeIsAnother) {
  const std::string shape = "'shape': (4,), }";
  const std::size_t at = whole.find(shape);
  ASSERT_NE(at, std::string::npos);
  for (const std::string_view other :
       {"'shape': (3,), }", "'shape': (5,), }", "'shape': (0,), }", "'shape': (4, 1), }",
        "'shape': (999999999999999999,), }", "'shape': (18446744073709551620,), }"}) {
    std::string changed = whole;
    changed.replace(at, other.size(), other); // over the spaces behind
    EXPECT_NE(refusal_of(changed), "") << other;
  }
  EXPECT_NE(refusal_of(whole + "x"), "");
  EXPECT_NE(refusal_of(whole.substr(0, whole.size() - 1)), "");
}

TEST_F(HostileFetchFiles, AreRefusedWhereAValueIsOfNoRecording) {
  struct Field {
    std::size_t offset;
    std::string_view bytes, name;
  };
  constexpr std::string_view zeros("\0\0\0\0\0\0\0\0", 8);
  const Field fields[] = {{0, zeros, "number"},         {16, "\xff\xff\xff\xff", "object"},
                          {40, "\x20", "thread"},       {64, "\x20", "lane"},
                          {65, "\x04", "quad_lane"},    {66, "plane", "function"},
                          {66, "texel", "coordinates"}, // 1.5 is no index
                          {128, "\x04", "component"},   {129, "f64", "type"},
                          {135, "\x10", "received"},    {136, "\x02", "incomplete"}};
  for (const Field& field : fields) {
    const std::string refusal = refusal_of(with(first_row + field.offset, field.bytes));
    EXPECT_NE(refusal.find("row 0 has a value in \"" + std::string(field.name) + "\""), std::string::npos)
        << field.name << ": " << refusal;
  }
}
} // namespace

} // namespace texelscope::fetches
