// texelscope trace: runs a CUDA program and reports what it does wrong with textures.
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <span>
#include <tuple>

#include <fmt/format.h>

#include "app/cli/arguments.h"
#include "app/cli/verbs.h"
#include "kernels/ground/base/folder_entries.h"
#include "kernels/ground/base/leftover.h"
#include "kernels/ground/base/strings.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/cuda_support.h"
#include "kernels/studies/fetches/explained_fetch.h"
#include "kernels/studies/trace/trace_linker.h"
#include "kernels/studies/trace_report/descriptor_change.h"
#include "kernels/studies/trace_report/kernel_times.h"
#include "kernels/studies/trace_report/symbolizer.h"
#include "kernels/studies/trace_report/trace_report_file.h"
#include "kernels/studies/trace_report/trace_texels.h"
#include "kernels/studies/trace_report/trace_text.h"
#include "kernels/studies/trace_report/traced_program.h"

namespace texelscope {

namespace {
namespace fs = std::filesystem;
using trace::TraceReport;
using trace::Tracing;

constexpr std::size_t max_trace_bytes = trace::chunk_bytes * trace::max_chunks;

// Folders for the trace file, the best first: in memory, where the pages of a growing file cost a traced
// program least, if all of it fits there.
std::vector<fs::path> scratch_folders() {
  std::vector<fs::path> folders;
  std::error_code error;
  const fs::path memory = "/dev/shm";
  const bool fits = fs::space(memory, error).available >= max_trace_bytes && !error;
  if (fits && std::getenv("TMPDIR") == nullptr) folders.push_back(memory);
  const fs::path temporary = fs::temp_directory_path(error);
  if (!error) folders.push_back(temporary);
  return folders;
}

constexpr std::string_view folder_start = "texelscope-trace-";

// Removes the folders of killed programs.
void remove_left_folders(const fs::path& scratch) {
  std::error_code ignored;
  for (const fs::path& path : folder_entries(scratch, ignored))
    if (path.filename().native().starts_with(folder_start) && is_leftover(path))
      fs::remove_all(path, ignored);
}

// A folder for the trace file, removed with its content.
class TraceFolder {
public:
  TraceFolder() {
    for (const fs::path& folder : scratch_folders()) {
      remove_left_folders(folder);
      std::string name = (folder / folder_start).string() + "XXXXXX";
      if (::mkdtemp(name.data()) == nullptr) continue;
      path = name;
      descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      lock_temporary(descriptor);
      return;
    }
    throw MachineError(text(Text::trace_no_folder));
  }
  ~TraceFolder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
    ::close(descriptor);
  }
  TraceFolder(const TraceFolder&) = delete;
  TraceFolder& operator=(const TraceFolder&) = delete;

