// SPDX-License-Identifier: Apache-2.0
#include "values.hpp"

#include "fairwasm/core/utf8.hpp"

namespace fairwasm::bindings {

std::vector<std::string> readStrings(const val& array) {
  auto values = emscripten::vecFromJSArray<std::string>(array);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (isUtf8(values[i])) continue;
    throw Error(ErrorCode::kInvalidArgument,
                {"text", "Unicode text", "half of a surrogate pair", i});
  }
  return values;
}

}  // namespace fairwasm::bindings
