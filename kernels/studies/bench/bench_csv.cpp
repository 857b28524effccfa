#include "kernels/studies/bench/bench_file.h"

#include <fmt/format.h>

#include "kernels/ground/base/strings.h"
#include "kernels/ground/files/text_columns.h"
#include "kernels/studies/bench/bench_tools.h"

namespace texelscope {

using namespace profile;

namespace {
struct Line {
  std::vector<std::string> names, values;

  void add(std::string_view name, std::string value) {
    names.emplace_back(name);
    values.push_back(std::move(value));
  }
  template <class T>
  void add(std::string_view name, const std::optional<T>& value) {
    add(name, value ? fmt::format("{}", *value) : std::string());
  }
};

void add_case(Line& line, const BenchmarkCase& cell) {
  const std::string cell_name = name(cell);
  line.add("cell", cell_name);
  line.add("format", cell_name.substr(0, cell_name.find('.')));
  line.add("filter", std::string(identifier(cell.filter)));
  line.add("dimension", std::string(identifier(cell.dimension)));
  line.add("storage", std::string(identifier(cell.storage)));
  line.add("pattern", std::string(identifier(cell.pattern)));
  line.add("amount", std::to_string(cell.amount));
  line.add("bytes", std::to_string(cell.bytes));
  line.add("path", std::string(identifier(cell.path)));
  line.add("cold", cell.cold ? "1" : "0");
}

void add_figures(Line& line, const Measured& m, std::initializer_list<Figure::Group> groups) {
  for (std::size_t i = 0; i < figures().size(); ++i) {
    const Figure& figure = figures()[i];
    if (!std::ranges::count(groups, figure.stored.group)) continue;
    if (std::holds_alternative<std::string FetchRates::*>(figure.value))
      line.add(figure.stored.name, figure_text(m, Column(i), 0));
    else
      line.add(figure.stored.name, value_of(m, Column(i)));
  }
}

void add_result(Line& line, const Measured& m) {
  const auto of = [&](auto value) { return m.skipped ? std::nullopt : std::optional(std::move(value)); };
  line.add("skipped", m.skipped ? std::string(identifier(*m.skipped)) : "");
  add_figures(line, m, {Figure::times});
  line.add("samples", of(m.samples_ms.size()));
  line.add("dropped", of(m.dropped));
  line.add("clock_mhz", m.clocks_mhz.empty() ? std::nullopt : std::optional(median(m.clocks_mhz)));
  line.add("texels", of(m.texels));
  line.add("bytes_delivered", of(m.bytes));
  add_figures(line, m, {Figure::rates, Figure::check});
  line.add("tolerance", of(m.tolerance));
  add_figures(line, m, {Figure::roofs});
  line.add("temperature_c", m.condition.temperature_c);
  line.add("power_w", m.condition.power_w);
  line.add("throttle", joined(m.condition.throttle, " "));
}

void add_machine(Line& line, const Machine& machine) {
  line.add("host", machine.host);
  line.add("device", machine.device);
  line.add("uuid", machine.uuid);
  line.add("driver", machine.driver);
  line.add("runtime", machine.runtime);
  line.add("program", machine.program);
  line.add("backend", machine.backend);
  line.add("simd", machine.simd);
  line.add("cores", machine.backend == "cpu" ? std::to_string(machine.cores) : "");
}

Line line_of(const Machine& machine, const Measured& measured) {
  Line line;
  add_case(line, measured.cell);
  add_result(line, measured);
  add_machine(line, machine);
  return line;
}
} // namespace

std::string bench_csv(const Report& report) {
  std::string csv = csv_line(line_of({}, {}).names);
  for (const Measured& measured : report.cells)
    csv += csv_line(line_of(report.machine, measured).values);
  return csv;
}

} // namespace texelscope
