// The program as a subprocess: exit codes, sentences and files.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "kernels/ground/base/wsl.h"
#include "kernels/ground/files/version.h"
#include "kernels/state/session/fields.h"
#include "tests/program.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;

// Exit code 2 (or `code`), one sentence with `sentence` in it after "texelscope: error: ", nothing on stdout.
void expect_refused_in_a_sentence(const Ran& ran, const std::string& sentence, int code = 2) {
  EXPECT_EQ(ran.code, code) << ran.err;
  EXPECT_TRUE(ran.err.starts_with("texelscope: error: ")) << ran.err;
  EXPECT_NE(ran.err.find(sentence), std::string::npos) << ran.err;
  EXPECT_TRUE(ran.err.ends_with(".\n") || ran.err.ends_with("?\n") || sentence.ends_with('\n')) << ran.err;
  EXPECT_EQ(ran.err.find(".."), std::string::npos) << ran.err;
  EXPECT_EQ(ran.out, "");
}

TEST(CommandLine, TheVersionHasShortForms) {
  const Program program = {};
  for (const std::string flag : {"--version", "-V", "-v"}) {
    const Ran ran = program.run({flag});
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.out, std::string("texelscope ") + version() + "\n");
  }
}

TEST(CommandLine, EveryFieldIsAFlag) {
  const Program program = {};
  for (const Field& field : fields())
    if (field.type == FieldType::choice)
      expect_refused_in_a_sentence(program.render({"--" + std::string(field.path), "nonsense"}),
                                   "--" + std::string(field.path) + " is \"nonsense\", but must be one of ");
}

TEST(CommandLine, WrongFlagsAreNamed) {
  const Program program = {};
  expect_refused_in_a_sentence(program.render({"--texture.wdth", "3"}),
                               "unknown option --texture.wdth. Did you mean \"--texture.width\"?");
  expect_refused_in_a_sentence(program.render({"-x"}), "unknown option -x");
  expect_refused_in_a_sentence(program.render({"--texture.width"}),
                               "--texture.width needs a value after it.");
  expect_refused_in_a_sentence(
      program.run({"render", "--out", "--size", "4x4"}),
      "--out needs a value after it, but --size follows. A value that begins with dashes is "
      "written --out=VALUE.");
  expect_refused_in_a_sentence(program.run({"render", "-o", "--sizee", "4x4"}),
                               "--out needs a value after it, but --sizee follows");
  expect_refused_in_a_sentence(program.run({"render", "--size", "-o", "a.png"}),
                               "--size needs a value after it, but -o follows");
  expect_refused_in_a_sentence(program.run({"render", "-o", "a.png", "--out", "b.png"}),
                               "--out is given twice");
  expect_refused_in_a_sentence(program.render({"--texture.width", "3", "--texture.width", "4"}),
                               "--texture.width is given twice");
  expect_refused_in_a_sentence(program.render({"--texture.width=3", "--texture.width=4"}),
                               "--texture.width is given twice");
  expect_refused_in_a_sentence(program.render({"a.json", "b.json"}), "unexpected argument \"b.json\"");
  expect_refused_in_a_sentence(program.run({"no.json"}), "There is no file \"no.json\".");
  expect_refused_in_a_sentence(program.run({"folder/rendr"}), "There is no file \"folder/rendr\".");
  expect_refused_in_a_sentence(program.run({"render"}), "--out is missing");
  expect_refused_in_a_sentence(program.run({"doctor", "now"}), "unexpected argument \"now\"");
}

TEST(CommandLine, AnUnknownVerbIsNoFile) {
  const Program program = {};
  expect_refused_in_a_sentence(program.run({"rendr"}), "unknown verb \"rendr\"; did you mean render?");
  expect_refused_in_a_sentence(program.run({"rendr", "--out", "a.png"}),
                               "unknown verb \"rendr\"; did you mean render?");
  expect_refused_in_a_sentence(program.run({"help", "doktor"}),
                               "unknown verb \"doktor\"; did you mean doctor?");
  expect_refused_in_a_sentence(program.run({"frobnicate"}),
                               "unknown verb \"frobnicate\". \"texelscope help\" lists all;");
}

