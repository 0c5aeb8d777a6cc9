// SPDX-License-Identifier: Apache-2.0
#include "numeric_category.hpp"

#include <cmath>
#include <cstdlib>

namespace fairwasm::group::internal {

std::optional<std::vector<double>> toNumbers(const std::vector<std::string>& categories) {
  std::vector<double> numbers;
  for (const std::string& category : categories) {
    char* end = nullptr;
    const double number = std::strtod(category.c_str(), &end);
    if (category.empty() || end != category.c_str() + category.size() || !std::isfinite(number)) {
      return std::nullopt;
    }
    numbers.push_back(number);
  }
  return numbers;
}

}  // namespace fairwasm::group::internal
