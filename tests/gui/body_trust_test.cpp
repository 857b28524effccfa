// A body that came with a session, a lesson or a pasted text is not compiled before its button is pressed.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "gui/gui_test.h"
#include "kernels/ground/text/texts.h"
#include "tests/with_nvrtc.h"

namespace texelscope::gui {

namespace fs = std::filesystem;

namespace {
// H is a hundred million terms, which NVRTC counts for minutes.
constexpr const char* endless =
    R"({"version":1,"fetch":{"body":"#define A 1+1+1+1+1+1+1+1+1+1\n#define B A+A+A+A+A+A+A+A+A+A\n#define C B+B+B+B+B+B+B+B+B+B\n)"
    R"(#define D C+C+C+C+C+C+C+C+C+C\n#define E D+D+D+D+D+D+D+D+D+D\n#define F E+E+E+E+E+E+E+E+E+E\n#define G F+F+F+F+F+F+F+F+F+F\n)"
    R"(#define H G+G+G+G+G+G+G+G+G+G\n#if H\n#endif\nreturn Texel{};"}})";
constexpr const char* plain = R"({"version":1,"fetch":{"body":"return tex2D<Texel>(tex, x, y);"}})";

// By /proc/PID/stat: "PID (name) state parent ...".
std::vector<pid_t> children_of(pid_t parent) {
  std::vector<pid_t> children;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "stat");
    std::string line;
    if (!std::getline(file, line)) continue;
    std::istringstream rest(line.substr(line.rfind(')') + 1));
    std::string state;
    pid_t of = 0;
    if (rest >> state >> of && of == parent) children.push_back(std::stoi(line));
  }
  return children;
}
} // namespace

class ForeignBody : public tests::WithNvrtc<GuiTest> {
protected:
  void SetUp() override {
    WithNvrtc::SetUp();
    home_ = folder_.path("home");
  }
  void open(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--backend", "cpu"});
    start(arguments);
    choose_from_menu("labs", "command.lab_fetch");
    ASSERT_TRUE(comes("fetch.code"));
  }
  std::string file(const char* name, const char* content) { return folder_.write(name, content).string(); }
  bool compiles(double seconds) {
    return w().until([&] { return !children_of(w().process().id()).empty(); }, seconds);
  }
  ::testing::AssertionResult waits_for_consent(Text origin) {
    return says("fetch.status", say(Text::body_waits, {text(origin)}));
  }
};

TEST_F(ForeignBody, IsShownAndNotCompiledUntilTheButtonIsPressed) {
  open({file("endless.json", endless)});
  EXPECT_TRUE(waits_for_consent(Text::body_from_file));
  EXPECT_TRUE(says("fetch.code", "#define H"));
  EXPECT_TRUE(says("result.body", text(Text::body_waits_shown)));
  EXPECT_FALSE(compiles(2)) << "no process was started";

  w().click("fetch.agree");
  ASSERT_TRUE(compiles(10));
  EXPECT_TRUE(goes("fetch.agree"));
  EXPECT_TRUE(says("fetch.status", text(Text::body_compiling)));
  const auto compiler = children_of(w().process().id());
  ASSERT_EQ(compiler.size(), 1u);
  EXPECT_EQ(w().close(), 0) << "closing does not wait for the compiler";
  EXPECT_FALSE(fs::exists("/proc/" + std::to_string(compiler[0]))) << "it ended with the window";

  // The body has consent, but nothing runs it on the CPU: the next start does not compile it.
  open({});
  EXPECT_TRUE(says("fetch.status", text(Text::body_waits_cpu)));
  EXPECT_FALSE(compiles(2));
}

TEST_F(ForeignBody, StaysSoWhenItIsRemembered) {
  open({file("plain.json", plain)});
  EXPECT_TRUE(waits_for_consent(Text::body_from_file));
  EXPECT_EQ(w().close(), 0);
  open({});
  EXPECT_TRUE(becomes("fetch.body", "return tex2D<Texel>(tex, x, y);"));
  EXPECT_TRUE(waits_for_consent(Text::body_from_last));
  EXPECT_FALSE(compiles(1));
}

TEST_F(ForeignBody, IsCompiledAsItIsEditedOnceItWasAgreedTo) {
  open({file("plain.json", plain)});
  w().click("fetch.code");
  w().settle();
  w().key("ctrl+End");
  w().type("//");
  ASSERT_TRUE(becomes("fetch.body", "return tex2D<Texel>(tex, x, y);//"));
  EXPECT_TRUE(says("fetch.status", "Nothing of it has been compiled"))
      << "two typed letters do not make a foreign body trusted";
  EXPECT_FALSE(compiles(1));
  w().click("fetch.agree");
  EXPECT_TRUE(says("fetch.status", "The body compiles for compute capability 7.5,"));
  w().click("fetch.code");
  w().settle();
  w().key("ctrl+Home");
  w().type("x");
  EXPECT_TRUE(says("fetch.status", "errors. The picture shows the plain fetch."));
  w().key("BackSpace");
  EXPECT_TRUE(says("fetch.status", "The body compiles for compute capability 7.5,"));
}

TEST_F(ForeignBody, GivesWayToOneThatIsTyped) {
  open({file("plain.json", plain)});
  w().click("fetch.code");
  w().settle();
  w().key("ctrl+a");
  w().key("Delete");
  ASSERT_TRUE(becomes("fetch.body", ""));
  w().type("return Texel{};");
  EXPECT_TRUE(says("fetch.status", "The body compiles for compute capability 7.5,"));
  EXPECT_EQ(w().close(), 0);
  open({});
  EXPECT_TRUE(says("fetch.status", text(Text::body_waits_cpu))) << "it was typed here";
}

TEST_F(ForeignBody, OfALessonSaysSo) {
  open({"--lesson", file("lesson.json",
                         R"({"version": 1, "id": "planted", "title": {"en": "t", "zh-Hans": "t"}, "steps": [{
    "text": {"en": ["a"], "zh-Hans": ["a"]}, "session": {"fetch": {"body": "return Texel{};"}}, "look": {"at": [0.5, 0.5]},
    "question": {"en": "q", "zh-Hans": "q"}, "answer": {"fetch": {"x": 1.0, "y": 2.5}}, "tolerance": 0.1, "see": {"en": "s", "zh-Hans": "s"}}]})")});
  EXPECT_TRUE(waits_for_consent(Text::body_from_lesson));
  EXPECT_FALSE(compiles(1));
}

} // namespace texelscope::gui
