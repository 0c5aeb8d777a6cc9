// SPDX-License-Identifier: Apache-2.0
#include "support.hpp"

namespace fairwasm::bindings {

void throwToJs(const Error& error) {
  const auto& details = error.details();
  const val row = details.row ? val(static_cast<double>(*details.row)) : val::undefined();
  val::module_property("createError")(std::string(name(error.code())), details.argument,
                                      details.expected, details.actual, row)
      .throw_();
}

std::vector<std::string> toStrings(const val& array) {
  return emscripten::vecFromJSArray<std::string>(array);
}

val toJsArray(const std::vector<std::string>& values) {
  return val::array(values.begin(), values.end());
}

EMSCRIPTEN_BINDINGS(support) {
  emscripten::register_type<StringArray>("string[]");
  emscripten::register_type<DoubleArray>("Float64Array");
}

}  // namespace fairwasm::bindings
