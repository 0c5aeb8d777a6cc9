// SPDX-License-Identifier: Apache-2.0
//
// What is being trained, by whichever way. The work can be cut anywhere between two pieces of a
// batch, which is what makes progress and canceling possible without threads.
#pragma once

#include <cstddef>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::predictability {

struct TrainingProgress {
  std::size_t epoch = 0;  // epochs done
  double loss = 0;        // mean loss over the batches of the last epoch done; NaN before
};

// How far trials are, in each of which attackers learn.
struct TrialProgress {
  std::size_t trial = 0;  // the first of those being trained
  std::size_t done = 0;   // trials that have ended
  std::size_t epoch = 0;
  double loss = kNaN;
  // Mean score on the test rows of those being trained, on the truth (D) and on predictions (M),
  // as they were at the end of an epoch. NaN where none is, before the first, and unwatched.
  double scoreD = kNaN;
  double scoreM = kNaN;
  double fraction = 0;  // of all work
};

// What is being trained, by whichever way: see Trainer and LaneTrainer.
class Training {
 public:
  Training() = default;
  Training(const Training&) = delete;
  Training& operator=(const Training&) = delete;
  virtual ~Training() = default;
  // Does at least one piece of work and at most `pieces`, a piece being at most a batch; true when
  // done. Rests at the end of an epoch unless the next can be done as well, so that epochs can be
  // watched. Throws kInvalidState where the loss is no longer finite, naming the epoch.
  bool advance(std::size_t pieces);
  [[nodiscard]] virtual TrainingProgress progress() const = 0;
  [[nodiscard]] virtual bool isBetweenEpochs() const = 0;
  // Writes what has been learned so far to the networks.
  virtual void store() const = 0;

 private:
  virtual void advancePiece() = 0;
  [[nodiscard]] virtual bool isDone() const = 0;
  [[nodiscard]] virtual std::size_t piecesOfEpoch() const = 0;
};

// A row's loss ends the training where it is NaN or infinite: throws kInvalidState.
void requireFinite(double loss, std::size_t epoch, double learningRate);

}  // namespace fairwasm::predictability
