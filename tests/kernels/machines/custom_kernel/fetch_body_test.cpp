#include "kernels/machines/custom_kernel/fetch_body.h"

#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "kernels/ground/text/texts.h"
#include "kernels/unit/resolve/shipped_body.h"
#include "tests/files.h"
#include "tests/with_nvrtc.h"

namespace texelscope {
namespace {

constexpr const char* plain = "return tex2D<Texel>(tex, x, y);";

class Bodies : public tests::WithNvrtc<> {
protected:
  CompiledBody compile(const std::string& body, ResultType result = ResultType::floating) {
    return compiler->compile({body, {result, Projection::flat, Dimension::d2, 75}});
  }
  // The first error, as "3: message".
  std::string error_of(const std::string& body) {
    const CompiledBody compiled = compile(body);
    EXPECT_FALSE(compiled.good) << body;
    const auto first = std::find_if(compiled.messages.begin(), compiled.messages.end(),
                                    [](const BodyMessage& m) { return m.error; });
    return first == compiled.messages.end() ? "" : std::to_string(first->line) + ": " + first->sentence;
  }
  static int count(const CompiledBody& compiled, const std::string& start) {
    return int(std::count_if(compiled.instructions.begin(), compiled.instructions.end(),
                             [&](const BodyInstruction& i) { return i.statement.starts_with(start); }));
  }
};

TEST_F(Bodies, APlainFetchIsOneInstructionOfItsLine) {
  const CompiledBody compiled = compile(std::string("\n\n") + plain);
  ASSERT_TRUE(compiled.good) << compiled.first_error();
  ASSERT_EQ(compiled.instructions.size(), 2u);
  EXPECT_EQ(compiled.instructions[0].line, 3);
  EXPECT_TRUE(compiled.instructions[0].statement.starts_with("tex.2d.v4.f32.f32 "))
      << compiled.instructions[0].statement;
  EXPECT_EQ(compiled.instructions[1].line, 0) << "the kernel around it";
  EXPECT_TRUE(compiled.instructions[1].statement.starts_with("sust.b.2d.v4.b32.zero "))
      << compiled.instructions[1].statement;
  EXPECT_FALSE(compiled.code.empty());
  EXPECT_NE(compiled.ptx.find(".entry texelscope_body("), std::string::npos);
}

TEST_F(Bodies, AGpuThatIsNewerThanTheCompilerGetsPtx) {
  const CompiledBody compiled =
      compiler->compile({plain, {ResultType::floating, Projection::flat, Dimension::d2, 999}});
  ASSERT_TRUE(compiled.good) << compiled.first_error();
  EXPECT_TRUE(compiled.code.empty());
  const std::size_t target = compiled.ptx.find("\n.target sm_");
  ASSERT_NE(target, std::string::npos);
  EXPECT_GE(std::stoi(compiled.ptx.substr(target + 12)), 90); // every toolkit from 12.4 on knows it
  EXPECT_NE(compiled.ptx.find(".entry texelscope_body("), std::string::npos);
}

TEST_F(Bodies, EachFunctionIsItsInstruction) {
  const CompiledBody compiled = compile("Texel t = tex2DLod<Texel>(tex, x, y, lod);\n"
                                        "t.x += tex2Dgather<Texel>(tex, x, y, 2).x;\n"
                                        "t.y += tex2DGrad<Texel>(tex, x, y, {dx.x, dx.y}, {dy.x, dy.y}).y;\n"
                                        "t.z += tex1Dfetch<Texel>(tex, texel).z;\n"
                                        "return t;");
  ASSERT_TRUE(compiled.good) << compiled.first_error();
  const std::vector<std::pair<const char*, int>> expected = {{"tex.level.2d.v4", 1},
                                                             {"tld4.b.2d.v4", 2},
                                                             {"tex.grad.2d.v4", 3},
                                                             {"tex.1d.v4.f32.s32", 4},
                                                             {"sust", 0}};
  ASSERT_EQ(compiled.instructions.size(), expected.size());
  for (const auto& [start, line] : expected) {
    const auto found =
        std::find_if(compiled.instructions.begin(), compiled.instructions.end(),
                     [&, begin = start](const BodyInstruction& i) { return i.statement.starts_with(begin); });
    ASSERT_NE(found, compiled.instructions.end()) << start;
    EXPECT_EQ(found->line, line) << found->statement;
  }
}

TEST_F(Bodies, ErrorsAreAtTheirLines) {
  EXPECT_EQ(error_of("\nreturn color;"), "2: identifier \"color\" is undefined");
  EXPECT_EQ(error_of("Texel t = tex2D<Texel>(tex, x, y)\nreturn t;"), "2: expected a \";\"");
  EXPECT_TRUE(error_of("return tex2D<uint4>(tex, x, y);").starts_with("1: no suitable"))
      << "the texture returns another type";
  EXPECT_EQ(error_of("float a = 1;"),
            "1: missing return statement at end of non-void function \"texelscope::BodyPixel::fetch\"");
  EXPECT_EQ(error_of("again:\ngoto again;"),
            "2: static assertion failed with \"" + std::string(text(Text::body_no_goto)) + "\"");
  const CompiledBody two = compile("int a = b;\nint c = d;\nreturn e;");
  ASSERT_EQ(two.errors(), 3);
  EXPECT_EQ(two.messages[1].line, 2);
  EXPECT_EQ(two.messages[2].line, 3);
  EXPECT_EQ(two.first_error(), "line 1: identifier \"b\" is undefined");
}

TEST_F(Bodies, WarningsDoNotStop) {
  const CompiledBody compiled = compile("int unused = 3;\n" + std::string(plain));
  ASSERT_TRUE(compiled.good);
  ASSERT_EQ(compiled.messages.size(), 1u);
  EXPECT_FALSE(compiled.messages[0].error);
  EXPECT_EQ(compiled.messages[0].line, 1);
}

TEST_F(Bodies, ReturnTheTexelsType) {
  EXPECT_EQ(count(compile(plain, ResultType::unsigned_int), "tex.2d.v4.u32.f32"), 1);
  EXPECT_EQ(count(compile(plain, ResultType::signed_int), "tex.2d.v4.s32.f32"), 1);
  EXPECT_TRUE(compile("return Texel{1, 2, 3, 4};", ResultType::unsigned_int).good);
}

TEST_F(Bodies, LoopsOfKnownLengthUnrollAndOthersEnd) {
  const char* sum = "Texel t = {0, 0, 0, 0};\nfor (int i = 0; i < {}; ++i) t.x += tex2D<Texel>(tex, x + i, "
                    "y).x;\nreturn t;";
  const auto of = [&](const std::string& rounds) {
    return std::string(sum).replace(std::string(sum).find("{}"), 2, rounds);
  };
  const CompiledBody known = compile(of("4"));
  EXPECT_EQ(count(known, "tex.2d"), 4);
  EXPECT_EQ(known.ptx.find("65537"), std::string::npos) << "no loop counter is kept at run time";
  const CompiledBody endless =
      compile("Texel t = {0, 0, 0, 0};\nwhile (true) t.x += tex2D<Texel>(tex, t.x, y).x;\nreturn t;");
  ASSERT_TRUE(endless.good) << endless.first_error();
  EXPECT_TRUE(endless.ptx.find("65537") != std::string::npos ||
              endless.ptx.find("65536") != std::string::npos);
}

TEST_F(Bodies, SeeWhatTheHeaderSays) {
  const CompiledBody compiled = compile(
      "cudaTextureObject_t t = tex;\n"
      "float c = x + y + z + lod + dx.x + dx.y + dx.z + dy.x + dy.y + dy.z;\n"
      "int i = layer + texel + pixel.x + pixel.y + picture.x + picture.y + size.x + size.y + size.z;\n"
      "bool n = normalized;\n"
      "return tex3D<Texel>(t, c, float(i), n ? 1.0f : 0.0f);");
  EXPECT_TRUE(compiled.good) << compiled.first_error();
  EXPECT_TRUE(compiled.messages.empty());
}

TEST_F(Bodies, EveryExampleCompilesWithoutAWarning) {
  namespace fs = std::filesystem;
  int examples = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(TEXELSCOPE_SOURCE_DIR) / "assets/fetches")) {
    const CompiledBody compiled = compile(tests::contents(entry.path()));
    EXPECT_TRUE(compiled.good) << entry.path() << ": " << compiled.first_error();
    EXPECT_TRUE(compiled.messages.empty()) << entry.path();
    EXPECT_GE(compiled.instructions.size(), 2u) << entry.path();
    ++examples;
  }
  EXPECT_EQ(examples, 6);
}

