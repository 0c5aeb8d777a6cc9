// SPDX-License-Identifier: Apache-2.0
#include "errors.hpp"

#include <emscripten/val.h>

#include <new>
#include <stdexcept>
#include <string>

namespace fairwasm::bindings {

using emscripten::val;

void throwToJs(const Error& error) {
  const auto& details = error.details();
  const val row = details.row ? val(static_cast<double>(*details.row)) : val::undefined();
  val::module_property("createError")(std::string(name(error.code())), details.argument,
                                      details.expected, details.actual, row)
      .throw_();
}

// Containers throw length_error beyond their maximum size and bad_alloc without memory; for
// callers, both mean the same.
Error currentError() {
  Error tooLarge(ErrorCode::kTooLarge,
                 {"input", "data that fits into WebAssembly's memory", "more data", {}});
  try {
    throw;
  } catch (const Error& error) {
    return error;
  } catch (const std::bad_alloc&) {
    return tooLarge;
  } catch (const std::length_error&) {
    return tooLarge;
  } catch (const std::exception& exception) {
    return {ErrorCode::kInvalidArgument, {"input", "valid values", exception.what(), {}}};
  }
}

}  // namespace fairwasm::bindings
