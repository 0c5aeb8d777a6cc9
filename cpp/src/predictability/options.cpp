// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/predictability/options.hpp"

#include <cmath>
#include <string>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/number_text.hpp"

namespace fairwasm::predictability {

namespace {

void requireNotNegative(const char* argument, double value) {
  if (std::isfinite(value) && value >= 0) return;
  throw Error(ErrorCode::kInvalidArgument,
              {argument, "a finite number, 0 or more", shown(value), {}});
}

}  // namespace

void validate(const TrainingOptions& options) {
  requireNotNegative("learningRate", options.learningRate);
  requireNotNegative("weightDecay", options.weightDecay);
  if (options.batchSize > 0) return;
  throw Error(ErrorCode::kInvalidArgument, {"batchSize", "at least 1", "0", {}});
}

}  // namespace fairwasm::predictability
