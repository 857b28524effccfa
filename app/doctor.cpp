// texelscope doctor: what is there, what is not, why, and what to do about it.
#include <cstdio>
#include <cstdlib>
#include <memory>

#include <GLFW/glfw3.h>

#include "app/arguments.h"
#include "app/egl_context.h"
#include "app/glfw_window.h"
#include "app/help.h"
#include "app/imgui_host.h"
#include "app/paths.h"
#include "app/verbs.h"
#include "app/version.h"
#include "kernels/cuda_support.h"
#include "kernels/enums.h"
#include "kernels/language.h"
#include "kernels/texts.h"

namespace texelscope {

namespace {

constexpr std::size_t label_column = 12;
constexpr std::size_t line_width = 100;

void print(Text label, const std::string& words) {
  std::fputs(two_columns(text(label), words, label_column, line_width).c_str(), stdout);
}

// Problems are printed last, each with its cure.
class Problems {
public:
  void add(const std::string& cause, const std::string& cure) {
    list.push_back(cure.empty() ? cause : cause + " " + cure);
  }
  void print_all() const {
    if (list.empty()) return print(Text::doctor_problems, text(Text::doctor_none));
    for (const std::string& problem : list)
      print(Text::doctor_problem, problem);
  }

private:
  std::vector<std::string> list;
};

// 13000 is 13.0.
std::string cuda_version(int number) {
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

void report_devices(const CudaReport& cuda) {
  const std::string driver = cuda.driver_name.empty() ? text(Text::doctor_unknown) : cuda.driver_name;
  print(Text::doctor_driver, cuda.driver_version > 0
                                 ? say(Text::doctor_driver_cuda, {driver, cuda_version(cuda.driver_version)})
                                 : text(Text::doctor_none));
  if (cuda.devices.empty()) print(Text::doctor_gpu, text(Text::doctor_none));
  for (const CudaDevice& device : cuda.devices) {
    const std::string capability =
        std::to_string(device.major).append(".").append(std::to_string(device.minor));
    print(Text::doctor_gpu,
          say(Text::doctor_device, {device.name, capability, std::to_string(device.memory >> 20)}));
  }
}

void report_cuda(const CudaReport& cuda, Problems& problems) {
  print(Text::doctor_program, std::string("texelscope ").append(version()));
  print(Text::doctor_build, cuda.built ? say(Text::doctor_with_cuda, {cuda_version(cuda.runtime_version)})
                                       : text(Text::doctor_without_cuda));
  if (cuda.built) report_devices(cuda);
  if (!cuda.problem.empty()) problems.add(cuda.problem, cuda.cure);
}

void report_formats(const GlSharingReport& sharing) {
  for (const bool shared : {true, false}) {
    std::string list;
    for (const SharedFormat& entry : sharing.formats) {
      if (entry.shared != shared) continue;
      if (!list.empty()) list += ", ";
      list +=
          std::string(identifier(entry.format.kind)).append(" ").append(std::to_string(entry.format.bits));
      list += " x ";
      list += std::to_string(entry.format.channels);
    }
    if (!list.empty()) print(shared ? Text::doctor_shared : Text::doctor_not_shared, list);
  }
}

void report_gl(const CudaReport& cuda, Problems& problems) {
  try {
    const EglContext context;
    const GlIdentity& gl = context.identity();
    print(Text::doctor_gl, say(Text::doctor_gl_words, {gl.vendor, gl.renderer, gl.version, gl.platform}));
    if (cuda.devices.empty() || !cuda.problem.empty())
      return print(Text::doctor_sharing, text(Text::doctor_no_cuda_sharing));
    const GlSharingReport sharing = gl_sharing_report();
    print(Text::doctor_sharing,
          text(sharing.problem.empty() ? Text::doctor_shares : Text::doctor_shares_not));
    report_formats(sharing);
    if (!sharing.problem.empty()) problems.add(sharing.problem, text(Text::doctor_sharing_cure));
  } catch (const MachineError& error) {
    print(Text::doctor_gl, text(Text::doctor_none));
    problems.add(error.what(), "");
  }
}

std::string variable(const char* name) {
  const char* words = std::getenv(name);
  return std::string(name).append("=").append(words ? words : "");
}

void report_display(Problems& problems) {
  const bool opens = start_glfw();
  const char* reason = nullptr;
  if (!opens) glfwGetError(&reason);
  std::string words = text(opens ? Text::doctor_opens : Text::doctor_opens_not);
  words += " (" + variable("DISPLAY") + ", " + variable("WAYLAND_DISPLAY") + ")";
  print(Text::doctor_display, words);
  if (opens)
    glfwTerminate();
  else
    problems.add(say(Text::doctor_display_problem, {reason ? reason : text(Text::doctor_unknown)}),
                 text(Text::doctor_display_cure));
}

std::string or_none(const std::string& words) {
  return words.empty() ? text(Text::doctor_none) : words;
}

void report_files(Problems& problems) {
  const ui::FontFiles fonts = find_fonts();
  print(Text::doctor_fonts, or_none(fonts.text) + ", " + or_none(fonts.mono));
  if (fonts.text.empty() || fonts.mono.empty())
    problems.add(text(Text::doctor_fonts_problem), text(Text::doctor_fonts_cure));
  print(Text::doctor_chinese, fonts.chinese.empty() ? text(Text::doctor_chinese_none) : fonts.chinese);
  if (fonts.chinese.empty() && language() == Language::chinese)
    problems.add(text(Text::doctor_chinese_problem), text(Text::doctor_chinese_cure));
  print(Text::doctor_assets, or_none(assets_folder().string()));
  print(Text::doctor_settings, or_none(config_folder().string()));
  print(Text::doctor_state, or_none(state_folder().string()));
}

} // namespace

int run_doctor(const std::vector<std::string>& words) {
  Arguments arguments("texelscope doctor", Text::doctor_about);
  if (!arguments.parse(words)) return 0;
  Problems problems;
  const CudaReport cuda = cuda_report();
  report_cuda(cuda, problems);
  report_gl(cuda, problems);
  report_display(problems);
  report_files(problems);
  problems.print_all();
  return 0;
}

} // namespace texelscope
