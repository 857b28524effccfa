// Of what GCC 12 and later link a program with, the libstdc++ of GCC 11, which Red Hat Enterprise Linux 9
// has, lacks only this: std::condition_variable::wait() became a symbol of version GLIBCXX_3.4.30. The linker
// puts the function below in its place (--wrap in app/CMakeLists.txt), so that older systems start the
// program.
#include <condition_variable>

#include <pthread.h>

namespace texelscope {

void wait_until_notified(std::condition_variable& condition, std::unique_lock<std::mutex>& lock) asm(
    "__wrap__ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE");

void wait_until_notified(std::condition_variable& condition, std::unique_lock<std::mutex>& lock) {
  ::pthread_cond_wait(condition.native_handle(), lock.mutex()->native_handle());
}

} // namespace texelscope