TEST(CommandLine, TheVerbComesFirst) {
  const Program program = {};
  expect_refused_in_a_sentence(program.run({"--json", "bench"}),
                               "the verb comes first: texelscope bench --json\n");
  expect_refused_in_a_sentence(program.run({"--backend", "cpu", "render", "--out", "a.png"}),
                               "the verb comes first: texelscope render --backend cpu --out a.png\n");
  expect_refused_in_a_sentence(program.run({"--paused", "doctor"}),
                               "the verb comes first: texelscope doctor --paused\n");
  expect_refused_in_a_sentence(program.run({"--backend", "bench"}),
                               "--backend is \"bench\", but must be one of cuda, cpu");
}

TEST(CommandLine, TwoDashesEndOptions) {
  const Program program = {};
  write(program / "-wide.json", R"({"version": 1, "texture": {"width": 8, "height": 8}})");
  EXPECT_EQ(
      program.run({"render", "-o", "out.png", "--size", "8x8", "--backend", "cpu", "--", "-wide.json"}).code,
      0);
  EXPECT_TRUE(fs::exists(program / "out.png"));
  expect_refused_in_a_sentence(program.run({"render", "-o", "a.png", "-wide.json"}),
                               "unknown option -wide.json.");
  expect_refused_in_a_sentence(program.run({"share", "--", "-wide.json", "--more"}),
                               "unexpected argument \"--more\".");
  expect_refused_in_a_sentence(program.run({"share", "--", "--none.json"}), "\"--none.json\" cannot be read");
}

