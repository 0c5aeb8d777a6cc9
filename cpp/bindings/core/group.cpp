// SPDX-License-Identifier: Apache-2.0
//
// Bindings of counts, rates, disparities, and spreads. Counts are computed from a tally, and
// everything else from counts. They are passed as flat arrays by group; the names of the values, in
// the same order, are queried once.
#include "fairwasm/group/disparities.hpp"
#include "fairwasm/group/equivalence.hpp"
#include "fairwasm/group/frame.hpp"
#include "fairwasm/group/frame_uncertainty.hpp"
#include "fairwasm/group/packed.hpp"
#include "fairwasm/group/paired.hpp"
#include "fairwasm/group/shrinkage.hpp"
#include "fairwasm/group/stratified.hpp"
#include "fairwasm/uncertainty/resample.hpp"
#include "group_values.hpp"

namespace fairwasm::bindings {

using namespace group;
using tally::Tally;
using uncertainty::Bounded;
using uncertainty::Interval;
using uncertainty::TallyResampler;
using FavorableNames = std::vector<std::string>;

template <>
struct Value<std::vector<Counts>> {
  static constexpr auto kType = kTypedArray<double>;
  static std::vector<Counts> read(const val& js) {
    return unpackCounts(bindings::read<std::vector<double>>(js));
  }
  static val write(std::span<const Counts> groups) { return bindings::write(pack(groups)); }
};
template <>
struct Value<Counts> {
  static constexpr auto kType = kTypedArray<double>;
  static Counts read(const val& js) { return Value<std::vector<Counts>>::read(js).at(0); }
  static val write(const Counts& counts) { return Value<std::vector<Counts>>::write({&counts, 1}); }
};
template <>
struct Value<Products> {
  static constexpr auto kType = kTypedArray<double>;
  static Products read(const val& js) {
    return unpackProducts(bindings::read<std::vector<double>>(js));
  }
};
template <>
struct Value<SharedClusters> {
  static constexpr auto kType = kTypedArray<double>;
  static SharedClusters read(const val& js) {
    return unpackShared(bindings::read<std::vector<double>>(js));
  }
  static val write(const SharedClusters& shared) { return bindings::write(pack(shared)); }
};
// Counts of one prediction, of another, and of both.
template <>
struct Value<PairedCounts> {
  static constexpr auto kType = kTypedArray<double>;
  static PairedCounts read(const val& js) {
    const auto counts = Value<std::vector<Counts>>::read(js);
    return {counts.at(0), counts.at(1), counts.at(2)};
  }
};
// Rates and disparities by their index in the table.
template <>
struct Value<Rate> {
  static constexpr auto kType = Text("number");
  static const Rate& read(const val& js) { return kRates.at(js.as<std::size_t>()); }
};
template <>
struct Value<Disparity> {
  static constexpr auto kType = Text("number");
  static const Disparity& read(const val& js) { return kDisparities.at(js.as<std::size_t>()); }
};

template <>
inline constexpr bool kIsFlat<Tested> = true;
template <>
inline constexpr bool kIsFlat<Stratified> = true;

namespace {

// Empty if no cluster has rows in several groups.
std::vector<double> productsBetween(const SharedClusters& shared, std::size_t one,
                                    std::size_t other) {
  if (shared.groups.empty()) return {};
  return pack(shared.between(one, other));
}

std::vector<Counts> labelCounts(std::vector<Counts> groups) {
  for (Counts& each : groups) each = labelsAsPredictions(each);
  return groups;
}

// `counts` contains group, reference, and all rows of each stratum.
Stratified within(const Rate& rate, const std::vector<Counts>& counts, double confidence) {
  std::vector<Stratum> strata;
  for (std::size_t i = 0; i + 2 < counts.size(); i += 3) {
    strata.push_back({counts[i], counts[i + 1], counts[i + 2]});
  }
  return compareWithin(rate, strata, confidence);
}

// Returns the sums of squared weights of the four cells by group.
std::vector<double> cellSquares(const std::vector<Counts>& counts) {
  std::vector<double> squares;
  for (const Counts& each : counts) {
    for (std::size_t i = 0; i < kConfusionCells; ++i)
      squares.push_back(each.moments.products[i][i]);
  }
  return squares;
}

std::vector<std::string> shrinkableRates() {
  std::vector<std::string> names;
  for (const Rate& rate : kRates) {
    if (isOneQuotient(rate)) names.emplace_back(rate.name);
  }
  return names;
}

}  // namespace

EMSCRIPTEN_BINDINGS(group) {
  emscripten::constant("minShrunken", kMinShrunken);
  emscripten::constant("maxPairedGroups", uncertainty::kMaxPairedGroups);
  emscripten::constant("countWidth", kCountWidth);
  function<&names<kCountFields>>("countNames");
  function<&names<kRates>>("rateNames");
  function<&names<kDisparities>>("disparityNames");
  function<&names<uncertainty::kSpreadNames>>("spreadNames");
  function<&computeRates>("disparityRates");
  function<&shrinkableRates>("shrinkableRates");
  ofTally<&frameBy>("frame");
  emscripten::constant("countSets", kCellSets);
  ofTally<&sharedInFrame>("frameShared");
  ofTally<&group::sharedBetween>("conditionsShared");
  function<&productsBetween>("sharedBetween");
  function<&confusionMatrices>("confusionMatrices");
  ofTally<&countGroup>("counts");
  function<&labelCounts>("labelsAsPredictions");
  function<&rates>("rates");
  function<&disparities>("disparities");
  function<&rateSpreads>("spreads");
  function<&uncertainty::fairlearnSpread>("fairlearnSpread");
  function<&frameUncertainty>("frameUncertainty");
  function<&uncertainty::computeEachConfidence>("confidenceOfEach");
  function<&disparityIntervals>("disparityIntervals");
  function<&rateIntervals>("rateIntervals");
  function<&equivalenceTest>("equivalenceTest");
  function<&disparityInterval>("disparityInterval");
  function<&shrunkenRates>("shrunkenRates");
  function<&pairedComparison>("pairedComparison");
  function<&within>("compareWithin");
  function<&rateDifference>("rateDifference");
  function<&uncertainty::benjaminiHochberg>("adjustPValues");
  function<&uncertainty::definedQuantiles>("quantiles");
  function<&cellSquares>("cellSquares");
  function<&uncertainty::drawnCells>("drawnCells");
  function<&uncertainty::expandedTail>("expandedTail");
  Class<TallyResampler>("TallyResampler").constructor<const Tally&>();
  function<&uncertainty::resampled>("resampled");
}

}  // namespace fairwasm::bindings
