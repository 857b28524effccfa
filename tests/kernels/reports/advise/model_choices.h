// The model in place of the device on which choices are measured: results of the texture unit's model where
// the unit fetches, of exact arithmetic where a kernel does, and times that are made up.
#pragma once

#include <bit>
#include <chrono>
#include <cstring>
#include <thread>

#include "kernels/ground/text/texts.h"
#include "kernels/reports/advise/choice_machine.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/texture_unit/decode.h"
#include "kernels/unit/texture_unit/ideal.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::tests {

class ModelChoices final : public advise::ChoiceMachine {
public:
  // `launch`: how long each takes on the clock, whatever it reports. The scene must outlive it.
  explicit ModelChoices(const advise::Scene& of, std::chrono::microseconds launch = {})
      : scene(of), pause(launch) {}

  advise::ChoiceDevice device() const override { return {"a model of a GPU", 1, 48 << 10}; }
  bool coordinates_are_planes() const override { return true; }
  void compile(const std::vector<advise::Choice>& choices,
               const std::function<bool(std::size_t)>& done) override {
    for (std::size_t i = 1; i <= choices.size(); ++i) {
      std::this_thread::sleep_for(pause);
      if (!done(i)) return;
    }
  }
  // Tiles of 32 bits do not fit.
  std::unique_ptr<advise::PreparedChoice> prepare(const advise::Choice& choice, Sentence& refusal) override {
    if (choice.way == advise::Way::tile && choice.texels.bits == 32) {
      refusal = {Text::advise_tile_too_large, {"96", "48"}};
      return nullptr;
    }
    return std::make_unique<Prepared>(*this, &choice);
  }
  std::unique_ptr<advise::PreparedChoice> coordinates_alone() override {
    return std::make_unique<Prepared>(*this, nullptr);
  }

private:
  // What a fetch takes, in nanoseconds; the texture unit of this device is fast with small texels.
  static double time_of(const advise::Choice& choice) {
    constexpr double of_way[] = {0.040, 0.044, 0.036, 0.030, 0.085, 0.048, 0.062};
    const double of_texels = choice.texels.bits == 32 ? 1 : choice.texels.bits == 16 ? 0.72 : 0.6;
    return of_way[std::size_t(choice.way)] * of_texels;
  }

  class Prepared final : public advise::PreparedChoice {
  public:
    Prepared(const ModelChoices& of, const advise::Choice* chosen) : machine(of) {
      const advise::Scene& scene = machine.scene;
      choice = chosen != nullptr ? *chosen : advise::Choice{advise::Way::array, scene.own};
      ns = chosen != nullptr ? time_of(choice) : 0.012;
      const std::vector<std::byte> codes = advise::encoded(scene, choice.texels);
      const advise::Coding coding = advise::coding_of(scene, choice.texels);
      const auto size = std::size_t(choice.texels.bits / 8);
      values.resize(scene.values.size() + Image::padding);
      for (std::size_t i = 0; i < scene.values.size(); ++i) {
        std::uint32_t code = 0;
        std::memcpy(&code, codes.data() + i * size, size);
        values[i] = float(real_value(choice.texels, code)) * coding.scale + coding.offset;
      }
      texture.width = scene.size[0], texture.height = scene.size[1], texture.planes = scene.size[2];
      texture.dimension = scene.dimension;
      texture.format = {ElementKind::floating, 32, scene.own.channels};
      texture.storage = scene.storage;
      texture.sampler = scene.sampler;
      texture.sampler.read_mode = ReadMode::element;
      if (choice.way == advise::Way::nearest) texture.sampler.filter = FilterMode::point;
      texture.level[0] = reinterpret_cast<const std::byte*>(values.data());
    }

    double launch_ms(int repeats, int rounds, advise::Part part) override {
      std::this_thread::sleep_for(machine.pause);
      const double noise = 1 + 1e-3 * (launches++ % 3 - 1);
      const double fetches =
          double(machine.scene.fetches.blocks() * advise::entries_of_block * advise::lanes) * repeats;
      const double nearer = part == advise::Part::in_l1 ? 0.7 : 1; // it waits for the L2
      return fetches * ns * nearer * noise * (rounds == 1 ? 1.1 : 1) * 1e-6;
    }

    std::vector<float> results(std::size_t first, std::size_t count) override {
      const advise::FetchList& list = machine.scene.fetches;
      std::vector<float> all;
      for (std::size_t i = 0; i < count; ++i)
        for (int lane = 0; lane < advise::lanes; ++lane) {
          const auto coordinate = [&](int axis) {
            return axis < list.axes() ? list.at(first + i, lane, axis) : 0.0f;
          };
          FetchAt at{.x = coordinate(0), .y = coordinate(1), .z = coordinate(2)};
          if (machine.scene.by_index) at.texel = int(at.x);
          add(all, at);
        }
      return all;
    }

    bool fits_l2() const override { return true; }
    double upload_ms() override { return 0.05 + 1e-7 * double(bytes()); }
    std::size_t bytes() const override {
      return machine.scene.values.size() * std::size_t(choice.texels.bits / 8);
    }

  private:
    void add(std::vector<float>& all, const FetchAt& at) const {
      const FetchKind kind = machine.scene.by_index ? FetchKind::texel : FetchKind::plain;
      const auto channels = std::size_t(machine.scene.own.channels);
      if (advise::fetches_from_texture(choice.way)) {
        const TexelBits bits = texelscope::fetch(texture, kind, at);
        for (std::size_t c = 0; c < channels; ++c)
          all.push_back(std::bit_cast<float>(bits[c]));
      } else {
        const auto exact = unit::ideal_result(texture, kind, at);
        for (std::size_t c = 0; c < channels; ++c)
          all.push_back(float(exact[c]));
      }
    }

    const ModelChoices& machine;
    advise::Choice choice;
    double ns = 0;
    int launches = 0;
    std::vector<float> values;
    Texture texture;
  };

  const advise::Scene& scene;
  std::chrono::microseconds pause;
};

} // namespace texelscope::tests
