// SPDX-License-Identifier: Apache-2.0
//
// Entropy indices and differential fairness of a tally, for JavaScript.
#include "fairwasm/group/entropy.hpp"

#include "fairwasm/group/counts.hpp"
#include "fairwasm/group/differential_fairness.hpp"
#include "fairwasm/group/entropy_intervals.hpp"
#include "group_values.hpp"

namespace fairwasm::bindings {
namespace {

using namespace group;
using tally::Tally;
using Names = std::vector<std::string>;

Outcome outcomeOf(bool ofPredictions) {
  return ofPredictions ? Outcome::kPrediction : Outcome::kLabel;
}

double entropyIndex(const Tally& tally, const Compared& between, const Names& favorable,
                    double alpha) {
  const auto isFavorable = favorableLabels(tally.schema(), favorable);
  return generalizedEntropyIndex(benefitsBetween(tally, between, isFavorable), alpha);
}

// Empty where there is none.
std::vector<uncertainty::Interval> intervalOfEntropy(const Tally& tally, const Compared& between,
                                                     const Names& favorable, double alpha,
                                                     double confidence) {
  const auto interval = entropyInterval(tally, between, favorableLabels(tally.schema(), favorable),
                                        alpha, confidence);
  if (!interval) return {};
  return {*interval};
}

double variation(const Tally& tally, const Compared& between, const Names& favorable) {
  return coefficientOfVariation(
      benefitsBetween(tally, between, favorableLabels(tally.schema(), favorable)));
}

double differentialFairness(const Tally& tally, bool ofPredictions, const Names& favorable,
                            double concentration) {
  return smoothedEmpiricalDifferentialFairness(
      tally, outcomeOf(ofPredictions), favorableLabels(tally.schema(), favorable), concentration);
}

uncertainty::Interval differentialFairnessInterval(const Tally& tally, bool ofPredictions,
                                                   const Names& favorable, double concentration,
                                                   double confidence) {
  return boundedDifferentialFairness(tally, outcomeOf(ofPredictions),
                                     favorableLabels(tally.schema(), favorable), concentration,
                                     confidence)
      .ci;
}

double differentialAmplification(const Tally& tally, const Names& favorable, double concentration) {
  return differentialFairnessBiasAmplification(tally, favorableLabels(tally.schema(), favorable),
                                               concentration);
}

uncertainty::Interval differentialAmplificationInterval(const Tally& tally, const Names& favorable,
                                                        double concentration, double confidence) {
  return boundedDifferentialAmplification(tally, favorableLabels(tally.schema(), favorable),
                                          concentration, confidence)
      .ci;
}

}  // namespace

EMSCRIPTEN_BINDINGS(entropy) {
  function<&entropyIndex>("generalizedEntropyIndex");
  function<&variation>("coefficientOfVariation");
  function<&differentialFairness>("smoothedEmpiricalDifferentialFairness");
  function<&differentialAmplification>("differentialFairnessBiasAmplification");
  function<&intervalOfEntropy>("generalizedEntropyInterval");
  function<&differentialFairnessInterval>("differentialFairnessInterval");
  function<&differentialAmplificationInterval>("differentialFairnessAmplificationInterval");
}

}  // namespace fairwasm::bindings
