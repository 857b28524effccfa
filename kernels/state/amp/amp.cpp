#include "kernels/state/amp/amp.h"

#include "kernels/ground/text/texts.h"
#include "kernels/state/amp/amp_refusal.h"

namespace texelscope {

namespace {

bool under_the_rules(const AmpAttempt& a) {
  switch (a.access) {
  case AmpAccess::write:
  case AmpAccess::read_and_write:
    return true;
  case AmpAccess::make_view:
    return a.place == AmpPlace::kernel;
  default:
    return false;
  }
}

Text reason_allowed(const AmpAttempt& a, bool lenient) {
  if (lenient) return Text::amp_why_lenient;
  switch (a.access) {
  case AmpAccess::read:
    return Text::amp_why_read;
  case AmpAccess::write:
    return Text::amp_why_write;
  case AmpAccess::read_and_write:
    return Text::amp_why_read_and_write_ok;
  case AmpAccess::write_by_view:
    return Text::amp_why_view;
  case AmpAccess::make_view:
    return a.place == AmpPlace::kernel ? Text::amp_why_view_made : Text::amp_why_view_on_host;
  case AmpAccess::sample:
    break;
  }
  return Text::amp_why_sample_ok;
}

Text cuda_text(const AmpAttempt& a) {
  if (a.texture.scalar == AmpScalar::double_precision) return Text::amp_cuda_double;
  switch (a.access) {
  case AmpAccess::read:
    return Text::amp_cuda_read;
  case AmpAccess::write:
    return Text::amp_cuda_write;
  case AmpAccess::read_and_write:
    return Text::amp_cuda_read_and_write;
  case AmpAccess::write_by_view:
    return Text::amp_cuda_view;
  case AmpAccess::make_view:
    return a.place == AmpPlace::kernel ? Text::amp_cuda_view_in_kernel : Text::amp_cuda_view;
  case AmpAccess::sample:
    break;
  }
  return Text::amp_cuda_sample;
}

// The view that the attempt uses, or the one that it would need.
AmpView needed_view(const AmpAttempt& a, bool broke_rules) {
  if (a.access == AmpAccess::sample) return AmpView::const_texture_view;
  if (a.access == AmpAccess::write_by_view) return a.view;
  if (a.access == AmpAccess::make_view && !broke_rules) return a.view;
  if (a.access == AmpAccess::read_and_write || !broke_rules) return AmpView::none;
  return amp_refusal({a.texture, AmpAccess::write_by_view}) ? AmpView::none : AmpView::texture_view;
}

std::string advice_for(const AmpAttempt& a, bool broke_rules) {
  const bool writable = !amp_refusal({a.texture, AmpAccess::write_by_view});
  if (!broke_rules || !writable) return "";
  if (a.access == AmpAccess::read_and_write) return text(Text::amp_advice_two);
  return say(Text::amp_advice_view, {amp_value_type(a.texture), std::to_string(a.texture.rank)});
}

std::string deprecation_of(const AmpAttempt& a) {
  const bool uses_view = a.access == AmpAccess::write_by_view || a.access == AmpAccess::make_view;
  if (!uses_view || a.view != AmpView::writeonly_texture_view) return "";
  return say(Text::amp_form_deprecated, {text(Text::amp_says_deprecated)});
}

Text verdict_text(const AmpVerdict& v) {
  if (!v.read.allowed()) return Text::amp_verdict_none;
  if (v.read_and_write.allowed()) return Text::amp_verdict_both;
  if (v.write.allowed()) return Text::amp_verdict_either;
  return v.view == AmpView::none ? Text::amp_verdict_read : Text::amp_verdict_view;
}

} // namespace

std::string AmpOutcome::shown() const {
  switch (form) {
  case AmpForm::none:
    break;
  case AmpForm::static_assertion:
    return say(Text::amp_form_assertion, {message});
  case AmpForm::compiler_error:
    return say(Text::amp_form_compiler_error, {message});
  case AmpForm::runtime_exception:
    return say(Text::amp_form_runtime_exception, {message});
  case AmpForm::unsupported_feature:
    return say(Text::amp_form_unsupported_feature, {message});
  }
  return message;
}

AmpOutcome amp_outcome(const AmpAttempt& configuration) {
  const std::optional<AmpRefusal> refusal = amp_refusal(configuration);
  const bool broke_rules = refusal && refusal->by_rules;
  AmpOutcome outcome;
  if (under_the_rules(configuration) && (!refusal || broke_rules))
    outcome.broken = amp_broken_rules(configuration.texture);
  if (refusal) {
    outcome.failure = refusal->failure;
    outcome.form = refusal->form;
    outcome.message = refusal->message;
  }
  outcome.reason = text(refusal ? refusal->reason : reason_allowed(configuration, !outcome.broken.empty()));
  outcome.needed = needed_view(configuration, broke_rules);
  outcome.advice = advice_for(configuration, broke_rules);
  outcome.deprecation = deprecation_of(configuration);
  const Text cuda = refusal && refusal->cuda ? *refusal->cuda : cuda_text(configuration);
  outcome.cuda = say(cuda, {std::to_string(configuration.texture.rank)});
  return outcome;
}

AmpVerdict amp_verdict(const AmpTexture& texture) {
  AmpVerdict verdict;
  verdict.read = amp_outcome({texture, AmpAccess::read});
  verdict.write = amp_outcome({texture, AmpAccess::write});
  verdict.read_and_write = amp_outcome({texture, AmpAccess::read_and_write});
  verdict.view = verdict.write.needed;
  verdict.sentence = say(verdict_text(verdict), {amp_type(texture)});
  return verdict;
}

std::vector<AmpRule> amp_broken_rules(const AmpTexture& texture) {
  using enum AmpScalar;
  const AmpScalar scalar = texture.scalar;
  std::vector<AmpRule> broken;
  if (texture.components != 1) broken.push_back(AmpRule::one_component);
  if (scalar == double_precision || scalar == norm || scalar == unorm)
    broken.push_back(AmpRule::plain_scalar);
  if (amp_bits(texture) != 32) broken.push_back(AmpRule::bits_32);
  return broken;
}

const char* amp_rule_text(AmpRule rule) {
  constexpr Text texts[] = {Text::amp_rule_one_component, Text::amp_rule_plain_scalar,
                            Text::amp_rule_bits_32};
  return text(texts[static_cast<std::size_t>(rule)]);
}

AmpTexture amp_texture(const ElementFormat& format, ReadMode read_mode, int dimensions) {
  using enum AmpScalar;
  AmpTexture texture{floating, format.channels, dimensions, format.bits};
  if (!format.is_integer()) return texture;
  const bool is_signed = format.kind == ElementKind::signed_int;
  if (read_mode == ReadMode::normalized_float && format.is_normalizable())
    texture.scalar = is_signed ? norm : unorm;
  else
    texture.scalar = is_signed ? signed_int : unsigned_int;
  return texture;
}

std::string amp_value_type(const AmpTexture& texture) {
  std::string name(amp_scalar_name(texture.scalar));
  return texture.components == 1 ? name : name + "_" + std::to_string(texture.components);
}

std::string amp_type(const AmpTexture& texture) {
  return "texture<" + amp_value_type(texture) + ", " + std::to_string(texture.rank) + ">";
}

} // namespace texelscope
