// What a report of another device (kernels/studies/verify/report_file.h) says about the class of a session's
// fetch: whether that device agreed with the model. The explanation itself stays that of the model and of
// this machine.
#pragma once

#include <filesystem>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "kernels/studies/verify/report_file.h"
#include "kernels/studies/verify/verify_file.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope {

// The name of the session's class in verify's figures; empty if verify draws no such fetches: block
// compressed, packed and reinterpreted texels, another type than the texels', a combination of several
// fetches.
std::string verify_class_of(const Effective& effective, bool block_compressed);

struct ReportAgreement {
  ReportHead head;
  PartState state = PartState::done;    // of the report's verify
  std::string class_name;               // empty: verify draws no such fetches
  std::optional<VerifiedClass> figures; // empty: the report does not have the class
};
// Throws UserError if the file is no report.
ReportAgreement agreement_in(const std::filesystem::path& report, const std::string& class_name);

std::string agreement_text(const ReportAgreement& agreement); // a sentence with a line feed
nlohmann::ordered_json agreement_json(const ReportAgreement& agreement);

} // namespace texelscope
