// Runs the statements that rewrite() inserts, and the few of a small module around them, for the threads of a
// warp.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/studies/record/ptx_tokens.h"

namespace texelscope::record {

class SimulatedWarp {
public:
  using Lanes = std::vector<int>;

  std::vector<std::byte> memory; // addresses are indices
  std::map<std::string, std::uint64_t> variables;
  std::uint64_t grid = 1;
  std::uint32_t block[3] = {}, block_size[3] = {32, 1, 1}, warp = 0, multiprocessor = 0;
  // 0: lanes reconverge as soon as they can. Otherwise they diverge at random, as threads of Volta may.
  unsigned seed = 0;

  explicit SimulatedWarp(std::string_view ptx) { read(ptx); }

  // Of a kernel whose parameter is `object`.
  void run(const std::string& function, const Lanes& lanes, std::uint64_t object) {
    random.seed(seed);
    std::vector<Frame> frames(32);
    for (const int lane : lanes)
      frames[std::size_t(lane)].parameters["object"] = object;
    run(functions.at(function), lanes, frames);
  }

  template <class Value>
  Value load(std::uint64_t address) const {
    Value value;
    if (address < 8 || address + sizeof value > memory.size()) throw std::out_of_range("load");
    std::memcpy(&value, memory.data() + address, sizeof value);
    return value;
  }
  template <class Value>
  void store(std::uint64_t address, Value value) {
    if (address < 8 || address % sizeof value != 0 || address + sizeof value > memory.size())
      throw std::out_of_range("store");
    std::memcpy(memory.data() + address, &value, sizeof value);
  }

private:
  struct Instruction {
    std::string guard, name;
    bool negated = false;
    std::vector<std::string> operands;
    std::size_t target = 0;
  };
  struct Function {
    std::vector<Instruction> instructions;
    std::map<std::string, std::size_t> labels;
  };
  struct Frame {
    std::map<std::string, std::uint64_t> registers, parameters; // of a parameter of bytes: "name+8"
  };

  // Braces of blocks and declarations say nothing here: no register has two meanings.
  void read(std::string_view ptx) {
    const std::vector<Token> tokens = ptx_tokens(ptx);
    Function* function = nullptr;
    std::string name;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
      if (tokens[at].is(".entry")) name = tokens[at + 1].text;
      if (tokens[at].is("texelscope_reserve") && tokens[at + 1].is("(") && !function) name = tokens[at].text;
      if (!function) {
        if (tokens[at].is("{") && !name.empty()) function = &functions[name];
        continue;
      }
      if (tokens[at].is("{")) {
        ++depth;
      } else if (tokens[at].is("}")) {
        if (depth-- == 0) function = nullptr, name.clear(), depth = 0;
      } else if (tokens[at].is_word() && tokens[at + 1].is(":")) {
        function->labels[std::string(tokens[at++].text)] = function->instructions.size();
      } else {
        at = read_statement(tokens, at, *function);
      }
    }
  }

  static std::size_t read_statement(const std::vector<Token>& tokens, std::size_t at, Function& function) {
    Instruction instruction;
    if (tokens[at].is("@")) {
      instruction.negated = tokens[++at].is("!");
      at += instruction.negated;
      instruction.guard = tokens[at++].text;
    }
    instruction.name = tokens[at++].text;
    while (tokens[at].is_modifier())
      instruction.name += tokens[at++].text;
    int nested = 0;
    for (; !tokens[at].is(";"); ++at) {
      const std::string_view text = tokens[at].text;
      nested += text == "{" || text == "[" || text == "(";
      nested -= text == "}" || text == "]" || text == ")";
      if (instruction.operands.empty()) instruction.operands.emplace_back();
      if (text == "," && nested == 0)
        instruction.operands.emplace_back();
      else
        instruction.operands.back() += text;
    }
    if (!instruction.name.starts_with(".")) function.instructions.push_back(instruction);
    return at;
  }

  static std::vector<std::string> parts(const std::string& operand) { // of "{a,b}"
    std::vector<std::string> found(1);
    for (const char c : operand.substr(1, operand.size() - 2))
      if (c == ',')
        found.emplace_back();
      else
        found.back() += c;
    return found;
  }

  std::uint64_t special(const std::string& name, int lane) const {
    const std::uint32_t linear = warp * 32 + std::uint32_t(lane);
    const std::uint32_t thread[3] = {linear % block_size[0], linear / block_size[0] % block_size[1],
                                     linear / block_size[0] / block_size[1]};
    const std::size_t axis = std::size_t(name.back() - 'x');
    if (name.starts_with("%tid.")) return thread[axis];
    if (name.starts_with("%ntid.")) return block_size[axis];
    if (name.starts_with("%ctaid.")) return block[axis];
    if (name == "%gridid") return grid;
    if (name == "%smid") return multiprocessor;
    if (name == "%lanemask_lt") return (1u << lane) - 1;
    if (name == "%globaltimer_lo") return 12345;
    throw std::invalid_argument("register " + name);
  }

