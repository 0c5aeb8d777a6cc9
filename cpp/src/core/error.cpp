// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/core/error.hpp"

#include <utility>

namespace fairwasm {

const char* name(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return "invalidArgument";
    case ErrorCode::kShapeMismatch:
      return "shapeMismatch";
    case ErrorCode::kIncompatible:
      return "incompatible";
    case ErrorCode::kCorruptBytes:
      return "corruptBytes";
    case ErrorCode::kTooLarge:
      return "tooLarge";
    case ErrorCode::kInvalidState:
      return "invalidState";
  }
  return "unknown";
}

Error::Error(ErrorCode code, Details details) : code_(code), details_(std::move(details)) {
  message_ = details_.argument + ": expected " + details_.expected + ", got " + details_.actual;
  if (details_.row) message_ += " (row " + std::to_string(*details_.row) + ")";
}

}  // namespace fairwasm
