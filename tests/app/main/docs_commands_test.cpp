// Every command in README.md and the pages of docs/ is run as written.
//
// A folder replaces the reader's: `texelscope` on its PATH is the built program, `assets` the shipped ones,
// and the files that the pages mention are there. Windows are drawn without a display; measurements of
// minutes are cut to one cell, and reports to two seconds.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>

#include <gtest/gtest.h>

#include "kernels/ground/base/errors.h"
#include "kernels/machines/custom_kernel/fetch_body.h"
#include "tests/source_root.h"
#include "tests/temp_folder.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;
using tests::source_root;

struct Command {
  std::string place, line; // "docs/bench.md:12"
};

// The lines of a page's blocks of shell, continued ones joined.
std::vector<Command> commands_of(const fs::path& page) {
  std::vector<Command> all;
  std::ifstream file(page);
  bool inside = false, goes_on = false;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    line.erase(0,
               line.find_first_not_of(' ') == std::string::npos ? line.size() : line.find_first_not_of(' '));
    if (line.starts_with("```")) {
      inside = !inside && line == "```sh";
    } else if (inside && !line.empty()) {
      const bool continues = line.ends_with('\\');
      if (continues) line.pop_back();
      if (goes_on)
        all.back().line += line;
      else
        all.push_back({fs::relative(page, source_root).string() + ":" + std::to_string(number), line});
      goes_on = continues;
    }
  }
  return all;
}

std::vector<fs::path> pages() {
  std::vector<fs::path> all = {source_root / "README.md"};
  for (const auto& entry : fs::directory_iterator(source_root / "docs"))
    if (entry.path().extension() == ".md") all.push_back(entry.path());
  return all;
}

void write_program(const fs::path& file, const std::string& text) {
  std::ofstream(file) << "#!/bin/sh\n" << text;
  fs::permissions(file, fs::perms::owner_all);
}

class Reader {
public:
  Reader() {
    fs::create_directory(folder / "bin");
    fs::create_directory_symlink(source_root / "assets", folder / "assets");
    write_program(folder / "bin/texelscope", R"sh(program=)sh" + std::string(TEXELSCOPE_PROGRAM) + R"sh(
case "$*" in *--record*) set -- --lesson half-a-texel ;; esac # render has no students
case "$1" in
  bench) case "$*" in *--cell*|*--ab*) exec $program "$@" --backend cpu ;; esac
         exec $program "$@" --backend cpu --filter 'u8x4.point.2d.array.tile.[61]*[KM].tex' ;;
  bench-compare) $program "$@" > compared.txt; ended=$?; cat compared.txt
         [ $ended = 1 ] && grep -q '[1-9][0-9]* slower' compared.txt && exit 0 # this machine was, the second time
         exit $ended ;;
  report) case "$*" in *--out*) exec $program "$@" --seconds 2 ;; esac ;;
  trace) $program "$@" # where there is no GPU it ends with 1, after it has judged its arguments
         case $? in [01]) cp recorded.json trace.json ;; *) exit 2 ;; esac
         exit 0 ;;
  explain) case "$2" in trace.json*) # it has no fetches, which is said after the arguments are judged
         $program "$@" 2>&1 | grep -q 'The report has no file of recorded fetches' && exit 0 ;; esac ;;
  advise) $program "$@" > advised.txt 2>&1; ended=$?; cat advised.txt # needs a GPU, after it has judged its arguments
         [ $ended = 2 ] && grep -q 'The report has no file of recorded fetches' advised.txt && exit 0
         [ $ended = 2 ] && exit 2
         exit 0 ;;
  trace-open) case "$*" in *--out*|*.json) ;; *) exec $program "$@" --out opened.json ;; esac ;;
  -*|*.json) exec $program render --window --out window.png "$@" ;;
esac
exec $program "$@"
)sh");
    write_program(folder / "bin/generate-session", "cat session.json\n");
    write_program(folder / "bin/jq", "cat > /dev/null\n");
    write_program(folder / "app", "exit 0\n");
    fs::copy_file(source_root / "tests/trace/recorded.json", folder / "recorded.json");
    fs::copy_file(source_root / "assets/sessions/05-mirror.json", folder / "session.json");
    fs::copy_file(source_root / "assets/lessons/01-half-a-texel.json", folder / "my-lesson.json");
    std::ofstream(folder / "answers-ada.json")
        << R"({"format": "texelscope-answers", "version": 1, "questions": []})";
    for (const std::string line : {"texelscope render session.json --out expected.exr",
                                   "texelscope bench --suite quick --shard 1/1 --json shard0.json"})
      EXPECT_EQ(run(line), 0) << line << "\n" << output();
  }

  int run(const std::string& line) const {
    const std::string path = "PATH=\"" + (folder / "bin").string() + ":$PATH\" LC_ALL=C ";
    std::ofstream(folder / "line.sh") << line << "\n";
    return std::system(
        ("cd " + folder.root().string() + " && " + path + "sh line.sh > output.txt 2>&1").c_str());
  }
  std::string output() const { return folder.read("output.txt"); }

private:
  tests::TempFolder folder;
};

// What a command needs that not every machine has.
enum class Needs { nothing, numpy, nvrtc };
Needs needs(const Command& command) {
  if (command.line.find("numpy") != std::string::npos) return Needs::numpy;
  if (command.line.find("fetch-check") != std::string::npos) return Needs::nvrtc;
  return Needs::nothing;
}

// Runs the commands that need this; how many they were.
int run_commands(Needs wanted) {
  const std::regex others(R"((\./scripts/|ncu |sbatch |mpirun ).*)"); // other programs than this one
  const std::regex placeholder(R"(\bFILE\b)"), compiled(R"( && nvcc .*)");
  const Reader reader;
  int count = 0;
  for (const fs::path& page : pages()) {
    EXPECT_EQ(reader.run("cp shard0.json before.json && cp shard0.json after.json"), 0);
    for (const Command& command : commands_of(page)) {
      if (std::regex_match(command.line, others) || needs(command) != wanted) continue;
      std::string line = std::regex_replace(command.line, placeholder, "assets/lessons/01-half-a-texel.json");
      line = std::regex_replace(line, compiled, "");
      ++count;
      EXPECT_EQ(reader.run(line), 0) << command.place << ": " << command.line << "\n" << reader.output();
    }
  }
  return count;
}

TEST(Docs, EveryCommandRuns) {
  EXPECT_GE(run_commands(Needs::nothing), 30);
}

// Separate tests, so that the report shows where these commands were skipped.
TEST(Docs, EveryCommandThatNeedsNumpyRuns) {
  if (std::system("python3 -c 'import numpy' 2> /dev/null") != 0) GTEST_SKIP() << "python3 has no NumPy";
  EXPECT_GE(run_commands(Needs::numpy), 1);
}
TEST(Docs, EveryCommandThatNeedsNvrtcRuns) {
  try {
    const BodyCompiler there;
  } catch (const MachineError& error) {
    GTEST_SKIP() << error.what();
  }
  EXPECT_GE(run_commands(Needs::nvrtc), 1);
}

} // namespace
} // namespace texelscope
