#include "kernels/studies/record/module_service.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <thread>

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "kernels/ground/base/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/record/exchange.h"
#include "kernels/studies/record_images/ptx_choice.h"

namespace texelscope::record {

namespace {
std::string outcome_text(const ModuleOutcome& told) {
  switch (told.outcome) {
  case Outcome::fewer_threads:
    return say(Text::record_fewer_threads,
               {std::to_string(told.threads), std::to_string(told.threads_before)});
  case Outcome::too_many:
    return text(Text::record_too_many_modules);
  default:
    return say(Text::record_twin_refused, {std::to_string(told.result)});
  }
}

// A socket, until whoever waits for it is told to stop.
class Connection {
public:
  Connection(int descriptor, const std::atomic<bool>& stops) : descriptor(descriptor), stops(stops) {}
  ~Connection() { ::close(descriptor); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  bool receive(void* to, std::size_t bytes) {
    auto* next = static_cast<std::byte*>(to);
    while (bytes > 0) {
      if (!wait_for(POLLIN)) return false;
      const ssize_t got = ::recv(descriptor, next, bytes, 0);
      if (got <= 0) return false;
      next += got, bytes -= std::size_t(got);
    }
    return true;
  }
  bool send(const void* from, std::size_t bytes) {
    const auto* next = static_cast<const std::byte*>(from);
    while (bytes > 0) {
      if (!wait_for(POLLOUT)) return false;
      const ssize_t sent = ::send(descriptor, next, bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent < 0 && (errno == EAGAIN || errno == EINTR)) continue;
      if (sent <= 0) return false;
      next += sent, bytes -= std::size_t(sent);
    }
    return true;
  }

private:
  bool wait_for(short event) const {
    constexpr int interval_ms = 100;
    while (!stops) {
      pollfd waited = {descriptor, event, 0};
      if (::poll(&waited, 1, interval_ms) > 0) return true;
    }
    return false;
  }

  int descriptor;
  const std::atomic<bool>& stops;
};

struct Twin {
  std::string ptx; // empty: the program's own module stays
  std::uint32_t max_registers = 0;
  std::string note;
  std::vector<Site> sites;
  std::string refusal, cure;
};

bool may_fetch(const modules::ModuleImage& image) {
  const auto use = modules::texture_use(image);
  return !use || use->fetches;
}

Twin twin_of(std::span<const std::byte> bytes, const ModuleQuestion& question,
             const ModuleService::Rewrite& rewritten_ptx) {
  Twin twin;
  const auto refuse = [&](const modules::PtxRefusal& refusal) {
    twin.refusal = modules::sentence(refusal), twin.cure = modules::cure(refusal);
  };
  const auto image = modules::read_image(bytes);
  if (const auto* reason = std::get_if<modules::NoPtx>(&image)) {
    refuse({*reason, "", int(question.architecture)});
    return twin;
  }
  const auto& whole = std::get<modules::ModuleImage>(image);
  if (!may_fetch(whole)) return twin;
  const int device = int(question.architecture);
  const auto chosen = modules::ptx_for(whole, {device, modules::newest_ptx(int(question.driver_version))},
                                       question.linked != 0);
  if (const auto* refusal = std::get_if<modules::PtxRefusal>(&chosen)) {
    refuse(*refusal);
    return twin;
  }
  const auto& [ptx, place] = std::get<modules::ChosenPtx>(chosen);
  auto result = rewritten_ptx(ptx);
  if (const auto* refusal = std::get_if<Refusal>(&result)) {
    twin.refusal = refusal_text(*refusal);
    return twin;
  }
  auto& rewritten = std::get<Rewritten>(result);
  if (rewritten.sites.empty()) return twin;
  twin.ptx = std::move(rewritten.ptx);
  twin.sites = std::move(rewritten.sites);
  const modules::ModuleEntry& entry = whole.entries[place];
  twin.max_registers = modules::max_registers(entry);
  const auto machine_code = modules::machine_code_for(whole, device);
  if (machine_code && machine_code != entry.architecture)
    twin.note =
        say(Text::record_other_architecture,
            {std::to_string(question.process), to_string(entry.architecture), to_string(*machine_code)});
  return twin;
}
} // namespace

struct ModuleService::State {
  Rewrite rewritten;
  int listener = -1;
  std::atomic<bool> stops = false;
  mutable std::mutex mutex; // of what follows
  std::vector<ServedModule> served_modules;
  std::vector<std::string> notes;
  std::map<std::uint32_t, std::uint64_t> sites_of_process;
  std::list<std::jthread> threads;

