// SPDX-License-Identifier: Apache-2.0
//
// Mini-batch training of one attacker on rows of any kind.
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

// Trains one network on rows of any kind. The network and the data must outlive the trainer.
template <class Scalar>
class Trainer : public Training {
 public:
  // Learns from all rows, or from those in `rows`. The loss of a batch is the mean over its rows,
  // weighted after weightBy(). Throws kShapeMismatch if rows, widths, and targets do not match, and
  // kInvalidArgument without rows.
  Trainer(Network<Scalar>& network, const Inputs<Scalar>& inputs, const Table<Scalar>& targets,
          const TrainingOptions& options, std::shared_ptr<Draws> draws);
  Trainer(Network<Scalar>& network, const Inputs<Scalar>& inputs, const Table<Scalar>& targets,
          const TrainingOptions& options, std::shared_ptr<Draws> draws,
          std::vector<std::uint32_t> rows);

  // Sets the weight of each row; must be called before the first piece of work. A row of weight k
  // counts like k equal rows in its batch. Throws like requireWeights(), and kInvalidArgument if
  // all weights are 0.
  void weightBy(std::vector<double> weights);

  [[nodiscard]] TrainingProgress progress() const override { return progress_; }
  [[nodiscard]] bool isBetweenEpochs() const override { return next_ == 0; }
  void store() const override {}  // the network itself is trained
  [[nodiscard]] double lastBatchLoss() const { return batchLoss_; }
  // Returns true if the last batch is complete and its step is done.
  [[nodiscard]] bool isBetweenBatches() const { return next_ % options_.batchSize == 0; }
  // Returns the mean loss of each completed epoch.
  [[nodiscard]] const std::vector<double>& losses() const { return losses_; }

 private:
  void advancePiece() override;
  [[nodiscard]] bool isDone() const override { return done_; }
  [[nodiscard]] std::size_t piecesOfEpoch() const override;
  void beginEpoch();
  void finishEpoch();
  // Returns the total weight of the rows at these positions of order_.
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
