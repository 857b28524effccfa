// Of objects that --set changed: how the values that were fetched differ from those of the program's own
// descriptor.
#include <gtest/gtest.h>

#include "tests/kernels/studies/fetches/made_recording.h"

namespace texelscope::fetches {

namespace {
using tests::MadeRecording;
using trace::OriginalComparison;

// Of the object of the recording, whose fetches are linear in 1.5,0.5 (1), in 2,1 (6.5), and in 1.5,0.5 where
// the program got 2 instead of the texel's 1.
OriginalComparison compared(MadeRecording& made, const TextureDesc& original) {
  trace::TracedObject& object = made.report.objects.at(0);
  object.changed = true;
  object.original = original;
  made.save_fetches();
  for (const trace::FetchedObject& fetched : made.report.fetches->sites.at(0).objects) {
    EXPECT_EQ(fetched.original.has_value(), fetched.object == 1);
    if (fetched.object == 1) return *fetched.original;
  }
  ADD_FAILURE() << "nothing was fetched of it";
  return {};
}

TextureDesc point() {
  return tests::sampler_facts(1, false);
}

TEST(OriginalDescriptors, AreComparedByTheModel) {
  MadeRecording made;
  made.save_texels();
  EXPECT_EQ(compared(made, point()), (OriginalComparison{3, 2, 5.5, ""})) << "texel 2,1 holds 12";
}

TEST(OriginalDescriptors, ThatReturnTheSameDoNotDiffer) {
  MadeRecording made;
  made.save_texels();
  TextureDesc same = made.report.objects.at(0).request.sampler;
  same.maxAnisotropy = 4;
  EXPECT_EQ(compared(made, same), (OriginalComparison{3, 1, 1, ""})) << "the one that is not the model's";
}

// Coordinates of the texture's whole width: all lie at its end.
TEST(OriginalDescriptors, TakeTheCoordinatesAsTheyWerePassed) {
  MadeRecording made;
  made.save_texels();
  TextureDesc normalized = point();
  normalized.normalizedCoords = 1;
  EXPECT_EQ(compared(made, normalized), (OriginalComparison{3, 3, 12, ""})) << "13 instead of 1, 6.5 and 2";
}

TEST(OriginalDescriptors, AreNotComparedWithoutTexels) {
  MadeRecording made;
  const OriginalComparison original = compared(made, point());
  EXPECT_EQ(original.compared, 0u);
  EXPECT_EQ(original.why_not,
            "No texels of it were copied; --texels FOLDER copies them when the object is destroyed.");
}

TEST(OriginalDescriptors, AreNotComparedWhereTheModelKnowsNothing) {
  MadeRecording made;
  made.save_texels();
  made.modules.at(0).sites.at(0).reference.count = 1; // a depth comparison
  EXPECT_EQ(compared(made, point()).why_not, "The model does not know what such fetches return.");
}
} // namespace

} // namespace texelscope::fetches
