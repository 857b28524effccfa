// The six examples of C++ AMP as sessions: their textures, and what AMP says.
#include <gtest/gtest.h>

#include "kernels/state/amp/amp.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope {
namespace {

struct Expected {
  const char* session;
  AmpFailure failure;
  const char* message;
};

TEST(AmpSessions, EachExampleHasItsOutcome) {
  const Expected expected[] = {
      {"44-amp-tex1", AmpFailure::never, ""},
      {"45-amp-tex2", AmpFailure::compile_time, "error C2338: Invalid value_type for set method."},
      {"46-amp-tex3", AmpFailure::run_time,
       "unsupported_feature: Both read and write are detected on a texture with bits-per-scalar-element not "
       "equal to 32."},
      {"47-amp-tex4", AmpFailure::never, ""},
      {"48-amp-tex5", AmpFailure::never, ""},
      {"49-amp-tex6", AmpFailure::compile_time, "error C2338: Invalid value_type for the constructor."}};
  for (std::size_t i = 0; i < 6; ++i) {
    const Session session =
        load_session(std::string(TEXELSCOPE_SOURCE_DIR "/assets/sessions/") + expected[i].session + ".json")
            .session;
    const Resolution resolution = resolve(session);
    EXPECT_FALSE(resolution.refused()) << expected[i].session;
    const Effective& e = resolution.effective;
    AmpAttempt configuration = amp_examples()[i].configuration;
    const AmpTexture texture = amp_texture(e.format, e.sampler.read_mode, 1);
    EXPECT_EQ(amp_value_type(texture), amp_value_type(configuration.texture)) << expected[i].session;
    EXPECT_EQ(texture.bits.value_or(32), configuration.texture.bits.value_or(32)) << expected[i].session;
    configuration.texture = texture;
    const AmpOutcome outcome = amp_outcome(configuration);
    EXPECT_EQ(outcome.failure, expected[i].failure) << expected[i].session;
    EXPECT_EQ(outcome.shown(), expected[i].message) << expected[i].session;
  }
}

} // namespace
} // namespace texelscope
