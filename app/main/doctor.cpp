// texelscope doctor: checks what is available and what is missing, why, and what to do about it.
#include <algorithm>
#include <cstdlib>
#include <memory>

#include <GLFW/glfw3.h>
#include <nlohmann/json.hpp>

#include "app/cli/arguments.h"
#include "app/cli/verbs.h"
#include "app/main/doctor_probe.h"
#include "app/window/glfw_window.h"
#include "app/window/imgui_host.h"
#include "kernels/ground/base/wsl.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/json_text.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/files/paths.h"
#include "kernels/ground/files/subprocess.h"
#include "kernels/ground/files/text_columns.h"
#include "kernels/ground/files/version.h"
#include "kernels/ground/text/language.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/cuda_support.h"
#include "kernels/machines/gl/egl_context.h"
#include "kernels/state/session/enums.h"
#include "kernels/studies/labs/legality_report.h"

namespace texelscope {

namespace {

constexpr std::size_t label_column = 12;
constexpr std::size_t line_width = 100;

// The findings in the order in which they were made; problems come last, each with its cure.
class Findings {
public:
  // `key`: the key in JSON, where `listed` findings are lists. An empty value means that nothing was found.
  void add(const std::string& key, Text name, const std::string& value, bool listed = false) {
    lines.push_back({key, name, value, listed});
  }
  void add_problem(const std::string& cause, const std::string& cure) {
    problems.push_back(cure.empty() ? cause : cause + " " + cure);
  }