  std::uint64_t value(const std::string& operand, const Frame& frame, int lane) const {
    if (const auto found = frame.registers.find(operand); found != frame.registers.end())
      return found->second;
    if (operand.starts_with("0f")) return std::stoul(operand.substr(2), nullptr, 16);
    if (operand.find('.') != operand.npos && operand[0] != '%')
      return std::bit_cast<std::uint32_t>(std::stof(operand));
    if (operand[0] == '%') return special(operand, lane);
    return std::uint64_t(std::stoll(operand, nullptr, 0));
  }

  // "[%rd1+8]", "[texelscope_ring]"
  std::uint64_t address(const std::string& operand, const Frame& frame, int lane) const {
    const std::size_t plus = operand.find('+');
    const std::string base = operand.substr(1, std::min(plus, operand.size() - 1) - 1);
    const std::int64_t offset = plus == operand.npos ? 0 : std::stoll(operand.substr(plus + 1));
    const auto variable = variables.find(base);
    return (variable != variables.end() ? variable->second : value(base, frame, lane)) +
           std::uint64_t(offset);
  }

  static std::string parameter(const std::string& operand) { return operand.substr(1, operand.size() - 2); }

  void run(const Function& function, const Lanes& lanes, std::vector<Frame>& frames) {
    std::vector<std::size_t> at(32, function.instructions.size());
    for (const int lane : lanes)
      at[std::size_t(lane)] = 0;
    for (;;) {
      std::map<std::size_t, Lanes> places;
      for (const int lane : lanes)
        if (at[std::size_t(lane)] < function.instructions.size())
          places[at[std::size_t(lane)]].push_back(lane);
      if (places.empty()) return;
      // Which lanes go on: those of one place that wait for no other.
      std::vector<std::pair<std::size_t, Lanes>> ready;
      for (const auto& [place, there] : places)
        if (Lanes lanes_ready = ready_lanes(function.instructions[place], there, frames);
            !lanes_ready.empty())
          ready.emplace_back(place, std::move(lanes_ready));
      if (ready.empty()) throw std::logic_error("lanes wait for each other");
      auto& [place, active] = ready[seed == 0 ? 0 : random() % ready.size()];
      const Instruction& instruction = function.instructions[place];
      if (seed != 0 && !synchronizes(instruction) && random() % 4 == 0)
        active.resize(1 + random() % active.size());
      Lanes executing;
      for (const int lane : active) {
        const bool holds = instruction.guard.empty() || (value(instruction.guard, frames[std::size_t(lane)],
                                                               lane) != 0) != instruction.negated;
        at[std::size_t(lane)] = place + 1;
        if (!holds) continue;
        executing.push_back(lane);
        if (instruction.name == "bra") at[std::size_t(lane)] = function.labels.at(instruction.operands[0]);
        if (instruction.name == "ret") at[std::size_t(lane)] = function.instructions.size();
      }
      if (!executing.empty()) execute(instruction, executing, frames);
    }
  }

  static bool synchronizes(const Instruction& instruction) {
    return instruction.name.find(".sync") != std::string::npos;
  }

  // All of them, or, where they wait for those of a mask, the first that are complete.
  Lanes ready_lanes(const Instruction& instruction, const Lanes& there,
                    const std::vector<Frame>& frames) const {
    if (!synchronizes(instruction)) return there;
    std::map<std::uint64_t, Lanes> waiting;
    for (const int lane : there)
      waiting[value(instruction.operands.back(), frames[std::size_t(lane)], lane)].push_back(lane);
    for (const auto& [mask, lanes] : waiting)
      if (std::size_t(std::popcount(mask)) == lanes.size()) return lanes;
    return {};
  }