TEST(BodyReport, MessagesKeepLineKindAndDetails) {
  const auto messages =
      body_messages("/some/folder/body(3): error: no instance matches\n"
                    "            argument types are: (float)\n"
                    "  return f(x);\n"
                    "         ^\n"
                    "\n"
                    "body(9): warning #177-D: variable \"a\" was declared but never referenced\n"
                    "  int a;\n"
                    "      ^\n"
                    "\n"
                    "kernels/machines/custom_kernel/fetch_body_kernel.cuh(40): error: a consequence\n"
                    "  }\n"
                    "  ^\n"
                    "\n"
                    "body(1): catastrophic error: cannot open source file \"a.h\"\n"
                    "3 errors detected in the compilation of \"texelscope\".\n",
                    5);
  const std::vector<BodyMessage> expected = {
      {3, true, "no instance matches argument types are: (float)", 8},
      {5, false, "variable \"a\" was declared but never referenced",
       5}, // a line past the end is the last one
      {1, true, "cannot open source file \"a.h\" 3 errors detected in the compilation of \"texelscope\"."}};
  EXPECT_EQ(messages, expected);
  const auto around = body_messages(
      "kernels/machines/custom_kernel/fetch_body_kernel.cuh(40): warning #1-D: nothing\n  }\n  ^\n\n"
      "kernels/machines/custom_kernel/fetch_body_kernel.cuh(41): error: expected a \";\"\n  }\n  ^\n\n"
      "kernels/machines/custom_kernel/fetch_body_kernel.cuh(42): error: a consequence\n  }\n  ^\n\n",
      5);
  EXPECT_EQ(around, (std::vector<BodyMessage>{{5, true, "expected a \";\""}})) << "a brace too few";
  EXPECT_TRUE(body_messages("", 1).empty());
  EXPECT_TRUE(body_messages("nothing (of it) is a message\n(3): \nbody(x): error: no line\n", 1).empty());
}

