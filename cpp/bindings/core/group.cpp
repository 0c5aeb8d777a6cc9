// SPDX-License-Identifier: Apache-2.0
//
// Counts, rates, disparities and spreads, for JavaScript. Counts are taken from a tally; everything
// else is a function of counts. They cross as flat arrays, group by group; the names of the values,
// in the same order, are asked for once.
#include "fairwasm/group/disparities.hpp"
#include "fairwasm/group/equivalence.hpp"
#include "fairwasm/group/frame.hpp"
#include "fairwasm/group/frame_uncertainty.hpp"
#include "fairwasm/group/packed.hpp"
#include "fairwasm/group/paired.hpp"
#include "fairwasm/group/shrinkage.hpp"
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
// One prediction, another, and both.
template <>
struct Value<std::optional<PairedCounts>> {
  static constexpr auto kType = kTypedArray<double>;
  static std::optional<PairedCounts> read(const val& js) {
    const auto counts = Value<std::vector<Counts>>::read(js);
    if (counts.empty()) return {};
    return PairedCounts{counts.at(0), counts.at(1), counts.at(2)};
  }
};

template <>
inline constexpr bool kIsFlat<Spread> = true;  // in the order of kSpreadNames
template <>
inline constexpr bool kIsFlat<SpreadIntervals> = true;
template <>
inline constexpr bool kIsFlat<Tested> = true;

template <>
struct Fields<Frame> : List<&Frame::codes, &Frame::counts, &Frame::overall> {};

template <>
struct Fields<UncertaintyOptions>
    : List<&UncertaintyOptions::draws, &UncertaintyOptions::seed, &UncertaintyOptions::confidence,
           &UncertaintyOptions::simultaneous> {};

template <>
struct Fields<FrameUncertainty>
    : List<&FrameUncertainty::rates, &FrameUncertainty::overallRates, &FrameUncertainty::spreads,
           &FrameUncertainty::disparities, &FrameUncertainty::differenceTests,
           &FrameUncertainty::spreadTests, &FrameUncertainty::expectedCases,
           &FrameUncertainty::leastDetectable> {};

namespace {

Frame frame(const Tally& tally, const std::vector<std::string>& by,
            const FavorableNames& favorable) {
  return frameBy(tally, by, favorableLabels(tally.schema(), favorable));
}

Counts counts(const Tally& tally, const data::Condition& condition,
              const FavorableNames& favorable) {
  return countGroup(tally, condition, favorableLabels(tally.schema(), favorable));
}

SharedClusters frameShared(const Tally& tally, const std::vector<std::string>& by,
                           const FavorableNames& favorable,
                           const std::vector<std::uint32_t>& places) {
  return sharedInFrame(tally, by, favorableLabels(tally.schema(), favorable), places);
}

SharedClusters conditionsShared(const Tally& tally, const data::Condition& one,
                                const data::Condition& other, const FavorableNames& favorable,
                                bool ofLabels) {
  return sharedBetween(tally, one, other, favorableLabels(tally.schema(), favorable), ofLabels);
}

// Empty where nobody is in several groups.
std::vector<double> productsBetween(const SharedClusters& shared, std::size_t one,
                                    std::size_t other) {
  if (shared.groups.empty()) return {};
  return pack(shared.between(one, other));
}

std::vector<Counts> labelCounts(std::vector<Counts> groups) {
  for (Counts& each : groups) each = labelsAsPredictions(each);
  return groups;
}

double equivalence(std::size_t disparity, const Counts& unprivileged, const Counts& privileged,
                   double low, double high, const Products& between) {
  return equivalenceTest(kDisparities.at(disparity), unprivileged, privileged, {low, high},
                         between);
}

Interval intervalOfDisparity(std::size_t disparity, const Counts& unprivileged,
                             const Counts& privileged, double confidence, const Products& between) {
  return disparityInterval(kDisparities.at(disparity), unprivileged, privileged, confidence,
                           between);
}

std::vector<Bounded> shrunken(std::size_t rate, const std::vector<Counts>& groups,
                              double confidence) {
  return shrunkenRates(kRates.at(rate), groups, confidence);
}

std::vector<Tested> paired(std::size_t rate, const std::optional<PairedCounts>& group,
                           const std::optional<PairedCounts>& reference, double confidence) {
  if (!group) throw Error(ErrorCode::kInvalidState, {"group", "counts of a group", "none", {}});
  return pairedComparison(kRates.at(rate), *group, reference, confidence);
}

std::vector<std::string> shrinkableRates() {
  std::vector<std::string> names;
  for (const Rate& rate : kRates) {
    if (isOneQuotient(rate)) names.emplace_back(rate.name);
  }
  return names;
}

std::vector<std::uint32_t> disparityRates(std::size_t disparity) {
  return ratesOf(kDisparities.at(disparity));
}

}  // namespace

EMSCRIPTEN_BINDINGS(group) {
  emscripten::constant("fewestShrunken", kFewestShrunken);
  emscripten::constant("mostUncertainGroups", kMostUncertainGroups);
  emscripten::constant("countWidth", kCountWidth);
  function<&names<kCountFields>>("countNames");
  function<&names<kRates>>("rateNames");
  function<&names<kDisparities>>("disparityNames");
  function<&names<kSpreadNames>>("spreadNames");
  function<&disparityRates>("disparityRates");
  function<&shrinkableRates>("shrinkableRates");
  function<&frame>("frame");
  emscripten::constant("countSets", kCellSets);
  function<&frameShared>("frameShared");
  function<&conditionsShared>("conditionsShared");
  function<&productsBetween>("sharedBetween");
  function<&confusionMatrices>("confusionMatrices");
  function<&counts>("counts");
  function<&labelCounts>("labelsAsPredictions");
  function<&rates>("rates");
  function<&disparities>("disparities");
  function<&rateSpreads>("spreads");
  function<&spread>("spreadOf");
  function<&frameUncertainty>("frameUncertainty");
  function<&equivalence>("equivalenceTest");
  function<&intervalOfDisparity>("disparityInterval");
  function<&shrunken>("shrunkenRates");
  function<&paired>("pairedComparison");
  function<&uncertainty::benjaminiHochberg>("adjustPValues");
  function<&uncertainty::definedQuantiles>("quantiles");
  Class<TallyResampler>("TallyResampler").constructor<const Tally&>();
  function<&uncertainty::resampled>("resampled");
}

}  // namespace fairwasm::bindings
