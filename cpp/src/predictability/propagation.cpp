// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/predictability/propagation.hpp"

#include <algorithm>
#include <cmath>

#include "elementwise.hpp"

namespace fairwasm::predictability {

namespace {

using Eigen::Index;

constexpr Index column(std::uint32_t place) { return static_cast<Index>(place); }

template <class Scalar>
auto getWeights(const Network<Scalar>& network, const LayerPlace& place) {
  return Eigen::Map<const Matrix<Scalar>>(network.parameters().data() + place.weights,
                                          place.outputs, place.inputs);
}

template <class Scalar>
auto getBiases(const Network<Scalar>& network, const LayerPlace& place) {
  return Eigen::Map<const Vector<Scalar>>(network.parameters().data() + place.biases,
                                          place.outputs);
}

}  // namespace

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
    next.noalias() = getWeights(network, place) * values_[i];
    next.colwise() += getBiases(network, place);
    if (i + 1 == network.places().size()) logits_ = next;
    auto array = next.array();
    activate(network.shape().activations[i], array);
  }
  return values_.back();
}

// Returns the loss of the current rows, and writes its gradient by the last layer's logits to
// error_.
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
  const double rows =
      rowsOfBatch > 0 ? rowsOfBatch : 1;  // loss and gradient are 0 if all weights are
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
    nextError_.noalias() = getWeights(network, place).transpose() * error_;
    error_.swap(nextError_);
    if (i > 0) {
      auto error = error_.array();
      multiplyByDerivative(network.shape().activations[i - 1], values_[i].array(), error);
    }
  }
  scatter(inputs, rows, gradient);
  return value;
}

// Each word gets the error of the mean that it is part of.
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

template Matrix<float> predict<float>(const Network<float>&, const Inputs<float>&);
template Matrix<double> predict<double>(const Network<double>&, const Inputs<double>&);
template Matrix<float> predict<float>(const Network<float>&, const Inputs<float>&,
                                      std::span<const std::uint32_t>);
template Matrix<double> predict<double>(const Network<double>&, const Inputs<double>&,
                                        std::span<const std::uint32_t>);
template class Propagation<float>;
template class Propagation<double>;

}  // namespace fairwasm::predictability
