// SPDX-License-Identifier: Apache-2.0
//
// The only exception type of the core. It describes the error in parts for programs (code,
// argument, row) and in a sentence for people. The bindings pass the same parts to JavaScript.
#pragma once

#include <cstddef>
#include <exception>
#include <optional>
#include <string>

namespace fairwasm {

enum class ErrorCode {
  kInvalidArgument,  // a value of another type or out of range
  kShapeMismatch,    // arrays whose lengths or shapes do not match
  kIncompatible,     // two objects that cannot be combined, such as tallies of other columns
  kCorruptBytes,     // bytes that toBytes() did not write, or only some of them
  kTooLarge,         // a request that would need too much memory or time
  kInvalidState,     // a call that is not possible yet, such as a metric without rows
};

// Returns the code's name in JavaScript: "invalidArgument", "shapeMismatch", …
const char* name(ErrorCode code);

class Error : public std::exception {
 public:
  struct Details {
    std::string argument;            // the input in question
    std::string expected;            // a description of valid values
    std::string actual;              // a description of the given value
    std::optional<std::size_t> row;  // zero-based, if known
  };

  Error(ErrorCode code, Details details);

  [[nodiscard]] ErrorCode code() const { return code_; }
  [[nodiscard]] const Details& details() const { return details_; }
  [[nodiscard]] const char* what() const noexcept override { return message_.c_str(); }

 private:
  ErrorCode code_;
  Details details_;
  std::string message_;
};

}  // namespace fairwasm
