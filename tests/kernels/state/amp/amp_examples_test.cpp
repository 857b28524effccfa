#include "kernels/state/amp/amp.h"

#include <stdexcept>

#include <gtest/gtest.h>

namespace texelscope {
namespace {

using enum AmpScalar;
using enum AmpAccess;
using Rules = std::vector<AmpRule>;

const AmpExample& example(std::string_view name) {
  for (const AmpExample& e : amp_examples())
    if (e.name == name) return e;
  throw std::runtime_error("no example " + std::string(name));
}

AmpOutcome outcome_of(std::string_view name) {
  return amp_outcome(example(name).configuration);
}

TEST(AmpExamples, ThatRun) {
  for (const char* name : {"tex1", "tex4", "tex5"}) {
    EXPECT_TRUE(outcome_of(name).allowed()) << name;
    EXPECT_EQ(outcome_of(name).shown(), "") << name;
    EXPECT_EQ(outcome_of(name).broken, Rules{}) << name;
  }
  EXPECT_EQ(outcome_of("tex1").needed, AmpView::none);
  EXPECT_EQ(outcome_of("tex4").needed, AmpView::writeonly_texture_view);
  EXPECT_TRUE(amp_outcome({example("tex5").configuration.texture, read_and_write}).allowed());
}

TEST(AmpExamples, ThatFail) {
  const AmpOutcome tex2 = outcome_of("tex2");
  EXPECT_EQ(tex2.failure, AmpFailure::compile_time);
  EXPECT_EQ(tex2.form, AmpForm::static_assertion);
  EXPECT_EQ(tex2.shown(), "error C2338: Invalid value_type for set method.");
  EXPECT_EQ(tex2.broken, Rules{AmpRule::one_component});
  EXPECT_EQ(tex2.needed, AmpView::texture_view);

  const AmpOutcome tex3 = outcome_of("tex3");
  EXPECT_EQ(tex3.failure, AmpFailure::run_time);
  EXPECT_EQ(tex3.form, AmpForm::unsupported_feature);
  EXPECT_EQ(tex3.shown(), "unsupported_feature: Both read and write are detected on a texture with "
                          "bits-per-scalar-element not equal to 32.");
  EXPECT_EQ(tex3.broken, Rules{AmpRule::bits_32});
  EXPECT_EQ(tex3.needed, AmpView::none) << "no view reads and writes";

  const AmpOutcome tex6 = outcome_of("tex6");
  EXPECT_EQ(tex6.failure, AmpFailure::compile_time);
  EXPECT_EQ(tex6.shown(), "error C2338: Invalid value_type for the constructor.");
  EXPECT_EQ(tex6.broken, Rules{AmpRule::one_component});
  EXPECT_EQ(tex6.needed, AmpView::texture_view);
}

TEST(AmpExamples, DeclareWhatTheyAttempt) {
  for (const AmpExample& e : amp_examples()) {
    EXPECT_TRUE(e.declaration.starts_with(amp_type(e.configuration.texture))) << e.name;
    EXPECT_NE(e.declaration.find(e.name), std::string_view::npos);
    EXPECT_NE(e.statement.find(e.name.back()), std::string_view::npos);
  }
}

TEST(AmpVerdict, OurTexturesInItsTerms) {
  const ReadMode normalized = ReadMode::normalized_float;
  const ElementFormat bytes{ElementKind::unsigned_int, 8, 4};
  EXPECT_EQ(amp_texture(bytes, normalized, 2), (AmpTexture{unorm, 4, 2, 8}));
  EXPECT_EQ(amp_texture(bytes, ReadMode::element, 2), (AmpTexture{AmpScalar::unsigned_int, 4, 2, 8}));
  EXPECT_EQ(amp_texture({ElementKind::signed_int, 16, 1}, normalized, 3), (AmpTexture{norm, 1, 3, 16}));
  EXPECT_EQ(amp_texture({ElementKind::signed_int, 32, 2}, normalized, 1),
            (AmpTexture{AmpScalar::signed_int, 2, 1, 32}));
  EXPECT_EQ(amp_texture({ElementKind::floating, 16, 2}, normalized, 2),
            (AmpTexture{AmpScalar::floating, 2, 2, 16}));
  EXPECT_EQ(amp_type({unorm, 4, 2, 8}), "texture<unorm_4, 2>");
  EXPECT_EQ(amp_type({AmpScalar::unsigned_int, 1, 3}), "texture<uint, 3>");
}

TEST(AmpVerdict, SaysWhatAKernelMayDo) {
  const auto sentence = [](AmpTexture texture) { return amp_verdict(texture).sentence; };
  EXPECT_EQ(sentence({floating, 1, 2}), "texture<float, 2>: one kernel may read and write it.");
  EXPECT_EQ(sentence({floating, 1, 2, 16}),
            "texture<float, 2>: a kernel may read it or write it by set(), but not both.");
  EXPECT_EQ(
      sentence({unorm, 4, 2, 8}),
      "texture<unorm_4, 2>: a kernel may read it, or write it through a texture_view made on the host.");
  EXPECT_EQ(sentence({signed_int, 3, 2}), "texture<int_3, 2>: read-only.");
  EXPECT_EQ(sentence({floating, 1, 2, 8}), "texture<float, 2>: there is no such texture.");
  const AmpVerdict verdict = amp_verdict({unorm, 4, 2, 8});
  EXPECT_EQ(verdict.view, AmpView::texture_view);
  EXPECT_EQ(verdict.read, amp_outcome({{unorm, 4, 2, 8}, read}));
  EXPECT_EQ(verdict.write, amp_outcome({{unorm, 4, 2, 8}, write}));
  EXPECT_EQ(verdict.read_and_write, amp_outcome({{unorm, 4, 2, 8}, read_and_write}));
  EXPECT_EQ(amp_verdict({signed_int, 1, 2, 8}).view, AmpView::none);
}

} // namespace
} // namespace texelscope
