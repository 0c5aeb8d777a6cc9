// SPDX-License-Identifier: Apache-2.0
//
// Ranking metrics, for JavaScript.
#include "fairwasm/group/ranking.hpp"

#include "../support.hpp"

namespace fairwasm::bindings {

using namespace group;
namespace {

EMSCRIPTEN_DECLARE_VAL_TYPE(CodeArray)
EMSCRIPTEN_DECLARE_VAL_TYPE(InfeasibleIndexJs)

InfeasibleIndexJs infeasibleIndexOf(const CodeArray& codes, const DoubleArray& shares,
                                    std::size_t length) {
  const auto [index, positions] =
      infeasibleIndex(emscripten::convertJSArrayToNumberVector<std::uint32_t>(codes),
                      emscripten::convertJSArrayToNumberVector<double>(shares), length);
  val js = val::object();
  js.set("index", static_cast<double>(index));
  js.set("positions", val::array(positions.begin(), positions.end()));
  return InfeasibleIndexJs(js);
}

double gainOf(const DoubleArray& scores, std::size_t length) {
  return discountedCumulativeGain(emscripten::convertJSArrayToNumberVector<double>(scores), length);
}

}  // namespace

EMSCRIPTEN_BINDINGS(ranking) {
  using namespace emscripten;
  register_type<CodeArray>("Uint32Array");
  register_type<InfeasibleIndexJs>("{ index: number; positions: number[] }");
  function("infeasibleIndex", guarded<&infeasibleIndexOf>());
  function("discountedCumulativeGain", guarded<&gainOf>());
}

}  // namespace fairwasm::bindings
