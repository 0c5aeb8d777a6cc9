// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/predictability/training.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "elementwise.hpp"
#include "fairwasm/core/require.hpp"
#include "fairwasm/data/weights.hpp"

namespace fairwasm::predictability {
namespace {

using Eigen::Index;

// A batch is worked on in pieces of at most this many rows, so that huge ones block nobody.
constexpr std::size_t kPieceRows = 256;

constexpr Index column(std::uint32_t place) { return static_cast<Index>(place); }

template <class Scalar>
auto weightsOf(const Network<Scalar>& network, const LayerPlace& place) {
  return Eigen::Map<const Matrix<Scalar>>(network.parameters().data() + place.weights,
                                          place.outputs, place.inputs);
}

template <class Scalar>
auto biasesOf(const Network<Scalar>& network, const LayerPlace& place) {
  return Eigen::Map<const Vector<Scalar>>(network.parameters().data() + place.biases,
                                          place.outputs);
}

void requireNotNegative(const char* argument, double value) {
  if (std::isfinite(value) && value >= 0) return;
  throw Error(ErrorCode::kInvalidArgument,
              {argument, "a finite number, 0 or more", std::to_string(value), {}});
}

}  // namespace

void validate(const TrainingOptions& options) {
  requireNotNegative("learningRate", options.learningRate);
  requireNotNegative("weightDecay", options.weightDecay);
  if (options.batchSize > 0) return;
  throw Error(ErrorCode::kInvalidArgument, {"batchSize", "at least 1", "0", {}});
}

template <class Scalar>
std::size_t rowCount(const Inputs<Scalar>& inputs) {
  if (const auto* table = std::get_if<Table<Scalar>>(&inputs)) return table->rows.size();
  const auto& starts = std::get<Bags>(inputs).starts;
  return starts.empty() ? 0 : starts.size() - 1;
}

void requireFinite(double loss, std::size_t epoch, double learningRate) {
  if (std::isfinite(loss)) return;
  throw Error(
      ErrorCode::kInvalidState,
      {"loss",
       "a finite loss; a learningRate smaller than " + std::to_string(learningRate) + " may help",
       (std::isnan(loss) ? "NaN in epoch " : "infinity in epoch ") + std::to_string(epoch),
       {}});
}

template <class Scalar>
Stepper<Scalar>::Stepper(const TrainingOptions& options, Index parameters) : options_(options) {
  if (options.optimizer != Optimizer::kAdam) return;
  mean_ = Vector<Scalar>::Zero(parameters);
  square_ = Vector<Scalar>::Zero(parameters);
}

template <class Scalar>
void Stepper<Scalar>::step(Eigen::Ref<Vector<Scalar>> parameters,
                           Eigen::Ref<Vector<Scalar>> gradient) {
  if (options_.weightDecay != 0) gradient += static_cast<Scalar>(options_.weightDecay) * parameters;
  if (options_.optimizer == Optimizer::kAdam) {
    stepAdam(parameters, gradient);
  } else {
    parameters -= static_cast<Scalar>(options_.learningRate) * gradient;
  }
}

template <class Scalar>
void Stepper<Scalar>::stepAdam(Eigen::Ref<Vector<Scalar>> parameters,
                               Eigen::Ref<Vector<Scalar>> gradient) {
  constexpr double kMeanDecay = 0.9;
  constexpr double kSquareDecay = 0.999;
  constexpr double kEpsilon = 1e-8;
  meanDecayed_ *= kMeanDecay;
  squareDecayed_ *= kSquareDecay;
  const auto rate = static_cast<Scalar>(options_.learningRate / (1 - meanDecayed_));
  const auto spread = static_cast<Scalar>(std::sqrt(1 - squareDecayed_));
  const auto g = gradient.array();
  // In blocks that stay in the nearest cache: three passes over them are then as cheap as one.
  constexpr Index kBlock = 1024;
  for (Index first = 0; first < parameters.size(); first += kBlock) {
    const Index count = std::min(kBlock, parameters.size() - first);
    auto mean = mean_.segment(first, count).array();
    auto square = square_.segment(first, count).array();
    const auto slope = g.segment(first, count);
    mean = static_cast<Scalar>(kMeanDecay) * mean + static_cast<Scalar>(1 - kMeanDecay) * slope;
    square = static_cast<Scalar>(kSquareDecay) * square +
             static_cast<Scalar>(1 - kSquareDecay) * slope.square();
    parameters.segment(first, count).array() -=
        rate * mean / (square.sqrt() / spread + static_cast<Scalar>(kEpsilon));
  }
}

template <class Scalar>
Propagation<Scalar>::Propagation(const NetworkShape& shape)
    : last_(shape.activations.back()), values_(shape.layers() + 1) {}

template <class Scalar>
void Propagation<Scalar>::gather(const Network<Scalar>& network, const Inputs<Scalar>& inputs,
                                 std::span<const std::uint32_t> rows) {
  auto& first = values_.front();
  first.resize(static_cast<Index>(network.shape().inputs()), static_cast<Index>(rows.size()));
  if (const auto* table = std::get_if<Table<Scalar>>(&inputs)) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      first.col(static_cast<Index>(i)) = table->distinct.col(column(table->rows[rows[i]]));
    }
    return;
  }
  const auto& bags = std::get<Bags>(inputs);
  const Eigen::Map<const Matrix<Scalar>> vectors(network.parameters().data(), first.rows(),
                                                 static_cast<Index>(network.shape().vocabulary));
  first.setZero();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint32_t begin = bags.starts[rows[i]];
    const std::uint32_t end = bags.starts[rows[i] + 1];
    auto sum = first.col(static_cast<Index>(i));
    for (std::uint32_t word = begin; word < end; ++word) {
      sum += vectors.col(column(bags.words[word]));
    }
    if (end > begin) sum /= static_cast<Scalar>(end - begin);
  }
}

