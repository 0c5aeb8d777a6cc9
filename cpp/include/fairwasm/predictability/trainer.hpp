// SPDX-License-Identifier: Apache-2.0
//
// Training of one attacker on rows of any kind, mini-batch by mini-batch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "fairwasm/predictability/draws.hpp"
#include "fairwasm/predictability/propagation.hpp"
#include "fairwasm/predictability/stepper.hpp"
#include "fairwasm/predictability/training.hpp"

namespace fairwasm::predictability {

// Trains one network on rows of any kind. The network and the data must outlive it.
template <class Scalar>
class Trainer : public Training {
 public:
  // Learns from all rows, or from those in `rows`. A batch's loss is then the mean over its rows,
  // with weightBy() the weighted one. Throws kShapeMismatch where rows, widths and targets do not
  // fit, kInvalidArgument for no rows.
  Trainer(Network<Scalar>& network, const Inputs<Scalar>& inputs, const Table<Scalar>& targets,
          const TrainingOptions& options, std::shared_ptr<Draws> draws);
  Trainer(Network<Scalar>& network, const Inputs<Scalar>& inputs, const Table<Scalar>& targets,
          const TrainingOptions& options, std::shared_ptr<Draws> draws,
          std::vector<std::uint32_t> rows);

  // Before the first piece of work: what each row counts. A row of weight k in a batch is k rows in
  // it. Throws what requireWeights() throws, and kInvalidArgument where all weights are 0.
  void weightBy(std::vector<double> weights);

  [[nodiscard]] TrainingProgress progress() const override { return progress_; }
  [[nodiscard]] bool isBetweenEpochs() const override { return next_ == 0; }
  void store() const override {}  // the network itself learns
  [[nodiscard]] double lastBatchLoss() const { return batchLoss_; }
  // Whether that loss is of a whole batch, and its step done.
  [[nodiscard]] bool isBetweenBatches() const { return next_ % options_.batchSize == 0; }
  // The mean loss of every epoch done.
  [[nodiscard]] const std::vector<double>& losses() const { return losses_; }

 private:
  void advancePiece() override;
  [[nodiscard]] bool isDone() const override { return done_; }
  [[nodiscard]] std::size_t piecesOfEpoch() const override;
  void beginEpoch();
  void finishEpoch();
  // What the rows at these places of order_ count together.
  [[nodiscard]] double weightBetween(std::size_t begin, std::size_t end) const;

  Network<Scalar>& network_;
  const Inputs<Scalar>& inputs_;
  const Table<Scalar>& targets_;
  TrainingOptions options_;
  std::shared_ptr<Draws> draws_;
  Propagation<Scalar> propagation_;
  Stepper<Scalar> stepper_;
  Vector<Scalar> gradient_;
  std::vector<double> weights_;  // empty: 1 each
  std::vector<std::uint32_t> order_;
  std::size_t next_ = 0;  // the next row of order_
  double batchLoss_ = 0;
  double epochLoss_ = 0;
  std::vector<double> losses_;
  double lowestLoss_;
  std::size_t epochsSinceLowest_ = 0;
  TrainingProgress progress_;
  bool done_;
};

extern template class Trainer<float>;
extern template class Trainer<double>;

}  // namespace fairwasm::predictability
