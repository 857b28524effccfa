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
  std::vector<Site> sites;
  std::string refusal, cure;
};

bool may_fetch(const modules::ModuleImage& image) {
  const auto use = modules::texture_use(image);
  return !use || use->fetches;
}

Twin twin_of(std::span<const std::byte> bytes, const ModuleQuestion& question,
             const FunctionChoice& recorded) {
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
  const auto chosen = modules::ptx_for(whole, {int(question.architecture), std::nullopt});
  if (const auto* refusal = std::get_if<modules::PtxRefusal>(&chosen)) {
    refuse(*refusal);
    return twin;
  }
  auto result = rewrite(std::get<modules::ChosenPtx>(chosen).text, recorded);
  if (const auto* refusal = std::get_if<Refusal>(&result)) {
    twin.refusal = refusal_text(*refusal);
    return twin;
  }
  auto& rewritten = std::get<Rewritten>(result);
  if (rewritten.sites.empty()) return twin;
  twin.ptx = std::move(rewritten.ptx);
  twin.sites = std::move(rewritten.sites);
  return twin;
}
} // namespace

struct ModuleService::State {
  FunctionChoice recorded;
  int listener = -1;
  std::atomic<bool> stops = false;
  mutable std::mutex mutex; // of what follows
  std::vector<ServedModule> modules;
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
    ModuleQuestion question = {};
    while (connection.receive(&question, sizeof question)) {
      if (question.magic != question_magic || question.image_bytes > modules::max_image_bytes) return;
      std::vector<std::byte> image(question.image_bytes);
      if (!connection.receive(image.data(), image.size())) return;
      const Twin twin = twin_of(image, question, recorded);
      const ModuleAnswer answer = add(question, twin);
      if (!connection.send(&answer, sizeof answer) || !connection.send(twin.ptx.c_str(), answer.ptx_bytes))
        return;
    }
  } catch (const std::exception&) { // there is no memory: the connection ends
  }

  ModuleAnswer add(const ModuleQuestion& question, const Twin& twin) {
    const std::scoped_lock lock(mutex);
    std::uint64_t& used = sites_of_process[question.process];
    ServedModule served = {question.process, used, twin.sites, twin.refusal, twin.cure};
    if (used + twin.sites.size() > max_sites) {
      served.sites.clear();
      served.refusal = text(Text::record_too_many_sites);
    }
    ModuleAnswer answer = {answer_magic, std::uint32_t(served.sites.size()), used, 0};
    if (!served.sites.empty()) answer.ptx_bytes = twin.ptx.size() + 1;
    used += served.sites.size();
    if (!served.sites.empty() || !served.refusal.empty()) modules.push_back(std::move(served));
    return answer;
  }

  std::list<std::jthread> connections; // of the listening thread
};

ModuleService::ModuleService(const std::filesystem::path& folder, FunctionChoice recorded)
    : state(std::make_unique<State>()) {
  state->recorded = std::move(recorded);
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
  return state->modules;
}

} // namespace texelscope::record
