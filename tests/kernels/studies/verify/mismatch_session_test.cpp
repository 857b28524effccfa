// The session that verify saves for a mismatch repeats the same fetch.
#include "kernels/studies/verify/mismatch_session.h"

#include <gtest/gtest.h>

#include <map>

#include "kernels/machines/backend/backend.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/studies/texture/texture_source.h"
#include "tests/temp_folder.h"

namespace texelscope {
namespace {

TEST(MismatchSession, RepeatsTheFetchOfEveryClass) {
  const tests::TempFolder folder;
  const std::string name = (folder / "mismatch").string();
  const auto backend = make_cpu_backend(1);
  std::map<std::string, int> saved;
  for (int number = 0; number < 60 * verify::group_count; ++number) {
    const auto group = verify::Group(number % verify::group_count);
    verify::Random random(std::uint32_t(number) + 77);
    verify::Mismatch mismatch;
    mismatch.setup = verify::random_case(group, random, 1);
    mismatch.at = verify::random_request(mismatch.setup, random);
    const std::string path = save_mismatch(mismatch, name);
    if (path.empty()) continue;
    ++saved[verify::group_name(group)];

    const LoadedSession loaded = load_session(path);
    const Effective effective = resolve(loaded.session).effective;
    TextureSource source;
    source.request(loaded.session, effective, loaded.base);
    source.wait();
    backend->frame({loaded.session, effective, source.image(), 1, 1});
    const verify::Specimen specimen(mismatch.setup);
    const auto expected =
        verify::model_results(mismatch.setup, specimen.texture(), {&mismatch.at, 1}, nullptr);
    const TexelBits got = backend->read_result().pixels[0];
    for (std::size_t i = 0; i < expected.size(); ++i)
      ASSERT_EQ(got[i], expected[i]) << number << " " << verify::class_name(mismatch.setup) << " "
                                     << describe_request(mismatch);
  }
  for (const char* group : {"1d", "2d", "3d", "1d layered", "2d layered", "1d lod", "2d lod", "3d lod",
                            "1d layered lod", "2d layered lod", "gather", "pitch", "tex1Dfetch", "gradients"})
    EXPECT_GE(saved[group], 5) << group;
}

} // namespace
} // namespace texelscope
