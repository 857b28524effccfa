#include "kernels/studies/trace/trace_linker.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "kernels/ground/text/texts.h"
#include "kernels/studies/trace/call_frames.h"
#include "kernels/studies/trace/trace_findings.h"
#include "kernels/studies/trace/trace_request.h"
#include "kernels/unit/check/request_session.h"

namespace texelscope::trace {

namespace {
using Process = std::uint32_t;
using MemoryKey = std::pair<Process, std::uint64_t>; // an array or an allocation
using ContextKey = std::pair<Process, std::uint64_t>;
// Context, kind and handle. Each context numbers its objects by itself; arrays have addresses, and no context
// here.
using ObjectKey = std::tuple<Process, std::uint64_t, RecordKind, std::uint64_t>;

// What is collected of one TracedObject while records are read.
struct Row {
  TracedObject object;
  Request request;
  Fate fate;
};

struct Living {
  std::size_t row = 0;
  MemoryKey memory; // {0, 0}: none that is known
  ContextKey context;
};

template <class Payload>
std::string bytes_of(const Payload& payload) {
  return {reinterpret_cast<const char*>(&payload), sizeof payload};
}

bool is_array_kind(RecordKind kind) {
  return kind == RecordKind::array_create || kind == RecordKind::mipmapped_create;
}

ObjectKind object_kind(RecordKind kind) {
  return kind == RecordKind::texture_create   ? ObjectKind::texture
         : kind == RecordKind::surface_create ? ObjectKind::surface
                                              : ObjectKind::array;
}

// The key under which a handle lives: destructions have other kinds than creations, but the same key.
RecordKind key_kind(RecordKind kind) {
  switch (kind) {
  case RecordKind::texture_destroy:
    return RecordKind::texture_create;
  case RecordKind::surface_destroy:
    return RecordKind::surface_create;
  case RecordKind::mipmapped_create:
  case RecordKind::array_destroy:
  case RecordKind::mipmapped_destroy:
    return RecordKind::array_create;
  default:
    return kind;
  }
}

// Without what differs between objects that are made alike.
ResourceFacts alike(ResourceFacts resource) {
  resource.array_handle = resource.array_handle != 0;
  resource.address %= 512;
  resource.allocation = bytes_past_allocation(resource);
  resource.allocation_bytes = 0;
  return resource;
}

class Linker {
public:
  Linker(const Records& all, int exit_code, const FunctionNames& names)
      : records(all), frames(all, names), crashed(exit_code >= 128) {
    report.exit_code = exit_code;
    report.lost = all.lost + all.cut;
  }

  TraceReport link(TextureHandles* handles) {
    for (std::size_t i = 0; i < records.all.size(); ++i)
      by_offset.emplace(records.all[i].offset, i);
    for (std::size_t i = 0; i < records.all.size(); ++i)
      take(i);
    finish();
    if (handles) {
      texture_handles.rename([&](std::size_t row) { return rows[row].object.number; });
      *handles = std::move(texture_handles);
    }
    return std::move(report);
  }

private:
  void take(std::size_t index) {
    const Record& record = records.all[index];
    switch (record.head.kind) {
    case RecordKind::process:
      return take_process(record);
    case RecordKind::array_create:
    case RecordKind::mipmapped_create:
    case RecordKind::texture_create:
    case RecordKind::surface_create:
      return created(index, record, record.as<HandleRecord>().handle);
    case RecordKind::again:
      return created_again(index);
    case RecordKind::array_destroy:
    case RecordKind::mipmapped_destroy:
      memory_freed({record.head.process, record.as<HandleRecord>().handle}, record);
      arrays.erase({record.head.process, record.as<HandleRecord>().handle});
      return destroyed(record);
    case RecordKind::texture_destroy:
    case RecordKind::surface_destroy:
      return destroyed(record);
    case RecordKind::memory_free:
      return memory_freed({record.head.process, record.as<HandleRecord>().handle}, record);
    case RecordKind::context_destroy:
      return context_destroyed(record);
    case RecordKind::texture_reference:
      ++references;
      return;
    case RecordKind::texels:
      return take_texels(record);
    case RecordKind::module:
    case RecordKind::stack:
      return; // `frames` has them
    case RecordKind::fetch_position:
      positions[{record.head.process, record.head.thread}] = record.as<FetchPositionRecord>().position;
      return;
    }
  }

