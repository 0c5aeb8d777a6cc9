// SPDX-License-Identifier: Apache-2.0
//
// Checks of what callers hand over, each with its message, once for all families. Where the check
// knows the row it names it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "fairwasm/core/error.hpp"

namespace fairwasm {

// Throws kShapeMismatch for another number of `what` than is expected.
void requireCount(const std::string& argument, std::size_t actual, std::size_t expected,
                  const char* what = "values");

// Throws kInvalidArgument with the row of the first value that is NaN or infinite.
void requireFinite(const char* argument, std::span<const double> values);

// Throws kInvalidArgument where a text stands twice.
void requireDistinct(const std::vector<std::string>& texts, const std::string& argument);

// What an optional holds. Throws kInvalidState where it holds nothing, as after calls in the wrong
// order.
template <class Optional>
auto& present(Optional& optional) {
  if (!optional) {
    throw Error(ErrorCode::kInvalidState,
                {"this", "an object made for this call", "one made without what it needs", {}});
  }
  return *optional;
}

}  // namespace fairwasm