template <class Scalar>
const Matrix<Scalar>& Propagation<Scalar>::forward(const Network<Scalar>& network,
                                                   const Inputs<Scalar>& inputs,
                                                   std::span<const std::uint32_t> rows) {
  gather(network, inputs, rows);
  for (std::size_t i = 0; i < network.places().size(); ++i) {
    const auto& place = network.places()[i];
    auto& next = values_[i + 1];
    next.noalias() = weightsOf(network, place) * values_[i];
    next.colwise() += biasesOf(network, place);
    if (i + 1 == network.places().size()) logits_ = next;
    auto array = next.array();
    activate(network.shape().activations[i], array);
  }
  return values_.back();
}

// The loss of the rows at hand; its gradient by the last layer's logits goes to error_.
template <class Scalar>
double Propagation<Scalar>::lossAndError(Loss loss, double rowsOfBatch) {
  const auto y = targets_.array();
  const auto p = values_.back().array();
  error_.resize(targets_.rows(), targets_.cols());
  auto error = error_.array();
  const bool isWeighted = weights_.size() > 0;
  const auto total = [&](const auto& losses) {
    return static_cast<double>(isWeighted ? (losses.colwise().sum() * weights_).sum()
                                          : losses.sum());
  };
  const double rows = rowsOfBatch > 0 ? rowsOfBatch : 1;  // of no weight: 0 is divided
  double divisor = rows * static_cast<double>(targets_.rows());
  double sum = 0;
  if (isFused(loss, last_)) {
    const auto z = logits_.array();
    sum = total(z.max(Scalar(0)) - z * y + ((-z.abs()).exp() + Scalar(1)).log());
    error = p - y;
  } else if (loss == Loss::kBce) {
    requireProbabilities(p);
    const auto floor = Scalar(-100);
    sum = -total(y * p.log().max(floor) + (Scalar(1) - y) * (Scalar(1) - p).log().max(floor));
    error = (p - y) / (p * (Scalar(1) - p)).max(Scalar(1e-12F));
    multiplyByDerivative(last_, p, error);
  } else if (loss == Loss::kMse) {
    sum = total((p - y).square());
    error = Scalar(2) * (p - y);
    multiplyByDerivative(last_, p, error);
  } else {
    divisor = rows;
    error_ = values_.back();
    error.rowwise() -= error.colwise().maxCoeff().eval();
    const auto logSum = error.exp().colwise().sum().log().eval();
    error.rowwise() -= logSum;  // log softmax
    sum = -total(y * error);
    error = error.exp().rowwise() * y.colwise().sum().eval();
    error -= y;
    multiplyByDerivative(last_, p, error);
  }
  if (isWeighted) error.rowwise() *= weights_;
  error *= static_cast<Scalar>(1 / divisor);
  return sum / divisor;
}

