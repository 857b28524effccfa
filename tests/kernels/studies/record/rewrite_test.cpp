#include "kernels/studies/record/rewrite.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/kernels/studies/record/small_ptx.h"
#include "tests/kernels/studies/record/without_record.h"

namespace texelscope::record {
namespace {

Rewritten accepted(std::string_view ptx) {
  const auto result = rewrite(ptx);
  if (const auto* refusal = std::get_if<Refusal>(&result)) {
    ADD_FAILURE() << refusal_text(*refusal) << "\n" << ptx;
    return {};
  }
  return std::get<Rewritten>(result);
}

Site site_of(std::string_view statement) {
  const std::string ptx = small_module(statement);
  const Rewritten rewritten = accepted(ptx);
  EXPECT_EQ(rewritten.sites.size(), 1u) << statement;
  EXPECT_EQ(without_record(rewritten.ptx), ptx);
  return rewritten.sites.empty() ? Site() : rewritten.sites.front();
}

// "object 0-1, coordinates 2-3, results 4 5 _ 6, 7 words"
std::string layout_of(const Site& site) {
  std::string out;
  const auto add = [&](const char* name, const Words& words) {
    if (words.first < 0) return;
    out += std::string(name) + " " + std::to_string(words.first);
    if (words.count > 1) out += "-" + std::to_string(words.first + words.count - 1);
    out += ", ";
  };
  add("object", site.object);
  add("layer", site.layer);
  add("coordinates", site.coordinates);
  add("level", site.level);
  add("dx", site.dx);
  add("dy", site.dy);
  add("offsets", site.offsets);
  add("reference", site.reference);
  out += "results";
  for (int result = 0; result < site.result_count; ++result)
    out += site.results[std::size_t(result)] < 0 ? " _"
                                                 : " " + std::to_string(site.results[std::size_t(result)]);
  out += ", ";
  add("resident", site.resident);
  return out + std::to_string(site.words_per_lane) + " words";
}

TEST(Rewrite, LeavesModulesWithoutTexturesAsTheyAre) {
  for (const std::string_view ptx :
       {"", "no PTX at all {", ".version 1.0\n.target sm_10\n", "// tex.2d.v4.f32.f32\n\"tex.2d\"",
        ".version 9.0\n.target sm_75\n.address_size 64\n.visible .entry tex_2d()\n{\nret;\n}\n"}) {
    const Rewritten rewritten = accepted(ptx);
    EXPECT_EQ(rewritten.ptx, ptx);
    EXPECT_TRUE(rewritten.sites.empty());
  }
}

TEST(Rewrite, FindsWhereEachOperandLies) {
  const struct {
    const char *statement, *layout;
  } rows[] = {
      {"tex.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5}];",
       "object 0-1, coordinates 2, results 3 4 5 6, 7 words"},
      {"tex.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, %f5];",
       "object 0-1, coordinates 2, results 3 4 5 6, 7 words"},
      {"tex.1d.v4.u32.s32 {%r1, %r2, %r3, %r4}, [%rd1, {%r1}];",
       "object 0-1, coordinates 2, results 3 4 5 6, 7 words"},
      {"tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];",
       "object 0-1, coordinates 2-3, results 4 5 6 7, 8 words"},
      {"tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6, %f6, %f6}];",
       "object 0-1, coordinates 2-3, results 4 5 6 7, 8 words"},
      {"tex.2d.v4.f32.f32 {%f1, _, _, %f4}, [%rd1, {%f5, %f6}];",
       "object 0-1, coordinates 2-3, results 4 _ _ 5, 6 words"},
      {"tex.2d.v4.f32.f32 {%f1, _, _, %f4}|%p1, [%rd1, {%f5, %f6}];",
       "object 0-1, coordinates 2-3, results 4 _ _ 5, resident 6, 7 words"},
      {"tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [image, {%f5, %f6}];",
       "coordinates 0-1, results 2 3 4 5, 6 words"},
      {"tex.2d.v4.f16.f32 {%h1, %h2, %h3, %h4}, [%rd1, {%f5, %f6}];",
       "object 0-1, coordinates 2-3, results 4 5 6 7, 8 words"},
      {"tex.2d.v2.f16x2.f32 {%r1, %r2}, [%rd1, {%f5, %f6}];",
       "object 0-1, coordinates 2-3, results 4 5, 6 words"},
      {"tex.3d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6, %f7, %f7}];",
       "object 0-1, coordinates 2-4, results 5 6 7 8, 9 words"},
      {"tex.a1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%r1, %f6}];",
       "object 0-1, layer 2, coordinates 3, results 4 5 6 7, 8 words"},
      {"tex.a2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%r1, %f6, %f7, %f7}];",
       "object 0-1, layer 2, coordinates 3-4, results 5 6 7 8, 9 words"},
      {"tex.cube.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6, %f7, %f7}];",
       "object 0-1, coordinates 2-4, results 5 6 7 8, 9 words"},
      {"tex.acube.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%r1, %f6, %f7, %f7}];",
       "object 0-1, layer 2, coordinates 3-5, results 6 7 8 9, 10 words"},
      {"tex.base.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];",
       "object 0-1, coordinates 2-3, results 4 5 6 7, 8 words"},
      {"tex.level.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}], 0f40000000;",
       "object 0-1, coordinates 2-3, level 4, results 5 6 7 8, 9 words"},
      {"tex.level.2d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1, {%r5, %r6}], 2, {1, -1};",
       "object 0-1, coordinates 2-3, level 4, offsets 5-6, results 7 8 9 10, 11 words"},
      {"tex.grad.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5}], {%f6}, {%f7};",
       "object 0-1, coordinates 2, dx 3, dy 4, results 5 6 7 8, 9 words"},
      {"tex.grad.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}], {%f7, 1.0}, {-1.5, %f8}, {1, -8}, "
       "%f9;",
       "object 0-1, coordinates 2-3, dx 4-5, dy 6-7, offsets 8-9, reference 10, results 11 12 13 14, 15 "
       "words"},
      {"tex.grad.acube.v4.f32.f32 {%f1, %f2, %f3, %f4}|%p2, [%rd1, {%r1, %f5, %f5, %f5}], {%f6, %f6, %f6, "
       "%f6}, "
       "{%f7, %f7, %f7, %f7};",
       "object 0-1, layer 2, coordinates 3-5, dx 6-8, dy 9-11, results 12 13 14 15, resident 16, 17 words"},
      {"tex.3d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f5, %f5, %f5}], {1, 2, 3, 0};",
       "object 0-1, coordinates 2-4, offsets 5-7, results 8 9 10 11, 12 words"},
      {"tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}], %f7;",
       "object 0-1, coordinates 2-3, reference 4, results 5 6 7 8, 9 words"},
      {"tld4.g.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];",
       "object 0-1, coordinates 2-3, results 4 5 6 7, 8 words"},
      {"tld4.a.a2d.v4.u32.f32 {%r1, %r2, %r3, %r4}|%p1, [%rd1, {%r1, %f5, %f6, %f6}], {%r5, %r6};",
       "object 0-1, layer 2, coordinates 3-4, offsets 5-6, results 7 8 9 10, resident 11, 12 words"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(layout_of(site_of(row.statement)), row.layout) << row.statement;
}

TEST(Rewrite, KnowsWhatTheInstructionIs) {
  Site site =
      site_of("@!%p1 tex.level.a2d.v4.s32.s32 {%r1, %r2, %r3, %r4}, [%rd1, {%r1, %r2, %r2, %r2}], %r3;");
  EXPECT_EQ(site.function, "kernel");
  EXPECT_EQ(site.instruction, "tex.level.a2d.v4.s32.s32");
  EXPECT_EQ(site.ptx_line, 12);
  EXPECT_EQ(site.geometry, Geometry::a2d);
  EXPECT_EQ(site.kind, FetchKind::level);
  EXPECT_EQ(site.coordinate_type, CoordinateType::s32);
  EXPECT_EQ(site.result_type, ResultType::s32);
  EXPECT_TRUE(site.guarded);
  EXPECT_EQ(site.texture, "");
  site = site_of("tld4.b.cube.v4.f32.f32 {%f1, %f2, %f3, %f4}, [image, {%f5, %f5, %f5, %f5}];");
  EXPECT_EQ(site.geometry, Geometry::cube);
  EXPECT_EQ(site.kind, FetchKind::gather);
  EXPECT_EQ(site.component, 2);
  EXPECT_FALSE(site.guarded);
  EXPECT_EQ(site.texture, "image");
  EXPECT_EQ(site_of("tex.2d.v2.f16x2.f32 {%r1, %r2}, [%rd1, {%f5, %f6}];").result_count, 2);
}

TEST(Rewrite, InsertsTheseStatements) {
  const std::string ptx = accepted(small_module("@!%p1 tex.grad.1d.v4.f16.f32\n  {%h1, _, _, _}|%p1, "
                                                "[%rd1, {%f1}], {-0.5}, {0f40000000}, {-3}; // a comment"))
                              .ptx;
  const std::size_t begin = ptx.find("// line 11\n") + 11;
  EXPECT_EQ(ptx.substr(begin, ptx.find(" // a comment") - begin), R"({
.reg .pred %texelscope_p;
.reg .b16 %texelscope_h;
.reg .b32 %texelscope_stride, %texelscope_mask, %texelscope_t, %texelscope_u;
.reg .f32 %texelscope_f;
.reg .b64 %texelscope_a, %texelscope_b;
mov.b16 %texelscope_h, 0;
mov.b64 %texelscope_a, 0;
@%p1 bra $texelscope_fetch0;
{
.param .b32 texelscope_index;
.param .b32 texelscope_count;
.param .align 8 .b8 texelscope_place[16];
st.param.b32 [texelscope_index], 0;
st.param.b32 [texelscope_count], 8;
call (texelscope_place), texelscope_reserve, (texelscope_index, texelscope_count);
ld.param.b64 %texelscope_a, [texelscope_place];
ld.param.b32 %texelscope_stride, [texelscope_place+8];
ld.param.b32 %texelscope_mask, [texelscope_place+12];
}
setp.eq.b64 %texelscope_p, %texelscope_a, 0;
@%texelscope_p bra $texelscope_fetch0;
mov.b64 {%texelscope_t, %texelscope_u}, %rd1;
mad.wide.u32 %texelscope_b, %texelscope_stride, 0, %texelscope_a;
st.global.b32 [%texelscope_b], %texelscope_t;
mad.wide.u32 %texelscope_b, %texelscope_stride, 1, %texelscope_a;
st.global.b32 [%texelscope_b], %texelscope_u;
mad.wide.u32 %texelscope_b, %texelscope_stride, 2, %texelscope_a;
st.global.b32 [%texelscope_b], %f1;
mov.f32 %texelscope_f, -0.5;
mad.wide.u32 %texelscope_b, %texelscope_stride, 3, %texelscope_a;
st.global.b32 [%texelscope_b], %texelscope_f;
mov.f32 %texelscope_f, 0f40000000;
mad.wide.u32 %texelscope_b, %texelscope_stride, 4, %texelscope_a;
st.global.b32 [%texelscope_b], %texelscope_f;
mov.b32 %texelscope_t, -3;
mad.wide.u32 %texelscope_b, %texelscope_stride, 5, %texelscope_a;
st.global.b32 [%texelscope_b], %texelscope_t;
$texelscope_fetch0:
@!%p1 tex.grad.1d.v4.f16.f32
  {%h1, _, _, _}|%p1, [%rd1, {%f1}], {-0.5}, {0f40000000}, {-3};
setp.eq.b64 %texelscope_p, %texelscope_a, 0;
@%texelscope_p bra $texelscope_done0;
mov.b32 %texelscope_t, {%h1, %texelscope_h};
mad.wide.u32 %texelscope_b, %texelscope_stride, 6, %texelscope_a;
st.global.b32 [%texelscope_b], %texelscope_t;
selp.b32 %texelscope_t, 1, 0, %p1;
mad.wide.u32 %texelscope_b, %texelscope_stride, 7, %texelscope_a;
st.global.b32 [%texelscope_b], %texelscope_t;
bar.warp.sync %texelscope_mask;
mov.b32 %texelscope_t, %lanemask_lt;
and.b32 %texelscope_t, %texelscope_t, %texelscope_mask;
setp.ne.b32 %texelscope_p, %texelscope_t, 0;
@%texelscope_p bra $texelscope_done0;
membar.gl;
st.volatile.global.b32 [%texelscope_a+-4], 1280264279;
$texelscope_done0:
})");
}

TEST(Rewrite, MovesNumbersByTheirType) {
  const std::string ptx =
      accepted(small_module("tex.level.a1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {7, 0.5}], "
                            "-1.0; tex.level.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1, {-9}], 3;"))
          .ptx;
  for (const char* moved :
       {"mov.b32 %texelscope_t, 7;", "mov.f32 %texelscope_f, 0.5;", "mov.f32 %texelscope_f, -1.0;",
        "mov.b32 %texelscope_t, -9;", "mov.b32 %texelscope_t, 3;"})
    EXPECT_NE(ptx.find(moved), ptx.npos) << moved;
}

TEST(Rewrite, StartsBehindTheHeader) {
  const std::string statement = "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];";
  for (const std::string header :
       {"// first\n.version 9.0\n.target sm_75, debug\n.address_size 64 // 64 bits\n.file 1 \"a.cu\"\n",
        ".version 6.2 .target sm_30 .address_size 64 ", ".address_size 64\n.target sm_90a\n.version 8.1\n"}) {
    const std::string ptx = small_module(statement, header);
    const std::string rewritten = accepted(ptx).ptx;
    EXPECT_EQ(without_record(rewritten), ptx);
    const std::size_t place = rewritten.find("\n.visible .global .align 8 .b64 texelscope_ring[4];\n");
    EXPECT_EQ(rewritten.substr(0, place), ptx.substr(0, place));
    EXPECT_GT(place, rewritten.find(".version"));
    EXPECT_GT(place, rewritten.find(".target"));
    EXPECT_GT(place, rewritten.find(".address_size"));
  }
}

TEST(Rewrite, FindsFetchesWhereverTheyStand) {
  const std::string ptx = small_module(R"(
{ .reg .b64 inner; mov.b64 inner, %rd1; /* tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}]; */
LABEL: tex .2d .v4 /* here; } */ .f32 .f32
   {%f1, // ; }
    %f2, %f3, %f4}, [ inner , {%f5
   , %f6} ] ; @%p1 tld4.r.2d.v4.f32.f32{%f1,%f2,%f3,%f4},[%rd1,{%f5,%f6}];@%p2 bra LABEL; }
.pragma "nounroll; tex.2d.v4.f32.f32 {";
tex: mov.u32 %r1, %tid.x;
.reg .b32 tld4;
OTHER: .branchtargets LABEL;)") +
                          R"(
.section .debug_str
{
texts:
.b8 116,101,120
.b64 .debug_abbrev
}
.global .b8 bytes[3] = {1, 2, 3};
.func (.reg .b32 result) other(.reg .f32 x, .reg .b64 handle)
{
.reg .f32 out<4>;
tex.2d.v4.f32.f32 {out0, out1, out2, out3}, [handle, {x, x}];
ret;
}
)";
  const Rewritten rewritten = accepted(ptx);
  EXPECT_EQ(without_record(rewritten.ptx), ptx);
  ASSERT_EQ(rewritten.sites.size(), 3u);
  EXPECT_EQ(rewritten.sites[0].instruction, "tex.2d.v4.f32.f32");
  EXPECT_EQ(rewritten.sites[0].ptx_line, 14);
  EXPECT_EQ(rewritten.sites[1].instruction, "tld4.r.2d.v4.f32.f32");
  EXPECT_TRUE(rewritten.sites[1].guarded);
  EXPECT_EQ(rewritten.sites[2].function, "other");
}

TEST(Rewrite, FindsTheLineOfTheSource) {
  const std::string fetch = "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];\n";
  const std::string ptx =
      small_module(fetch + ".loc 1 8 2\n" + fetch +
                   ".loc 1 9 7\n.loc 3 5 1, function_name $name+4, inlined_at 1 9 7\n"
                   ".loc 2 145 4, function_name $name, inlined_at 3 5 1\n" +
                   fetch) +
      ".file 1 \"/src/a.cu\"\n.file 2 \"/cuda/include/texture_indirect_functions.h\", 17, 4\n"
      ".file 3 \"b.h\"\n.section .debug_str\n{\n$name:\n.b8 0\n}\n";
  const Rewritten rewritten = accepted(ptx);
  ASSERT_EQ(rewritten.sites.size(), 3u);
  EXPECT_TRUE(rewritten.sites[0].places.empty());
  EXPECT_EQ(rewritten.sites[1].places, (std::vector<SourcePlace>{{"/src/a.cu", 8, 2}}));
  EXPECT_EQ(rewritten.sites[2].places, (std::vector<SourcePlace>{{"b.h", 5, 1}, {"/src/a.cu", 9, 7}}));
}

TEST(Rewrite, RefusesWhatItDoesNotKnow) {
  using enum Refusal::Reason;
  const std::string fetch = "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];";
  const auto with = [&](std::string_view header) { return small_module(fetch, header); };
  const auto body = [](std::string_view statement) { return small_module(statement); };
  const struct {
    std::string ptx;
    Refusal::Reason reason;
    int line;
  } rows[] = {
      {small_module(fetch) + "/* no end", not_closed, 15},
      {small_module(fetch) + ".pragma \"no end\\\";\n", not_closed, 15},
      {body(fetch + "\n}"), structure, 14},
      {body("{\n" + fetch), structure, 15},
      {body(fetch.substr(0, fetch.size() - 1)), unknown_operands, 13},
      {small_module(fetch) + "#line 5\n", structure, 15},
      {body("#define fetch tex\nmov.b32 %r1, %r2;\n" + fetch), structure, 12},
      {small_module(fetch) + "@@DWARF .section .debug\n", structure, 15},
      {small_module(fetch) + ".global .b8 bytes[3] = {1, 2, 3;\n", structure, 15},
      {small_module(fetch) + fetch, structure, 15},
      {small_module(fetch) + ".section .debug { .b8 1\n", structure, 15},
      {body(fetch + " mov.b32 %r1, tex.x;"), structure, 14},
      {with(".version 6.1\n.target sm_60\n.address_size 64\n"), old_version, 1},
      {with(".target sm_60\n.address_size 64\n"), old_version, 1},
      {with("\n.version 6.2\n.target sm_21\n.address_size 64\n"), old_target, 3},
      {with(".version 9.0\n.target texmode_independent\n.address_size 64\n"), old_target, 1},
      {with(".version 9.0\n.target sm_75\n"), address_size, 1},
      {with(".version 9.0\n.target sm_75\n.address_size 32\n"), address_size, 3},
      {body(fetch + "\n.reg .b32 %texelscope_mask;"), name_taken, 13},
      {small_module(fetch) + ".global .b64 texelscope_ring[4];\n", name_taken, 15},
      {accepted(small_module(fetch)).ptx, name_taken, 4},
      {body("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, image, {%f5, %f6}];"), separate_sampler, 12},
      {body("tex.2dms.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1, {%r1, %r1, %r1, %r1}];"), unknown_instruction,
       12},
      {body("tex.2d.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];"), unknown_instruction, 12},
      {body("tex.2d.v4.f32.f32.more {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];"), unknown_instruction, 12},
      {body("tex.2d.v4.u64.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];"), unknown_instruction, 12},
      {body("tex.2d.v2.f32.f32 {%f1, %f2}, [%rd1, {%f5, %f6}];"), unknown_instruction, 12},
      {body("tex.2d.f32.f32 %f1, [%rd1, {%f5, %f6}];"), unknown_instruction, 12},
      {body("tld4.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];"), unknown_instruction, 12},
      {body("tld4.r.3d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6, %f6, %f6}];"), unknown_instruction,
       12},
      {body("tex.2d.v4.f32.f32 {%f1, %f2, %f3}, [%rd1, {%f5, %f6}];"), unknown_operands, 12},
      {body("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5}];"), unknown_operands, 12},
      {body("tex.3d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6, %f7}];"), unknown_operands, 12},
      {body("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd9, {%f5, %f6}];"), unknown_operands, 12},
      {body("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [object, {%f5, %f6}];"), unknown_operands, 12},
      {body("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1+8, {%f5, %f6}];"), unknown_operands, 12},
      {body("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, (1.0+2.0)}];"), unknown_operands, 12},
      {body("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %tid.x}];"), unknown_operands, 12},
      {body(".reg .v2 .f32 pair;\ntex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, pair];"), unknown_operands,
       13},
      {body(".reg .b64 image;\ntex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [image, {%f5, %f6}];"),
       unknown_operands, 13},
      {body("tex.level.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];"), unknown_operands, 12},
      {body("tex.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5}], %f6;"), unknown_operands, 12},
      {body("tex.cube.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f5, %f5, %f5}], {1, 2, 3, 4};"),
       unknown_operands, 12},
      {body("@%p9 tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];"), unknown_operands, 12},
      {body("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}|%p9, [%rd1, {%f5, %f6}];"), unknown_operands, 12},
      {body("tex.2d.v4.f32.f32 {%f1, %f2, %f3, 0f3F800000}, [%rd1, {%f5, %f6}];"), unknown_operands, 12},
  };
  std::vector<bool> seen(refusal_reasons);
  for (const auto& row : rows) {
    const auto result = rewrite(row.ptx);
    const auto* refusal = std::get_if<Refusal>(&result);
    ASSERT_NE(refusal, nullptr) << row.ptx;
    EXPECT_EQ(refusal->reason, row.reason) << refusal_text(*refusal) << "\n" << row.ptx;
    EXPECT_EQ(refusal->line, row.line) << refusal_text(*refusal) << "\n" << row.ptx;
    seen[std::size_t(refusal->reason)] = true;
  }
  EXPECT_EQ(seen, std::vector<bool>(refusal_reasons, true));
}

TEST(Rewrite, SaysWhyItRefuses) {
  EXPECT_EQ(refusal_text({Refusal::Reason::not_closed, 7}),
            "A comment or a string that begins in line 7 of the PTX does not end.");
  EXPECT_EQ(refusal_text({Refusal::Reason::unknown_operands, 12}),
            "The texture instruction in line 12 of the PTX has operands that are not known here.");
}

} // namespace
} // namespace texelscope::record
