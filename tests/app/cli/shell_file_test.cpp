// The hidden verb that prints the man page and the completions; tests/install has them read by their readers.
#include <gtest/gtest.h>

#include "app/cli/declarations.h"
#include "tests/program.h"

namespace texelscope {
namespace {

TEST(ShellFile, RefusesWhatItDoesNotMake) {
  const Program program = {};
  expect_refused(program.run({"--shell-file"}), "--shell-file needs a value after it.");
  expect_refused(program.run({"--shell-file", "csh"}), "--shell-file is \"csh\", but must be one of");
}

TEST(ShellFile, IsTheSameInEveryLocale) {
  Program program = {};
  for (const char* kind : {"man", "bash", "zsh", "fish"}) {
    program.environment["LC_ALL"] = "C.UTF-8";
    const Ran english = program.run({"--shell-file", kind});
    EXPECT_EQ(english.code, 0) << english.err;
    EXPECT_GT(english.out.size(), 5000u) << kind;
    program.environment["LC_ALL"] = "zh_CN.UTF-8";
    EXPECT_EQ(program.run({"--shell-file", kind}).out, english.out) << kind;
  }
}

const DeclaredOption* option_of(const DeclaredVerb& verb, const std::string& name) {
  for (const auto* list : {&verb.positionals, &verb.options, &verb.fields})
    for (const DeclaredOption& option : *list)
      if (option.names.back() == name) return &option;
  return nullptr;
}

TEST(Declarations, SayWhatAVerbTakes) {
  const DeclaredVerb render = declared(*find_verb("render"));
  EXPECT_EQ(render.command, "texelscope render");
  ASSERT_EQ(render.positionals.size(), 1u);
  EXPECT_TRUE(render.positionals[0].file);
  const DeclaredOption* out = option_of(render, "--out");
  ASSERT_NE(out, nullptr);
  EXPECT_EQ(out->names, (std::vector<std::string>{"-o", "--out"}));
  EXPECT_EQ(out->type, "FILE");
  EXPECT_TRUE(out->file);
  EXPECT_FALSE(out->repeated);
  const DeclaredOption* strict = option_of(render, "--strict");
  ASSERT_NE(strict, nullptr);
  EXPECT_EQ(strict->type, "") << "it takes no value";
  EXPECT_FALSE(strict->file);
  const DeclaredOption* scale = option_of(render, "--scale");
  ASSERT_NE(scale, nullptr);
  EXPECT_NE(scale->section, strict->section);
  const DeclaredOption* filter = option_of(render, "--sampler.filter");
  ASSERT_NE(filter, nullptr);
  EXPECT_EQ(filter->choices, (std::vector<std::string>{"point", "linear"}));
  EXPECT_TRUE(option_of(render, "--texture.path")->file);
  EXPECT_FALSE(render.takes_program);
}

TEST(Declarations, DifferByVerb) {
  EXPECT_TRUE(declared(*find_verb("trace")).takes_program);
  EXPECT_TRUE(option_of(declared(*find_verb("trace")), "--texels")->file);
  EXPECT_TRUE(option_of(declared(*find_verb("sample")), "--texture")->repeated);
  EXPECT_TRUE(declared(*find_verb("doctor")).fields.empty());
  const std::vector<DeclaredVerb> all = declared_verbs();
  ASSERT_EQ(all.size(), verbs().size() + 1);
  EXPECT_EQ(all[0].command, "texelscope");
  EXPECT_NE(option_of(all[0], "--version"), nullptr);
}

} // namespace
} // namespace texelscope
