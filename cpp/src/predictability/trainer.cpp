// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/predictability/trainer.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/core/require.hpp"
#include "fairwasm/data/weights.hpp"

namespace fairwasm::predictability {

template <class Scalar>
Trainer<Scalar>::Trainer(Network<Scalar>& network, const Inputs<Scalar>& inputs,
                         const Table<Scalar>& targets, const TrainingOptions& options,
                         std::shared_ptr<Draws> draws)
    : Trainer(network, inputs, targets, options, std::move(draws), everyRow(rowCount(inputs))) {}

template <class Scalar>
Trainer<Scalar>::Trainer(Network<Scalar>& network, const Inputs<Scalar>& inputs,
                         const Table<Scalar>& targets, const TrainingOptions& options,
                         std::shared_ptr<Draws> draws, std::vector<std::uint32_t> rows)
    : network_(network),
      inputs_(inputs),
      targets_(targets),
      options_(options),
      draws_(std::move(draws)),
      propagation_(network.shape()),
      stepper_(options, network.parameters().size()),
      gradient_(Vector<Scalar>::Zero(network.parameters().size())),
      order_(std::move(rows)),
      lowestLoss_(kInfinity),
      progress_{0, kNaN},
      done_(options.epochs == 0) {
  validate(options);
  requireCount("targets", targets.rows.size(), rowCount(inputs), "rows");
  requireCount("targets", static_cast<std::size_t>(targets.distinct.rows()),
               network.shape().outputs(), "columns");
  if (const auto* table = std::get_if<Table<Scalar>>(&inputs)) {
    requireCount("inputs", static_cast<std::size_t>(table->distinct.rows()),
                 network.shape().inputs(), "columns");
  }
  if (order_.empty()) {
    throw Error(ErrorCode::kInvalidArgument, {"inputs", "at least one row", "none", {}});
  }
}

template <class Scalar>
void Trainer<Scalar>::weightBy(std::vector<double> weights) {
  data::requireWeights(weights, rowCount(inputs_));
  if (std::ranges::max(weights) == 0) {
    throw Error(ErrorCode::kInvalidArgument, {"weight", "a positive total weight", "none", {}});
  }
  weights_ = std::move(weights);
}

template <class Scalar>
double Trainer<Scalar>::weightBetween(std::size_t begin, std::size_t end) const {
  if (weights_.empty()) return static_cast<double>(end - begin);
  double sum = 0;
  for (std::size_t place = begin; place < end; ++place) sum += weights_[order_[place]];
  return sum;
}

template <class Scalar>
std::size_t Trainer<Scalar>::piecesOfEpoch() const {
  const auto pieces = [](std::size_t rows) { return (rows + kPieceRows - 1) / kPieceRows; };
  const std::size_t rows = order_.size();
  const std::size_t batch = options_.batchSize;
  return rows / batch * pieces(batch) + pieces(rows % batch);
}

template <class Scalar>
void Trainer<Scalar>::advancePiece() {
  if (next_ == 0) beginEpoch();
  const std::size_t batchBegin = next_ - next_ % options_.batchSize;
  const std::size_t batchEnd = std::min(batchBegin + options_.batchSize, order_.size());
  const std::size_t count = std::min(kPieceRows, batchEnd - next_);
  const auto rows = std::span<const std::uint32_t>(order_).subspan(next_, count);
  if (next_ == batchBegin) {
    gradient_.setZero();
    batchLoss_ = 0;
  }
  propagation_.forward(network_, inputs_, rows);
  batchLoss_ += propagation_.backward(network_, inputs_, rows, targets_, options_.loss,
                                      weightBetween(batchBegin, batchEnd), gradient_, weights_);
  next_ += count;
  if (next_ < batchEnd) return;
  requireFinite(batchLoss_, progress_.epoch + 1, options_.learningRate);
  stepper_.step(network_.parameters(), gradient_);
  epochLoss_ += batchLoss_;
  if (next_ == order_.size()) finishEpoch();
}

template <class Scalar>
void Trainer<Scalar>::beginEpoch() {
  draws_->shuffle(std::span(order_));
  epochLoss_ = 0;
}

template <class Scalar>
void Trainer<Scalar>::finishEpoch() {
  const std::size_t batches = (order_.size() + options_.batchSize - 1) / options_.batchSize;
  progress_ = {progress_.epoch + 1, epochLoss_ / static_cast<double>(batches)};
  losses_.push_back(progress_.loss);
  next_ = 0;
  epochsSinceLowest_ = progress_.loss < lowestLoss_ ? 0 : epochsSinceLowest_ + 1;
  lowestLoss_ = std::min(lowestLoss_, progress_.loss);
  const bool stalled = options_.patience > 0 && epochsSinceLowest_ >= options_.patience;
  done_ = stalled || progress_.epoch == options_.epochs;
}

template class Trainer<float>;
template class Trainer<double>;

}  // namespace fairwasm::predictability
