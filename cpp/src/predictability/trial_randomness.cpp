// SPDX-License-Identifier: Apache-2.0
//
// Random numbers of trials from one seed: each use in each trial has its own stream.
#include <memory>

#include "fairwasm/predictability/leakage.hpp"

namespace fairwasm::predictability {
namespace {

// Each trial has eight streams.
enum Stream : std::uint64_t {
  kEqualizeStream,
  kShuffleStream,
  kInitializeStream = 3,
  kSplitStream = 5,
};

std::uint64_t getStream(std::size_t trial, Stream use, Role role) {
  return 8 * (std::uint64_t{trial} + 1) + use + (role == Role::kPrediction ? 1 : 0);
}

template <class Scalar>
class SeededRandomness : public TrialRandomness<Scalar> {
 public:
  explicit SeededRandomness(std::uint64_t seed) : seed_(seed) {}

  std::shared_ptr<Draws> splitter(std::size_t trial) override {
    return draws(getStream(trial, kSplitStream, Role::kLabel));
  }
  std::shared_ptr<Draws> equalizer(std::size_t trial) override {
    return draws(getStream(trial, kEqualizeStream, Role::kLabel));
  }
  std::shared_ptr<Draws> shuffler(std::size_t trial, Role role) override {
    return draws(getStream(trial, kShuffleStream, role));
  }
  void initialize(Network<Scalar>& network, std::size_t trial, Role role) override {
    uncertainty::RandomStream random(seed_, getStream(trial, kInitializeStream, role));
    network.initialize(random);
  }

 private:
  [[nodiscard]] std::shared_ptr<Draws> draws(std::uint64_t stream) const {
    return std::make_shared<RandomDraws>(uncertainty::RandomStream(seed_, stream));
  }

  std::uint64_t seed_;
};

}  // namespace

template <class Scalar>
std::shared_ptr<TrialRandomness<Scalar>> seededRandomness(std::uint64_t seed) {
  return std::make_shared<SeededRandomness<Scalar>>(seed);
}

template std::shared_ptr<TrialRandomness<float>> seededRandomness<float>(std::uint64_t);
template std::shared_ptr<TrialRandomness<double>> seededRandomness<double>(std::uint64_t);

}  // namespace fairwasm::predictability
