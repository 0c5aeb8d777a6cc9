// SPDX-License-Identifier: Apache-2.0
//
// What all bindings share: errors that cross as FairwasmError, and plain JavaScript values in and
// out. Only files in this folder know Emscripten; each folder in it makes one WebAssembly module.
#pragma once

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fairwasm/core/error.hpp"

namespace fairwasm::bindings {

using emscripten::val;

EMSCRIPTEN_DECLARE_VAL_TYPE(StringArray)
EMSCRIPTEN_DECLARE_VAL_TYPE(DoubleArray)

// Throws the JavaScript exception for `error`, made by the `createError` function that the loader
// puts into the module.
[[noreturn]] void throwToJs(const Error& error);

// The Error that says what an exception of the standard library means here.
Error toError(const std::exception& exception);

// Wraps a function or member function so that any C++ exception leaves it as a JavaScript one. The
// C++ exception is copied and its handler left first: a JavaScript exception that passes through an
// open handler would leak it.
template <class R, class F>
R guardedCall(F&& call) {
  std::optional<Error> failure;
  try {
    return call();
  } catch (const Error& error) {
    failure = error;
  } catch (const std::exception& exception) {
    failure = toError(exception);
  }
  throwToJs(*failure);
}

template <auto F>
struct Guarded;

template <class R, class... Args, R (*F)(Args...)>
struct Guarded<F> {
  static R call(Args... args) {
    return guardedCall<R>([&]() -> R { return F(std::forward<Args>(args)...); });
  }
};

template <class C, class R, class... Args, R (C::*F)(Args...)>
struct Guarded<F> {
  static R call(C& self, Args... args) {
    return guardedCall<R>([&]() -> R { return (self.*F)(std::forward<Args>(args)...); });
  }
};

template <auto F>
consteval auto guarded() {
  return &Guarded<F>::call;
}

// A copy in a typed array of JavaScript's own: views into Wasm memory die when it grows.
template <class T>
val copyToJs(std::span<const T> values) {
  return val(emscripten::typed_memory_view(values.size(), values.data()))
      .template call<val>("slice");
}

// What an optional holds; an error where it holds nothing, as after a call in the wrong order.
template <class Optional>
auto& present(Optional& optional) {
  if (!optional) {
    throw Error(ErrorCode::kInvalidState,
                {"this", "an object made for this call", "one made without what it needs", {}});
  }
  return *optional;
}

// Throws kInvalidArgument for text that is no Unicode, with the place in the array: a lone half of
// a surrogate pair has no bytes of its own, and would come back as another text.
std::vector<std::string> toStrings(const val& array);
val toJsArray(const std::vector<std::string>& values);

// The names in a table of metrics, such as kRates.
template <class Table>
val namesOf(const Table& table) {
  val names = val::array();
  for (const auto& entry : table) names.call<void>("push", std::string(entry.name));
  return names;
}

template <class T>
std::span<const T> memory(std::uintptr_t pointer, std::size_t count) {
  return {reinterpret_cast<const T*>(pointer), count};
}

}  // namespace fairwasm::bindings