  fs::path path;

private:
  int descriptor = -1;
};

// Throws MachineError with the cure where tracing cannot work.
void need_driver_and_libraries(Tracing& tracing) {
  const CudaReport cuda = cuda_report();
  tracing.library = trace::tracing_library();
  if (cuda.built && tracing.library.empty()) throw MachineError(text(Text::trace_no_library));
  if (cuda.driver_version == 0) throw MachineError(say(Text::trace_no_driver, {cuda.problem, cuda.cure}));
  tracing.cupti = trace::cupti_library();
  if (tracing.cupti.empty()) throw MachineError(text(Text::trace_cupti_missing));
  if (const char* other = std::getenv("CUDA_INJECTION64_PATH"); other && *other != 0)
    print_warning(say(Text::trace_other_injection, {other}));
}

void make_texels_folder(const std::optional<std::string>& folder, Tracing& tracing) {
  if (tracing.launch > 0 && !folder) throw UserError(text(Text::trace_launch_alone));
  if (!folder) return;
  std::error_code error;
  fs::create_directories(*folder, error);
  if (!fs::is_directory(*folder, error)) throw UserError(say(Text::trace_texels_folder, {*folder}));
  tracing.texels = fs::canonical(*folder);
}

constexpr const char* fetch_options[] = {"--every",  "--memory",      "--kernel", "--launches",
                                         "--object", "--fetches-out", "--thread"};

bool names_one(const std::string& function, const std::vector<std::string>& names) {
  return std::ranges::any_of(names,
                             [&](const std::string& name) { return function.find(name) != name.npos; });
}

// "2, 5 or 7"
std::string alternatives(const std::vector<std::string>& all) {
  std::string list;
  for (std::size_t i = 0; i < all.size(); ++i)
    list += (i == 0 ? "" : i + 1 == all.size() ? " or " : ", ") + all[i];
  return list;
}

std::vector<std::string> object_notes(const std::vector<std::int64_t>& numbers, std::uint64_t made) {
  std::vector<std::string> notes, all;
  for (const std::int64_t number : numbers)
    all.push_back(std::to_string(number));
  if (!all.empty()) notes.push_back(say(Text::trace_object_note, {alternatives(all)}));
  for (const std::int64_t number : numbers)
    if (std::uint64_t(number) > made) notes.push_back(say(Text::trace_object_none, {std::to_string(number)}));
  return notes;
}

// What the options left out.
std::vector<std::string> left_out(const trace::FetchLimits& limits, const std::vector<std::string>& kernels,
                                  const TraceReport& report) {
  std::vector<std::string> notes = object_notes(limits.objects, max_textures(report));
  if (limits.every > 1) notes.push_back(say(Text::trace_every_note, {std::to_string(limits.every)}));
  if (limits.first_launch > 0)
    notes.push_back(say(Text::trace_launches_note,
                        {std::to_string(limits.first_launch), std::to_string(limits.last_launch)}));
  if (kernels.empty()) return notes;
  std::vector<std::string> quoted;
  for (const std::string& kernel : kernels)
    quoted.push_back("\"" + kernel + "\"");
  const bool any = std::ranges::any_of(
      report.fetches->sites, [&](const trace::FetchSite& site) { return names_one(site.function, kernels); });
  notes.push_back(say(any ? Text::trace_kernel_note : Text::trace_kernel_none, {alternatives(quoted)}));
  return notes;
}

// The file of the recorded fetches, and the thread that is explained.
struct FetchOutput {
  std::string out;
  std::optional<fetches::ThreadPosition> thread;
};

FetchOutput fetch_output(const Arguments& arguments) {
  FetchOutput options{arguments.value("--fetches-out").value_or(""), arguments.thread("--thread")};
  if (options.out.empty()) return options;
  const fs::path file = fs::absolute(options.out);
  if (!fetches::is_fetch_file_name(file)) throw UserError(say(Text::trace_fetches_ending, {options.out}));
  if (options.thread && file.extension() == ".csv") throw UserError(text(Text::trace_thread_csv));
  std::error_code error;
  if (!fs::is_directory(file.parent_path(), error))
    throw UserError(say(Text::trace_fetches_folder, {file.parent_path().string()}));
  options.out = file.string();
  return options;
}

// Returns the explanation of the thread's fetches.
std::string add_fetches(TraceReport& report, const trace::TextureHandles& handles, const fs::path& folder,
                        const std::vector<record::ServedModule>& modules, const FetchOutput& options) {
  const auto add = [&](const fetches::TakeFetches& take) {
    fetches::add_fetches(report, handles, folder, modules, take);
  };
  if (options.out.empty() && !options.thread) {
    add({});
    return {};
  }
  const fs::path file = options.out.empty() ? folder / "thread.npy" : fs::path(options.out);
  const auto only = options.out.empty() ? options.thread : std::nullopt;
  fetches::write_fetch_file(file, fetches::count_fetches(folder, modules, only), add, only);
  report.fetches->file = options.out;
  if (!options.thread) return {};
  try {
    fetches::FetchFile written(file);
    return thread_text(report, written, *options.thread, 0);
  } catch (const std::exception& error) { // the report is worth more
    return sentence_of(error) + "\n";
  }
}

struct Traced {
  TraceReport report;
  std::string of_thread;
};

Traced read_report(const Tracing& tracing, int exit_code, const record::ModuleService* modules,
                   const FetchOutput& options) {
  const std::string bytes = read_text_file(tracing.file, max_trace_bytes);
  const auto records = trace::read_records(std::as_bytes(std::span(bytes)));
  if (!records) throw MachineError(text(Text::trace_no_folder));
  trace::Symbolizer symbols;
  trace::TextureHandles handles;
  Traced traced;
  TraceReport& report = traced.report;
  report = trace::link_records(
      *records, exit_code,
      [&](const std::string& file, std::uint64_t address) { return symbols.find(file, address); }, &handles);
  report.command = tracing.command;
  if (!tracing.texels.empty()) trace::save_texels(report, tracing.texels);
  if (modules)
    traced.of_thread = add_fetches(report, handles, tracing.file.parent_path(), modules->modules(), options);
  return traced;
}

// Runs the program once more. `rewritten` makes its modules' twins.
trace::MeasuredRun run_again(Tracing tracing, record::ModuleService::Rewrite rewritten) {
  const TraceFolder folder;
  tracing.file = folder.path / "trace";
  tracing.texels.clear();
  tracing.launch = 0;
  tracing.limits = {};
  tracing.limits.memory = 1; // nothing is recorded
  tracing.drops_output = true;
  trace::begin_trace_file(tracing.file);
  const record::ModuleService modules(folder.path, std::move(rewritten));
  trace::MeasuredRun run;
  run.exit_code = trace::run_traced(tracing);
  run.fetches = read_report(tracing, run.exit_code, &modules, {}).report.fetches;
  run.times = trace::read_launch_times(folder.path);
  return run;
}

// The run that fetches comes last: what the program leaves behind is then its own.
trace::TimesReport measure_times(const Tracing& tracing, const trace::MeasuredRun& counted) {
  using record::Fetching;
  print_warning(text(Text::trace_times_warning));
  const auto nothing = [](const std::string&) { return false; };
  const auto counted_without = run_again(tracing, [&](std::string_view ptx) {
    return record::rewrite(ptx, nothing, false, Fetching::replaced);
  });
  const auto uncounted = [&](Fetching fetching) {
    return run_again(tracing,
                     [fetching](std::string_view ptx) { return record::rewrite_uncounted(ptx, fetching); });
  };
  const auto timed_without = uncounted(Fetching::replaced);
  return trace::times_report(counted, counted_without, uncounted(Fetching::kept), timed_without);
}

// Standard output is the traced program's own.
void print_report(const Traced& traced, const std::string& out) {
  const TraceReport& report = traced.report;
  if (out.empty()) {
    print_text_beside_output(trace::trace_text(report));
  } else {
    write_text_file(out, write_trace_report(report));
    print_note(say(Text::trace_written, {out, trace_summary(report)}));
  }
  if (!traced.of_thread.empty()) print_text_beside_output("\n" + traced.of_thread);
  if (report.processes.empty()) print_note(text(Text::trace_no_process));
}
} // namespace

