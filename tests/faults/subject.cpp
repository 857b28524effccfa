// Makes five calls of each kind that shim.cpp can fail, and prints what each returned: "KIND CALL errno",
// with 0 for a call that worked. Its own printing counts for nothing: it goes to standard error.
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {
void print(const char* kind, int call, bool worked) {
  std::fprintf(stderr, "%s %d %d\n", kind, call, worked ? 0 : errno);
}
} // namespace

extern "C" __attribute__((visibility("default"))) void eglSubject() {}

int main() {
  constexpr int calls = 5;
  int files[calls];
  char byte = 'a';
  for (int i = 0; i < calls; ++i) {
    files[i] = ::open("subject.txt", O_RDWR | O_CREAT, 0666);
    print("open", i + 1, files[i] >= 0);
    if (files[i] < 0) files[i] = int(::syscall(SYS_openat, AT_FDCWD, "subject.txt", O_RDWR | O_CREAT, 0666));
  }
  for (int i = 0; i < calls; ++i)
    print("write", i + 1, ::write(files[i], &byte, 1) == 1);
  for (int i = 0; i < calls; ++i)
    print("read", i + 1, ::pread(files[i], &byte, 1, 0) >= 0);
  for (int i = 0; i < calls; ++i)
    print("fsync", i + 1, ::fsync(files[i]) == 0);
  for (int i = 0; i < calls; ++i)
    print("rename", i + 1, std::rename("subject.txt", "subject.txt") == 0);
  for (int i = 0; i < calls; ++i)
    print("mmap", i + 1, ::mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
  for (int i = 0; i < calls; ++i) {
    void* volatile made = std::malloc(16);
    print("malloc", i + 1, made != nullptr);
    std::free(made);
  }
  for (int i = 0; i < calls; ++i) {
    pthread_t thread;
    errno = ::pthread_create(
        &thread, nullptr, [](void* nothing) { return nothing; }, nullptr);
    print("thread", i + 1, errno == 0);
    if (errno == 0) ::pthread_join(thread, nullptr);
  }
  void* const itself = ::dlopen(nullptr, RTLD_NOW);
  for (int i = 0; i < calls; ++i) {
    errno = ENOENT;
    print("lookup", i + 1, ::dlsym(itself, "eglSubject") != nullptr);
  }
}
