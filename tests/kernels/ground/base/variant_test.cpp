#include "kernels/ground/base/variant.h"

#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace texelscope {
namespace {

struct Uncopied {
  Uncopied() = default;
  Uncopied(const Uncopied&) { throw std::runtime_error("no copy"); }
  Uncopied(Uncopied&&) = default;
  Uncopied& operator=(const Uncopied&) = default;
  Uncopied& operator=(Uncopied&&) = default;
};
using Some = Variant<bool, double, std::string, std::vector<Uncopied>>;

TEST(Variant, AFailedCopyLeavesNothingBehind) {
  const Some some = std::vector<Uncopied>(3);
  EXPECT_THROW(Some{some}, std::runtime_error);
  Some other = "what it held before, long enough for the heap";
  EXPECT_THROW(other = some, std::runtime_error);
  EXPECT_EQ(std::get<std::string>(other), "what it held before, long enough for the heap");
}

TEST(Variant, CopiesAndMovesAreAsOfTheStandardOne) {
  Some some = 0.25;
  Some copy = some;
  EXPECT_EQ(std::get<double>(copy), 0.25);
  some = "a text that is long enough for the heap";
  copy = some;
  EXPECT_EQ(std::get<std::string>(copy), std::get<std::string>(some));
  copy = *&copy;
  EXPECT_EQ(std::get<std::string>(copy), std::get<std::string>(some));
  const Some moved = std::move(copy);
  EXPECT_EQ(std::get<std::string>(moved), "a text that is long enough for the heap");
  EXPECT_EQ(Some().index(), 0u);
  using Compared = Variant<bool, std::string>;
  EXPECT_EQ(Compared("a"), Compared(std::string("a")));
  EXPECT_NE(Compared(true), Compared("a"));
}

} // namespace
} // namespace texelscope