  void take_process(const Record& record) {
    const auto process = record.as<ProcessRecord>();
    std::string problem;
    if (process.cupti_error == -1)
      problem = text(Text::trace_no_cupti);
    else if (process.cupti_error == 39) // CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED
      problem = text(Text::trace_other_profiler);
    else if (process.cupti_error != 0)
      problem = say(Text::trace_cupti_error, {std::to_string(process.cupti_error)});
    report.processes.push_back(
        {record.head.process, process.parent, text_of(process.program), std::move(problem)});
  }

  void created_again(std::size_t index) {
    const Record& record = records.all[index];
    const auto again = record.as<AgainRecord>();
    const auto original = by_offset.find(again.original);
    if (original == by_offset.end()) return;
    const RecordKind kind = records.all[original->second].head.kind;
    if (!is_array_kind(kind) && kind != RecordKind::texture_create && kind != RecordKind::surface_create)
      return;
    Record full = records.all[original->second];
    full.head.time_ns = record.head.time_ns;
    full.head.process = record.head.process;
    full.head.thread = record.head.thread;
    full.head.context = record.head.context;
    full.head.result = record.head.result;
    created(index, full, again.object);
  }

  void created(std::size_t index, const Record& record, std::uint64_t handle) {
    Row row;
    std::string key;
    MemoryKey memory = {};
    fill(record, row, key, memory);
    if (row.object.kind == ObjectKind::texture) row.object.texture_number = ++textures[record.head.process];
    const std::size_t at = row_of(index, record, key, std::move(row));
    Row& same = rows[at];
    if (!same.object.error.empty()) {
      ++same.fate.count;
      return;
    }
    ++same.fate.count;
    if (is_array_kind(record.head.kind))
      arrays[{record.head.process, handle}] = record.as<ArrayRecord>().array;
    const ObjectKey object = object_key(record, handle);
    remove(object);
    const ContextKey context = {record.head.process, record.head.context};
    living[object] = {at, memory, context};
    const std::uint64_t instance = same.fate.count - 1;
    last_made[object] = {at, instance};
    if (record.head.kind == RecordKind::texture_create)
      texture_handles.add(record.head.process, record.head.context, handle, position_of(record), at,
                          instance);
    in_context[context].insert(object);
    if (memory.second != 0) users[memory].insert(object);
  }

  // The request of the record, what its equals have in common, and the memory that it reads.
  void fill(const Record& record, Row& row, std::string& key, MemoryKey& memory) {
    const auto kind = record.head.kind;
    row.object.kind = row.request.kind = object_kind(kind);
    row.object.call = row.request.call = call_name(kind, record.head.api);
    row.object.error = row.request.error = error_name(record.head.result, record.head.api);
    row.request.through_runtime = record.head.api != Api::driver;
    key = bytes_of(record.head.process) + bytes_of(kind) + bytes_of(record.head.result) +
          bytes_of(record.head.api);
    if (is_array_kind(kind)) {
      auto array = record.as<ArrayRecord>();
      row.object.device = array.device;
      row.request.request = array_of(array.array, kind == RecordKind::mipmapped_create);
      array.handle = 0;
      key += bytes_of(array);
      return;
    }
    const bool texture = kind == RecordKind::texture_create;
    auto full = record.as<TextureRecord>();
    if (!texture) {
      const auto surface = record.as<SurfaceRecord>();
      full = {surface.object, surface.device, 0, surface.resource, {}, {}, {}};
    }
    row.object.device = full.device;
    row.object.changed = full.set > 0;
    if (full.set < 0) row.object.change_error = error_name(-full.set, Api::driver);
    full.object = 0;
    ResourceFacts& resource = full.resource;
    const std::uint64_t place = resource.array_handle != 0 ? resource.array_handle : resource.allocation;
    if (place != 0) memory = {record.head.process, place};
    fill_request(record, full, texture, row.request);
    if (row.object.changed)
      row.object.original = fitting(record.head.api, row.request.request, full.original);
    row.request.past_allocation = bytes_past_allocation(resource);
    resource = alike(resource);
    key += bytes_of(full);
  }

