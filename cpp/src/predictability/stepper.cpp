// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/predictability/stepper.hpp"

#include <cmath>

namespace fairwasm::predictability {

using Eigen::Index;

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
  // Works in blocks that fit the first-level cache, so that three passes cost as much as one.
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

template class Stepper<float>;
template class Stepper<double>;

}  // namespace fairwasm::predictability
