// A file of recorded fetches, one row a fetch: .npy, an array of NumPy with named fields, or .csv with the
// same columns. What a program recorded may be larger than memory: rows are written and read one after the
// other.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernels/studies/fetches/traced_fetches.h"
#include "kernels/unit/image_io/readers.h"

namespace texelscope::fetches {

struct FetchRow {
  std::uint64_t number = 0; // among the fetches of its object, from 1
  std::uint32_t process = 0;
  std::size_t site = 0;                              // in FetchesReport::sites
  int object = 0;                                    // its number; 0: it is not known
  RecordedFetch fetch;                               // without the handle
  record::ResultType type = record::ResultType::f32; // of the result's components; f16 in their low halves
  unsigned received = 0;                             // bit i: the program received component i
  bool incomplete =
      false; // the instruction offsets the texels or compares them: the row does not say by what
};

// A thread of the whole launch.
using ThreadPosition = std::array<std::uint64_t, 3>;
bool is_at(const RecordedFetch& fetch, const ThreadPosition& position);

// A component of a result, as the shortest decimal number that reads back.
std::string result_text(record::ResultType type, std::uint32_t bits);

bool is_fetch_file_name(const std::filesystem::path& file); // ends in .npy or .csv

// How many fetches were recorded, of all threads or of one. `folder`, `modules`: as of read_recording().
std::uint64_t count_fetches(const std::filesystem::path& folder,
                            const std::vector<record::ServedModule>& modules,
                            const std::optional<ThreadPosition>& thread = {});

// Writes the first `count` fetches that `produce` passes to its argument; only those of the thread, if one is
// given. Throws FileError or MachineError.
void write_fetch_file(const std::filesystem::path& file, std::uint64_t count,
                      const std::function<void(const TakeFetches&)>& produce,
                      const std::optional<ThreadPosition>& thread = {});

// A .npy of write_fetch_file().
class FetchFile {
public:
  // Throws FileError if it is another file, or not whole.
  explicit FetchFile(const std::filesystem::path& path);

  std::uint64_t size() const { return rows; }
  // Passes the rows to `take` until it returns false. Throws FileError for a row that no recording has.
  void read(const std::function<bool(const FetchRow&)>& take);

private:
  InputFile file;
  std::uint64_t rows = 0, data = 0; // where they begin
};

} // namespace texelscope::fetches
