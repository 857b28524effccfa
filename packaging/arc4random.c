// For the C++ runtime of the bundle, whose std::random_device calls it where glibc is newer than 2.35.
#include <stdlib.h>
#include <sys/random.h>

unsigned arc4random(void) {
  unsigned value;
  if (getrandom(&value, sizeof value, 0) != sizeof value) abort();
  return value;
}
