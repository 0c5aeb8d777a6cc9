// SPDX-License-Identifier: Apache-2.0
//
// The bias scan and its score of one group, for JavaScript.
#include "fairwasm/group/bias_scan.hpp"

#include "../support.hpp"

namespace fairwasm::bindings {

using namespace group;
namespace {

EMSCRIPTEN_DECLARE_VAL_TYPE(ModelJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(ScanJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(SubgroupJs)

ScanModel toModel(const val& js) {
  constexpr std::array kStatistics = std::to_array<std::pair<std::string_view, ScanStatistic>>({
      {"Bernoulli", ScanStatistic::kBernoulli},
      {"Poisson", ScanStatistic::kPoisson},
      {"Gaussian", ScanStatistic::kGaussian},
      {"BerkJones", ScanStatistic::kBerkJones},
  });
  ScanModel model;
  const auto name = js["scoring"].as<std::string>();
  for (const auto& [known, statistic] : kStatistics) {
    if (known == name) model.statistic = statistic;
  }
  const bool isNegative = js["direction"].as<std::string>() == "negative";
  model.direction = isNegative ? ScanDirection::kNegative : ScanDirection::kPositive;
  model.alpha = js["alpha"].as<double>();
  model.variance = js["variance"].as<double>();
  return model;
}

double scoreGroupOf(const ModelJs& model, const DoubleArray& observed, const DoubleArray& expected,
                    double penalty) {
  return scoreGroup(toModel(model), emscripten::convertJSArrayToNumberVector<double>(observed),
                    emscripten::convertJSArrayToNumberVector<double>(expected), penalty);
}

BiasScan* makeScan(const ModelJs& model, const ScanJs& js) {
  std::vector<ScanAttribute> attributes;
  for (const val& attribute : emscripten::vecFromJSArray<val>(js["attributes"])) {
    attributes.push_back(
        {emscripten::convertJSArrayToNumberVector<std::uint32_t>(attribute["codes"]),
         attribute["categories"].as<std::size_t>()});
  }
  return new BiasScan(toModel(model), std::move(attributes),
                      emscripten::convertJSArrayToNumberVector<double>(js["observed"]),
                      emscripten::convertJSArrayToNumberVector<double>(js["expected"]),
                      js["penalty"].as<double>(),
                      static_cast<std::uint64_t>(js["seed"].as<double>()));
}

SubgroupJs climb(const BiasScan& scan, std::uint32_t replicate, std::uint32_t start) {
  const Subgroup subgroup = scan.climb(replicate, start);
  val included = val::array();
  for (const auto& attribute : subgroup.included) {
    val categories = val::array();
    for (const bool isIn : attribute) categories.call<void>("push", isIn);
    included.call<void>("push", categories);
  }
  val js = val::object();
  js.set("included", included);
  js.set("score", subgroup.score);
  js.set("rows", static_cast<double>(subgroup.rows));
  js.set("observed", subgroup.observed);
  js.set("expected", subgroup.expected);
  return SubgroupJs(js);
}

}  // namespace

EMSCRIPTEN_BINDINGS(bias_scan) {
  using namespace emscripten;
  register_type<ModelJs>(
      "{ scoring: \"Bernoulli\" | \"Poisson\" | \"Gaussian\" | \"BerkJones\"; "
      "direction: \"positive\" | \"negative\"; alpha: number; variance: number }");
  register_type<ScanJs>(
      "{ attributes: { codes: Uint32Array; categories: number }[]; observed: Float64Array; "
      "expected: Float64Array; penalty: number; seed: number }");
  register_type<SubgroupJs>(
      "{ included: boolean[][]; score: number; rows: number; observed: number; expected: number }");
  function("scoreGroup", guarded<&scoreGroupOf>());
  class_<BiasScan>("BiasScan")
      .constructor(guarded<&makeScan>(), allow_raw_pointers())
      .function("climb", guarded<&climb>());
}

}  // namespace fairwasm::bindings
