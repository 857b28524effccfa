#include "app/verbs/bench_devices.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <deque>

#include <poll.h>
#include <unistd.h>

#include "kernels/ground/files/end_signals.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/interrupt.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/files/progress_line.h"
#include "kernels/ground/files/subprocess.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/cuda_support.h"
#include "kernels/studies/bench/bench_file.h"

namespace texelscope {

namespace {
constexpr int failed_code = 1, first_signal_code = 129;
constexpr int patience_ms = 200; // after which a signal that came just before the wait is seen

bool begins_with_a_cell(std::string_view line, const std::vector<std::string>& cells) {
  return std::ranges::any_of(cells, [&](const std::string& cell) {
    return line.starts_with(cell) && line.substr(cell.size()).starts_with(' ');
  });
}

// A process and what it has printed.
class Measuring {
public:
  explicit Measuring(const DeviceProcess& of)
      : of(of), running({of.args, of.in, true, of.program}), streams{running.out(), running.errors()} {}

  bool has_ended() const { return code_.has_value(); }
  int code() const { return *code_; } // once it has ended
  std::size_t measured() const { return measured_; }
  void interrupt() const { running.send(SIGINT); }

  void add_to(std::vector<pollfd>& waited) const {
    for (const int stream : streams)
      if (stream >= 0) waited.push_back({stream, POLLIN, 0});
  }

  // Reads what there is in a stream that can be read.
  void read(int stream, const std::vector<std::string>& cells) {
    const auto found = std::ranges::find(streams, stream);
    if (found == streams.end()) return;
    std::array<char, 4096> buffer;
    const ssize_t count = ::read(stream, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) return;
    if (count <= 0)
      *found = -1;
    else if (stream == running.errors())
      errors.append(buffer.data(), std::size_t(count));
    else
      take({buffer.data(), std::size_t(count)}, cells);
    if (std::ranges::all_of(streams, [](int open) { return open < 0; })) code_ = running.wait();
  }

  std::string take_text() {
    const std::size_t complete = has_ended() ? printed.size() : printed.rfind('\n') + 1;
    std::string lines = printed.substr(0, complete);
    printed.erase(0, complete);
    return lines;
  }

  // A cell with a wrong result fails too, but then the text says so.
  void print_errors() const {
    std::fwrite(errors.data(), 1, errors.size(), stderr); // the process has made it visible text
    if (code() >= first_signal_code && code() != interrupted_code)
      print_error(say(Text::bench_device_killed, {of.name, of.model, std::to_string(code() - 128)}));
    else if (code() != 0 && code() != interrupted_code && !errors.empty())
      print_error(say(Text::bench_device_failed, {of.name, of.model, std::to_string(code())}));
  }

  std::string progress() const {
    return say(Text::bench_device_progress, {of.name, std::to_string(measured_)});
  }

private:
  void take(std::string_view bytes, const std::vector<std::string>& cells) {
    for (const char byte : bytes) {
      printed += byte;
      line += byte;
      if (byte != '\n') continue;
      measured_ += begins_with_a_cell(line, cells) ? 1 : 0;
      line.clear();
    }
  }

  const DeviceProcess& of;
  RunningProgram running;
  std::array<int, 2> streams;        // negative: closed
  std::string printed, line, errors; // what take_text() has not returned yet; the line that is being printed
  std::size_t measured_ = 0;
  std::optional<int> code_;
};

class SideBySide {
public:
  SideBySide(const std::vector<DeviceProcess>& processes, const std::vector<std::string>& cells)
      : cells(cells) {
    for (const DeviceProcess& process : processes)
      devices.emplace_back(process);
  }

  int run() {
    while (shown < devices.size()) {
      read();
      pass_on_a_signal();
      print();
    }
    return code;
  }

private:
  void read() {
    std::vector<pollfd> waited;
    for (const Measuring& device : devices)
      device.add_to(waited);
    if (::poll(waited.data(), waited.size(), patience_ms) <= 0) return;
    for (const pollfd& stream : waited)
      if (stream.revents != 0)
        for (Measuring& device : devices)
          device.read(stream.fd, cells);
  }

  // A terminal sends Ctrl+C to all of them, but "kill" to this one.
  void pass_on_a_signal() {
    if (EndSignals::received() == 0 || passed_on) return;
    passed_on = true;
    for (const Measuring& device : devices)
      device.interrupt();
  }

  void print() {
    for (; shown < devices.size(); ++shown) {
      Measuring& device = devices[shown];
      const bool ended = device.has_ended();
      if (const std::string lines = device.take_text(); !lines.empty()) {
        progress.erase();
        print_data(lines);
        std::fflush(stdout);
      }
      if (!ended) break;
      progress.erase();
      device.print_errors();
      const bool killed = device.code() >= first_signal_code && device.code() != interrupted_code;
      code = std::max(code, killed ? failed_code : device.code());
    }
    if (shown < devices.size()) show_progress();
  }

  void show_progress() {
    std::size_t measured = 0;
    std::string each;
    for (const Measuring& device : devices) {
      measured += device.measured();
      each += (each.empty() ? "" : ", ") + device.progress();
    }
    progress.show(measured, devices.size() * cells.size(), each);
  }

  const Interrupt interrupt; // so that Ctrl+C counts even if it was ignored, as for one device
  const EndSignals signals;
  const std::vector<std::string>& cells;
  std::deque<Measuring> devices;
  ProgressLine progress;
  std::size_t shown = 0; // devices whose text is complete
  bool passed_on = false;
  int code = 0;
};

// The verb's arguments with other values of these flags.
std::vector<std::string> with_values(const std::vector<std::string>& args,
                                     const std::vector<std::pair<std::string, std::string>>& values) {
  std::vector<std::string> changed = args;
  for (const auto& [flag, value] : values)
    for (std::size_t i = 0; i < changed.size(); ++i)
      if (changed[i].starts_with(flag + "="))
        changed[i] = flag + "=" + value;
      else if (i > 0 && changed[i - 1] == flag)
        changed[i] = value;
  return changed;
}
} // namespace

std::vector<DeviceProcess> device_processes(const std::vector<std::string>& args,
                                            const BenchOptions& options) {
  const CudaReport cuda = cuda_report();
  std::vector<DeviceProcess> processes;
  for (std::size_t i = 0; i < options.devices.size(); ++i) {
    const auto ordinal = std::size_t(options.devices[i]);
    std::vector<std::pair<std::string, std::string>> values = {{"--device", std::to_string(ordinal)}};
    if (options.json) values.emplace_back("--json", options.file_of(*options.json, i));
    if (options.csv) values.emplace_back("--csv", options.file_of(*options.csv, i));
    DeviceProcess process{say(Text::bench_device_name, {std::to_string(ordinal)}),
                          ordinal < cuda.devices.size() ? cuda.devices[ordinal].name : std::string(),
                          with_values(args, values),
                          {}};
    process.args.insert(process.args.begin(), "bench");
    if (options.baseline) process.in = bench_json(*options.baseline); // if it came from standard input
    processes.push_back(std::move(process));
  }
  return processes;
}

int run_side_by_side(const std::vector<DeviceProcess>& processes, const std::vector<std::string>& cells) {
  return SideBySide(processes, cells).run();
}

} // namespace texelscope
