// What doctor asks drivers, in a process of its own for each: short of memory, a driver can end its process.
#pragma once

#include <string>
#include <vector>

namespace texelscope {

// The verb of that process; it is listed nowhere. doctor passes the arguments, and reads what it prints.
inline constexpr const char* doctor_probe_verb = "--doctor-probe";
int run_doctor_probe(const std::vector<std::string>& args);

} // namespace texelscope
