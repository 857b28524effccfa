#include "app/profile/bench_file.h"

#include <array>

#include <fmt/format.h>

#include "app/profile/bench_tools.h"
#include "kernels/base/strings.h"

namespace texelscope {

using namespace profile;

namespace {
// Quotes a value whose comma, quote or line end would break the table.
std::string field(const std::string& value) {
  if (value.find_first_of(",\"\r\n") == value.npos) return value;
  std::string quoted = "\"";
  for (const char c : value)
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string field(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : std::string();
}

std::string line_of(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& value : fields)
    line += (line.empty() ? "" : ",") + value;
  return line + "\n";
}

const std::vector<std::string> column_names = {"cell",
                                               "format",
                                               "filter",
                                               "dimension",
                                               "storage",
                                               "pattern",
                                               "amount",
                                               "bytes",
                                               "path",
                                               "cold",
                                               "skipped",
                                               "median_ms",
                                               "spread",
                                               "samples",
                                               "dropped",
                                               "clock_mhz",
                                               "texels",
                                               "bytes_delivered",
                                               "texels_per_second",
                                               "bytes_per_second",
                                               "texels_per_clock_sm",
                                               "largest_error",
                                               "tolerance",
                                               "roof_share",
                                               "limiter",
                                               "temperature_c",
                                               "power_w",
                                               "throttle",
                                               "host",
                                               "device",
                                               "uuid",
                                               "driver",
                                               "runtime",
                                               "program",
                                               "backend",
                                               "simd",
                                               "cores"};

std::vector<std::string> cell_fields(const BenchmarkCase& cell) {
  const std::string cell_name = name(cell);
  return {cell_name,
          cell_name.substr(0, cell_name.find('.')),
          std::string(identifier(cell.filter)),
          std::string(identifier(cell.dimension)),
          std::string(identifier(cell.storage)),
          std::string(identifier(cell.pattern)),
          std::to_string(cell.amount),
          std::to_string(cell.bytes),
          std::string(identifier(cell.path)),
          cell.cold ? "1" : "0"};
}

std::vector<std::string> result_fields(const Measured& m) {
  if (m.skipped) {
    std::vector<std::string> empty(18);
    empty[0] = identifier(*m.skipped);
    return empty;
  }
  const auto number = [](double value) { return fmt::format("{}", value); };
  return {"",
          number(m.median_ms),
          number(m.spread),
          std::to_string(m.samples_ms.size()),
          std::to_string(m.dropped),
          m.clocks_mhz.empty() ? "" : number(median(m.clocks_mhz)),
          std::to_string(m.texels),
          std::to_string(m.bytes),
          number(m.texels_per_second),
          number(m.bytes_per_second),
          field(m.texels_per_clock_sm),
          number(m.largest_error),
          number(m.tolerance),
          field(m.roof_share),
          field(m.limiter),
          field(m.condition.temperature_c),
          field(m.condition.power_w),
          field(joined(m.condition.throttle, " "))};
}
} // namespace

std::string bench_csv(const Report& report) {
  const Machine& machine = report.machine;
  const std::vector<std::string> of_machine = {field(machine.host),
                                               field(machine.device),
                                               machine.uuid,
                                               machine.driver,
                                               machine.runtime,
                                               machine.program,
                                               machine.backend,
                                               machine.simd,
                                               machine.backend == "cpu" ? std::to_string(machine.cores)
                                                                        : std::string()};
  std::string csv = line_of(column_names);
  for (const Measured& measured : report.cells) {
    std::vector<std::string> fields = cell_fields(measured.cell);
    for (const auto& more : {result_fields(measured), of_machine})
      fields.insert(fields.end(), more.begin(), more.end());
    csv += line_of(fields);
  }
  return csv;
}

} // namespace texelscope
