// Tables of text, and lines of CSV files.
#include "kernels/ground/files/text_columns.h"

#include <gtest/gtest.h>

namespace texelscope {
namespace {

TEST(TextColumns, NumbersAreAlignedRightAndNamesLeft) {
  const TextColumn columns[] = {{-5, 0}, {6}, {4, 1}, {0, 3}};
  EXPECT_EQ(table_line(columns, {"name", "1.25", "7", "last"}), "name     1.25    7   last");
  EXPECT_EQ(table_line(columns, {"longer", "1234567", "12345", ""}), "longer  1234567 12345   ");
  EXPECT_EQ(table_line(columns, {"name"}), "name ") << "whoever has no numbers goes on behind the name";
  EXPECT_EQ(table_line(columns, {"纹素", "1"}), "纹素        1") << "as wide as four letters";
}

TEST(TextColumns, CsvQuotesWhatWouldBreakTheLine) {
  EXPECT_EQ(csv_line({"", "a", "", "b c", ""}), ",a,,b c,\n");
  EXPECT_EQ(csv_line({"a, b", "said \"no\"", "two\nlines", "\r"}),
            "\"a, b\",\"said \"\"no\"\"\",\"two\nlines\",\"\r\"\n");
}

TEST(TwoColumns, CountWhatATerminalShows) {
  EXPECT_EQ(two_columns("ab", "x", 6, 40), "ab    x\n");
  EXPECT_EQ(two_columns("尺寸", "x", 6, 40), "尺寸  x\n");
  EXPECT_EQ(two_columns("", "尺寸 尺寸 ab", 2, 11), "  尺寸 尺寸\n  ab\n");
}

} // namespace
} // namespace texelscope
