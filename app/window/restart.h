// The program starts itself anew where its process can go on no longer.
#pragma once

namespace texelscope {

// Runs the program with the same arguments in place of this process: without destructors, which a lost device
// may keep waiting. Throws MachineError.
[[noreturn]] void restart();

// Whether restart() started this process.
bool was_restarted();

} // namespace texelscope