  static TextureRequest array_of(const ArrayFacts& array, bool mipmapped) {
    TextureRequest request;
    request.resource = mipmapped ? ResourceKind::mipmapped_array : ResourceKind::array;
    request.array = array_request(array);
    request.sampler.addressMode.fill(TextureAddressMode::clamp);
    return request;
  }

  void fill_request(const Record& record, TextureRecord& full, bool texture, Request& into) {
    ResourceFacts& resource = full.resource;
    const auto kind = ResourceKind(resource.kind);
    const bool of_array = kind == ResourceKind::array || kind == ResourceKind::mipmapped_array;
    const auto known = arrays.find({record.head.process, resource.array_handle});
    if (of_array && resource.array_handle != 0 && known != arrays.end()) {
      resource.array = known->second;
      resource.array_known = 1;
    }
    // How many levels an array has that another API made is not known.
    const bool whole = resource.array_known != 0 && resource.array.levels != 0;
    into.null_array = of_array && resource.array_handle == 0;
    into.request = texture_request(resource, of_array && whole ? &resource.array : nullptr,
                                   texture ? &full.sampler : nullptr, texture ? &full.view : nullptr);
    if (!texture) {
      into.request.sampler.addressMode.fill(TextureAddressMode::clamp);
      into.request.use.surface = true;
    } else {
      into.request.sampler = fitting(record.head.api, into.request, full.sampler);
    }
  }

  static TextureDesc fitting(Api api, TextureRequest request, const TextureDesc& sampler) {
    request.sampler = sampler;
    if (api != Api::runtime) fit_read_mode(request);
    return request.sampler;
  }

  // Creations that are alike are one row for each place in the program; those whose place was not recorded
  // belong to the first.
  std::size_t row_of(std::size_t index, const Record& record, const std::string& key, Row&& row) {
    row.object.stack = frames.stack_of(index);
    std::string full_key = key;
    for (const Frame& frame : row.object.stack)
      full_key += frame.module + bytes_of(frame.offset);
    if (row.object.stack.empty())
      if (const auto first = first_row.find(key); first != first_row.end()) return first->second;
    if (const auto found = row_by_key.find(full_key); found != row_by_key.end()) return found->second;
    row.object.request = row.request.request;
    row.object.process = record.head.process;
    row.object.thread = record.head.thread;
    row.object.context = record.head.context;
    if (record.head.time_ns > records.start_ns)
      row.object.seconds = double(record.head.time_ns - records.start_ns) * 1e-9;
    rows.push_back(std::move(row));
    first_row.emplace(key, rows.size() - 1);
    row_by_key.emplace(std::move(full_key), rows.size() - 1);
    return rows.size() - 1;
  }

  // Said by the thread before it made an object whose handle an earlier one had; else the first is meant.
  std::uint64_t position_of(const Record& record) {
    const auto said = positions.extract({record.head.process, record.head.thread});
    return said.empty() ? 0 : said.mapped();
  }

  void remove(const ObjectKey& key) {
    const auto object = living.find(key);
    if (object == living.end()) return;
    forget(users, object->second.memory, key);
    forget(in_context, object->second.context, key);
    living.erase(object);
  }

  template <class Sets, class Key>
  static void forget(Sets& sets, const Key& key, const ObjectKey& object) {
    const auto set = sets.find(key);
    if (set == sets.end()) return;
    set->second.erase(object);
    if (set->second.empty()) sets.erase(set);
  }

  static ObjectKey object_key(const Record& record, std::uint64_t handle) {
    const RecordKind kind = key_kind(record.head.kind);
    return {record.head.process, kind == RecordKind::array_create ? 0 : record.head.context, kind, handle};
  }

  void destroyed(const Record& record) {
    const ObjectKey key = object_key(record, record.as<HandleRecord>().handle);
    if (record.head.result != 0) return; // the record of the call's begin has been taken
    if (living.contains(key)) return remove(key);
    if (const auto last = last_made.find(key); last != last_made.end())
      ++rows[last->second.object].fate.destroyed_twice;
  }

  void memory_freed(const MemoryKey& memory, const Record& record) {
    const auto found = users.find(memory);
    if (memory.second == 0 || record.head.result != 0 || found == users.end()) return;
    for (const ObjectKey& key : found->second)
      ++rows[living.at(key).row].fate.freed;
    users.erase(found);
  }

