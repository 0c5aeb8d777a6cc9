// SPDX-License-Identifier: Apache-2.0
//
// Argument checks with error messages, shared by all families. Errors contain the row if it is
// known.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "fairwasm/core/error.hpp"

namespace fairwasm {

// Throws kShapeMismatch unless `actual` equals `expected`; `what` is the plural noun.
void requireCount(const std::string& argument, std::size_t actual, std::size_t expected,
                  const char* what = "values");

// Throws kInvalidArgument with the row of the first value that is NaN or infinite.
void requireFinite(const char* argument, std::span<const double> values);

// Throws kInvalidArgument for duplicate strings.
void requireDistinct(const std::vector<std::string>& texts, const std::string& argument);

// Returns the content of an optional. Throws kInvalidState if it is empty, for example after calls
// in the wrong order.
template <class Optional>
auto& present(Optional& optional) {
  if (!optional) {
    throw Error(ErrorCode::kInvalidState,
                {"this", "an object with the data for this call", "an object without them", {}});
  }
  return *optional;
}

}  // namespace fairwasm
