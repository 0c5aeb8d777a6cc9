// SPDX-License-Identifier: Apache-2.0
//
// Every C++ exception leaves the core as a FairwasmError.
#pragma once

#include <optional>

#include "fairwasm/core/error.hpp"

namespace fairwasm::bindings {

// What is being thrown, as an Error; to be called while it is handled.
Error currentError();

// Throws the JavaScript exception for `error`, made by the `createError` function that the loader
// puts into the module.
[[noreturn]] void throwToJs(const Error& error);

// Calls `function`. The C++ exception is copied and its handler left before the JavaScript one is
// thrown, which would leak it if it passed through the open handler.
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