  void context_destroyed(const Record& record) {
    texture_handles.end_context(record.head.process, record.as<HandleRecord>().handle, record.offset);
    const auto found = in_context.find({record.head.process, record.as<HandleRecord>().handle});
    if (found == in_context.end()) return;
    const std::set<ObjectKey> gone = found->second;
    for (const ObjectKey& key : gone) {
      ++rows[living.at(key).row].fate.with_context;
      remove(key);
    }
  }

  void take_texels(const Record& record) {
    const auto texels = record.as<TexelsRecord>();
    const auto last =
        last_made.find({record.head.process, record.head.context, RecordKind::texture_create, texels.object});
    if (last == last_made.end()) return;
    const auto& [row, instance] = last->second;
    rows[row].object.texels.push_back({text_of(texels.file), texels.launch, instance});
  }

  void finish() {
    for (const auto& [key, object] : living)
      ++rows[object.row].fate.alive;
    for (Row& row : rows) {
      TracedObject& object = row.object;
      row.fate.crashed = crashed;
      object.count = row.fate.count;
      object.alive = row.fate.alive;
      object.findings = findings_of(row.request);
      for (Finding& each : findings_of(object.kind, row.fate))
        object.findings.push_back(std::move(each));
      sort_findings(object.findings);
      if (object.kind == ObjectKind::texture) object.effective = effective_sampler(object.request);
      if (object.kind == ObjectKind::array && object.findings.empty()) continue;
      object.number = int(report.objects.size()) + 1;
      report.objects.push_back(object);
    }
    sort_objects(report);
    if (references > 0)
      report.findings.push_back({FindingKind::unchecked,
                                 "cuTexRef",
                                 Text::trace_references,
                                 Text::trace_references_rule,
                                 {},
                                 Text::trace_references_cure});
  }

  const Records& records;
  CallFrames frames;
  bool crashed;
  TraceReport report;
  std::vector<Row> rows;
  std::map<std::string, std::size_t> row_by_key, first_row;
  std::map<std::uint64_t, std::size_t> by_offset;
  std::map<MemoryKey, ArrayFacts> arrays;
  std::map<ObjectKey, Living> living;
  std::map<ObjectKey, TextureHandles::Found> last_made; // of handles that live or lived, with their rows
  std::map<MemoryKey, std::set<ObjectKey>> users;
  std::map<ContextKey, std::set<ObjectKey>> in_context;
  std::map<std::pair<Process, std::uint32_t>, std::uint64_t> positions; // by thread
  std::map<Process, std::uint64_t> textures;                            // how many each has made
  TextureHandles texture_handles;
  std::size_t references = 0;
};
} // namespace

void TextureHandles::add(std::uint32_t process, std::uint64_t context, std::uint64_t handle,
                         std::uint64_t position, std::size_t object, std::uint64_t instance) {
  all[{process, context, ends[{process, context}].size(), handle}].push_back({position, {object, instance}});
}

void TextureHandles::end_context(std::uint32_t process, std::uint64_t context, std::uint64_t offset) {
  ends[{process, context}].push_back(offset);
}

std::optional<std::size_t> TextureHandles::find(const Fetch& fetch) const {
  const auto found = find_instance(fetch);
  return found ? std::optional(found->object) : std::nullopt;
}

std::optional<TextureHandles::Found> TextureHandles::find_instance(const Fetch& fetch) const {
  std::size_t earlier = 0;
  if (const auto ended = ends.find({fetch.process, fetch.context}); ended != ends.end())
    earlier = std::size_t(std::ranges::lower_bound(ended->second, fetch.begins) - ended->second.begin());
  const auto found = all.find({fetch.process, fetch.context, earlier, fetch.handle});
  if (found == all.end()) return std::nullopt;
  const std::vector<Made>& made = found->second;
  const auto behind = std::ranges::upper_bound(made, fetch.position, {}, &Made::position);
  return behind == made.begin() ? made.front().found : (behind - 1)->found;
}

void TextureHandles::rename(const std::function<int(std::size_t)>& number) {
  for (auto& [handle, made] : all)
    for (Made& each : made)
      each.found.object = std::size_t(number(each.found.object));
}

TraceReport link_records(const Records& records, int exit_code, const FunctionNames& functions,
                         TextureHandles* handles) {
  return Linker(records, exit_code, functions).link(handles);
}

} // namespace texelscope::trace
