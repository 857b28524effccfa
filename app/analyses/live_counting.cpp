#include "app/analyses/live_counting.h"

#include "kernels/machines/backend/cuda_support.h"

namespace texelscope {

using namespace profile;

LiveCounting::LiveCounting(Open open)
    : open_(open ? std::move(open) : [] { return make_counter_reader(); }) {}

void LiveCounting::begin(bool wanted, std::uint64_t tag, double now) {
  opening_.poll(reader_, false);
  if (!wanted) {
    reader_ = {};
    found_ = {};
    return start_over(0);
  }
  if (!found_.on) {
    found_.on = true;
    counted_at_ = -1;
    next_at_ = now;
  }
  ++frames_;
  if (tag != tag_) start_over(tag);
  if (!reader_.failure.empty()) found_.refused = reader_.failure;
}

void LiveCounting::open(bool wait) {
  const bool tried = reader_.found || !reader_.failure.empty();
  if (found_.on && !tried && !opening_.busy())
    opening_.start([open = open_, ordinal = thread_cuda_device()](const std::stop_token&) {
      set_thread_cuda_device(ordinal);
      return std::shared_ptr<CounterReader>(open());
    });
  if (wait) opening_.poll(reader_, true);
}

void LiveCounting::start_over(std::uint64_t tag) {
  tag_ = tag;
  group_ = counted_ = 0;
  found_.a_texel.reset();
  found_.refused.clear(); // the launch that failed belonged to another fetch
}

void LiveCounting::ask(LiveRequest& request, double now) {
  const bool ready = request.due && found_.on && found_.refused.empty() && reader_.found && now >= next_at_;
  if (!ready || !(*reader_.found)->is_free()) return;
  request.counter = *reader_.found;
  request.group = group_;
}

void LiveCounting::update(const FrameResult& result, double now) {
  if (!result.count_failure.empty()) found_.refused = result.count_failure;
  if (!result.counted || !found_.on) return;
  const bool is_first = group_ == 0;
  if (is_first && counted_at_ >= 0) {
    found_.every = frames_;
    found_.cost = waited_ / (now - counted_at_);
  }
  counted_at_ = is_first ? now : -1;
  waited_ = result.counted->seconds;
  next_at_ = now + waited_ / share;
  frames_ = 0;
  if (result.counted->tag == tag_) take(*result.counted);
}

// Counts that grow with the texels are stored per texel. The first group is counted twice, which shows how
// often it can be counted. Then follow the other groups, from the last one, the shares, backwards. After that
// only the first is counted again and again, because counting the others is expensive and the same fetch
// moves the same data.
void LiveCounting::take(const LiveCounted& counted) {
  if (!found_.a_texel) found_.a_texel.emplace();
  for (std::size_t i = 0; i < counter_count; ++i)
    if (counted.counts.has(Counter(i)))
      found_.a_texel->value[i] = of_texel(counted.counts, Counter(i), counted.texels);
  const std::size_t groups = (*reader_.found)->groups().size();
  ++counted_;
  group_ = counted_ >= 2 && counted_ <= groups ? groups + 1 - counted_ : 0;
}

} // namespace texelscope
