// What the verbs about the profiler's files share.
#pragma once

#include <string>
#include <vector>

#include "kernels/profile/report.h"

namespace texelscope {

class Arguments;

// The cells whose names the pattern covers, of all reports; empty: all. Reports that keep none are left out. Throws UserError
// where no cell is left.
std::vector<profile::Report> filtered(std::vector<profile::Report> reports, const std::string& pattern);

std::vector<profile::Report> load_all_reports(const std::vector<std::string>& files);

// Throws UserError where it was not given.
std::string needed_words(const Arguments& arguments, const std::string& name, const std::string& verb);

std::string joined(const std::vector<std::string>& words, const char* between = ", ");

} // namespace texelscope
