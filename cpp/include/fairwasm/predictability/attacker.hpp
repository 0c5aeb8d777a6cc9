// SPDX-License-Identifier: Apache-2.0
//
// A single attacker, and the job that trains it. The job shares ownership of the network, so it may
// outlive the attacker.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "fairwasm/predictability/trainer.hpp"

namespace fairwasm::predictability {

class Attacker {
 public:
  // Throws like validate(NetworkShape).
  Attacker(NetworkShape shape, std::uint64_t seed);

  // Like Network::exportWeights() and importWeights().
  [[nodiscard]] std::vector<double> weights() const { return network_->exportWeights(); }
  void setWeights(const std::vector<double>& weights) { network_->importWeights(weights); }

  // Returns the outputs for rows of inputs, both in row-major order. Throws kShapeMismatch for
  // incomplete rows.
  [[nodiscard]] std::vector<float> predict(const std::vector<float>& rows) const;

 private:
  friend class FitJob;
  std::shared_ptr<Network<float>> network_;
};

class FitJob {
 public:
  // Inputs and targets are in row-major order; `weights` has one number per row or is empty. Throws
  // like Trainer, and kShapeMismatch for incomplete rows.
  FitJob(const Attacker& attacker, const std::vector<float>& inputs,
         const std::vector<float>& targets, const TrainingOptions& training, std::uint64_t seed,
         const std::vector<double>& weights = {});

  bool advance(std::size_t pieces) { return trainer_->advance(pieces); }
  [[nodiscard]] TrialProgress progress() const;
  // Returns the mean loss of each completed epoch.
  [[nodiscard]] const std::vector<double>& losses() const { return trainer_->losses(); }

 private:
  std::shared_ptr<Network<float>> network_;
  Inputs<float> inputs_;
  Table<float> targets_;
  std::size_t epochs_;
  std::unique_ptr<Trainer<float>> trainer_;
};

}  // namespace fairwasm::predictability
