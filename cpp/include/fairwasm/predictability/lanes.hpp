// SPDX-License-Identifier: Apache-2.0
//
// Trains attackers on a few distinct inputs, such as a protected attribute, faster than Trainer.
// First, a batch is represented by the counts of its pairs of input and target, so the network is
// evaluated once per distinct input instead of once per row. Second, attackers of the same shape
// from several trials are trained in parallel in the lanes of SIMD registers. Results equal those
// of Trainer up to rounding.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "fairwasm/predictability/draws.hpp"
#include "fairwasm/predictability/options.hpp"
#include "fairwasm/predictability/rows.hpp"
#include "fairwasm/predictability/stepper.hpp"
#include "fairwasm/predictability/training.hpp"

namespace fairwasm::predictability {

// One attacker in its lane with its own rows.
template <class Scalar>
struct LaneAttacker {
  Network<Scalar>* network;  // initial weights; receives the result
  const Table<Scalar>* inputs;
  const Table<Scalar>* targets;
  std::span<const std::uint32_t> rows;  // training rows
  std::shared_ptr<Draws> draws;
};

template <class Scalar>
class LaneTrainer : public Training {
 public:
  // Two registers of four floats: while one waits for a division, the other computes.
  static constexpr int kLanes = 8;

  // Returns true if the attackers can be trained in lanes and training is faster that way.
  static bool suits(const NetworkShape& shape, const Inputs<Scalar>& inputs,
                    const Table<Scalar>& targets, const TrainingOptions& options);

  // Takes at most kLanes attackers of one shape, with equal numbers of rows. Throws kShapeMismatch
  // unless they share one list of distinct inputs and one of distinct targets.
  LaneTrainer(std::vector<LaneAttacker<Scalar>> attackers, const TrainingOptions& options);

  [[nodiscard]] TrainingProgress progress() const override { return progress_; }
  [[nodiscard]] bool isBetweenEpochs() const override { return next_ == 0; }
  void store() const override;

 private:
  using Index = Eigen::Index;
  using Lanes = Eigen::Array<Scalar, kLanes, 1>;
  // One column (a pair of registers) per number.
  using Columns = Eigen::Array<Scalar, kLanes, Eigen::Dynamic>;

  void advancePiece() override;
  [[nodiscard]] bool isDone() const override { return done_; }
  [[nodiscard]] std::size_t piecesOfEpoch() const override;  // one per batch
  void requireOneTable() const;
  void encode();
  void beginEpoch();
  void finishEpoch();
  void count(std::size_t begin, std::size_t end);
  void countSpread();
  [[nodiscard]] Lanes getRepetitions(Index input, Index target) const;
  void forward();
  void lossAndError(std::size_t rows);
  void backward();
  void activateLayer(std::size_t layer);
  void errorOfOutputs(Eigen::Index input, const Lanes& scale);
  void crossEntropyOfOutputs(Eigen::Index input, const Lanes& scale);

  std::vector<LaneAttacker<Scalar>> attackers_;
  const Matrix<Scalar>& inputs_;   // distinct
  const Matrix<Scalar>& targets_;  // distinct
  std::size_t rowCount_;
  TrainingOptions options_;
  Loss loss_;
  std::vector<Activation> activations_;
  std::vector<LayerPlace> places_;
  Eigen::Index distinctInputs_;
  Eigen::Index outputs_;

  std::vector<std::vector<std::uint8_t>> codes_;  // (lane, row): input * distinct targets + target
  Columns parameters_;
  Columns gradient_;
  Stepper<Scalar> stepper_;
  std::vector<std::uint32_t> histogram_;  // (code, lane)
  Columns rows_;                          // in the batch, by input
  Columns targetSums_;                    // by input and output
  Columns spreadSums_;                    // of squared distances to their mean, for kMse
  std::vector<Columns> values_;           // by layer; a column per (input, unit)
  Columns logits_;
  Columns error_;
  Columns nextError_;
  Lanes batchLoss_;
  Lanes epochLoss_;
  std::size_t next_ = 0;
  TrainingProgress progress_;
  bool done_;
};

extern template class LaneTrainer<float>;
extern template class LaneTrainer<double>;

}  // namespace fairwasm::predictability
