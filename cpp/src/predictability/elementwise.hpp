// SPDX-License-Identifier: Apache-2.0
//
// Elementwise activations and losses for any Eigen array: a matrix of a batch's rows, or the lanes
// of a register. Trainer and LaneTrainer share these formulas.
#pragma once

#include <Eigen/Core>

#include "fairwasm/core/error.hpp"
#include "fairwasm/predictability/trainer.hpp"

namespace fairwasm::predictability {

// 1 / (1 + e^-z), computed from e^-|z| to avoid overflow.
template <class Array>
auto sigmoid(const Eigen::ArrayBase<Array>& z) {
  using Scalar = typename Array::Scalar;
  const auto decay = (-z.abs()).exp().eval();
  return ((z >= Scalar(0)).select(Array::Constant(z.rows(), z.cols(), Scalar(1)), decay) /
          (decay + Scalar(1)))
      .eval();
}

template <class Array>
void activate(Activation activation, Eigen::ArrayBase<Array>& z) {
  using Scalar = typename Array::Scalar;
  using Plain = typename Array::PlainObject;
  switch (activation) {
    case Activation::kIdentity:
      break;
    case Activation::kRelu:
      z = z.max(Scalar(0));
      break;
    case Activation::kSigmoid:
      z = sigmoid(Plain(z));
      break;
    case Activation::kTanh:
      z = z.tanh();
      break;
  }
}

// Multiplies `error` by the derivative; `value` is the output of the activation.
template <class Array, class Value>
void multiplyByDerivative(Activation activation, const Eigen::ArrayBase<Value>& value,
                          Eigen::ArrayBase<Array>& error) {
  using Scalar = typename Array::Scalar;
  switch (activation) {
    case Activation::kIdentity:
      break;
    case Activation::kRelu:
      error = (value > Scalar(0)).select(error, Scalar(0));
      break;
    case Activation::kSigmoid:
      error *= value * (Scalar(1) - value);
      break;
    case Activation::kTanh:
      error *= Scalar(1) - value.square();
      break;
  }
}

// Returns true if the sigmoid and the binary cross-entropy are differentiated together. The
// gradient at the logit is then p - y, which does not vanish if p is rounded to 0 or 1.
inline bool isFused(Loss loss, Activation last) {
  return loss == Loss::kBce && last == Activation::kSigmoid;
}

// Applies softmax to each column; the largest logit is subtracted first to avoid overflow.
template <class Scalar>
void softmaxColumns(Matrix<Scalar>& logits) {
  auto z = logits.array();
  z.rowwise() -= z.colwise().maxCoeff().eval();
  z = z.exp();
  z.rowwise() /= z.colwise().sum().eval();
}

// Throws kInvalidArgument if the attacker's outputs cannot be probabilities.
template <class Array>
void requireProbabilities(const Eigen::ArrayBase<Array>& outputs) {
  using Scalar = typename Array::Scalar;
  if (!(outputs < Scalar(0) || outputs > Scalar(1)).any()) return;
  throw Error(ErrorCode::kInvalidArgument,
              {"activations",
               "a last activation with outputs from 0 to 1 for the bce loss, such as sigmoid",
               "outputs outside that range",
               {}});
}

}  // namespace fairwasm::predictability