template <class Scalar>
double Propagation<Scalar>::backward(const Network<Scalar>& network, const Inputs<Scalar>& inputs,
                                     std::span<const std::uint32_t> rows,
                                     const Table<Scalar>& targets, Loss loss, double rowsOfBatch,
                                     Vector<Scalar>& gradient, std::span<const double> rowWeights) {
  targets_.resize(targets.distinct.rows(), static_cast<Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    targets_.col(static_cast<Index>(i)) = targets.distinct.col(column(targets.rows[rows[i]]));
  }
  weights_.resize(rowWeights.empty() ? 0 : static_cast<Index>(rows.size()));
  for (Index i = 0; i < weights_.size(); ++i) {
    weights_[i] = static_cast<Scalar>(rowWeights[rows[static_cast<std::size_t>(i)]]);
  }
  const double value = lossAndError(loss, rowsOfBatch);
  for (std::size_t i = network.places().size(); i-- > 0;) {
    const auto& place = network.places()[i];
    Eigen::Map<Matrix<Scalar>> weights(gradient.data() + place.weights, place.outputs,
                                       place.inputs);
    weights.noalias() += error_ * values_[i].transpose();
    gradient.segment(place.biases, place.outputs) += error_.rowwise().sum();
    if (i == 0 && network.shape().vocabulary == 0) break;
    nextError_.noalias() = weightsOf(network, place).transpose() * error_;
    error_.swap(nextError_);
    if (i > 0) {
      auto error = error_.array();
      multiplyByDerivative(network.shape().activations[i - 1], values_[i].array(), error);
    }
  }
  scatter(inputs, rows, gradient);
  return value;
}

// Words share the error of the mean they entered.
template <class Scalar>
void Propagation<Scalar>::scatter(const Inputs<Scalar>& inputs, std::span<const std::uint32_t> rows,
                                  Vector<Scalar>& gradient) {
  const auto* bags = std::get_if<Bags>(&inputs);
  if (!bags) return;
  const Index width = error_.rows();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint32_t begin = bags->starts[rows[i]];
    const std::uint32_t end = bags->starts[rows[i] + 1];
    for (std::uint32_t word = begin; word < end; ++word) {
      gradient.segment(column(bags->words[word]) * width, width) +=
          error_.col(static_cast<Index>(i)) / static_cast<Scalar>(end - begin);
    }
  }
}

std::vector<std::uint32_t> everyRow(std::size_t rows) {
  std::vector<std::uint32_t> all(rows);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

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
      lowestLoss_(std::numeric_limits<double>::infinity()),
      progress_{0, std::numeric_limits<double>::quiet_NaN()},
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
    throw Error(ErrorCode::kInvalidArgument, {"weight", "a weight above 0", "none", {}});
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

bool Training::advance(std::size_t pieces) {
  for (std::size_t left = std::max<std::size_t>(pieces, 1), i = 0; left > 0 && !isDone();
       --left, ++i) {
    if (i > 0 && isBetweenEpochs() && left < piecesOfEpoch()) break;
    advancePiece();
  }
  return isDone();
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

template <class Scalar>
Matrix<Scalar> predict(const Network<Scalar>& network, const Inputs<Scalar>& inputs) {
  return predict(network, inputs, everyRow(rowCount(inputs)));
}

template <class Scalar>
Matrix<Scalar> predict(const Network<Scalar>& network, const Inputs<Scalar>& inputs,
                       std::span<const std::uint32_t> rows) {
  Propagation<Scalar> propagation(network.shape());
  Matrix<Scalar> outputs(static_cast<Index>(network.shape().outputs()),
                         static_cast<Index>(rows.size()));
  for (std::size_t first = 0; first < rows.size(); first += kPieceRows) {
    const auto piece = rows.subspan(first, std::min(kPieceRows, rows.size() - first));
    outputs.middleCols(static_cast<Index>(first), static_cast<Index>(piece.size())) =
        propagation.forward(network, inputs, piece);
  }
  return outputs;
}

template std::size_t rowCount<float>(const Inputs<float>&);
template std::size_t rowCount<double>(const Inputs<double>&);
template Matrix<float> predict<float>(const Network<float>&, const Inputs<float>&);
template Matrix<double> predict<double>(const Network<double>&, const Inputs<double>&);
template Matrix<float> predict<float>(const Network<float>&, const Inputs<float>&,
                                      std::span<const std::uint32_t>);
template Matrix<double> predict<double>(const Network<double>&, const Inputs<double>&,
                                        std::span<const std::uint32_t>);
template class Stepper<float>;
template class Stepper<double>;
template class Propagation<float>;
template class Propagation<double>;
template class Trainer<float>;
template class Trainer<double>;

}  // namespace fairwasm::predictability
