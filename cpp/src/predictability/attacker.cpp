// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/predictability/attacker.hpp"

#include <algorithm>
#include <utility>

#include "fairwasm/predictability/input.hpp"

namespace fairwasm::predictability {

Attacker::Attacker(NetworkShape shape, std::uint64_t seed)
    : network_(std::make_shared<Network<float>>(std::move(shape))) {
  uncertainty::RandomStream random(seed);
  network_->initialize(random);
}

std::vector<float> Attacker::predict(const std::vector<float>& rows) const {
  const auto outputs =
      predictability::predict<float>(*network_, eachRow<float>(rows, network_->shape().inputs()));
  return {outputs.data(), outputs.data() + outputs.size()};
}

FitJob::FitJob(const Attacker& attacker, const std::vector<float>& inputs,
               const std::vector<float>& targets, const TrainingOptions& training,
               std::uint64_t seed, const std::vector<double>& weights)
    : network_(attacker.network_),
      inputs_(eachRow<float>(inputs, network_->shape().inputs())),
      targets_(eachRow<float>(targets, network_->shape().outputs())),
      epochs_(training.epochs),
      trainer_(std::make_unique<Trainer<float>>(
          *network_, inputs_, targets_, training,
          std::make_shared<RandomDraws>(uncertainty::RandomStream(seed, 1)))) {
  if (!weights.empty()) trainer_->weightBy(weights);
}

TrialProgress FitJob::progress() const {
  const auto [epoch, loss] = trainer_->progress();
  const double epochs = static_cast<double>(std::max<std::size_t>(epochs_, 1));
  return {.epoch = epoch, .loss = loss, .fraction = static_cast<double>(epoch) / epochs};
}

}  // namespace fairwasm::predictability
