#include "kernels/ground/files/errors.h"

#include <new>
#include <string>

#include <gtest/gtest.h>

#include "kernels/ground/base/errors.h"

namespace texelscope {
namespace {

TEST(Errors, TheirSentencesAreRead) {
  EXPECT_EQ(sentence_of(FileError("\"a\" is no picture.")), "\"a\" is no picture.");
  EXPECT_EQ(sentence_of(UserError("There is no such flag.")), "There is no such flag.");
}

TEST(Errors, MissingMemoryIsASentenceToo) {
  const std::string sentence =
      "There is not enough memory. Close other programs, or make the texture or the picture smaller.";
  EXPECT_EQ(sentence_of(std::bad_alloc()), sentence);
  EXPECT_EQ(sentence_of(std::bad_array_new_length()), sentence);
}

} // namespace
} // namespace texelscope
