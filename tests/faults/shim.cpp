// A library to preload (LD_PRELOAD) that makes one call of the system fail: the Nth of a kind, counted from
// main() on. Tests alone use it.
//
//   TEXELSCOPE_FAULT=KIND:N    which call fails; KIND:0 only counts
//   TEXELSCOPE_FAULT_REPORT=FILE    gets "failed KIND N FUNCTION DETAIL" and "callers ADDRESS..." at that
//                                   moment, and at the end "count KIND CALLS" for every kind
//
// It works in the process that it is loaded into, not in those that this one starts. Not counted are:
// - writing to standard error, where the sentence about the fault has to appear;
// - sockets: Xlib itself ends a program that has lost its display;
// - memory, threads and libraries of the libraries in `others` below, which use what they get without a
// check.
//
// It also lets a machine seem to have eight cores, so that everywhere the same threads are started.
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <atomic>
#include <cerrno>
#include <dirent.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define SHIM extern "C" __attribute__((visibility("default")))

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace {

enum Kind { open_, read_, write_, fsync_, rename_, mmap_, thread_, malloc_, lookup_, glcall_, kinds };
constexpr const char* names[kinds] = {"open", "read",   "write",  "fsync",  "rename",
                                      "mmap", "thread", "malloc", "lookup", "glcall"};

// OpenGL's drivers, X, GLFW, and Debian's stb, whose stb_truetype asserts that it gets memory.
constexpr const char* others[] = {"/libX",       "/libxcb",    "/libGL",  "/libEGL", "/libglapi",
                                  "_dri.so",     "/libLLVM",   "/libdrm", "/libgbm", "/libglfw",
                                  "/libgallium", "/libnvidia", "/libstb"};

int (*program_main)(int, char**, char**) = nullptr;
std::atomic<long> calls[kinds];
Kind wanted = kinds;
long nth = 0;
char report[4096];
std::atomic<bool> armed = false, failed = false;
// What this file's own functions call is not counted.
__attribute__((tls_model("initial-exec"))) thread_local int inside = 0;

struct Inside {
  Inside() { ++inside; }
  ~Inside() { --inside; }
};

void tell(const char* line, std::size_t length) {
  if (report[0] == 0) return;
  const long file = ::syscall(SYS_openat, AT_FDCWD, report, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) return;
  ::syscall(SYS_write, file, line, length);
  ::syscall(SYS_close, file);
}

// dladdr() looks through every symbol of a library: while LLVM compiles, that would take minutes.
bool is_other(const void* address) {
  dl_find_object found;
  if (::_dl_find_object(const_cast<void*>(address), &found) != 0) return true; // code that a driver has made
  for (const char* name : others)
    if (std::strstr(found.dlfo_link_map->l_name, name) != nullptr) return true;
  return false;
}

// Whether another library is among the callers.
bool for_others() {
  void* frames[64];
  const int count = ::backtrace(frames, 64);
  for (int i = 0; i < count; ++i)
    if (is_other(frames[i])) return true;
  return false;
}

bool guards_others(Kind kind, const char* function) {
  return kind == malloc_ || kind == thread_ || kind == mmap_ || std::strcmp(function, "dlopen") == 0;
}

// The callers within the program, by their distance from its beginning.
void tell_callers() {
  Dl_info program, info;
  if (::dladdr(reinterpret_cast<void*>(program_main), &program) == 0) return;
  void* frames[64];
  const int count = ::backtrace(frames, 64);
  char line[64 * 20] = "callers";
  std::size_t length = std::strlen(line);
  for (int i = 0; i < count; ++i)
    if (::dladdr(frames[i], &info) != 0 && info.dli_fbase == program.dli_fbase)
      length += std::size_t(std::snprintf(line + length, sizeof line - length, " %#lx",
                                          long(frames[i]) - long(program.dli_fbase)));
  line[length] = '\n';
  tell(line, length + 1);
}

// Counts a call; true if it is the one that fails. A call for others is passed over: the next one fails.
bool fails(Kind kind, const char* function, const char* detail = "") {
  if (!armed.load(std::memory_order_relaxed) || inside > 0) return false;
  const int before = errno;
  const Inside own;
  const long call = ++calls[kind];
  bool now = kind == wanted && nth > 0 && call >= nth && !failed.load();
  if (now && guards_others(kind, function) && for_others()) now = false;
  if (now && failed.exchange(true)) now = false;
  if (now) {
    char line[4500];
    const int length = std::snprintf(line, sizeof line, "failed %s %ld %s %.4000s\n", names[kind], call,
                                     function, detail != nullptr ? detail : "");
    tell(line, std::size_t(length));
    tell_callers();
  }
  errno = before;
  return now;
}

bool fails(Kind kind, const char* function, const char* detail, int error) {
  if (!fails(kind, function, detail)) return false;
  errno = error;
  return true;
}

bool is_counted(int file) {
  struct stat there;
  return file != STDERR_FILENO && ::fstat(file, &there) == 0 && !S_ISSOCK(there.st_mode);
}

bool transfer_fails(Kind kind, const char* function, int file, int error) {
  if (!armed.load(std::memory_order_relaxed) || inside > 0 || !is_counted(file)) return false;
  char number[16];
  std::snprintf(number, sizeof number, "%d", file);
  return fails(kind, function, number, error);
}

constexpr int error_seen = 0x20; // _IO_ERR_SEEN of glibc, which ferror() reads

bool stream_fails(Kind kind, const char* function, std::FILE* stream, int error) {
  if (stream == nullptr || !transfer_fails(kind, function, ::fileno(stream), error)) return false;
  stream->_flags |= error_seen;
  return true;
}

// The C library's dlsym(), which this one stands in front of.
using Find = void* (*)(void*, const char*);
Find real_dlsym() {
  static const Find find = [] {
    const Inside own;
    void* found = nullptr;
    for (const char* version : {"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17"})
      if (found == nullptr) found = ::dlvsym(RTLD_NEXT, "dlsym", version);
    return reinterpret_cast<Find>(found);
  }();
  return find;
}

// The function of that name behind this library.
void* next(const char* name) {
  const Inside own;
  return real_dlsym()(RTLD_NEXT, name);
}
#define NEXT(function) (*reinterpret_cast<decltype(&function)>(next(#function)))

mode_t mode_of(int flags, va_list rest) {
  return (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
}

__attribute__((constructor)) void begin() {
  const char* fault = std::getenv("TEXELSCOPE_FAULT");
  if (const char* file = std::getenv("TEXELSCOPE_FAULT_REPORT"))
    std::snprintf(report, sizeof report, "%s", file);
  if (fault == nullptr) return;
  const char* colon = std::strchr(fault, ':');
  for (int kind = 0; colon != nullptr && kind < kinds; ++kind)
    if (std::strncmp(fault, names[kind], std::size_t(colon - fault)) == 0 &&
        std::strlen(names[kind]) == std::size_t(colon - fault)) {
      wanted = Kind(kind);
      nth = std::atol(colon + 1);
    }
  void* frame[1];
  ::backtrace(frame, 1); // loads what it needs before anything fails
  for (const char* name : {"LD_PRELOAD", "TEXELSCOPE_FAULT", "TEXELSCOPE_FAULT_REPORT"})
    ::unsetenv(name);
}

__attribute__((destructor)) void end() {
  armed = false;
  for (int kind = 0; kind < kinds; ++kind) {
    char line[64];
    tell(line,
         std::size_t(std::snprintf(line, sizeof line, "count %s %ld\n", names[kind], calls[kind].load())));
  }
}

int counted_main(int count, char** words, char** variables) {
  armed = true;
  return program_main(count, words, variables);
}

} // namespace

SHIM int __libc_start_main(int (*main)(int, char**, char**), int count, char** words, void (*init)(),
                           void (*fini)(), void (*loader_fini)(), void* stack_end) {
  program_main = main;
  using Start = int (*)(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(), void*);
  return reinterpret_cast<Start>(next("__libc_start_main"))(counted_main, count, words, init, fini,
                                                            loader_fini, stack_end);
}

// Files

#define OPENS(function)                                                                                      \
  SHIM int function(const char* path, int flags, ...) {                                                      \
    va_list rest;                                                                                            \
    va_start(rest, flags);                                                                                   \
    const mode_t mode = mode_of(flags, rest);                                                                \
    va_end(rest);                                                                                            \
    if (fails(open_, #function, path, EMFILE)) return -1;                                                    \
    return int(::syscall(SYS_openat, AT_FDCWD, path, flags | O_LARGEFILE, mode));                            \
  }
OPENS(open)
OPENS(open64)

#define OPENS_AT(function)                                                                                   \
  SHIM int function(int folder, const char* path, int flags, ...) {                                          \
    va_list rest;                                                                                            \
    va_start(rest, flags);                                                                                   \
    const mode_t mode = mode_of(flags, rest);                                                                \
    va_end(rest);                                                                                            \
    if (fails(open_, #function, path, EMFILE)) return -1;                                                    \
    return int(::syscall(SYS_openat, folder, path, flags | O_LARGEFILE, mode));                              \
  }
OPENS_AT(openat)
OPENS_AT(openat64)

SHIM int __open_2(const char* path, int flags) {
  return open(path, flags);
}
SHIM int __open64_2(const char* path, int flags) {
  return open(path, flags);
}
SHIM int __openat_2(int folder, const char* path, int flags) {
  return openat(folder, path, flags);
}
SHIM int __openat64_2(int folder, const char* path, int flags) {
  return openat(folder, path, flags);
}

SHIM std::FILE* fopen(const char* path, const char* mode) {
  if (fails(open_, "fopen", path, EMFILE)) return nullptr;
  return NEXT(fopen)(path, mode);
}
SHIM std::FILE* fopen64(const char* path, const char* mode) {
  if (fails(open_, "fopen64", path, EMFILE)) return nullptr;
  return NEXT(fopen64)(path, mode);
}
SHIM std::FILE* tmpfile() {
  if (fails(open_, "tmpfile", "", EMFILE)) return nullptr;
  return NEXT(tmpfile)();
}
SHIM std::FILE* tmpfile64() {
  if (fails(open_, "tmpfile64", "", EMFILE)) return nullptr;
  return NEXT(tmpfile64)();
}
SHIM DIR* opendir(const char* path) {
  if (fails(open_, "opendir", path, EMFILE)) return nullptr;
  return NEXT(opendir)(path);
}
SHIM int memfd_create(const char* name, unsigned flags) noexcept {
  if (fails(open_, "memfd_create", name, EMFILE)) return -1;
  return int(::syscall(SYS_memfd_create, name, flags));
}
SHIM int pipe2(int ends[2], int flags) noexcept {
  if (fails(open_, "pipe2", "", EMFILE)) return -1;
  return int(::syscall(SYS_pipe2, ends, flags));
}
SHIM void* dlopen(const char* file, int flags) {
  const bool fault = fails(open_, "dlopen", file != nullptr ? file : "");
  return NEXT(dlopen)(fault ? "/nonexistent/library" : file, flags); // so that dlerror() has a text
}

SHIM ssize_t read(int file, void* to, std::size_t count) {
  if (transfer_fails(read_, "read", file, EIO)) return -1;
  return ::syscall(SYS_read, file, to, count);
}
SHIM ssize_t __read_chk(int file, void* to, std::size_t count, std::size_t) {
  return read(file, to, count);
}
SHIM ssize_t pread(int file, void* to, std::size_t count, off_t at) {
  if (transfer_fails(read_, "pread", file, EIO)) return -1;
  return ::syscall(SYS_pread64, file, to, count, at);
}
SHIM ssize_t pread64(int file, void* to, std::size_t count, off64_t at) {
  if (transfer_fails(read_, "pread64", file, EIO)) return -1;
  return ::syscall(SYS_pread64, file, to, count, at);
}
SHIM ssize_t readv(int file, const iovec* parts, int count) {
  if (transfer_fails(read_, "readv", file, EIO)) return -1;
  return ::syscall(SYS_readv, file, parts, count);
}
SHIM std::size_t fread(void* to, std::size_t size, std::size_t count, std::FILE* from) {
  if (stream_fails(read_, "fread", from, EIO)) return 0;
  return NEXT(fread)(to, size, count, from);
}
SHIM std::size_t __fread_chk(void* to, std::size_t, std::size_t size, std::size_t count, std::FILE* from) {
  return fread(to, size, count, from);
}

SHIM ssize_t write(int file, const void* from, std::size_t count) {
  if (transfer_fails(write_, "write", file, ENOSPC)) return -1;
  return ::syscall(SYS_write, file, from, count);
}
SHIM ssize_t pwrite(int file, const void* from, std::size_t count, off_t at) {
  if (transfer_fails(write_, "pwrite", file, ENOSPC)) return -1;
  return ::syscall(SYS_pwrite64, file, from, count, at);
}
SHIM ssize_t pwrite64(int file, const void* from, std::size_t count, off64_t at) {
  if (transfer_fails(write_, "pwrite64", file, ENOSPC)) return -1;
  return ::syscall(SYS_pwrite64, file, from, count, at);
}
SHIM ssize_t writev(int file, const iovec* parts, int count) {
  if (transfer_fails(write_, "writev", file, ENOSPC)) return -1;
  return ::syscall(SYS_writev, file, parts, count);
}
SHIM std::size_t fwrite(const void* from, std::size_t size, std::size_t count, std::FILE* to) {
  if (stream_fails(write_, "fwrite", to, ENOSPC)) return 0;
  return NEXT(fwrite)(from, size, count, to);
}
SHIM int fflush(std::FILE* stream) {
  if (stream_fails(write_, "fflush", stream, ENOSPC)) return EOF;
  return NEXT(fflush)(stream);
}

SHIM int fsync(int file) {
  if (fails(fsync_, "fsync", "", EIO)) return -1;
  return int(::syscall(SYS_fsync, file));
}
SHIM int fdatasync(int file) {
  if (fails(fsync_, "fdatasync", "", EIO)) return -1;
  return int(::syscall(SYS_fdatasync, file));
}
SHIM int rename(const char* from, const char* to) noexcept {
  if (fails(rename_, "rename", to, EIO)) return -1;
  return int(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}
SHIM int renameat2(int from_folder, const char* from, int to_folder, const char* to,
                   unsigned flags) noexcept {
  if (fails(rename_, "renameat2", to, EIO)) return -1;
  return int(::syscall(SYS_renameat2, from_folder, from, to_folder, to, flags));
}

SHIM void* mmap(void* at, std::size_t bytes, int access, int flags, int file, off_t offset) noexcept {
  if (fails(mmap_, "mmap", "", ENOMEM)) return MAP_FAILED;
  return reinterpret_cast<void*>(::syscall(SYS_mmap, at, bytes, access, flags, file, offset));
}
SHIM void* mmap64(void* at, std::size_t bytes, int access, int flags, int file, off64_t offset) noexcept {
  return mmap(at, bytes, access, flags, file, offset);
}

SHIM int pthread_create(pthread_t* thread, const pthread_attr_t* options, void* (*run)(void*),
                        void* with) noexcept {
  if (fails(thread_, "pthread_create")) return EAGAIN;
  return NEXT(pthread_create)(thread, options, run, with);
}

SHIM int sched_getaffinity(pid_t, std::size_t bytes, cpu_set_t* cores) noexcept {
  std::memset(cores, 0, bytes);
  for (std::size_t i = 0; i < 8; ++i)
    CPU_SET_S(i, bytes, cores);
  return 0;
}
SHIM long sysconf(int name) noexcept {
  if (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF) return 8;
  return NEXT(sysconf)(name);
}

// Memory; what is made by these goes back through the C library's own free().

SHIM void* malloc(std::size_t bytes) {
  if (fails(malloc_, "malloc", "", ENOMEM)) return nullptr;
  return __libc_malloc(bytes);
}
SHIM void* calloc(std::size_t count, std::size_t bytes) {
  if (fails(malloc_, "calloc", "", ENOMEM)) return nullptr;
  return __libc_calloc(count, bytes);
}
SHIM void* realloc(void* before, std::size_t bytes) {
  if (bytes > 0 && fails(malloc_, "realloc", "", ENOMEM)) return nullptr;
  return __libc_realloc(before, bytes);
}
SHIM void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  if (fails(malloc_, "aligned_alloc", "", ENOMEM)) return nullptr;
  return __libc_memalign(alignment, bytes);
}
SHIM void* memalign(std::size_t alignment, std::size_t bytes) {
  if (fails(malloc_, "memalign", "", ENOMEM)) return nullptr;
  return __libc_memalign(alignment, bytes);
}
SHIM int posix_memalign(void** made, std::size_t alignment, std::size_t bytes) {
  if (fails(malloc_, "posix_memalign")) return ENOMEM;
  *made = __libc_memalign(alignment, bytes);
  return *made != nullptr ? 0 : ENOMEM;
}

// OpenGL and EGL: what the program looks up, by dlsym(), eglGetProcAddress() and glfwGetProcAddress(). Those
// functions that report whether they worked can fail themselves.

namespace {
using Any = long (*)(long, long, long, long, long, long);

struct GlCall {
  const char* name;
  long failure; // what it returns when it fails
};
constexpr long gl_out_of_memory = 0x505;
constexpr GlCall gl_calls[] = {{"eglQueryDevicesEXT", 0},
                               {"eglGetPlatformDisplayEXT", 0},
                               {"eglQueryString", 0},
                               {"eglInitialize", 0},
                               {"eglBindAPI", 0},
                               {"eglChooseConfig", 0},
                               {"eglCreateContext", 0},
                               {"eglMakeCurrent", 0},
                               {"glGetString", 0},
                               {"glGetError", gl_out_of_memory},
                               {"glCreateShader", 0},
                               {"glCreateProgram", 0},
                               {"glCreateShaderProgramv", 0}};
constexpr std::size_t gl_call_count = sizeof gl_calls / sizeof *gl_calls;
Any real_gl[gl_call_count];

template <std::size_t I>
long gl_call(long a, long b, long c, long d, long e, long f) {
  if (fails(glcall_, gl_calls[I].name)) return gl_calls[I].failure;
  return real_gl[I](a, b, c, d, e, f);
}

template <std::size_t... I>
Any gl_call_at(std::size_t index, std::index_sequence<I...>) {
  constexpr Any all[] = {gl_call<I>...};
  return all[index];
}

using Lookup = void* (*)(const char*);
Lookup real_egl_lookup = nullptr;

// What the program gets for the function that was found under this name.
void* looked_up(const char* name, void* found) {
  if (fails(lookup_, "lookup", name)) return nullptr;
  for (std::size_t i = 0; i < gl_call_count && found != nullptr; ++i)
    if (std::strcmp(name, gl_calls[i].name) == 0) {
      real_gl[i] = reinterpret_cast<Any>(found);
      return reinterpret_cast<void*>(gl_call_at(i, std::make_index_sequence<gl_call_count>()));
    }
  return found;
}

void* egl_lookup(const char* name) {
  return looked_up(name, real_egl_lookup(name));
}

} // namespace

SHIM void* dlsym(void* handle, const char* name) noexcept {
  const Find find = real_dlsym();
  if (!armed || inside > 0 || handle == RTLD_NEXT || handle == RTLD_DEFAULT ||
      std::strncmp(name, "egl", 3) != 0 || is_other(__builtin_return_address(0)))
    return find(handle, name); // a jump, so that the C library sees the caller
  void* const found = find(handle, name);
  if (std::strcmp(name, "eglGetProcAddress") != 0 || found == nullptr) return looked_up(name, found);
  real_egl_lookup = reinterpret_cast<Lookup>(found);
  return looked_up(name, reinterpret_cast<void*>(egl_lookup));
}

SHIM void* glfwGetProcAddress(const char* name) {
  return looked_up(name, reinterpret_cast<Lookup>(next("glfwGetProcAddress"))(name));
}
