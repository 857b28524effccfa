#include "kernels/ground/base/threads.h"

#include "kernels/ground/base/errors.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

void throw_no_thread(const std::system_error& error) {
  throw MachineError(say(Text::thread_none, {error.code().message()}));
}

} // namespace texelscope
