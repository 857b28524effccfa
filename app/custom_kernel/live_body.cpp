#include "app/custom_kernel/live_body.h"

#include "app/custom_kernel/body_trust.h"

namespace texelscope {

void LiveBody::update(const BodySource& wanted, double now, bool wait, ui::BodyWaits waits) {
  if (!(wanted == seen)) {
    seen = wanted;
    seen_at = now;
  }
  const bool compiles = !wanted.body.empty() && waits == ui::BodyWaits::no;
  const bool rests = wait || now - seen_at >= pause;
  if (requested != wanted && (rests || !compiles)) cancel();
  poll(wait);
  found.waits = waits;
  if (!compiles) {
    good.reset();
    if (!job.busy()) requested.reset();
    found.is_current = wanted.body.empty();
    if (waits != ui::BodyWaits::no) found.compiled = {};
    return;
  }
  if (!job.busy() && requested != wanted && rests) {
    start(wanted);
    poll(wait);
  }
  found.is_current = requested == wanted && !job.busy();
}

void LiveBody::start(const BodySource& wanted) {
  requested = wanted;
  cancelled = false;
  job.start([wanted, process = process](const std::stop_token& stop) -> Compiled {
    return std::make_shared<const CompiledBody>(process.compile(wanted, stop));
  });
}

void LiveBody::cancel() {
  if (!job.busy()) return;
  job.cancel();
  cancelled = true;
}

void LiveBody::poll(bool wait) {
  ui::AsyncResult<Compiled> latest = found.compiled;
  const bool arrived = job.poll(latest, wait);
  found.compiled.busy = latest.busy;
  if (arrived && cancelled) requested.reset();
  if (!arrived || cancelled) return;
  found.compiled = std::move(latest);
  const bool is_good = found.compiled.failure.empty() && (*found.compiled.found)->good;
  if (is_good) good = *found.compiled.found;
}

std::shared_ptr<const CompiledBody> LiveBody::running(const BodyTarget& target) const {
  return good && good->source.target == target ? good : nullptr;
}

const ui::BodyFindings& LiveBody::findings(bool with_examples, ui::BodyOrigin origin) {
  found.origin = origin;
  if (with_examples && !examples_read) found.examples = body_examples();
  examples_read = examples_read || with_examples;
  return found;
}

} // namespace texelscope
