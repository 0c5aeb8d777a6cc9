// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/core/require.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_set>

#include "fairwasm/core/number_text.hpp"

namespace fairwasm {

void requireCount(const std::string& argument, std::size_t actual, std::size_t expected,
                  const char* what) {
  if (actual == expected) return;
  throw Error(ErrorCode::kShapeMismatch,
              {argument, std::to_string(expected) + " " + what, std::to_string(actual), {}});
}

void requireFinite(const char* argument, std::span<const double> values) {
  const auto bad = std::ranges::find_if(values, [](double value) { return !std::isfinite(value); });
  if (bad == values.end()) return;
  throw Error(ErrorCode::kInvalidArgument, {argument, "a finite number", shown(*bad),
                                            static_cast<std::size_t>(bad - values.begin())});
}

void requireDistinct(const std::vector<std::string>& texts, const std::string& argument) {
  std::unordered_set<std::string_view> seen;
  for (const auto& text : texts) {
    if (seen.insert(text).second) continue;
    throw Error(ErrorCode::kInvalidArgument,
                {argument, "distinct values", "'" + text + "' twice", {}});
  }
}

}  // namespace fairwasm
