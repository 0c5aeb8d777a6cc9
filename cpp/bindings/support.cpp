// SPDX-License-Identifier: Apache-2.0
#include "support.hpp"

#include <new>
#include <stdexcept>

#include "fairwasm/data/bytes.hpp"

namespace fairwasm::bindings {

void throwToJs(const Error& error) {
  const auto& details = error.details();
  const val row = details.row ? val(static_cast<double>(*details.row)) : val::undefined();
  val::module_property("createError")(std::string(name(error.code())), details.argument,
                                      details.expected, details.actual, row)
      .throw_();
}

// A container that is asked for more than it can ever hold says length_error, one that finds no
// memory bad_alloc: to the caller both are the same.
Error toError(const std::exception& exception) {
  const bool tooLarge = dynamic_cast<const std::bad_alloc*>(&exception) != nullptr ||
                        dynamic_cast<const std::length_error*>(&exception) != nullptr;
  if (tooLarge) {
    return {ErrorCode::kTooLarge,
            {"input", "data that fits into WebAssembly's memory", "more than that", {}}};
  }
  return {ErrorCode::kInvalidArgument,
          {"input", "values that can be computed with", exception.what(), {}}};
}

std::vector<std::string> toStrings(const val& array) {
  auto values = emscripten::vecFromJSArray<std::string>(array);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (data::isUtf8(values[i])) continue;
    throw Error(ErrorCode::kInvalidArgument,
                {"text", "Unicode text", "half of a surrogate pair", i});
  }
  return values;
}

val toJsArray(const std::vector<std::string>& values) {
  return val::array(values.begin(), values.end());
}

EMSCRIPTEN_BINDINGS(support) {
  emscripten::register_type<StringArray>("string[]");
  emscripten::register_type<DoubleArray>("Float64Array");
}

}  // namespace fairwasm::bindings
