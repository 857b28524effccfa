// texelscope_export_programs FOLDER COUNT [SEED]: random states as programs for the CUDA runtime and driver
// APIs and in Python, each with its share line. scripts/check-exports.sh compiles them, and the device test
// ExportedPrograms runs them.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "kernels/ground/files/errors.h"
#include "kernels/state/stored/share_line.h"
#include "kernels/studies/export/program.h"
#include "tests/random_session.h"

int main(int argc, char** argv) {
  using namespace texelscope;
  if (argc < 3) return std::fprintf(stderr, "texelscope_export_programs FOLDER COUNT [SEED]\n"), 2;
  const std::filesystem::path folder = argv[1];
  std::filesystem::create_directories(folder);
  std::mt19937 random(argc > 3 ? unsigned(std::atoi(argv[3])) : 1u);
  for (int i = 0; i < std::atoi(argv[2]); ++i) {
    const tests::Setup setup = tests::random_setup(random);
    const Resolution resolution = resolve(setup.session);
    const auto texels = written_texels(setup.session, setup.effective, setup.image);
    const std::string line = share_line(setup.session).line, name = "state" + std::to_string(i);
    const ExportRequest request{setup.session, resolution, *texels, 64, 48, name, line, ""};
    std::ofstream(folder / (name + ".line")) << line << "\n";
    std::ofstream(folder / (name + ".cu")) << export_program(ExportTarget::cuda, request).text;
    std::ofstream(folder / (name + ".driver.cpp")) << export_program(ExportTarget::driver, request).text;
    for (const ExportTarget target : {ExportTarget::numpy, ExportTarget::cupy, ExportTarget::cuda_core}) {
      const std::string api(enum_table<ExportTarget>()[std::size_t(target)].identifier);
      try {
        const ExportedProgram program = export_program(target, request);
        // What a target replaces may differ in the last bits.
        if (program.remarks.empty()) std::ofstream(folder / (name + "." + api + ".py")) << program.text;
      } catch (const UserError& refusal) {
        std::printf("%s.%s: %s\n", name.c_str(), api.c_str(), refusal.what());
      }
    }
  }
}
