// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/individual/matrix.hpp"

#include <algorithm>
#include <cmath>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/number_text.hpp"

namespace fairwasm::individual {

void validate(const Matrix& matrix, const std::string& argument) {
  if (matrix.values.size() != matrix.rows * matrix.columns) {
    throw Error(ErrorCode::kShapeMismatch, {argument,
                                            std::to_string(matrix.rows) + " rows of " +
                                                std::to_string(matrix.columns) + " values",
                                            std::to_string(matrix.values.size()) + " values",
                                            {}});
  }
  double probe = 0;  // x * 0 is 0 for a finite x and NaN otherwise
  for (const double value : matrix.values) probe += value * 0;
  if (probe == 0) return;
  const auto bad =
      std::ranges::find_if(matrix.values, [](double value) { return !std::isfinite(value); });
  const auto place = static_cast<std::size_t>(bad - matrix.values.begin());
  throw Error(ErrorCode::kInvalidArgument,
              {argument, "a finite number", shown(*bad), place / matrix.columns});
}

}  // namespace fairwasm::individual
