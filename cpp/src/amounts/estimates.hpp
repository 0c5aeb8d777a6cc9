// SPDX-License-Identifier: Apache-2.0
//
// Estimates with intervals of Student's distribution.
#pragma once

#include "fairwasm/amounts/comparison.hpp"

namespace fairwasm::amounts {

// Returns the t with P(|T| < t) = confidence of a variable T with Student's distribution.
double studentReach(double confidence, double degrees);

// Returns a value with intervals of Student's distribution; `distance` is the distance from
// equality that is tested, NaN without a test. Nothing but the value is defined without a positive
// variance.
Estimated studentized(double value, double variance, double degrees, double distance,
                      const Levels& levels);

}  // namespace fairwasm::amounts