int run_trace(const std::vector<std::string>& args) {
  const auto end = std::ranges::find(args, "--");
  Arguments arguments("texelscope trace", Text::trace_about, text(Text::trace_usage));
  Tracing tracing;
  std::string out;
  std::optional<std::string> texels;
  bool strict = false;
  arguments.option("--out", "FILE", Text::trace_out_help, out);
  arguments.option("--texels", "FOLDER", Text::trace_texels_help, texels);
  arguments.option("--launch", "INTEGER", Text::trace_launch_help, tracing.launch, 1, 1'000'000'000);
  arguments.toggle("--fetches", Text::trace_fetches_help, tracing.fetches);
  arguments.option("--every", "INTEGER", Text::trace_every_help, tracing.limits.every, 1, 1'000'000'000);
  arguments.option("--memory", "INTEGER", Text::trace_memory_help, tracing.limits.memory, 1, 65536);
  arguments.repeated("--kernel", "NAME", Text::trace_kernel_help);
  arguments.option("--launches", "A-B", Text::trace_launches_help);
  arguments.option("--object", "N,N,...", Text::trace_object_help);
  arguments.repeated("--set", "FIELD=VALUE", Text::trace_set_help);
  arguments.option("--fetches-out", "FILE", Text::trace_fetches_out_help);
  arguments.option("--thread", "X,Y,Z", Text::trace_thread_help);
  arguments.toggle("--times", Text::trace_times_help, tracing.times);
  arguments.toggle("--strict", Text::trace_strict_help, strict);
  arguments.program_follows();
  if (!arguments.parse({args.begin(), end})) return 0;
  if (end != args.end()) tracing.command.assign(end + 1, args.end());
  if (tracing.command.empty()) throw UserError(text(Text::trace_no_program));
  if (out == "-") throw UserError(text(Text::trace_out_dash));
  for (const char* option : fetch_options)
    if (arguments.given(option) && !tracing.fetches)
      throw UserError(say(Text::trace_fetches_alone, {option}));
  if (const auto launches = arguments.range("--launches", 1, 1'000'000'000))
    std::tie(tracing.limits.first_launch, tracing.limits.last_launch) = *launches;
  if (const auto objects = arguments.numbers("--object", 1, 1'000'000'000, record::max_chosen_objects))
    tracing.limits.objects = *objects;
  const std::vector<std::string>& changes = arguments.all_text("--set");
  tracing.changes = trace::parse_changes(changes);
  const std::vector<std::string>& kernels = arguments.all_text("--kernel");
  make_texels_folder(texels, tracing);
  const FetchOutput fetches = fetch_output(arguments);
  const bool records = tracing.fetches;
  if (tracing.times && !records) tracing.fetches = true, tracing.limits.memory = 1; // they are counted
  need_driver_and_libraries(tracing);
  const TraceFolder folder;
  tracing.file = folder.path / "trace";
  trace::begin_trace_file(tracing.file);
  std::optional<record::ModuleService> modules;
  if (tracing.fetches)
    modules.emplace(
        folder.path,
        [&](const std::string& function) {
          return records && (kernels.empty() || names_one(trace::demangled(function), kernels));
        },
        !tracing.limits.objects.empty());
  const int code = trace::run_traced(tracing);
  Traced traced = read_report(tracing, code, modules ? &*modules : nullptr, fetches);
  TraceReport& report = traced.report;
  report.set = joined(changes);
  std::ranges::move(trace::changes_of_nothing(tracing.changes, report), std::back_inserter(report.findings));
  if (report.fetches) {
    report.fetches->notes = left_out(tracing.limits, kernels, report);
    std::ranges::copy(modules->notes(), std::back_inserter(report.fetches->notes));
  }
  if (tracing.times && code < 128)
    report.times = measure_times(tracing, {trace::read_launch_times(folder.path), report.fetches, code});
  print_report(traced, out);
  if (code != 0 || !strict || !has_grave_findings(report)) return code;
  print_error(say(Text::trace_strict, {trace_summary(report)}));
  return 3;
}

} // namespace texelscope
