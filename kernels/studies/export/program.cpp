#include "kernels/studies/export/program.h"

#include <filesystem>

#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/state/stored/share_line.h"
#include "kernels/studies/export/facts.h"

namespace texelscope {

namespace {
constexpr EnumEntry targets[] = {
    {0, "cuda", Text::export_cuda, Text::export_cuda},
    {1, "driver", Text::export_driver, Text::export_driver},
    {2, "hip", Text::export_hip, Text::export_hip},
    {3, "opengl", Text::export_opengl, Text::export_opengl},
    {4, "webgpu", Text::export_webgpu, Text::export_webgpu},
    {5, "numpy", Text::export_numpy, Text::export_numpy},
    {6, "cupy", Text::export_cupy, Text::export_cupy},
    {7, "cuda_core", Text::export_cuda_core, Text::export_cuda_core},
    {8, "torch", Text::export_torch, Text::export_torch},
    {9, "warp", Text::export_warp, Text::export_warp},
    {10, "html", Text::export_html, Text::export_html},
};

bool sees(ExportTarget target) {
  return target == ExportTarget::opengl || target == ExportTarget::webgpu || target == ExportTarget::numpy ||
         target == ExportTarget::torch || target == ExportTarget::warp;
}
} // namespace

template <>
EnumTable enum_table<ExportTarget>() {
  return targets;
}

std::shared_ptr<const Image> written_texels(const Session& session, const Effective& effective,
                                            const std::shared_ptr<const Image>& source) {
  if (effective.writes(session).mode == WriteMode::off) return source;
  const auto cpu = make_cpu_backend();
  cpu->frame({session, effective, source, 1, 1});
  return std::make_shared<const Image>(cpu->read_texture());
}

std::size_t exported_bytes(ExportTarget target, const ExportRequest& request) {
  if (target == ExportTarget::html) return 0; // a page makes its own, or holds the file's picture
  const Effective& e = request.resolution.effective;
  return (sees(target) ? program::seen_texels(request.texels, e) : program::memory_texels(request.texels, e))
      .bytes.size();
}

ExportedProgram export_program(ExportTarget target, const ExportRequest& request) {
  switch (target) {
  case ExportTarget::cuda:
    return program::cuda_program(request);
  case ExportTarget::driver:
    return program::driver_program(request);
  case ExportTarget::hip:
    return program::hip_program(request);
  case ExportTarget::opengl:
    return program::opengl_program(request);
  case ExportTarget::webgpu:
    return program::webgpu_program(request);
  case ExportTarget::numpy:
    return program::numpy_program(request);
  case ExportTarget::cupy:
    return program::cupy_program(request);
  case ExportTarget::cuda_core:
    return program::cuda_core_program(request);
  case ExportTarget::torch:
    return program::torch_program(request);
  case ExportTarget::warp:
    return program::warp_program(request);
  case ExportTarget::html:
    break;
  }
  return program::html_program(request);
}

std::string program_line(const Session& session) {
  const std::filesystem::path path = session.texture.path;
  if (!path.is_absolute()) return share_line(session).line;
  Session moved = session;
  moved.texture.path = path.filename().string();
  return share_line(moved).line;
}

const char* program_ending(ExportTarget target) {
  static constexpr const char* endings[] = {".cu", ".cpp", ".hip", ".cpp", ".mjs", ".py",
                                            ".py", ".py",  ".py",  ".py",  ".html"};
  return endings[std::size_t(target)];
}

} // namespace texelscope
