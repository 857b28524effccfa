#include "kernels/base/threads.h"

#include "kernels/base/errors.h"
#include "kernels/text/texts.h"

namespace texelscope {

void throw_no_thread(const std::system_error& error) {
  throw MachineError(say(Text::thread_none, {error.code().message()}));
}

} // namespace texelscope