TEST(CommandLine, ShortForms) {
  const Program program = {};
  const Ran ran = program.run({"render", "-q", "-oout.png", "--size", "8x8", "--backend", "cpu",
                               "--sampler.normalized_coords", "off"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out + ran.err, "") << "neither the warning nor what was written";
  EXPECT_TRUE(fs::exists(program / "out.png"));
  expect_refused_in_a_sentence(program.run({"render", "-q"}), "--out is missing");
}

TEST(CommandLine, OnAndOffAndUnderscoresAndDashes) {
  const Program program = {};
  const auto share = [&](const char* flag, const char* value) {
    return program.run({"share", flag, value}).out;
  };
  EXPECT_EQ(share("--sampler.normalized_coords", "off"), share("--sampler.normalized_coords", "false"));
  EXPECT_NE(share("--sampler.normalized_coords", "off"), share("--sampler.normalized_coords", "on"));
  EXPECT_EQ(share("--sampler.read_mode", "normalized-float"),
            share("--sampler.read_mode", "normalized_float"));
  EXPECT_NE(share("--sampler.read_mode", "normalized-float"), "");
  expect_refused_in_a_sentence(program.run({"share", "--sampler.read_mode", "normalized-flat"}),
                               "is \"normalized-flat\", but must be one of");
}

TEST(CommandLine, WrongValuesAreRefused) {
  const Program program = {};
  const std::vector<std::array<std::string, 3>> cases = {
      {"--texture.width", "0", "--texture.width is 0, but must be from 1 to 268435456"},
      {"--texture.width", "-1", "--texture.width is -1, but must be from 1 to 268435456"},
      {"--texture.width", "1.5", "--texture.width is \"1.5\", but must be a whole number"},
      {"--texture.width", "1e20", "--texture.width is \"1e20\", but must be a whole number"},
      {"--texture.width", "", "--texture.width is \"\", but must be a whole number"},
      {"--texture.bits", "12", "--texture.bits is 12, but must be 8, 16 or 32"},
      {"--sampler.filter", "cubic", "--sampler.filter is \"cubic\", but must be one of point, linear"},
      {"--sampler.srgb", "maybe", "--sampler.srgb is \"maybe\", but must be on or off"},
      {"--sampler.border_color", "1,0,0", "--sampler.border_color must have 4 numbers, but has 3"},
      {"--view.span", "nan", "--view.span is nan, but must be a finite number"},
      {"--view.center_x", "inf", "--view.center_x is inf, but must be a finite number"},
      {"--size", "0x480", "--size is 0x480, but must be from 1x1 to 16384x16384"},
      {"--size", "640x-1", "--size is 640x-1, but must be from 1x1 to 16384x16384"},
      {"--size", "16385x1", "--size is 16385x1, but must be from 1x1 to 16384x16384"},
      {"--size", "640", "--size is \"640\", but must be a size such as 1280x720"},
      {"--size", "-1", "--size is \"-1\", but must be a size such as 1280x720"},
      {"--size", "axb", "but must be a size such as 1280x720"},
      {"--size", "4294967297x1", "but must be from 1x1 to 16384x16384"},
      {"--frames", "0", "--frames is 0, but must be from 1 to"},
      {"--frames", "two", "--frames is \"two\", but must be a whole number"},
      {"--scale", "2", "--scale needs --window"},
      {"--lab", "writes", "--lab needs --window"},
      {"--tab", "history", "--tab needs --window"},
      {"--at", "3,4", "--at needs --window"},
      {"--ui-map", "map.json", "--ui-map needs --window"},
  };
  for (const auto& [flag, value, sentence] : cases)
    expect_refused_in_a_sentence(program.render({flag, value}), sentence);
  expect_refused_in_a_sentence(program.run({"render", "--out", "a.png", "--backend", "opencl"}),
                               "--backend is \"opencl\", but must be one of cuda, cpu");
  expect_refused_in_a_sentence(program.render({"--window", "--lab", "legal"}),
                               "--lab is \"legal\", but must be one of none, legality, staleness, writes");
  expect_refused_in_a_sentence(program.render({"--window", "--scale", "9"}),
                               "--scale is 9, but must be from 0.5 to 4");
  expect_refused_in_a_sentence(program.render({"--window", "--tab", "wy"}),
                               "--tab is \"wy\", but must be one of levels, scope, history, cost");
  expect_refused_in_a_sentence(program.render({"--window", "--tab", "cost", "--lab", "writes"}),
                               "--tab and --lab exclude each other");
  expect_refused_in_a_sentence(program.render({"--window", "--at", "3"}), "--at is \"3\"");
  expect_refused_in_a_sentence(program.render({"--window", "--at", "-1,0"}),
                               "--at is -1,0, but the result has");
  expect_refused_in_a_sentence(program.render({"--window", "--at", "5000,0"}),
                               "--at is 5000,0, but the result has");
  expect_refused_in_a_sentence(program.render({"--window", "--ui-map", "nowhere/map.json"}),
                               "the folder \"nowhere\" does not exist");
  expect_refused_in_a_sentence(program.render({"--write.frame", "1e9", "--frames", "2"}),
                               "--frames 2 would go past frame 1000000000");
  EXPECT_FALSE(fs::exists(program / "out.png"));
}

TEST(CommandLine, NegativeNumbersAndExponentsAreValues) {
  const Program program = {};
  const Ran ran = program.render({"--size", "4x4", "--view.center_x", "-0.5e-3", "--write.frame", "1e9",
                                  "--view.range_low=-1", "--sampler.border_color", "nan,-inf,-1e3,1",
                                  "--texture.kind", "float", "--texture.bits", "32", "--sampler.read_mode",
                                  "element", "--sampler.address_x", "border"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
}

TEST(CommandLine, BadSessionsAreRefusedWithTheirPlace) {
  const Program program = {};
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "s.json:1:1: this is not JSON"},
      {"{\"version\":1,", "s.json:1:14: this is not JSON"},
      {"{", "unexpected end of input; expected string literal."},
      {"{\"version\":1}\n{}", "s.json:2:1: this is not JSON"},
      {"{}", "s.json:1:1: \"version\" is missing; the shortest session is {\"version\": 1}."},
      {"[]", "s.json:1:1: a session is an object, such as {\"version\": 1}."},
      {"{\"version\":2}", "this session has version 2, which a newer Texelscope wrote"},
      {"{\"version\":1,\n \"texture\": {\"wdth\": 3}}",
       "s.json:2:14: texture.wdth is not a field. Did you mean \"texture.width\"?"},
      {"{\"version\":1, \"texture\": {\"width\": \"64\"}}",
       "texture.width is \"64\", but must be a whole number"},
      {"{\"version\":1, \"view\": {\"span\": \"nan\"}}", "view.span is nan, but must be a finite number"},
      {std::string("\0\0\0", 3), "s.json:1:1: the text contains a zero byte"},
      {std::string((1 << 20) + 1, ' '), "\"s.json\" is longer than 1 MB"},
  };
  for (const auto& [json, sentence] : cases) {
    write(program / "s.json", json);
    expect_refused_in_a_sentence(program.render({"s.json"}), sentence);
    expect_refused_in_a_sentence(program.run({"s.json"}), sentence); // the window's way
  }
  expect_refused_in_a_sentence(program.render({"no.json"}),
                               "\"no.json\" cannot be read: No such file or directory");
  EXPECT_FALSE(fs::exists(program / "out.png"));
}

TEST(CommandLine, BadPicturesAreRefusedByName) {
  Program program;
  ASSERT_EQ(program.render({"--size", "64x64"}, "good.png").code, 0);
  const std::string good = contents(program / "good.png");
  ASSERT_GT(good.size(), 200u);
  write(program / "cut.png", good.substr(0, good.size() / 2));
  write(program / "empty.png", "");
  write(program / "prose.png", "this is no picture\n");
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (20000, 20000), }";
  header.resize(117, ' ');
  write(program / "huge.npy", std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + "\n");
  fs::create_directory(program / "folder.png");
  for (const std::string name :
       {"missing.png", "cut.png", "empty.png", "prose.png", "huge.npy", "folder.png"}) {
    expect_refused_in_a_sentence(program.render({name}), name);
    write(program / "s.json", "{\"version\":1,\"texture\":{\"source\":\"file\",\"path\":\"" + name +
                                  "\",\"width\":8,\"height\":8,"
                                  "\"kind\":\"unsigned\",\"bits\":8,\"channels\":4}}");
    expect_refused_in_a_sentence(program.render({"s.json"}), name);
  }
  expect_refused_in_a_sentence(program.render({"--texture.source", "file"}), "texture.path names none");
  EXPECT_EQ(program.render({"good.png"}).code, 0);
}

