// SPDX-License-Identifier: Apache-2.0
//
// Common interface of all trainings. Work can be interrupted between any two pieces of a batch,
// which allows progress reports and cancellation without threads.
#pragma once

#include <cstddef>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::predictability {

struct TrainingProgress {
  std::size_t epoch = 0;  // completed epochs
  double loss = 0;  // mean loss over the batches of the last completed epoch; NaN before the first
};

// Progress of trials in which attackers learn.
struct TrialProgress {
  std::size_t trial = 0;  // the first trial in training
  std::size_t done = 0;   // completed trials
  std::size_t epoch = 0;
  double loss = kNaN;
  // Mean scores on the test rows at the end of an epoch, over the attackers in training: on labels
  // (D) and on predictions (M). NaN without such attackers, before the first epoch, and unless
  // watched.
  double scoreD = kNaN;
  double scoreM = kNaN;
  double fraction = 0;  // of the total work
};

// Base class of Trainer and LaneTrainer.
class Training {
 public:
  Training() = default;
  Training(const Training&) = delete;
  Training& operator=(const Training&) = delete;
  virtual ~Training() = default;
  // Does between one and `pieces` pieces of work, each at most a batch; returns true when done.
  // Stops at the end of an epoch unless the next epoch can also be completed, so that epochs can be
  // observed. Throws kInvalidState with the epoch if the loss is not finite.
  bool advance(std::size_t pieces);
  [[nodiscard]] virtual TrainingProgress progress() const = 0;
  [[nodiscard]] virtual bool isBetweenEpochs() const = 0;
  // Writes the current parameters to the networks.
  virtual void store() const = 0;

 private:
  virtual void advancePiece() = 0;
  [[nodiscard]] virtual bool isDone() const = 0;
  [[nodiscard]] virtual std::size_t piecesOfEpoch() const = 0;
};

// Throws kInvalidState if the loss is NaN or infinite.
void requireFinite(double loss, std::size_t epoch, double learningRate);

}  // namespace fairwasm::predictability