  void execute(const Instruction& instruction, const Lanes& lanes, std::vector<Frame>& frames) {
    const std::string& name = instruction.name;
    const auto& operands = instruction.operands;
    const auto is = [&name](std::string_view start) { return name.starts_with(start); };
    if (is("call")) {
      std::vector<Frame> inner(32);
      for (const int lane : lanes) {
        auto& from = frames[std::size_t(lane)].parameters;
        inner[std::size_t(lane)].parameters = {{"texelscope_index", from.at("texelscope_index")},
                                               {"texelscope_count", from.at("texelscope_count")}};
        if (operands[2].find("texelscope_object") != operands[2].npos)
          inner[std::size_t(lane)].parameters["texelscope_object"] = from.at("texelscope_object");
      }
      run(functions.at(operands[1]), lanes, inner);
      for (const int lane : lanes)
        for (const char* part : {"", "+8", "+12"}) {
          const std::string place = std::string("texelscope_place") + part;
          frames[std::size_t(lane)].parameters[place] = inner[std::size_t(lane)].parameters.at(place);
        }
      return;
    }
    std::uint64_t mask = 0;
    for (const int lane : lanes)
      mask |= std::uint64_t(1) << lane;
    std::map<int, std::uint64_t> shuffled;
    if (is("shfl"))
      for (const int lane : lanes) {
        const int source = int(value(operands[2], frames[std::size_t(lane)], lane));
        shuffled[lane] = value(operands[1], frames[std::size_t(source)], source);
      }
    std::uint64_t ballot = 0;
    if (is("vote.sync.ballot"))
      for (const int lane : lanes)
        ballot |= std::uint64_t(value(operands[1], frames[std::size_t(lane)], lane) != 0) << lane;
    for (const int lane : lanes) {
      Frame& frame = frames[std::size_t(lane)];
      const auto in = [&](std::size_t index) { return value(operands[index], frame, lane); };
      const auto in32 = [&](std::size_t index) { return std::uint32_t(in(index)); };
      const auto out = [&](std::uint64_t result) { frame.registers[operands[0]] = result; };
      const auto out32 = [&](std::uint64_t result) { out(std::uint32_t(result)); };
      if (is("mov.b64") && operands[0][0] == '{') {
        frame.registers[parts(operands[0])[0]] = in32(1);
        frame.registers[parts(operands[0])[1]] = in(1) >> 32;
      } else if (is("mov") && operands[1][0] == '{') {
        const int shift = is("mov.b64") ? 32 : 16;
        out(value(parts(operands[1])[0], frame, lane) | value(parts(operands[1])[1], frame, lane) << shift);
      } else if (is("mov.b64") || is("mov.u64")) {
        out(in(1));
      } else if (is("mov")) {
        out32(in(1));
      } else if (is("ld.param")) {
        out(frame.parameters.at(parameter(operands[1])));
      } else if (is("st.param")) {
        frame.parameters[parameter(operands[0])] = in(1);
      } else if (is("ld.")) {
        out(load<std::uint64_t>(address(operands[1], frame, lane)));
      } else if (is("st.global.v")) {
        std::uint64_t place = address(operands[0], frame, lane);
        if (place % (4 * parts(operands[1]).size()) != 0) throw std::logic_error("a vector's address");
        for (const std::string& part : parts(operands[1])) {
          store(place, std::uint32_t(value(part, frame, lane)));
          place += 4;
        }
      } else if (is("st.")) {
        store(address(operands[0], frame, lane), in32(1));
      } else if (is("setp")) {
        const std::uint64_t a = in(1), b = in(2);
        out(is("setp.eq") ? a == b : is("setp.ne") ? a != b : is("setp.ge") ? a >= b : a > b);
      } else if (is("activemask")) {
        out(mask);
      } else if (is("popc")) {
        out(std::uint64_t(std::popcount(in32(1))));
      } else if (is("shl")) {
        out32(in(1) << in(2));
      } else if (is("shr")) {
        out32(in32(1) >> in(2));
      } else if (is("and")) {
        out(in32(1) & in32(2));
      } else if (is("xor")) {
        out(in32(1) ^ in32(2));
      } else if (is("add.u64")) {
        out(in(1) + in(2));
      } else if (is("add")) {
        out32(in(1) + in(2));
      } else if (is("mad.lo")) {
        out32(in(1) * in(2) + in(3));
      } else if (is("mad.wide")) {
        out(std::uint64_t(in32(1)) * in32(2) + in(3));
      } else if (is("mul.lo")) {
        out32(in(1) * in(2));
      } else if (is("mul.wide")) {
        out(std::uint64_t(in32(1)) * in32(2));
      } else if (is("cvt")) {
        out32(in(1));
      } else if (is("red") || is("atom")) {
        const bool returns = is("atom");
        const std::uint64_t place = address(operands[returns], frame, lane);
        const auto old = load<std::uint64_t>(place);
        store(place, old + in(std::size_t(returns) + 1));
        if (returns) out(old);
      } else if (is("brev")) {
        std::uint32_t reversed = 0;
        for (int bit = 0; bit < 32; ++bit)
          reversed |= (in32(1) >> bit & 1) << (31 - bit);
        out(reversed);
      } else if (is("bfind.shiftamt")) {
        out(std::uint64_t(std::countl_zero(in32(1))));
      } else if (is("shfl")) {
        out(shuffled.at(lane));
      } else if (is("vote.sync.ballot")) {
        out(ballot);
      } else if (is("selp")) {
        out(in(3) ? in(1) : in(2));
      } else if (is("tex.2d")) {
        fetch(operands, frame, lane);
      } else if (!is("bar.warp.sync") && !is("membar") && !is("bra") && !is("ret")) {
        throw std::invalid_argument(name);
      }
    }
  }

  // {a, b, c, d}|p, [object, {x, y}]: x + 1000, x + 2000, ..., and whether x is odd. They may overwrite x.
  void fetch(const std::vector<std::string>& operands, Frame& frame, int lane) const {
    const std::size_t closing = operands[0].find('}');
    const std::string& from = operands[1];
    const std::string first = from.substr(from.find('{') + 1, from.rfind(',') - from.find('{') - 1);
    const std::uint64_t x = value(first, frame, lane);
    std::uint64_t result = x;
    for (const std::string& name : parts(operands[0].substr(0, closing + 1)))
      frame.registers[name] = result += 1000;
    if (closing + 1 < operands[0].size()) frame.registers[operands[0].substr(closing + 2)] = x & 1;
  }

  std::map<std::string, Function> functions;
  std::mt19937 random;
  int depth = 0;
};

} // namespace texelscope::record