TEST(CommandLine, OutputsThatCannotBeWrittenAreRefused) {
  const Program program = {};
  fs::create_directory(program / "folder.png");
  expect_refused_in_a_sentence(program.render({}, "no/such/out.png"),
                               "the folder \"no/such\" does not exist");
  expect_refused_in_a_sentence(program.render({}, "folder.png"), "\"folder.png\" cannot be written");
  expect_refused_in_a_sentence(program.render({}, "out.jpg"), "must end in .png, .exr or .npy");
  expect_refused_in_a_sentence(program.render({}, "out"), "must end in .png, .exr or .npy");
  expect_refused_in_a_sentence(program.render({"--window"}, "out.exr"), "the window is drawn as a .png");
  expect_refused_in_a_sentence(program.render({"--size", "2x2"}, std::string(300, 'x') + ".png"),
                               "cannot be written");
}

TEST(CommandLine, AFullDiskIsTheMachinesFailure) {
  const Program program = {};
  fs::create_symlink("/dev/full", program / "out.png");
  expect_refused_in_a_sentence(program.render({"--size", "8x8"}), "No space left on device", 1);
}

TEST(CommandLine, WithoutAGpuCudaByNameFails) {
  const Program program = {};
  const Ran ran = program.run({"render", "--backend", "cuda", "--out", "out.png"});
  // No toolkit, no driver or no device: each names its cure.
  const bool built = ran.err.find("CUDA Toolkit") == std::string::npos;
  expect_refused_in_a_sentence(ran, built ? "NVIDIA driver" : "Install the CUDA Toolkit 12.4", 1);
  EXPECT_FALSE(fs::exists(program / "out.png"));
}

TEST(CommandLine, WithoutADisplayTheWindowFails) {
  const Program program = {};
  expect_refused_in_a_sentence(program.run({}), "DISPLAY", 1);
}

TEST(CommandLine, WhatTheHardwareRefusesIsRefused) {
  const Program program = {};
  expect_refused_in_a_sentence(program.render({"--texture.kind", "float"}),
                               "There is no 8-bit float element");
  expect_refused_in_a_sentence(program.render({"--sampler.read_mode", "element"}),
                               "Integers cannot be filtered linearly");
  EXPECT_FALSE(fs::exists(program / "out.png"));
}

