// SPDX-License-Identifier: Apache-2.0
//
// The one exception type of the core. It says what was wrong in parts that a program can read
// (code, argument, row) and in a sentence that a person can; the bindings carry the same parts to
// JavaScript.
#pragma once

#include <cstddef>
#include <exception>
#include <optional>
#include <string>

namespace fairwasm {

enum class ErrorCode {
  kInvalidArgument,  // a value that is not of the documented kind or range
  kShapeMismatch,    // arrays whose lengths or shapes do not fit together
  kIncompatible,     // two objects that do not belong together, such as tallies of other columns
  kCorruptBytes,     // bytes that toBytes() did not write, or not all of them
  kTooLarge,         // a request that would not fit in memory or end in reasonable time
  kInvalidState,     // a call that makes no sense yet, such as a metric of nothing
};

// The code as JavaScript sees it: "invalidArgument", "shapeMismatch", …
const char* name(ErrorCode code);

class Error : public std::exception {
 public:
  struct Details {
    std::string argument;            // which input
    std::string expected;            // what it should have been
    std::string actual;              // what came
    std::optional<std::size_t> row;  // zero-based, where there is one
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