  // From one process to another.
  std::string all() const {
    nlohmann::json root = {{"lines", nlohmann::json::array()}, {"problems", problems}};
    for (const Line& line : lines)
      root["lines"].push_back({line.key, int(line.name), line.value, line.listed});
    return root.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
  void add_all(const std::string& printed) {
    const auto root = nlohmann::json::parse(printed);
    for (const auto& line : root.at("lines"))
      lines.push_back({line.at(0), Text(line.at(1).get<int>()), line.at(2), line.at(3)});
    for (const auto& problem : root.at("problems"))
      problems.push_back(problem);
  }

  void print() const {
    for (const Line& line : lines)
      print(line.name, line.value.empty() ? text(Text::doctor_none) : line.value);
    if (problems.empty()) print(Text::doctor_problems, text(Text::doctor_none));
    for (const std::string& problem : problems)
      print(Text::doctor_problem, problem);
  }
  std::string json() const {
    nlohmann::ordered_json root = nlohmann::ordered_json::object();
    for (const Line& line : lines)
      if (!line.listed)
        root[line.key] = line.value.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(line.value);
      else if (line.value.empty())
        root[line.key] = nlohmann::ordered_json::array();
      else
        root[line.key].push_back(line.value);
    root["problems"] = problems;
    return json_text(std::move(root));
  }

private:
  struct Line {
    std::string key;
    Text name;
    std::string value;
    bool listed;
  };
  static void print(Text name, const std::string& value) {
    print_text(two_columns(text(name), value, label_column, line_width));
  }

  std::vector<Line> lines;
  std::vector<std::string> problems;
};

// For example, 13000 becomes 13.0.
std::string cuda_version(int number) {
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

void report_devices(const CudaReport& cuda, Findings& found) {
  const std::string driver = cuda.driver_name.empty() ? text(Text::doctor_unknown) : cuda.driver_name;
  found.add("driver", Text::doctor_driver,
            cuda.driver_version > 0
                ? say(Text::doctor_driver_cuda, {driver, cuda_version(cuda.driver_version)})
                : std::string());
  if (cuda.devices.empty()) found.add("gpus", Text::doctor_gpu, "", true);
  for (const CudaDevice& device : cuda.devices) {
    const std::string capability =
        std::to_string(device.major).append(".").append(std::to_string(device.minor));
    found.add("gpus", Text::doctor_gpu,
              say(Text::doctor_device, {device.name, capability, std::to_string(device.memory >> 20)}), true);
    for (const std::string& limit : device_limits(device))
      found.add("limits", Text::doctor_limit, limit, true);
  }
}

void report_wsl(const Wsl& wsl, Findings& found) {
  const std::string number = std::to_string(wsl.version);
  found.add("wsl", Text::doctor_wsl,
            wsl.has_driver ? say(Text::doctor_wsl_driver, {number, wsl_libraries})
                           : say(Text::doctor_wsl_no_driver, {number}));
  if (wsl.version == 1) found.add_problem(text(Text::doctor_wsl_first), text(Text::doctor_wsl_first_cure));
}

void report_cuda(Findings& found) {
  const CudaReport cuda = cuda_report();
  found.add("program", Text::doctor_program, std::string("texelscope ").append(version()));
  found.add("build", Text::doctor_build,
            cuda.built ? say(Text::doctor_with_cuda, {cuda_version(cuda.runtime_version)})
                       : text(Text::doctor_without_cuda));
  const Wsl wsl = find_wsl();
  if (wsl.version != 0) report_wsl(wsl, found);
  if (cuda.built) report_devices(cuda, found);
  if (cuda.problem.empty()) return;
  const bool lacks_driver = wsl.version != 0 && !wsl.has_driver && cuda.built;
  found.add_problem(cuda.problem,
                    lacks_driver ? say(Text::doctor_wsl_driver_cure, {wsl_libraries}) : cuda.cure);
}

void report_formats(const GlSharingReport& sharing, Findings& found) {
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
    if (!list.empty())
      found.add(shared ? "shared" : "copied", shared ? Text::doctor_shared : Text::doctor_not_shared, list);
  }
}

void report_shapes(const GlSharingReport& sharing, Findings& found) {
  const auto name = [](const SharedShape& shape) {
    const std::string dimension(identifier(shape.dimension));
    return shape.mipmapped ? say(Text::doctor_with_levels, {dimension}) : dimension;
  };
  std::string list;
  for (const SharedShape& shape : sharing.shapes)
    if (shape.refusal.empty()) list += (list.empty() ? "" : ", ") + name(shape);
  if (!list.empty()) found.add("shared_shapes", Text::doctor_shared, list);
  for (const SharedShape& shape : sharing.shapes)
    if (!shape.refusal.empty())
      found.add("copied_shapes", Text::doctor_not_shared, name(shape) + ": " + shape.refusal, true);
}

void report_gl(Findings& found) {
  const bool wsl = find_wsl().version != 0;
  try {
    const EglContext context;
    const GlIdentity& gl = context.identity();
    found.add("opengl", Text::doctor_gl,
              say(Text::doctor_gl_text, {gl.vendor, gl.renderer, gl.version, gl.platform}));
    found.add("limits", Text::doctor_limit, "GL_MAX_TEXTURE_SIZE: " + std::to_string(gl.max_texture_size),
              true);
    const CudaReport cuda = cuda_report();
    if (cuda.devices.empty() || !cuda.problem.empty())
      return found.add("sharing", Text::doctor_sharing, text(Text::doctor_no_cuda_sharing));
    const GlSharingReport sharing = gl_sharing_report();
    found.add("sharing", Text::doctor_sharing,
              text(sharing.problem.empty() ? Text::doctor_shares : Text::doctor_shares_not));
    report_formats(sharing, found);
    report_shapes(sharing, found);
    if (!sharing.problem.empty())
      found.add_problem(sharing.problem, text(wsl ? Text::doctor_wsl_sharing : Text::doctor_sharing_cure));
  } catch (const MachineError& error) {
    found.add("opengl", Text::doctor_gl, "");
    found.add_problem(error.what(), wsl ? text(Text::doctor_wsl_gl) : "");
  }
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return std::string(name).append("=").append(value ? value : "");
}

void report_display(Findings& found) {
  const bool opens = start_glfw();
  const char* error = nullptr;
  if (!opens) glfwGetError(&error);
  const std::string reason = error ? error : text(Text::doctor_unknown); // the next error replaces it
  const std::string system = window_system();
  std::string display = text(opens ? Text::doctor_opens : Text::doctor_opens_not);
  display += " (" + system + ", " + variable("DISPLAY") + ", " + variable("WAYLAND_DISPLAY") + ")";
  found.add("display", Text::doctor_display, display);
  if (opens)
    glfwTerminate();
  else
    found.add_problem(say(Text::doctor_display_problem, {reason}),
                      text(system == "XWayland" ? Text::doctor_wayland_cure : Text::doctor_display_cure));
}

std::string or_none(const std::string& value) {
  return value.empty() ? text(Text::doctor_none) : value;
}

void report_files(Findings& found) {
  const ui::FontFiles fonts = find_fonts();
  found.add("fonts", Text::doctor_fonts, or_none(fonts.text) + ", " + or_none(fonts.mono));
  if (fonts.text.empty() || fonts.mono.empty())
    found.add_problem(text(Text::doctor_fonts_problem), text(Text::doctor_fonts_cure));
  found.add("chinese_font", Text::doctor_chinese,
            fonts.chinese.empty() ? text(Text::doctor_chinese_none) : fonts.chinese);
  if (fonts.chinese.empty() && language() == Language::chinese)
    found.add_problem(text(Text::doctor_chinese_problem), text(Text::doctor_chinese_cure));
  found.add("assets", Text::doctor_assets, assets_folder().string());
  found.add("settings", Text::doctor_settings, config_folder().string());
  found.add("state", Text::doctor_state, state_folder().string());
}

struct Probe {
  const char* name; // among the arguments
  const char* key;
  Text label; // of the finding that is left out where the probe fails
  void (*report)(Findings&);
};
constexpr Probe probes[] = {{"cuda", "gpus", Text::doctor_gpu, report_cuda},
                            {"opengl", "opengl", Text::doctor_gl, report_gl},
                            {"display", "display", Text::doctor_display, report_display}};
constexpr double probe_seconds = 120;

std::string reason(const Subprocess& ran) {
  return ran.code > 128 ? say(Text::doctor_probe_signal, {std::to_string(ran.code - 128)})
                        : say(Text::doctor_probe_code, {std::to_string(ran.code)});
}

// Of a probe that has failed all that it might have found is left out.
void run_probe(const Probe& probe, Findings& found) {
  std::string why;
  try {
    SubprocessOptions options;
    options.seconds = probe_seconds;
    const Subprocess ran =
        run_subprocess({doctor_probe_verb, probe.name, std::string(language_code(language()))}, {}, options);
    if (ran.code == 0) return found.add_all(ran.out);
    why = reason(ran);
  } catch (const std::exception& error) { // no process, or what it printed is cut off
    why = sentence_of(error);
  }
  found.add(probe.key, probe.label, "", probe.key == std::string("gpus"));
  found.add_problem(say(Text::doctor_probe_failed, {text(probe.label), why}), "");
}
} // namespace

int run_doctor_probe(const std::vector<std::string>& args) {
  if (args.size() != 2) return 2;
  const Probe* probe = std::ranges::find(probes, args[0], &Probe::name);
  if (probe == std::end(probes)) return 2;
  set_language(language_from_code(args[1]).value_or(Language::english));
  Findings found;
  probe->report(found);
  print_data(found.all());
  return 0;
}

int run_doctor(const std::vector<std::string>& args) {
  Arguments arguments("texelscope doctor", Text::doctor_about);
  bool json = false;
  arguments.toggle("--json", Text::explain_json_help, json);
  if (!arguments.parse(args)) return 0;
  Findings found;
  for (const Probe& probe : probes)
    run_probe(probe, found);
  report_files(found);
  if (json)
    print_data(found.json());
  else
    found.print();
  return 0;
}

} // namespace texelscope
