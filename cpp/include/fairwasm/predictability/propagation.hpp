// SPDX-License-Identifier: Apache-2.0
//
// Forward and backward propagation of rows through a network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/predictability/network.hpp"
#include "fairwasm/predictability/options.hpp"
#include "fairwasm/predictability/rows.hpp"

namespace fairwasm::predictability {

// Rows are processed in pieces of at most this size, so that huge batches do not block the caller.
inline constexpr std::size_t kPieceRows = 256;

// Forward and backward pass of some rows.
template <class Scalar>
class Propagation {
 public:
  explicit Propagation(const NetworkShape& shape);

  // Returns the outputs for these rows of the inputs, one column per row.
  const Matrix<Scalar>& forward(const Network<Scalar>& network, const Inputs<Scalar>& inputs,
                                std::span<const std::uint32_t> rows);
  // Adds the gradient of the loss against `targets` to `gradient` and returns the loss; call
  // forward() first. The loss of each row is divided by `rowsOfBatch`. If `rowWeights` is not
  // empty, it contains a weight for each row of the inputs, and `rowsOfBatch` is the sum of the
  // weights in the batch; if that sum is 0, loss and gradient are 0.
  double backward(const Network<Scalar>& network, const Inputs<Scalar>& inputs,
                  std::span<const std::uint32_t> rows, const Table<Scalar>& targets, Loss loss,
                  double rowsOfBatch, Vector<Scalar>& gradient,
                  std::span<const double> rowWeights = {});

 private:
  void gather(const Network<Scalar>& network, const Inputs<Scalar>& inputs,
              std::span<const std::uint32_t> rows);
  void scatter(const Inputs<Scalar>& inputs, std::span<const std::uint32_t> rows,
               Vector<Scalar>& gradient);

  double lossAndError(Loss loss, double rowsOfBatch);

  Activation last_;
  std::vector<Matrix<Scalar>> values_;  // inputs, then the output of every layer
  Matrix<Scalar> logits_;               // of the last layer, before its activation
  Matrix<Scalar> error_;                // gradient at the output of the current layer
  Matrix<Scalar> nextError_;
  Matrix<Scalar> targets_;
  Eigen::Array<Scalar, 1, Eigen::Dynamic> weights_;  // of the current rows; empty: 1 each
};

// Returns the outputs of a network for all rows or for some of them, one column per row.
template <class Scalar>
Matrix<Scalar> predict(const Network<Scalar>& network, const Inputs<Scalar>& inputs);
template <class Scalar>
Matrix<Scalar> predict(const Network<Scalar>& network, const Inputs<Scalar>& inputs,
                       std::span<const std::uint32_t> rows);

extern template class Propagation<float>;
extern template class Propagation<double>;

}  // namespace fairwasm::predictability
