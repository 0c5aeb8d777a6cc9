// SPDX-License-Identifier: Apache-2.0
//
// Converts every C++ exception of the core to a FairwasmError.
#pragma once

#include <optional>

#include "fairwasm/core/error.hpp"

namespace fairwasm::bindings {

// Returns the exception that is being handled as an Error.
Error currentError();

// Throws the JavaScript exception for `error`, created by the `createError` function that the
// loader adds to the module.
[[noreturn]] void throwToJs(const Error& error);

// Calls `function`. Copies the C++ exception and leaves its handler before throwing the JavaScript
// exception, which would leak it by passing through the open handler.
template <class R, class F>
R guardedCall(F&& function) {
  std::optional<Error> failure;
  try {
    return function();
  } catch (...) {
    failure = currentError();
  }
  throwToJs(*failure);
}

}  // namespace fairwasm::bindings
