// SPDX-License-Identifier: Apache-2.0
//
// Bindings of entropy indices and differential fairness of a tally.
#include "fairwasm/group/entropy.hpp"

#include "fairwasm/group/differential_fairness.hpp"
#include "fairwasm/group/entropy_intervals.hpp"
#include "group_values.hpp"

namespace fairwasm::bindings {

using namespace group;
using tally::Tally;
using Favorable = std::vector<bool>;

EMSCRIPTEN_BINDINGS(entropy) {
  ofTally<[](const Tally& tally, const Compared& between, const Favorable& favorable,
             double alpha) {
    return generalizedEntropyIndex(benefitsBetween(tally, between, favorable), alpha);
  }>("generalizedEntropyIndex");
  ofTally<[](const Tally& tally, const Compared& between, const Favorable& favorable) {
    return coefficientOfVariation(benefitsBetween(tally, between, favorable));
  }>("coefficientOfVariation");
  ofTally<&entropyInterval>("generalizedEntropyInterval");
  ofTally<&smoothedEmpiricalDifferentialFairness>("smoothedEmpiricalDifferentialFairness");
  ofTally<&boundedDifferentialFairness>("boundedDifferentialFairness");
  ofTally<&differentialFairnessBiasAmplification>("differentialFairnessBiasAmplification");
  ofTally<&boundedDifferentialAmplification>("boundedDifferentialAmplification");
}

}  // namespace fairwasm::bindings
