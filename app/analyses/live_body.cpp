#include "app/analyses/live_body.h"

#include "kernels/studies/bodies/body_trust.h"

namespace texelscope {

void LiveBody::update(const BodySource& wanted, double now, bool wait, BodyWaits waits) {
  if (!(wanted == seen)) {
    seen = wanted;
    seen_at = now;
  }
  const bool compiles = !wanted.body.empty() && waits == BodyWaits::no;
  const bool rests = wait || now - seen_at >= pause;
  if (!compiles)
    latest.forget();
  else if (rests && latest.running() != wanted)
    latest.cancel();
  take(wait);
  found.waits = waits;
  if (!compiles) {
    good.reset();
    found.is_current = wanted.body.empty();
    if (waits != BodyWaits::no) found.compiled = {};
    return;
  }
  if (rests && latest.wants(wanted)) {
    latest.start(wanted, [wanted, process = process](const std::stop_token& stop) -> Compiled {
      return std::make_shared<const CompiledBody>(process.compile(wanted, stop));
    });
    take(wait);
  }
  found.is_current = latest.known() == wanted;
}

void LiveBody::take(bool wait) {
  const bool arrived = latest.poll(wait);
  found.compiled.busy = latest.busy();
  if (!arrived) return;
  found.compiled = latest.newest();
  if (found.compiled.failure.empty() && (*found.compiled.found)->good) good = *found.compiled.found;
}

std::shared_ptr<const CompiledBody> LiveBody::running(const BodyTarget& target) const {
  return good && good->source.target == target ? good : nullptr;
}

const ui::BodyFindings& LiveBody::findings(bool with_examples, BodyOrigin origin) {
  found.origin = origin;
  if (with_examples && !examples_read) found.examples = body_examples();
  examples_read = examples_read || with_examples;
  return found;
}

} // namespace texelscope