TEST(BodyReport, InstructionsFollowInlinedCodeToTheBody) {
  const auto found =
      body_instructions("	.loc	1 20 3\n"
                        "	tex.2d.v4.f32.f32 	{%f1}, [%rd1, {%f2}];\n"
                        "	.loc	3 7 1, function_name $L__info_string0, inlined_at 2 4 5\n"
                        "	.loc	3 9 1, function_name $L__info_string1, inlined_at 3 7 1\n"
                        "	@%p1 tld4.r.2d.v4.f32.f32 	{%f1}, [%rd1, {%f2}];\n"
                        "	add.f32 	%f1, %f2, %f3;\n"
                        "	.loc	2 6 2\n"
                        "	suld.b.2d.b32.zero 	{%r1}, [%rd1, {%r2, %r3}];\n"
                        "	.file	1 \"/a/kernels/fetch_body_kernel.cuh\"\n"
                        "	.file	2 \"/a/body\"\n"
                        "	.file	3 \"/a/nobody\"\n");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].line, 0);
  EXPECT_EQ(found[1].line, 4);
  EXPECT_EQ(found[2].line, 6);
  EXPECT_TRUE(found[2].statement.starts_with("suld.b.2d"));
}

// The CPU's bits of the shipped bodies rest on it: no product is fused with a sum, and nothing is
// approximated. What is fused belongs to the kernel around the body, whose coordinates fetch_rules.h writes
// so.
TEST_F(Bodies, ShippedOnesAreRoundedAsTheyAreWritten) {
  const auto count_in = [](const std::string& ptx, std::string_view name) {
    int count = 0;
    for (std::size_t at = ptx.find(name); at != std::string::npos; at = ptx.find(name, at + 1))
      ++count;
    return count;
  };
  for (const ResultType result : {ResultType::floating, ResultType::unsigned_int, ResultType::signed_int}) {
    const int around = count_in(compile(plain, result).ptx, "fma.");
    EXPECT_GT(around, 0);
    for (int i = 0; i < shipped_body_count; ++i) {
      const std::string_view name = shipped_body_name(ShippedBody(i));
      const CompiledBody compiled = compile(std::string(shipped_body_text(ShippedBody(i))), result);
      ASSERT_TRUE(compiled.good) << name << ": " << compiled.first_error();
      EXPECT_EQ(count_in(compiled.ptx, "fma."), around) << name;
      for (const char* other : {"mad.f32", "mad.rn", ".approx", ".ftz", "div.full"})
        EXPECT_EQ(count_in(compiled.ptx, other), 0) << name << " " << other;
    }
  }
}

TEST(BodyField, IsShortEnough) {
  Session session;
  const Field& field = *find_field("fetch.body");
  EXPECT_FALSE(assign(session, field, std::string(max_body_bytes, ' ')));
  const auto error = assign(session, field, std::string(max_body_bytes + 1, ' '));
  EXPECT_EQ(error, say(Text::error_body_long, {"32768", "32769"}));
  EXPECT_EQ(session.fetch.body.size(), max_body_bytes);
}

TEST(BodyField, TheCpuSaysThatItFetchesPlainly) {
  Session session;
  session.fetch.body = shipped_body_text(ShippedBody::catmull_rom);
  EXPECT_EQ(resolve(session).note_for("fetch.body"), nullptr) << "a shipped one";
  session.fetch.body[session.fetch.body.size() / 2] ^= 1;
  const Resolution cpu = resolve(session);
  ASSERT_NE(cpu.note_for("fetch.body"), nullptr);
  EXPECT_EQ(cpu.note_for("fetch.body")->kind, NoteKind::altered);
  Limits cuda;
  cuda.runs_bodies = true;
  EXPECT_EQ(resolve(session, cuda).note_for("fetch.body"), nullptr);
  session.fetch.body = shipped_body_text(ShippedBody::catmull_rom);
  session.texture.dimension = Dimension::d3;
  EXPECT_NE(resolve(session).note_for("fetch.body"), nullptr) << "it is written for 2-D textures";
  session.fetch.slab = Slab::mean;
  EXPECT_EQ(resolve(session, cuda).note_for("fetch.slab")->sentence, text(Text::note_body_slab));
}

} // namespace
} // namespace texelscope
