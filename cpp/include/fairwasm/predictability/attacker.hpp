// SPDX-License-Identifier: Apache-2.0
//
// One attacker by itself, and the job that trains it. The job shares the attacker's network, so
// that it may outlive the attacker.
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
  // Throws as validate(NetworkShape).
  Attacker(NetworkShape shape, std::uint64_t seed);

  // As Network::exportWeights() and importWeights().
  [[nodiscard]] std::vector<double> weights() const { return network_->exportWeights(); }
  void setWeights(const std::vector<double>& weights) { network_->importWeights(weights); }

  // The outputs, row after row, for rows of inputs, row after row. Throws kShapeMismatch where
  // these are not whole rows.
  [[nodiscard]] std::vector<float> predict(const std::vector<float>& rows) const;

 private:
  friend class FitJob;
  std::shared_ptr<Network<float>> network_;
};

class FitJob {
 public:
  // Rows of inputs and of targets, row after row; `weights` one a row, or none. Throws as Trainer,
  // and kShapeMismatch where they are not whole rows.
  FitJob(const Attacker& attacker, const std::vector<float>& inputs,
         const std::vector<float>& targets, const TrainingOptions& training, std::uint64_t seed,
         const std::vector<double>& weights = {});

  bool advance(std::size_t pieces) { return trainer_->advance(pieces); }
  [[nodiscard]] TrialProgress progress() const;
  // The mean loss of every epoch done.
  [[nodiscard]] const std::vector<double>& losses() const { return trainer_->losses(); }

 private:
  std::shared_ptr<Network<float>> network_;
  Inputs<float> inputs_;
  Table<float> targets_;
  std::size_t epochs_;
  std::unique_ptr<Trainer<float>> trainer_;
};

}  // namespace fairwasm::predictability
