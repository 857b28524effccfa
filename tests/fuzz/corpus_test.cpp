// Every parser with the files of its corpus: those with which scripts/fuzz.sh reaches the most of it, and
// those that once broke a promise.
#include <algorithm>
#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/files.h"
#include "tests/fuzz/targets.h"

namespace texelscope::fuzz {

void PrintTo(const Target& target, std::ostream* out) {
  *out << target.name;
}

namespace {
namespace fs = std::filesystem;

const fs::path corpora = TEXELSCOPE_CORPORA;

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

class Corpus : public testing::TestWithParam<Target> {};

TEST_P(Corpus, BreaksNoPromise) {
  const Target& target = GetParam();
  const std::vector<fs::path> files = files_in(corpora / target.name);
  EXPECT_GE(files.size(), 8u);
  for (const fs::path& file : files)
    try {
      target.run(tests::contents(file));
    } catch (const std::exception& error) {
      ADD_FAILURE() << file << ": " << error.what();
    }
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Corpus, testing::ValuesIn(targets()),
                         [](const auto& target) { return std::string(target.param.name); });

TEST(Corpora, AreSmallAndBelongToTargets) {
  std::vector<std::string> folders, names;
  for (const fs::path& folder : files_in(corpora))
    folders.push_back(folder.filename());
  for (const Target& target : targets())
    names.emplace_back(target.name);
  std::ranges::sort(names);
  EXPECT_EQ(folders, names);
  std::uintmax_t all = 0;
  for (const fs::path& folder : files_in(corpora))
    for (const fs::path& file : files_in(folder)) {
      EXPECT_LE(fs::file_size(file), 16384u) << file;
      all += fs::file_size(file);
    }
  EXPECT_LE(all, 600000u);
}

} // namespace
} // namespace texelscope::fuzz