  ~State() {
    stops = true;
    threads.clear(); // the first accepts others until it ends
    if (listener >= 0) ::close(listener);
  }

  void listen() {
    while (!stops) {
      pollfd waited = {listener, POLLIN, 0};
      if (::poll(&waited, 1, 100) <= 0) continue;
      const int descriptor = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
      if (descriptor < 0) continue;
      const std::scoped_lock lock(mutex);
      connections.emplace_back([this, descriptor] { serve(descriptor); });
    }
    connections.clear();
  }

  void serve(int descriptor) try {
    Connection connection(descriptor, stops);
    std::optional<std::size_t> last; // the module that was answered last, if it has a twin
    std::uint32_t magic = 0;
    while (connection.receive(&magic, sizeof magic)) {
      if (magic == outcome_magic) {
        ModuleOutcome told = {};
        if (!receive_rest(connection, told)) return;
        take(told, last);
        continue;
      }
      ModuleQuestion question = {};
      if (magic != question_magic || !receive_rest(connection, question) ||
          question.image_bytes > modules::max_image_bytes)
        return;
      std::vector<std::byte> image(question.image_bytes);
      if (!connection.receive(image.data(), image.size())) return;
      const Twin twin = twin_of(image, question, rewritten);
      const ModuleAnswer answer = add(question, twin, last);
      if (!connection.send(&answer, sizeof answer) || !connection.send(twin.ptx.c_str(), answer.ptx_bytes))
        return;
    }
  } catch (const std::exception&) { // there is no memory: the connection ends
  }

  template <class Message> // whose magic number has been received
  static bool receive_rest(Connection& connection, Message& message) {
    constexpr std::size_t first = sizeof message.magic;
    return connection.receive(reinterpret_cast<std::byte*>(&message) + first, sizeof message - first);
  }

  void take(const ModuleOutcome& told, std::optional<std::size_t>& last) {
    const std::scoped_lock lock(mutex);
    if (told.outcome == Outcome::launch_failed)
      return note(
          say(Text::record_launch_failed, {std::to_string(told.process), std::to_string(told.result)}));
    if (!last) return;
    served_modules[*last].sites.clear();
    served_modules[*last].refusal = outcome_text(told);
    last.reset();
  }

  void note(std::string sentence) { // the mutex is held
    if (!sentence.empty() && std::ranges::find(notes, sentence) == notes.end())
      notes.push_back(std::move(sentence));
  }

  ModuleAnswer add(const ModuleQuestion& question, const Twin& twin, std::optional<std::size_t>& last) {
    const std::scoped_lock lock(mutex);
    std::uint64_t& used = sites_of_process[question.process];
    ServedModule served = {question.process, used, twin.sites, twin.refusal, twin.cure};
    if (used + twin.sites.size() > max_sites) {
      served.sites.clear();
      served.refusal = text(Text::record_too_many_sites);
    }
    ModuleAnswer answer = {answer_magic, std::uint32_t(served.sites.size()), used, 0, twin.max_registers, 0};
    if (!served.sites.empty()) answer.ptx_bytes = twin.ptx.size() + 1;
    used += served.sites.size();
    last.reset();
    if (!served.sites.empty()) {
      last = served_modules.size();
      note(twin.note);
    }
    if (!served.sites.empty() || !served.refusal.empty()) served_modules.push_back(std::move(served));
    return answer;
  }

  std::list<std::jthread> connections; // of the listening thread
};

ModuleService::ModuleService(const std::filesystem::path& folder, FunctionChoice recorded, bool by_object)
    : ModuleService(folder, [recorded = std::move(recorded), by_object](std::string_view ptx) {
        return rewrite(ptx, recorded, by_object);
      }) {}

ModuleService::ModuleService(const std::filesystem::path& folder, Rewrite rewritten)
    : state(std::make_unique<State>()) {
  state->rewritten = std::move(rewritten);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  const std::string path = (folder / "modules").string();
  state->listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (path.size() >= sizeof address.sun_path || state->listener < 0)
    throw MachineError(text(Text::record_no_socket));
  std::memcpy(address.sun_path, path.c_str(), path.size());
  if (::bind(state->listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(state->listener, 16) != 0)
    throw MachineError(text(Text::record_no_socket));
  state->threads.emplace_back([each = state.get()] { each->listen(); });
}

ModuleService::~ModuleService() = default;

std::vector<ServedModule> ModuleService::modules() const {
  const std::scoped_lock lock(state->mutex);
  return state->served_modules;
}

std::vector<std::string> ModuleService::notes() const {
  const std::scoped_lock lock(state->mutex);
  return state->notes;
}

} // namespace texelscope::record
