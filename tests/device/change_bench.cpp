// How long a change from the plain picture to each shipped session takes, and back: textures of 1024 x 1024,
// including the time to make the texels and to read the result.
//   texelscope_change_bench FOLDER_OF_SESSIONS
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>

#include "kernels/machines/backend/cuda_support.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/studies/texture/texture_source.h"
#include "kernels/unit/resolve/resolve.h"

using namespace texelscope;

namespace {
double milliseconds(Backend& backend, const Session& session) {
  const auto start = std::chrono::steady_clock::now();
  const Effective effective = effective_settings(session, backend.info().limits);
  TextureSource source;
  source.request(session, effective, {});
  source.wait();
  backend.frame({session, effective, source.image(), 1280, 720});
  backend.read_result(); // waits for the device
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}
} // namespace

int main(int count, char** args) {
  if (count != 2) return std::fprintf(stderr, "usage: texelscope_change_bench FOLDER_OF_SESSIONS\n"), 2;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(args[1]))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  const auto backend = make_cuda_backend({GlBinding::none});
  Session plain;
  plain.texture.width = plain.texture.height = 1024;
  milliseconds(*backend, plain);
  for (const auto& file : files) {
    Session session = load_session(file).session;
    if (session.texture.source == Source::file) continue;
    session.texture.width = session.texture.height = 1024;
    const double there = milliseconds(*backend, session), back = milliseconds(*backend, plain);
    std::printf("%-32s %7.2f ms, back %7.2f ms\n", file.stem().c_str(), there, back);
  }
}
