// Numbers as people read them.
#include "ui/widgets/widgets.h"

#include <gtest/gtest.h>

namespace texelscope::ui {
namespace {

TEST(Numbers, ARangeHasTheMediansUnitAndRoomInItsRow) {
  EXPECT_EQ(middle_text({406.1e-6, 412e-6, 420e-6}), "406.1 to 420.0");
  EXPECT_EQ(middle_text({689.1e-6, 771e-6, 10458.2e-6}), "689.1 to 10458");
  EXPECT_EQ(middle_text({1.5e-3, 2e-3, 3.256e-3}), "1.50 to 3.26");
  EXPECT_EQ(middle_text({1.5e-3, 2e-3, 1234.5e-3}), "1.50 to 1234");
  EXPECT_EQ(middle_text({178.69e-3, 236.48e-3, 343.44e-3}), "178.7 to 343.4");
}

} // namespace
} // namespace texelscope::ui
