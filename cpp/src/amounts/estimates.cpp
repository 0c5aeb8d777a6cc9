// SPDX-License-Identifier: Apache-2.0
#include "estimates.hpp"

#include <cmath>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::amounts {
double studentReach(double confidence, double degrees) {
  return uncertainty::studentQuantile(0.5 + confidence / 2, degrees);
}

Estimated studentized(double value, double variance, double degrees, double distance,
                      const Levels& levels) {
  if (!(variance > 0) || !std::isfinite(variance) || !(degrees >= 1)) return {.value = value};
  const double error = std::sqrt(variance);
  const double each = studentReach(levels.confidence, degrees) * error;
  const double joint =
      levels.joint == levels.confidence ? each : studentReach(levels.joint, degrees) * error;
  return {
      .value = value,
      .low = value - each,
      .high = value + each,
      .jointLow = value - joint,
      .jointHigh = value + joint,
      .pValue = std::isnan(distance) ? kNaN : uncertainty::studentTails(distance / error, degrees),
      .degrees = degrees};
}

}  // namespace fairwasm::amounts
