// SPDX-License-Identifier: Apache-2.0
//
// Rows through a network, and the gradient of their loss back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/predictability/network.hpp"
#include "fairwasm/predictability/options.hpp"
#include "fairwasm/predictability/rows.hpp"

namespace fairwasm::predictability {

// Rows are worked on in pieces of at most this many, so that huge batches block nobody.
inline constexpr std::size_t kPieceRows = 256;

// The pass of some rows through a network and back.
template <class Scalar>
class Propagation {
 public:
  explicit Propagation(const NetworkShape& shape);

  // The outputs of rows `rows` of the inputs, one column a row.
  const Matrix<Scalar>& forward(const Network<Scalar>& network, const Inputs<Scalar>& inputs,
                                std::span<const std::uint32_t> rows);
  // After forward(): adds to `gradient` the gradient of the loss against `targets`, where the loss
  // of one row is divided by `rowsOfBatch`. Returns the loss. With `rowWeights`, one for each row
  // of the inputs, a row's loss is multiplied by its own, and `rowsOfBatch` is the sum of those of
  // the batch; where that is 0, so are loss and gradient.
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
  Matrix<Scalar> error_;                // gradient at the output of the layer at hand
  Matrix<Scalar> nextError_;
  Matrix<Scalar> targets_;
  Eigen::Array<Scalar, 1, Eigen::Dynamic> weights_;  // of the rows at hand; empty: 1 each
};

// The outputs of a network for all rows or for some of them, one column each.
template <class Scalar>
Matrix<Scalar> predict(const Network<Scalar>& network, const Inputs<Scalar>& inputs);
template <class Scalar>
Matrix<Scalar> predict(const Network<Scalar>& network, const Inputs<Scalar>& inputs,
                       std::span<const std::uint32_t> rows);

extern template class Propagation<float>;
extern template class Propagation<double>;

}  // namespace fairwasm::predictability
