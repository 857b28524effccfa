#include "app/trace_library/created.h"

#include <atomic>
#include <cstring>

#include "app/trace_library/call_stack.h"

namespace texelscope::trace {

namespace {
constexpr unsigned stacks_of_equal = 4, stacks_of_similar = 16;

// A table of 64-bit keys that grows until it is full.
struct Entry {
  std::atomic<std::uint64_t> key;
  std::atomic<std::uint64_t> value;
};

class Table {
public:
  // Null: the key is not there, and with `add` no place for it either. Keys stay, unless their place is
  // wanted: `reuse` takes places whose value is 0.
  Entry* find(std::uint64_t key, bool add, bool reuse = false) {
    const std::uint64_t first = key * 0x9e3779b97f4a7c15u >> 32;
    for (unsigned probe = 0; probe < max_probes; ++probe) {
      Entry& entry = entries[(first + probe) % size];
      std::uint64_t there = entry.key.load(std::memory_order_acquire);
      if (there == 0 && add && entry.key.compare_exchange_strong(there, key)) return &entry;
      if (there == key) return &entry;
      if (there == 0) return nullptr;
    }
    for (unsigned probe = 0; reuse && probe < max_probes; ++probe) {
      Entry& entry = entries[(first + probe) % size];
      std::uint64_t there = entry.key.load(std::memory_order_acquire);
      if (entry.value.load(std::memory_order_acquire) == 0 && entry.key.compare_exchange_strong(there, key))
        return &entry;
    }
    return nullptr;
  }

private:
  static constexpr unsigned size = 1 << 13, max_probes = 32;
  Entry entries[size];
};

Table originals;     // hash of a creation -> where its record is
Table equal_count;   // the same hash -> stacks taken
Table similar_count; // hash without handles and addresses -> stacks taken
Table noted;
Table used_handles; // hash of context and handle

// Two sums side by side, so that the multiplications overlap.
std::uint64_t hash(const void* bytes, std::size_t count, std::uint64_t seed) {
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15u;
  std::uint64_t sums[2] = {seed, ~seed};
  for (std::size_t at = 0; at < count; at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, static_cast<const char*>(bytes) + at, 8);
    std::uint64_t& sum = sums[at / 8 % 2];
    sum = (sum ^ word) * factor;
    sum ^= sum >> 29;
  }
  const std::uint64_t value = (sums[0] ^ (sums[1] >> 17)) * factor + sums[1];
  return value | 1; // 0 marks an empty entry
}

std::uint64_t seed_of(const Event& event) {
  return std::uint64_t(event.kind) + (std::uint64_t(std::uint32_t(event.result)) << 16) +
         (std::uint64_t(event.api) << 48) + event.context * 31;
}

bool takes_stack(Table& counts, std::uint64_t key, unsigned limit) {
  Entry* entry = counts.find(key, true);
  return entry && entry->value.load(std::memory_order_relaxed) < limit &&
         entry->value.fetch_add(1, std::memory_order_relaxed) < limit;
}

// The hash of the creation whatever its memory is.
std::uint64_t similar_key(const Creation& creation, std::uint64_t seed) {
  if (creation.memory == nullptr) return hash(creation.payload, creation.bytes, seed);
  const ResourceFacts kept = *creation.memory;
  creation.memory->array_handle = creation.memory->address = 0;
  creation.memory->allocation = creation.memory->allocation_bytes = 0;
  const std::uint64_t key = hash(creation.payload, creation.bytes, seed);
  *creation.memory = kept;
  return key;
}

// The creation that this thread recorded last: most equal it.
struct Last {
  std::uint64_t seed, original;
  std::uint32_t bytes;
  char payload[sizeof(TextureRecord)];
};
thread_local Last last = {};

void append_again(const Event& created, std::uint64_t handle, std::uint64_t original) {
  Event event = created;
  event.kind = RecordKind::again;
  append(event, AgainRecord{handle, original});
}

// `creation` without its handle, and the handle.
void append_whole(const Creation& creation, std::uint64_t handle, std::uint64_t seed) {
  const std::uint64_t key = hash(creation.payload, creation.bytes, seed);
  Entry* original = originals.find(key, true);
  const std::uint64_t place = original ? original->value.load(std::memory_order_acquire) : 0;
  const bool stack = place != 0 ? takes_stack(equal_count, key, stacks_of_equal)
                                : takes_stack(similar_count, similar_key(creation, seed), stacks_of_similar);
  if (place != 0 && !stack && creation.bytes <= sizeof last.payload) {
    last = {seed, place, creation.bytes, {}};
    std::memcpy(last.payload, creation.payload, creation.bytes);
  }
  std::memcpy(creation.payload, &handle, sizeof handle);
  if (stack) append_stack();
  if (place != 0) return append_again(creation.event, handle, place);
  const std::uint64_t written = append(creation.event, creation.payload, creation.bytes);
  if (original) original->value.store(written, std::memory_order_release);
}
} // namespace

void append_creation(const Creation& creation) {
  std::uint64_t handle = 0;
  std::memcpy(&handle, creation.payload, sizeof handle);
  std::memset(creation.payload, 0, sizeof handle);
  const std::uint64_t seed = seed_of(creation.event);
  if (last.original != 0 && last.seed == seed && last.bytes == creation.bytes &&
      std::memcmp(last.payload, creation.payload, creation.bytes) == 0)
    return append_again(creation.event, handle, last.original);
  append_whole(creation, handle, seed);
}

void note(std::uint64_t handle) {
  Entry* entry = handle != 0 ? noted.find(handle, true, true) : nullptr;
  if (entry) entry->value.store(1, std::memory_order_release);
}

void forget(std::uint64_t handle) {
  if (Entry* entry = handle != 0 ? noted.find(handle, false) : nullptr)
    entry->value.store(0, std::memory_order_release);
}

bool handle_was_used(std::uint64_t context, std::uint64_t handle) {
  Entry* entry = used_handles.find(hash(&handle, sizeof handle, context), true);
  return entry == nullptr || entry->value.exchange(1) != 0;
}

bool is_noted(std::uint64_t handle) {
  const Entry* entry = handle != 0 ? noted.find(handle, false) : nullptr;
  return entry && entry->value.load(std::memory_order_acquire) != 0;
}

} // namespace texelscope::trace
