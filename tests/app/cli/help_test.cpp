// Every page of --help is short, has sections, a working example and the exit codes.
#include <algorithm>

#include <gtest/gtest.h>

#include "app/cli/verbs.h"
#include "kernels/state/session/fields.h"
#include "tests/program.h"

namespace texelscope {
namespace {

// The lines below "title:", to the next empty one.
std::vector<std::string> section(const std::string& page, const std::string& title) {
  std::vector<std::string> lines;
  bool inside = false;
  for (const std::string& line : lines_of(page)) {
    if (inside && line.empty()) break;
    if (inside) lines.push_back(line);
    inside |= line == title + ":";
  }
  return lines;
}

void expect_short(const std::string& page, const std::string& name) {
  EXPECT_LE(lines_of(page).size(), 80u) << name;
  for (const std::string& line : lines_of(page))
    EXPECT_LE(line.size(), 100u) << name << ": " << line;
  EXPECT_EQ(page.find("\n\n\n"), std::string::npos) << name;
}

void expect_page(const Ran& ran, const std::string& verb) {
  EXPECT_EQ(ran.code, 0) << verb << ran.err;
  const std::string command = verb.empty() ? "texelscope" : "texelscope " + verb;
  expect_short(ran.out, command);
  EXPECT_NE(ran.out.find("\nusage: " + command), std::string::npos) << ran.out;
  const auto general = section(ran.out, "general"), examples = section(ran.out, "example"),
             exits = section(ran.out, "exit codes");
  ASSERT_GE(general.size(), 3u) << command;
  EXPECT_TRUE(general[0].starts_with("  -h, --help ")) << general[0];
  EXPECT_TRUE(general[1].starts_with("  -q, --quiet ")) << general[1];
  ASSERT_FALSE(examples.empty()) << command;
  for (const std::string& example : examples)
    EXPECT_TRUE(example.starts_with("  " + command + (verb == "doctor" ? "" : " "))) << example;
  ASSERT_GE(exits.size(), 3u) << command;
  for (int code : {0, 1, 2})
    EXPECT_TRUE(exits[std::size_t(code)].starts_with("  " + std::to_string(code) + "    "))
        << exits[std::size_t(code)];
}

TEST(Help, EveryVerbsPage) {
  const Program program = {};
  for (const Verb& verb : verbs()) {
    const std::string name(verb.name);
    const Ran by_flag = program.run({name, "--help"});
    expect_page(by_flag, name);
    EXPECT_EQ(program.run({name, "-h"}).out, by_flag.out);
    EXPECT_EQ(program.run({"help", name}).out, by_flag.out);
  }
}

TEST(Help, TheFirstPageListsTheVerbs) {
  const Program program = {};
  const Ran ran = program.run({"--help"});
  expect_page(ran, "");
  EXPECT_EQ(program.run({"help"}).out, ran.out);
  const auto list = section(ran.out, "verbs (\"texelscope help VERB\" explains one)");
  ASSERT_EQ(list.size(), verbs().size()) << "a line each";
  for (std::size_t i = 0; i < list.size(); ++i) {
    EXPECT_TRUE(list[i].starts_with("  " + std::string(verbs()[i].name) + " ")) << list[i];
    const std::string what = list[i].substr(17), first = what.substr(0, what.find(' '));
    EXPECT_TRUE(first.back() == 's' || first == "Lists,")
        << "the verbs of all lines have one mood: " << list[i];
    EXPECT_TRUE(what.ends_with('.')) << what;
  }
}

// The examples are command lines that the verb takes: with its files there, none is refused for an option.
TEST(Help, ExamplesAreUnderstood) {
  const Program program = {};
  for (const Verb& verb : verbs())
    for (const std::string& example : lines_of(std::string(verb.example))) {
      std::vector<std::string> args;
      bool quoted = false;
      std::string arg;
      for (const char c : example + " ")
        if (c == '"')
          quoted = !quoted;
        else if (c == ' ' && !quoted) {
          args.push_back(arg);
          arg.clear();
        } else
          arg += c;
      args.insert(std::ranges::find(args, "--"), "--no-such-option"); // what follows -- is another program's
      const Ran ran = program.run(args);
      EXPECT_EQ(ran.code, 2) << example;
      EXPECT_TRUE(ran.err.starts_with("texelscope: error: unknown option --no-such-option."))
          << example << ": " << ran.err;
    }
}

TEST(Help, FieldsHaveTheirOwnPages) {
  const Program program = {};
  const std::string render = program.run({"render", "--help"}).out, all = program.run({"help", "fields"}).out;
  EXPECT_NE(render.find("\"texelscope help fields\" lists them"), std::string::npos);
  expect_short(all, "fields");
  for (const Field& field : fields()) {
    const std::string path(field.path), name(field.name());
    EXPECT_EQ(render.find("\n  --" + path + " "), std::string::npos) << path;
    EXPECT_NE((" " + all).find(" " + name), std::string::npos) << path;
    const Ran one = program.run({"help", "fields", path});
    EXPECT_TRUE(one.out.starts_with("  --" + path + " ")) << one.out;
    EXPECT_NE(one.out.find('['), std::string::npos) << "a default: " << one.out;
  }
  for (const std::string part : {"texture", "texture.view", "sampler", "fetch", "write", "view"}) {
    const Ran ran = program.run({"help", "fields", part});
    expect_short(ran.out, part);
    for (const Field& field : fields())
      EXPECT_EQ(field.path.starts_with(part),
                ran.out.find("  --" + std::string(field.path) + " ") != std::string::npos)
          << part << " " << field.path;
  }
}

TEST(Help, FieldsNameTypesAndDefaults) {
  const Program program = {};
  const auto page = [&](const char* path) { return program.run({"help", "fields", path}).out; };
  EXPECT_TRUE(page("sampler.srgb").starts_with("  --sampler.srgb on|off ")) << page("sampler.srgb");
  EXPECT_TRUE(page("sampler.srgb").ends_with("[off]\n")) << page("sampler.srgb");
  EXPECT_TRUE(page("sampler.filter").ends_with("(point, linear) [linear]\n")) << page("sampler.filter");
  EXPECT_TRUE(page("fetch.dx").starts_with("  --fetch.dx X,Y,Z ")) << page("fetch.dx");
  EXPECT_TRUE(page("sampler.border_color").starts_with("  --sampler.border_color R,G,B,A "))
      << page("sampler.border_color");
  EXPECT_TRUE(page("view.over_color").starts_with("  --view.over_color R,G,B ")) << page("view.over_color");
  EXPECT_TRUE(page("write.strokes").ends_with("[]\n")) << page("write.strokes");
  const Ran none = program.run({"help", "fields", "sampler.filtr"});
  EXPECT_EQ(none.code, 2);
  EXPECT_TRUE(none.err.starts_with(
      "texelscope: error: no field begins with \"sampler.filtr\". Did you mean \"sampler.filter\"?"))
      << none.err;
}

} // namespace
} // namespace texelscope
