// Reads files that a test writes.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/unit/image_io/read_image.h"
#include "tests/refusals.h"
#include "tests/temp_folder.h"

namespace texelscope::tests {

class ReadsFiles : public ::testing::Test {
protected:
  using Values = std::vector<std::uint32_t>;

  Image read(const std::string& name, const std::string& bytes, const ReadShape& shape = {}) {
    return read_image(folder.write(name, bytes), shape);
  }
  std::string refusal(const std::string& name, const std::string& bytes, const ReadShape& shape = {}) {
    const auto path = folder.write(name, bytes);
    const std::string message = refusal_of<FileError>([&] { read_image(path, shape); });
    EXPECT_NE(message.find(name), message.npos) << message;
    EXPECT_TRUE(message.ends_with('.')) << message;
    return message;
  }
  static Values bits_at(const Image& image, int x, int y, int plane = 0) {
    Values bits;
    for (int c = 0; c < image.format.channels; ++c)
      bits.push_back(image.bits_at(x, y, plane, 0, c));
    return bits;
  }

  TempFolder folder;
};

} // namespace texelscope::tests

#define EXPECT_CONTAINS(sentence, part) EXPECT_PRED_FORMAT2(::testing::IsSubstring, part, sentence)
