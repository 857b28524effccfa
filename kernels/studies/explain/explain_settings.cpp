#include "kernels/studies/explain/explain_settings.h"

#include <algorithm>
#include <cmath>

#include "kernels/ground/text/texts.h"
#include "kernels/studies/compare/values.h"
#include "kernels/studies/explain/effective_session.h"
#include "kernels/studies/explain/proof_fetches.h"
#include "kernels/unit/fetch/effective_texture.h"

namespace texelscope {

namespace {
SettingReport report_of(const Field& field, const Session& requested, const Session& effective,
                        const Note* note) {
  SettingReport report;
  report.field = &field;
  report.requested = format_value(field, field.get(requested));
  report.effective = format_value(field, field.get(effective));
  if (note == nullptr) return report;
  report.change = note->kind;
  report.sentence = note->sentence;
  report.rule = note->rule;
  if (note->kind == NoteKind::no_effect) report.effective.clear();
  return report;
}

class Report {
public:
  Report(const Session& requested, const Resolution& resolution, const Image& image, const ProofFetch& ask)
      : session(requested), result(resolution), texture(texture_of(image, resolution.effective)), fetch(ask),
        effective(effective_session(requested, resolution.effective)) {}

  std::vector<SettingReport> all() const {
    std::vector<SettingReport> reports;
    for (const Field& field : fields())
      if (field.part() == "sampler") reports.push_back(one(field));
    return reports;
  }

private:
  SettingReport one(const Field& field) const {
    SettingReport report = report_of(field, session, effective, result.note_for(field.path));
    if (!report.change && report.requested != report.effective) {
      report.change = NoteKind::altered;
      report.rounded = true;
      report.sentence = say(Text::setting_held, {report.requested, report.effective});
      report.rule =
          text(field.path == "sampler.border_color" ? Text::rule_border_stored : Text::rule_level_steps);
    }
    if (report.change) prove(report);
    return report;
  }

  void prove(SettingReport& report) const {
    const RequestedFetch requested = requested_fetch(report.field->path, session, texture);
    if (!requested.value) {
      report.no_proof = text(requested.reason);
      return;
    }
    report.proof = find_proof(session, texture, requested);
    if (!report.proof) {
      report.no_proof = text(Text::proof_none_found);
      return;
    }
    SettingProof& proof = *report.proof;
    proof.returned = fetch(accepted(), texture, proof.function, proof.at);
    if (proof.returned)
      proof.returned_value = number_of(texture.result_type(), (*proof.returned)[proof.word]);
  }

  // The texture with the sampler as requested, except for what CUDA rejects.
  Texture accepted() const {
    Effective e = result.effective;
    e.sampler = accepted_sampler(session, result);
    Texture made = texture;
    made.sampler = texture_of(nullptr, e).sampler;
    return made;
  }

  const Session& session;
  const Resolution& result;
  const Texture texture;
  const ProofFetch& fetch;
  Session effective;
};
} // namespace

std::vector<SettingReport> explain_settings(const Session& session, const Resolution& resolution,
                                            const Image& image, const ProofFetch& fetch) {
  return Report(session, resolution, image, fetch).all();
}

std::vector<SettingReport> explain_notes(const Session& session, const Resolution& resolution) {
  const Session effective = effective_session(session, resolution.effective);
  std::vector<SettingReport> reports;
  for (const Note& note : resolution.notes)
    if (const Field& field = *find_field(note.field); field.part() != "sampler")
      reports.push_back(report_of(field, session, effective, &note));
  return reports;
}

} // namespace texelscope