// Exit code 2 and no file: nothing is "used" instead.
TEST(CommandLine, ARefusedPitchSaysTheRightOne) {
  const Program program = {};
  const Ran ran = program.render({"--texture.storage", "pitch", "--texture.pitch_offset", "3"});
  expect_refused_in_a_sentence(
      ran, "texture.pitch_offset: A pitch of 515 bytes is refused; the right one is 512.");
  EXPECT_EQ(ran.err.find(" used"), std::string::npos) << ran.err;
  EXPECT_TRUE(ran.err.ends_with(" Use --texture.pitch_offset 0.\n")) << ran.err;
  EXPECT_FALSE(fs::exists(program / "out.png"));
}

// Whatever goes wrong: every line of standard error says whether it is an error, a warning or a note.
TEST(CommandLine, EveryMessageBeginsWithItsKind) {
  const Program program = {};
  write(program / "a.cpp", "cudaTextureDesc d = {}; d.filterMode = cudaFilterModeLinear;");
  const std::vector<std::vector<std::string>> all = {
      {"nowhere.json"},
      {"render"},
      {"scope", "nowhere.json"},
      {"explain", "nowhere.json"},
      {"compare"},
      {"sample"},
      {"verify", "--fetches", "x"},
      {"legality", "--only", "nothing"},
      {"bench-compare"},
      {"bench-merge"},
      {"bench-plot"},
      {"write-lab", "--only", "nothing"},
      {"bench", "--cell", "x"},
      {"lesson", "nothing"},
      {"answers"},
      {"answers", "zzyzx"},
      {"fetch-check"},
      {"export"},
      {"import-desc"},
      {"info", "nowhere.png"},
      {"share", "nowhere.json"},
      {"doctor", "now"},
      {"export", "--as", "webgpu", "--sampler.address_x", "border", "--texture.width", "4",
       "--texture.height", "4"},
      {"import-desc", "a.cpp"},
      {"share", "--texture.source", "file", "--texture.path", "a.png"},
      {"render", "--out", "out.png", "--size", "8x8", "--sampler.normalized_coords", "off"},
  };
  for (const std::vector<std::string>& args : all) {
    const Ran ran = program.run(args);
    EXPECT_NE(ran.err, "") << args[0];
    std::istringstream lines(ran.err);
    for (std::string line; std::getline(lines, line);) {
      const std::string wanted = ran.code == 0 ? "" : "texelscope: error: ";
      EXPECT_TRUE(line.starts_with("texelscope: error: ") || line.starts_with("texelscope: warning: ") ||
                  line.starts_with("texelscope: note: "))
          << args[0] << ": " << line;
      EXPECT_TRUE(line.starts_with(wanted)) << args[0] << ": " << line;
    }
  }
}

