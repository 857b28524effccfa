#include "kernels/studies/verify/report_agreement.h"

#include <nlohmann/json.hpp>

#include "kernels/ground/text/texts.h"

namespace texelscope {

std::string verify_class_of(const Effective& effective, bool block_compressed) {
  if (!effective.is_ordinary() || block_compressed || effective.slab != Slab::off) return {};
  const Sampler& sampler = effective.sampler;
  verify::Case c;
  c.dimension = std::uint8_t(effective.dimension);
  c.operation = std::uint8_t(effective.function);
  c.storage = std::uint8_t(effective.storage == Storage::shared ? Storage::array : effective.storage);
  c.levels = std::uint8_t(effective.level_count);
  c.kind = std::uint8_t(effective.format.kind);
  c.bits = std::uint8_t(effective.format.bits);
  c.channels = std::uint8_t(effective.format.channels);
  c.filter = std::uint8_t(sampler.filter);
  c.mip_filter = std::uint8_t(sampler.mip_filter);
  c.srgb = sampler.srgb;
  c.read_mode =
      std::uint8_t(effective.format.kind == ElementKind::floating ? ReadMode::element : sampler.read_mode);
  const bool has_gradients = effective.function == FetchKind::grad;
  c.anisotropy = std::uint8_t(has_gradients ? sampler.max_anisotropy : 0);
  return verify::class_name(c);
}

ReportAgreement agreement_in(const std::filesystem::path& report, const std::string& class_name) {
  const ReportFile file(report);
  ReportAgreement agreement{read_report_head(file.root()), PartState::done, class_name, {}};
  const ReportSection section = report_section(file.root(), ReportPart::verify);
  agreement.state = section.state;
  if (!section.document) return agreement;
  const VerifyFigures figures = read_verify(*section.document);
  if (const VerifiedClass* found = figures.find(class_name)) agreement.figures = *found;
  return agreement;
}

std::string agreement_text(const ReportAgreement& agreement) {
  const std::string of = say(Text::agreement_of, {agreement.head.device.name, agreement.head.date}) + " ";
  const auto& figures = agreement.figures;
  std::string said;
  if (agreement.class_name.empty())
    said = text(Text::agreement_no_class);
  else if (!figures)
    said = say(Text::agreement_not_drawn, {agreement.class_name, label(agreement.state)});
  else if (figures->mismatches == 0)
    said = say(Text::agreement_agrees, {agreement.class_name, std::to_string(figures->fetches)});
  else
    said = say(Text::agreement_differs,
               {agreement.class_name, std::to_string(figures->mismatches), std::to_string(figures->fetches),
                figures->first->request, figures->first->device, figures->first->model});
  return of + said + "\n";
}

nlohmann::ordered_json agreement_json(const ReportAgreement& agreement) {
  nlohmann::ordered_json json = {{"device", agreement.head.device.name},
                                 {"date", agreement.head.date},
                                 {"verify", identifier(agreement.state)},
                                 {"class", agreement.class_name}};
  if (!agreement.figures) return json;
  json.update({{"fetches", agreement.figures->fetches},
               {"mismatches", agreement.figures->mismatches},
               {"agrees", agreement.figures->mismatches == 0}});
  return json;
}

} // namespace texelscope
