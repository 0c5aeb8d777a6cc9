// SPDX-License-Identifier: Apache-2.0
//
// Optimizer steps.
#pragma once

#include "fairwasm/predictability/network.hpp"
#include "fairwasm/predictability/options.hpp"

namespace fairwasm::predictability {

// Updates flat parameters with a flat gradient.
template <class Scalar>
class Stepper {
 public:
  Stepper(const TrainingOptions& options, Eigen::Index parameters);
  void step(Eigen::Ref<Vector<Scalar>> parameters, Eigen::Ref<Vector<Scalar>> gradient);

 private:
  void stepAdam(Eigen::Ref<Vector<Scalar>> parameters, Eigen::Ref<Vector<Scalar>> gradient);

  TrainingOptions options_;
  Vector<Scalar> mean_;
  Vector<Scalar> square_;
  double meanDecayed_ = 1;    // 0.9^t
  double squareDecayed_ = 1;  // 0.999^t
};

extern template class Stepper<float>;
extern template class Stepper<double>;

}  // namespace fairwasm::predictability
