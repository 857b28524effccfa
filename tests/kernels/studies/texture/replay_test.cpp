// A feedback's frames are replayed in bounded pieces, up to a stated limit, and can be stopped.
#include "kernels/studies/texture/replay.h"

#include <cmath>
#include <cstdlib>
#include <cstring>

#include <gtest/gtest.h>

#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/progress_line.h"
#include "kernels/unit/resolve/resolve.h"
#include "tests/terminal.h"

namespace texelscope {
namespace {

std::string feedback(std::int64_t frame, const std::string& more = "") {
  return R"({"version": 1, "texture": {"width": 4, "height": 4}, "write": {"mode": "feedback", "frame": )" +
         std::to_string(frame) + more + "}}";
}

TEST(Replay, MoreFramesThanTheLimitAreRefused) {
  const Program program = {};
  write(program / "far.json", feedback(1'000'000'000));
  const std::string refused =
      "texelscope: error: write.frame: 1000000000 feedback frames would be replayed, but at most 100000 "
      "are. --frames-limit 1000000000 allows them; --write.frame takes an earlier frame.\n";
  for (const std::vector<std::string>& args : std::vector<std::vector<std::string>>{
           {"render", "far.json", "--backend", "cpu", "--out", "o.png"},
           {"render", "far.json", "--backend", "cpu", "--out", "o.png", "--window", "--size", "640x480"},
           {"explain", "far.json", "--backend", "cpu", "--at", "1,1"},
           {"compare", "far.json", "--backend", "cpu", "--a", "model", "--b", "ideal"},
           {"scope", "far.json"}}) {
    const Ran ran = program.run(args);
    EXPECT_EQ(ran.code, 2) << args[0];
    EXPECT_TRUE(ran.err.ends_with(refused)) << args[0] << ran.err;
    EXPECT_NE(program.run({args[0], "--help"}).out.find("--frames-limit"), std::string::npos) << args[0];
    EXPECT_NE(program.run({args[0], "--help"}).out.find("\n  130  "), std::string::npos) << args[0];
  }
  EXPECT_FALSE(std::filesystem::exists(program / "o.png"));
}

TEST(Replay, TheLimitCountsFromTheStartAndCanBeLifted) {
  const Program program = {};
  write(program / "s.json", feedback(100'001));
  write(program / "later.json", feedback(1'000'000'000, R"(, "feedback_start": 999999990)"));
  write(program / "off.json", R"({"version": 1, "write": {"frame": 1000000000}})");
  const auto code = [&](const std::string& file, std::vector<std::string> more) {
    more.insert(more.end(), {file, "--size", "4x4"});
    return program.render(more).code;
  };
  EXPECT_EQ(code("s.json", {}), 2);
  EXPECT_EQ(code("s.json", {"--frames-limit", "100000"}), 2);
  EXPECT_EQ(code("s.json", {"--frames-limit", "100001"}), 0);
  EXPECT_EQ(code("s.json", {"--write.frame", "100000"}), 0);
  EXPECT_EQ(code("later.json", {}), 0);
  EXPECT_EQ(code("later.json", {"--frames-limit", "9"}), 2);
  EXPECT_EQ(code("off.json", {}), 0) << "nothing is replayed";
  EXPECT_EQ(code("s.json", {"--frames-limit", "-1"}), 2);
}

TEST(Replay, PiecesEndWhereOneRunEnds) {
  Session session;
  session.texture.width = 5;
  session.texture.height = 3;
  session.texture.source = Source::one_hot;
  session.write.mode = WriteMode::feedback;
  session.write.feedback = FeedbackRule::diffuse;
  session.write.frame = 3333; // more than a piece
  const Effective effective = resolve(session).effective;
  auto image = std::make_shared<Image>(Image::create(5, 3, session.texture.format));
  for (std::size_t i = 0; i < image->texels.size() - Image::padding; ++i)
    image->texels[i] = std::byte(i * 37);
  const FrameRequest request{session, effective, image, 7, 6};
  const auto at_once = make_cpu_backend(1), in_pieces = make_cpu_backend(1);
  at_once->frame(request);
  ProgressLine progress;
  EXPECT_EQ(run_frame(*in_pieces, request, 3333, progress).feedback_steps_left, 0);
  const Picture a = at_once->read_result(), b = in_pieces->read_result();
  ASSERT_EQ(b.width, 7);
  ASSERT_EQ(b.height, 6);
  EXPECT_EQ(a.pixels, b.pixels);
  const Image after = at_once->read_texture(), pieces = in_pieces->read_texture();
  EXPECT_EQ(std::memcmp(after.texels.data(), pieces.texels.data(), after.size_bytes()), 0);
  EXPECT_THROW(run_frame(*in_pieces, request, 3332, progress), UserError);
}

// Ctrl+C is pressed as soon as the terminal shows the replay's progress.
OnTerminal stopped_on_terminal(const Program& program, const std::vector<std::string>& args) {
  const auto press = [pressed = false](const std::string& shown) mutable {
    if (pressed || shown.find("feedback frame, ") == std::string::npos) return "";
    pressed = true;
    return "\x03";
  };
  return run_on_terminal(
      program, args, [] {}, press);
}

TEST(Replay, CtrlCEndsItAndWritesNothing) {
  const Program program = {};
  write(program / "far.json", feedback(1'000'000'000));
  for (const std::vector<std::string>& args : std::vector<std::vector<std::string>>{
           {"render", "far.json", "--size", "4x4", "--out", "o.png"},
           {"render", "far.json", "--window", "--size", "640x480", "--out", "o.png"},
           {"explain", "far.json", "--at", "1,1"},
           {"compare", "far.json", "--a", "model", "--b", "ideal"}}) {
    std::vector<std::string> all = args;
    all.insert(all.end(), {"--backend", "cpu", "--frames-limit", "1000000000"});
    const OnTerminal ended = stopped_on_terminal(program, all);
    EXPECT_TRUE(WIFEXITED(ended.status))
        << args[0] << " did not exit by itself but by signal " << WTERMSIG(ended.status);
    EXPECT_EQ(WEXITSTATUS(ended.status), 130) << args[0];
    EXPECT_NE(ended.shown.find("/1000000000] feedback frame, "), std::string::npos)
        << ended.shown.substr(0, 200);
    EXPECT_TRUE(ended.shown.ends_with("\r\033[K")) << args[0] << " leaves its progress line";
  }
  EXPECT_FALSE(std::filesystem::exists(program / "o.png"));
}

TEST(Replay, TheTimeLeftFollowsFromTheTimeSoFar) {
  ReplayClock clock;
  EXPECT_TRUE(std::isnan(clock.seconds_left(1000, 5)));
  EXPECT_EQ(clock.seconds_left(900, 7), 18); // 50 a second
  EXPECT_EQ(clock.seconds_left(500, 15), 10);
  EXPECT_EQ(clock.seconds_left(0, 25), 0);
  EXPECT_TRUE(std::isnan(clock.seconds_left(300, 30))) << "another replay";
  EXPECT_EQ(clock.seconds_left(200, 31), 2);
  EXPECT_EQ(clock_text(0), "0:00");
  EXPECT_EQ(clock_text(58.2), "0:59");
  EXPECT_EQ(clock_text(600), "10:00");
  EXPECT_EQ(clock_text(39909), "11:05:09");
  EXPECT_EQ(clock_text(std::nan("")), "-");
}

} // namespace
} // namespace texelscope
