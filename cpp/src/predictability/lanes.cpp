// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/predictability/lanes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "elementwise.hpp"
#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"

namespace fairwasm::predictability {

using Eigen::Index;

template <class Scalar>
bool LaneTrainer<Scalar>::suits(const NetworkShape& shape, const Inputs<Scalar>& inputs,
                                const Table<Scalar>& targets, const TrainingOptions& options) {
  const auto* table = std::get_if<Table<Scalar>>(&inputs);
  if (!table || options.patience > 0) return false;  // early stopping would stop all lanes at once
  const auto distinct = static_cast<std::size_t>(table->distinct.cols());
  const auto pairs = distinct * static_cast<std::size_t>(targets.distinct.cols());
  // With more distinct inputs than a quarter of the batch, matrix products over rows are faster.
  return pairs <= 256 && 4 * distinct <= options.batchSize && shape.parameters() <= 100'000;
}

template <class Scalar>
LaneTrainer<Scalar>::LaneTrainer(std::vector<LaneAttacker<Scalar>> attackers,
                                 const TrainingOptions& options)
    : attackers_(std::move(attackers)),
      inputs_(attackers_.front().inputs->distinct),
      targets_(attackers_.front().targets->distinct),
      rowCount_(attackers_.front().rows.size()),
      options_(options),
      loss_(options.loss),
      activations_(attackers_.front().network->shape().activations),
      places_(attackers_.front().network->places()),
      distinctInputs_(inputs_.cols()),
      outputs_(targets_.rows()),
      parameters_(Columns::Zero(kLanes, attackers_.front().network->parameters().size())),
      gradient_(Columns::Zero(kLanes, parameters_.cols())),
      stepper_(options, parameters_.size()),
      histogram_(static_cast<std::size_t>(distinctInputs_ * targets_.cols() * kLanes)),
      rows_(kLanes, distinctInputs_),
      targetSums_(kLanes, distinctInputs_ * outputs_),
      spreadSums_(kLanes, distinctInputs_ * outputs_),
      progress_{0, kNaN},
      done_(options.epochs == 0) {
  validate(options);
  requireOneTable();
  for (const auto& place : places_) values_.emplace_back(kLanes, distinctInputs_ * place.outputs);
  for (std::size_t lane = 0; lane < attackers_.size(); ++lane) {
    parameters_.row(static_cast<Index>(lane)) =
        attackers_[lane].network->parameters().transpose().array();
  }
  encode();
}

// Common properties of all lanes are read from the first one.
template <class Scalar>
void LaneTrainer<Scalar>::requireOneTable() const {
  const auto same = [](const Matrix<Scalar>& a, const Matrix<Scalar>& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
  };
  for (const auto& attacker : attackers_) {
    if (same(attacker.inputs->distinct, inputs_) && same(attacker.targets->distinct, targets_) &&
        attacker.rows.size() == rowCount_) {
      continue;
    }
    throw Error(ErrorCode::kShapeMismatch,
                {"attackers",
                 "the same distinct inputs, distinct targets, and number of rows",
                 "others",
                 {}});
  }
}

template <class Scalar>
void LaneTrainer<Scalar>::encode() {
  const auto distinctTargets = static_cast<std::uint32_t>(targets_.cols());
  for (const auto& [network, inputs, targets, rows, draws] : attackers_) {
    auto& codes = codes_.emplace_back();
    codes.reserve(rows.size());
    for (const std::uint32_t row : rows) {
      codes.push_back(
          static_cast<std::uint8_t>(inputs->rows[row] * distinctTargets + targets->rows[row]));
    }
  }
}

template <class Scalar>
std::size_t LaneTrainer<Scalar>::piecesOfEpoch() const {
  return (rowCount_ + options_.batchSize - 1) / options_.batchSize;
}

template <class Scalar>
void LaneTrainer<Scalar>::advancePiece() {
  if (next_ == 0) beginEpoch();
  const std::size_t end = std::min(next_ + options_.batchSize, rowCount_);
  count(next_, end);
  forward();
  lossAndError(end - next_);
  backward();
  Eigen::Map<Vector<Scalar>> parameters(parameters_.data(), parameters_.size());
  Eigen::Map<Vector<Scalar>> gradient(gradient_.data(), gradient_.size());
  stepper_.step(parameters, gradient);
  epochLoss_ += batchLoss_;
  next_ = end;
  if (next_ == rowCount_) finishEpoch();
}

template <class Scalar>
void LaneTrainer<Scalar>::beginEpoch() {
  for (std::size_t lane = 0; lane < attackers_.size(); ++lane) {
    attackers_[lane].draws->shuffle(std::span(codes_[lane]));
  }
  epochLoss_ = 0;
}

template <class Scalar>
void LaneTrainer<Scalar>::finishEpoch() {
  const std::size_t batches = piecesOfEpoch();
  const double lanes = static_cast<double>(attackers_.size());
  double sum = 0;
  for (std::size_t lane = 0; lane < attackers_.size(); ++lane) {
    const double loss = static_cast<double>(epochLoss_[static_cast<Index>(lane)]);
    requireFinite(loss, progress_.epoch + 1, options_.learningRate);
    sum += loss / static_cast<double>(batches);
  }
  progress_ = {progress_.epoch + 1, sum / lanes};
  next_ = 0;
  done_ = progress_.epoch == options_.epochs;
  if (done_) store();
}

template <class Scalar>
void LaneTrainer<Scalar>::store() const {
  for (std::size_t lane = 0; lane < attackers_.size(); ++lane) {
    attackers_[lane].network->parameters() =
        parameters_.row(static_cast<Index>(lane)).matrix().transpose();
  }
}

// Counts the pairs in the batch, then rows and sums of targets by input.
template <class Scalar>
void LaneTrainer<Scalar>::count(std::size_t begin, std::size_t end) {
  std::fill(histogram_.begin(), histogram_.end(), 0U);
  for (std::size_t lane = 0; lane < codes_.size(); ++lane) {
    const std::uint8_t* codes = codes_[lane].data();
    std::uint32_t* counts = histogram_.data() + lane;
    for (std::size_t row = begin; row < end; ++row) ++counts[std::size_t{codes[row]} * kLanes];
  }
  rows_.setZero();
  targetSums_.setZero();
  for (Index input = 0; input < distinctInputs_; ++input) {
    for (Index target = 0; target < targets_.cols(); ++target) {
      const Lanes times = getRepetitions(input, target);
      rows_.col(input) += times;
      for (Index output = 0; output < outputs_; ++output) {
        const Scalar y = targets_(output, target);
        if (y != Scalar(0)) targetSums_.col(input * outputs_ + output) += times * y;
      }
    }
  }
  if (loss_ == Loss::kMse) countSpread();
}

// Returns the number of rows with this input and target in each lane.
template <class Scalar>
typename LaneTrainer<Scalar>::Lanes LaneTrainer<Scalar>::getRepetitions(Index input,
                                                                        Index target) const {
  const auto pair = static_cast<std::size_t>(input * targets_.cols() + target);
  return Eigen::Map<const Eigen::Array<std::uint32_t, kLanes, 1>>(histogram_.data() + pair * kLanes)
      .template cast<std::int32_t>()
      .template cast<Scalar>();
}

// Sums squares directly instead of by differences, so that a loss is never below 0.
template <class Scalar>
void LaneTrainer<Scalar>::countSpread() {
  spreadSums_.setZero();
  for (Index input = 0; input < distinctInputs_; ++input) {
    const Lanes n = rows_.col(input).max(Scalar(1));
    for (Index target = 0; target < targets_.cols(); ++target) {
      const Lanes times = getRepetitions(input, target);
      for (Index output = 0; output < outputs_; ++output) {
        const Index i = input * outputs_ + output;
        const Lanes distance = targets_(output, target) - targetSums_.col(i) / n;
        spreadSums_.col(i) += times * distance.square();
      }
    }
  }
}

template <class Scalar>
void LaneTrainer<Scalar>::forward() {
  for (std::size_t layer = 0; layer < places_.size(); ++layer) {
    const auto& place = places_[layer];
    auto& next = values_[layer];
    for (Index input = 0; input < distinctInputs_; ++input) {
      for (Index out = 0; out < place.outputs; ++out) {
        Lanes sum = parameters_.col(place.biases + out);
        for (Index in = 0; in < place.inputs; ++in) {
          const auto weight = parameters_.col(place.weights + out + in * place.outputs);
          if (layer == 0) {
            sum += weight * inputs_(in, input);
          } else {
            sum += weight * values_[layer - 1].col(input * place.inputs + in);
          }
        }
        next.col(input * place.outputs + out) = sum;
      }
    }
    activateLayer(layer);
  }
}

// Works column by column, so that an array of fixed size uses the same instructions in every lane.
template <class Scalar>
void LaneTrainer<Scalar>::activateLayer(std::size_t layer) {
  auto& values = values_[layer];
  if (layer + 1 == places_.size()) logits_ = values;
  for (Index i = 0; i < values.cols(); ++i) {
    Lanes value = values.col(i);
    activate(activations_[layer], value);
    values.col(i) = value;
  }
}

template <class Scalar>
void LaneTrainer<Scalar>::lossAndError(std::size_t rows) {
  const bool perOutput = loss_ != Loss::kCrossEntropy;
  const double divisor =
      static_cast<double>(rows) * (perOutput ? static_cast<double>(outputs_) : 1.0);
  const Lanes scale = Lanes::Constant(static_cast<Scalar>(1 / divisor));
  error_.resize(kLanes, distinctInputs_ * outputs_);
  batchLoss_ = 0;
  for (Index input = 0; input < distinctInputs_; ++input) {
    if (perOutput) {
      errorOfOutputs(input, scale);
    } else {
      crossEntropyOfOutputs(input, scale);
    }
  }
}

// For an input with n rows and sum of targets s, a loss that is linear in y needs only n and s; a
// quadratic loss also needs the sum of squares around the mean target.
template <class Scalar>
void LaneTrainer<Scalar>::errorOfOutputs(Index input, const Lanes& scale) {
  const Activation last = activations_.back();
  const Lanes n = rows_.col(input);
  for (Index i = input * outputs_; i < (input + 1) * outputs_; ++i) {
    const Lanes p = values_.back().col(i);
    const Lanes s = targetSums_.col(i);
    Lanes error;
    if (isFused(loss_, last)) {
      const Lanes z = logits_.col(i);
      batchLoss_ += scale * (n * (z.max(Scalar(0)) + ((-z.abs()).exp() + Scalar(1)).log()) - z * s);
      error = n * p - s;
    } else if (loss_ == Loss::kBce) {
      requireProbabilities(p);
      const auto floor = Scalar(-100);
      batchLoss_ -= scale * (s * p.log().max(floor) + (n - s) * (Scalar(1) - p).log().max(floor));
      error = (n * p - s) / (p * (Scalar(1) - p)).max(Scalar(1e-12F));
      multiplyByDerivative(last, p, error);
    } else {
      const Lanes mean = s / n.max(Scalar(1));
      batchLoss_ += scale * (n * (p - mean).square() + spreadSums_.col(i));
      error = Scalar(2) * (n * p - s);
      multiplyByDerivative(last, p, error);
    }
    error_.col(i) = error * scale;
  }
}

template <class Scalar>
void LaneTrainer<Scalar>::crossEntropyOfOutputs(Index input, const Lanes& scale) {
  const auto p = values_.back().middleCols(input * outputs_, outputs_);
  const auto s = targetSums_.middleCols(input * outputs_, outputs_);
  Lanes largest = p.col(0);
  for (Index i = 1; i < outputs_; ++i) largest = largest.max(p.col(i));
  Lanes sum = Lanes::Zero();
  for (Index i = 0; i < outputs_; ++i) sum += Lanes(p.col(i) - largest).exp();
  const Lanes logSum = largest + sum.log();
  Lanes weight = Lanes::Zero();
  for (Index i = 0; i < outputs_; ++i) weight += s.col(i);
  for (Index i = 0; i < outputs_; ++i) {
    const Lanes logShare = p.col(i) - logSum;
    batchLoss_ -= scale * s.col(i) * logShare;
    Lanes error = logShare.exp() * weight - s.col(i);
    multiplyByDerivative(activations_.back(), Lanes(p.col(i)), error);
    error_.col(input * outputs_ + i) = error * scale;
  }
}

template <class Scalar>
void LaneTrainer<Scalar>::backward() {
  gradient_.setZero();
  for (std::size_t layer = places_.size(); layer-- > 0;) {
    const auto& place = places_[layer];
    if (layer > 0) nextError_ = Columns::Zero(kLanes, distinctInputs_ * place.inputs);
    for (Index input = 0; input < distinctInputs_; ++input) {
      for (Index out = 0; out < place.outputs; ++out) {
        const Lanes error = error_.col(input * place.outputs + out);
        gradient_.col(place.biases + out) += error;
        for (Index in = 0; in < place.inputs; ++in) {
          const Index weight = place.weights + out + in * place.outputs;
          if (layer == 0) {
            gradient_.col(weight) += error * inputs_(in, input);
          } else {
            gradient_.col(weight) += error * values_[layer - 1].col(input * place.inputs + in);
            nextError_.col(input * place.inputs + in) += error * parameters_.col(weight);
          }
        }
      }
    }
    if (layer == 0) break;
    for (Index i = 0; i < nextError_.cols(); ++i) {
      Lanes error = nextError_.col(i);
      multiplyByDerivative(activations_[layer - 1], Lanes(values_[layer - 1].col(i)), error);
      nextError_.col(i) = error;
    }
    error_.swap(nextError_);
  }
}

template class LaneTrainer<float>;
template class LaneTrainer<double>;

}  // namespace fairwasm::predictability
