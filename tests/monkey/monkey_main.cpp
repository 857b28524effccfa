// texelscope_monkey: runs the monkey for some minutes or steps, and prints the table of steps and memory.
// With --log, later runs go on where earlier ones ended, so that short runs add up.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include "tests/monkey/monkey.h"

namespace texelscope::monkey {
namespace {

constexpr const char* usage =
    "usage: texelscope_monkey [--seed N] [--backend cpu|cuda] [--minutes M] [--steps N] [--block N]\n"
    "                         [--each N] [--log FILE] [--shared] [--copies] [--show]\n"
    "  --seed N      the random numbers (1)\n"
    "  --backend B   cpu, or cuda; by default CUDA if it works\n"
    "  --minutes M   ends after that time (9), with a shorter block of steps\n"
    "  --steps N     ends after that many steps of the first block\n"
    "  --block N     begins with that block (0)\n"
    "  --each N      steps of a block (10000)\n"
    "  --log FILE    appends each block; begins after the last one in it, and adds up the steps\n"
    "  --shared      several monkeys run on the device, with other seeds: its memory is not compared\n"
    "  --copies      CUDA shares no textures with OpenGL: programs side by side wait for each other less\n"
    "  --show        prints each step\n";

struct Arguments {
  Monkey::Options monkey;
  double minutes = 9;
  std::int64_t steps = 0; // 0: whole blocks
  std::int64_t block = 0;
  std::int64_t each = usual_block;
  std::string log;
};

bool parse(int count, char** values, Arguments& arguments) {
  for (int i = 1; i < count; ++i) {
    const std::string_view name = values[i];
    bool* const flag = name == "--show"     ? &arguments.monkey.shows_steps
                       : name == "--shared" ? &arguments.monkey.shares_device
                       : name == "--copies" ? &arguments.monkey.copies
                                            : nullptr;
    if (flag) {
      *flag = true;
      continue;
    }
    if (i + 1 == count) return false;
    const std::string value = values[++i];
    if (name == "--seed")
      arguments.monkey.seed = std::strtoull(value.c_str(), nullptr, 10);
    else if (name == "--minutes")
      arguments.minutes = std::strtod(value.c_str(), nullptr);
    else if (name == "--steps")
      arguments.steps = std::strtoll(value.c_str(), nullptr, 10);
    else if (name == "--block")
      arguments.block = std::strtoll(value.c_str(), nullptr, 10);
    else if (name == "--each")
      arguments.each = std::strtoll(value.c_str(), nullptr, 10);
    else if (name == "--log")
      arguments.log = value;
    else if (name == "--backend" && (value == "cpu" || value == "cuda"))
      arguments.monkey.backend = value == "cpu" ? BackendKind::cpu : BackendKind::cuda;
    else
      return false;
  }
  return arguments.each > 0;
}

// A line of the log: seed, block, steps of the block, then what people read.
std::int64_t read_log(Arguments& arguments) {
  std::int64_t steps = 0;
  std::ifstream file(arguments.log);
  for (std::string line; std::getline(file, line);) {
    std::istringstream in(line);
    std::uint64_t seed = 0;
    std::int64_t block = 0, done = 0;
    if (!(in >> seed >> block >> done) || seed != arguments.monkey.seed) continue;
    steps += done;
    arguments.block = std::max(arguments.block, block + 1);
  }
  return steps;
}

std::string row(const Return& now, const Return& first, std::int64_t before) {
  const auto difference = [](std::int64_t a, std::int64_t b, double unit) { return double(a - b) / unit; };
  std::string text = fmt::format("{:6} {:9} {:9} {:8.1f} {:7.1f} {:10.1f} {:+9.1f}", now.block, now.steps,
                                 before + now.steps, now.seconds, double(now.steps) / now.seconds,
                                 double(now.heap) / 1024, difference(now.heap, first.heap, 1024));
  if (now.device && first.device)
    text += fmt::format(" {:10.1f} {:+9.2f}", double(*now.device) / (1 << 20),
                        difference(*now.device, *first.device, 1 << 20));
  return text;
}

// What repeats the step, where the program itself ends in it.
const Monkey* running = nullptr;

void name_step(int signal) {
  char text[200];
  const Place& at = running->place();
  const int length = std::snprintf(text, sizeof text, "signal %d: seed %llu, block %lld, step %lld\n", signal,
                                   (unsigned long long)at.seed, (long long)at.block, (long long)at.step);
  static_cast<void>(!write(STDERR_FILENO, text, std::size_t(length)));
  std::signal(signal, SIG_DFL);
  raise(signal);
}

int run(Arguments arguments) {
  setenv("CUDA_MODULE_LOADING", "EAGER", 0); // else the driver takes memory for each kernel that is new
  const std::int64_t before = arguments.log.empty() ? 0 : read_log(arguments);
  Monkey monkey(arguments.monkey);
  running = &monkey;
  for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGBUS, SIGILL})
    std::signal(signal, name_step);
  const bool device = monkey.backend().kind == BackendKind::cuda && !arguments.monkey.shares_device;
  fmt::print("{}, seed {}, from block {}\n", monkey.backend().device, arguments.monkey.seed, arguments.block);
  fmt::print("{:>6} {:>9} {:>9} {:>8} {:>7} {:>10} {:>9}{}\n", "block", "steps", "all", "seconds", "per s",
             "heap, KB", "change", device ? "  device, MB   change" : "");
  std::fflush(stdout);
  const auto began = std::chrono::steady_clock::now();
  const auto in_time = [&] {
    return std::chrono::steady_clock::now() - began < std::chrono::duration<double>(arguments.minutes * 60);
  };
  std::vector<Return> returns;
  std::string fault;
  for (std::int64_t block = arguments.block;; ++block) {
    if (arguments.steps > 0) {
      monkey.run_block(block, arguments.steps);
      break;
    }
    const std::int64_t done = monkey.counts().steps;
    monkey.run_block(block, arguments.each, in_time);
    const std::int64_t steps = monkey.counts().steps - done;
    returns.push_back(monkey.back_to_start(block));
    const std::string line = row(returns.back(), returns.front(), before);
    fmt::print("{}\n", line);
    std::fflush(stdout);
    fault = memory_fault(returns);
    if (!fault.empty()) break;
    if (!arguments.log.empty())
      std::ofstream(arguments.log, std::ios::app) << arguments.monkey.seed << " " << block << " " << steps
                                                  << " " << monkey.backend().device << ": " << line << "\n";
    if (!in_time()) break;
  }
  const Counts& counts = monkey.counts();
  fmt::print(
      "{} steps, {} of them changed the session; {} pixels compared; {} without a texture; {} outside of the "
      "model's scope; {} steps with earlier runs\n",
      counts.steps, counts.changed, counts.pixels, counts.unshown, counts.unmeasured, before + counts.steps);
  if (fault.empty()) return 0;
  fmt::print(stderr, "{}\n", fault);
  return 1;
}

} // namespace
} // namespace texelscope::monkey

int main(int count, char** values) {
  texelscope::monkey::Arguments arguments;
  if (!texelscope::monkey::parse(count, values, arguments)) {
    std::fputs(texelscope::monkey::usage, stderr);
    return 2;
  }
  try {
    return texelscope::monkey::run(arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
