// SPDX-License-Identifier: Apache-2.0
//
// Solves equations with one unknown in few evaluations.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace fairwasm::uncertainty {

// Returns the zero of an increasing continuous function to about 15 digits, or `low` or `high` if
// its sign does not change between them. Chandrupatla's method (1997): inverse quadratic
// interpolation if it is safe, otherwise bisection.
template <class F>
double root(F&& increasing, double low, double high) {
  constexpr double kPrecision = 4 * std::numeric_limits<double>::epsilon();
  constexpr int kMaxSteps = 100;
  double near = low;
  double far = high;
  double atNear = increasing(low);
  double atFar = increasing(high);
  if (!(atNear < 0)) return low;
  if (!(atFar > 0)) return high;
  double step = 0.5;
  for (int i = 0; i < kMaxSteps; ++i) {
    const double middle = near + step * (far - near);
    const double atMiddle = increasing(middle);
    const bool isOnNearSide = (atMiddle < 0) == (atNear < 0);
    const double last = isOnNearSide ? near : far;
    const double atLast = isOnNearSide ? atNear : atFar;
    if (!isOnNearSide) {
      far = near;
      atFar = atNear;
    }
    near = middle;
    atNear = atMiddle;
    const double best = std::abs(atNear) < std::abs(atFar) ? near : far;
    const double min = kPrecision * std::max(std::abs(best), 1e-3) / std::abs(far - near);
    if (atNear == 0 || !(min < 0.5)) return best;
    const double place = (near - far) / (last - far);
    const double height = (atNear - atFar) / (atLast - atFar);
    const bool isSmooth = height * height < place && (1 - height) * (1 - height) < 1 - place;
    step = isSmooth ? atNear / (atFar - atNear) * (atLast / (atFar - atLast)) +
                          (last - near) / (far - near) * (atNear / (atLast - atNear)) *
                              (atFar / (atLast - atFar))
                    : 0.5;
    step = std::clamp(step, min, 1 - min);
  }
  return near;
}

}  // namespace fairwasm::uncertainty
