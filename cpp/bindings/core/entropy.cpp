// SPDX-License-Identifier: Apache-2.0
//
// Entropy indices, differential fairness and rich subgroups of a tally, for JavaScript.
#include "fairwasm/group/entropy.hpp"

#include <array>
#include <span>

#include "../support.hpp"
#include "fairwasm/group/counts.hpp"
#include "fairwasm/group/differential_fairness.hpp"
#include "fairwasm/group/entropy_intervals.hpp"
#include "fairwasm/group/rich_subgroup.hpp"

namespace fairwasm::bindings {

using namespace data;
using namespace group;
using namespace tally;
using namespace uncertainty;
namespace {

EMSCRIPTEN_DECLARE_VAL_TYPE(BenefitsJs)

std::vector<Condition> toConditions(const val& js) {
  std::vector<Condition> groups;
  for (const val& groupJs : emscripten::vecFromJSArray<val>(js)) {
    Condition group;
    for (const val& clauseJs : emscripten::vecFromJSArray<val>(groupJs)) {
      Clause clause;
      for (const val& test : emscripten::vecFromJSArray<val>(clauseJs)) {
        clause.push_back({test[0].as<std::string>(), test[1].as<std::string>()});
      }
      group.push_back(std::move(clause));
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

// "individuals" and "allGroups" by name, or a list of groups.
std::vector<BenefitLevel> toBenefits(const Tally& tally, const BenefitsJs& between,
                                     const std::vector<bool>& favorable) {
  if (between.isString()) {
    const bool isIndividual = between.as<std::string>() == "individuals";
    return isIndividual ? individualBenefits(tally, favorable) : allGroupBenefits(tally, favorable);
  }
  return groupBenefits(tally, toConditions(between), favorable);
}

double entropyIndex(const Tally& tally, const BenefitsJs& between, const StringArray& favorable,
                    double alpha) {
  const auto isFavorable = favorableLabels(tally.schema(), toStrings(favorable));
  return generalizedEntropyIndex(toBenefits(tally, between, isFavorable), alpha);
}

DoubleArray toJs(const Interval& interval) {
  return DoubleArray(copyToJs<double>(std::array{interval.low, interval.high}));
}

// Nothing where the groups overlap or leave rows out.
DoubleArray entropyInterval(const Tally& tally, const BenefitsJs& between,
                            const StringArray& favorable, double alpha, double confidence) {
  const auto isFavorable = favorableLabels(tally.schema(), toStrings(favorable));
  if (!between.isString()) {
    const auto groups = benefitsOfGroups(tally, toConditions(between), isFavorable);
    if (!groups) return DoubleArray(copyToJs<double>(std::span<const double>{}));
    return toJs(groupEntropyInterval(*groups, alpha, confidence));
  }
  if (between.as<std::string>() == "individuals") {
    return toJs(individualEntropyInterval(benefitsOfRows(tally, isFavorable), alpha, confidence));
  }
  return toJs(groupEntropyInterval(benefitsOfAllGroups(tally, isFavorable), alpha, confidence));
}

double variationOf(const Tally& tally, const BenefitsJs& between, const StringArray& favorable) {
  const auto isFavorable = favorableLabels(tally.schema(), toStrings(favorable));
  return coefficientOfVariation(toBenefits(tally, between, isFavorable));
}

double differentialFairness(const Tally& tally, bool ofPredictions, const StringArray& favorable,
                            double concentration) {
  return smoothedEmpiricalDifferentialFairness(
      tally, ofPredictions ? Outcome::kPrediction : Outcome::kLabel,
      favorableLabels(tally.schema(), toStrings(favorable)), concentration);
}

double biasAmplification(const Tally& tally, const StringArray& favorable, double concentration) {
  return differentialFairnessBiasAmplification(
      tally, favorableLabels(tally.schema(), toStrings(favorable)), concentration);
}

DoubleArray differentialFairnessInterval(const Tally& tally, bool ofPredictions,
                                         const StringArray& favorable, double concentration,
                                         double confidence) {
  return toJs(boundedDifferentialFairness(
                  tally, ofPredictions ? Outcome::kPrediction : Outcome::kLabel,
                  favorableLabels(tally.schema(), toStrings(favorable)), concentration, confidence)
                  .ci);
}

DoubleArray biasAmplificationInterval(const Tally& tally, const StringArray& favorable,
                                      double concentration, double confidence) {
  return toJs(
      boundedDifferentialAmplification(tally, favorableLabels(tally.schema(), toStrings(favorable)),
                                       concentration, confidence)
          .ci);
}

double richSubgroupOf(const Tally& tally, bool falsePositives) {
  return richSubgroup(tally, falsePositives ? RichSubgroupError::kFalsePositives
                                            : RichSubgroupError::kFalseNegatives);
}

}  // namespace

EMSCRIPTEN_BINDINGS(entropy) {
  using namespace emscripten;
  register_type<BenefitsJs>(
      R"("individuals" | "allGroups" | [attribute: string, category: string][][][])");
  function("generalizedEntropyIndex", guarded<&entropyIndex>());
  function("coefficientOfVariation", guarded<&variationOf>());
  function("smoothedEmpiricalDifferentialFairness", guarded<&differentialFairness>());
  function("differentialFairnessBiasAmplification", guarded<&biasAmplification>());
  function("generalizedEntropyInterval", guarded<&entropyInterval>());
  function("differentialFairnessInterval", guarded<&differentialFairnessInterval>());
  function("differentialFairnessAmplificationInterval", guarded<&biasAmplificationInterval>());
  function("richSubgroup", guarded<&richSubgroupOf>());
}

}  // namespace fairwasm::bindings