TEST(CommandLine, WhatTheHardwareChangesIsAWarning) {
  const Program program = {};
  const Ran ran = program.render({"--size", "8x8", "--sampler.normalized_coords", "off"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.err.find("texelscope: warning: sampler.address_x: wrap needs normalized coordinates, so the "
                         "hardware clamps."),
            std::string::npos)
      << ran.err;
  EXPECT_NE(ran.err.find("sampler.address_y"), std::string::npos);
  EXPECT_TRUE(fs::exists(program / "out.png"));
}

TEST(CommandLine, DoctorAlwaysReports) {
  Program program;
  for (const char* vendors : {"", "/nonexistent"}) {
    if (*vendors) program.environment["__EGL_VENDOR_LIBRARY_FILENAMES"] = vendors;
    const Ran ran = program.run({"doctor"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.err, "");
    EXPECT_TRUE(ran.out.starts_with(std::string("program     texelscope ") + version())) << ran.out;
    for (const char* label : {"build  ", "OpenGL  ", "display     does not open (", "fonts  ", "assets  "})
      EXPECT_NE(ran.out.find(label), std::string::npos) << label << "\n" << ran.out;
    EXPECT_NE(ran.out.find("problem     The window cannot open"), std::string::npos) << ran.out;
    EXPECT_EQ(ran.out.find("libgl1-mesa-dri") != std::string::npos, *vendors != '\0') << ran.out;
  }
}

TEST(CommandLine, DoctorNamesTheWindowSystemAndWsl) {
  Program program;
  EXPECT_NE(program.run({"doctor"}).out.find("11, DISPLAY=, WAYLAND_DISPLAY=)"), std::string::npos)
      << "X11 without any display";
  if (find_wsl().version == 0) {
    EXPECT_EQ(program.run({"doctor"}).out.find("WSL"), std::string::npos);
  }
  program.environment = {{"WAYLAND_DISPLAY", "wayland-none"}, {"WSL_DISTRO_NAME", "Debian"}};
  const std::string out = program.run({"doctor"}).out;
  EXPECT_NE(out.find("Wayland, DISPLAY=, WAYLAND_DISPLAY=wayland-none)"), std::string::npos) << out;
  EXPECT_NE(out.find("WSL         version 2, "), std::string::npos) << out;
  const auto report = nlohmann::json::parse(program.run({"doctor", "--json"}).out);
  EXPECT_TRUE(report.at("wsl").get<std::string>().starts_with("version 2, ")) << report;
  if (report.at("build") != "without CUDA: only the CPU backend" && report.at("driver") == nullptr) {
    EXPECT_NE(out.find("Install NVIDIA's driver in Windows and none in WSL"), std::string::npos) << out;
  }
}

TEST(CommandLine, OutputThatCannotBeWrittenIsReported) {
  Program program;
  program.out_to = "/dev/full";
  for (const std::string flag : {"--help", "--version"}) {
    const Ran ran = program.run({flag});
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.err, "texelscope: error: Standard output could not be written. See whether its disk is "
                       "full, its file has reached a limit of size, or its reader has ended.\n");
  }
}

// ulimit -f sends a signal that ends most programs.
TEST(CommandLine, ALimitOfFileSizesIsAFailureLikeAFullDisk) {
  Program program;
  write(program / "in.cpp", "cudaTextureDesc d = {};\n");
  write(program / "in.json", "{\"version\": 1}");
  program.limits[RLIMIT_FSIZE] = 700;
  const auto files = [&] { return std::distance(fs::directory_iterator(program.root()), {}); };
  ASSERT_EQ(program.run({"doctor", "now"}).code, 2) << "makes the files of its output";
  const auto before = files();
  for (const std::string out : {"o.npy", "o.png", "o.exr"})
    expect_refused(program.render({"--texture.source", "noise"}, out),
                   "texelscope: error: Writing \"" + out + "\" failed: File too large.", 1);
  for (const std::string out : {"o.dds", "t.npy"})
    expect_refused(program.render({"--size", "4x4", "--texture-out", out}, "small.png"),
                   "texelscope: error: Writing \"" + out + "\" failed: File too large.", 1);
  fs::remove(program / "small.png");
  expect_refused(program.run({"export", "in.json", "--as", "cuda", "--out", "o.cu"}),
                 "\" failed: File too large.", 1);
  expect_refused(program.run({"import-desc", "in.cpp", "--out", "o.json"}),
                 "texelscope: error: Writing \"o.json\" failed: File too large.", 1);
  EXPECT_EQ(files(), before) << "no part of a file is left";
  program.out_to = "whole.txt";
  const Ran ran = program.run({"help", "fields"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.err.find("its file has reached a limit of size"), std::string::npos) << ran.err;
}

#if !defined(TEXELSCOPE_SANITIZE) // which needs more address space than any limit leaves
// Drivers end their process where they find no memory. What can be found without them is reported all the
// same.
TEST(CommandLine, DoctorReportsWhereMemoryIsShort) {
  Program program;
  for (rlim_t megabytes = 128; megabytes <= 400; megabytes += 16) {
    program.limits[RLIMIT_AS] = megabytes << 20;
    const Ran ran = program.run({"doctor"});
    EXPECT_EQ(ran.code, 0) << megabytes << ran.err;
    for (const char* label : {"OpenGL  ", "display  ", "fonts  ", "assets  "})
      EXPECT_NE(ran.out.find(label), std::string::npos) << megabytes << label << "\n" << ran.out;
  }
}
#endif

} // namespace
} // namespace texelscope
