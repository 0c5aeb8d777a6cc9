// SPDX-License-Identifier: Apache-2.0
//
// Counts, rates, disparities and spreads, for JavaScript. Counts are taken from a tally; everything
// else is a function of counts. They cross as flat arrays, group by group; the names of the values,
// in the same order, are asked for once.
#include <algorithm>
#include <cmath>
#include <memory>

#include "../support.hpp"
#include "fairwasm/data/groups.hpp"
#include "fairwasm/group/cluster_moments.hpp"
#include "fairwasm/group/disparities.hpp"
#include "fairwasm/group/equivalence.hpp"
#include "fairwasm/group/frame.hpp"
#include "fairwasm/group/frame_uncertainty.hpp"
#include "fairwasm/group/paired.hpp"
#include "fairwasm/group/shrinkage.hpp"
#include "fairwasm/uncertainty/resample.hpp"
#include "fairwasm/uncertainty/tests.hpp"

namespace fairwasm::bindings {

using namespace data;
using namespace group;
using namespace tally;
using namespace uncertainty;
namespace {

EMSCRIPTEN_DECLARE_VAL_TYPE(ConditionJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(FrameJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(OptionsJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(UncertaintyJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(IndexArray)

struct SpreadField {
  std::string_view name;
  double Spread::* member;
  Interval SpreadIntervals::* interval;
};
constexpr std::array kSpreadFields = std::to_array<SpreadField>({
    {"min", &Spread::min, &SpreadIntervals::min},
    {"max", &Spread::max, &SpreadIntervals::max},
    {"difference", &Spread::difference, &SpreadIntervals::difference},
    {"ratio", &Spread::ratio, &SpreadIntervals::ratio},
    {"differenceToOverall", &Spread::differenceToOverall, &SpreadIntervals::differenceToOverall},
    {"ratioToOverall", &Spread::ratioToOverall, &SpreadIntervals::ratioToOverall},
});

Condition toCondition(const ConditionJs& js) {
  Condition condition;
  for (const val& clauseJs : emscripten::vecFromJSArray<val>(js)) {
    Clause clause;
    for (const val& test : emscripten::vecFromJSArray<val>(clauseJs)) {
      clause.push_back({test[0].as<std::string>(), test[1].as<std::string>()});
    }
    condition.push_back(std::move(clause));
  }
  return condition;
}

template <class Record, class Fields>
DoubleArray toDoubles(const std::vector<Record>& records, const Fields& fields) {
  std::vector<double> values;
  for (const Record& record : records) {
    for (const auto& field : fields) values.push_back(record.*(field.member));
  }
  return DoubleArray(copyToJs<double>(values));
}

// Counts cross with their moments behind the sums that have names.
constexpr std::size_t kProducts = kBaseSums * kBaseSums;
constexpr std::size_t kCountWidth = kCountFields.size() + kProducts + kCellSets;

void append(std::vector<double>& values, const Products& products) {
  for (const auto& row : products) values.insert(values.end(), row.begin(), row.end());
}

Products toProducts(const double*& next) {
  Products products{};
  for (auto& row : products) {
    for (double& product : row) product = *next++;
  }
  return products;
}

// None for an empty array.
Products toProducts(const DoubleArray& js) {
  const auto values = emscripten::convertJSArrayToNumberVector<double>(js);
  if (values.size() < kProducts) return {};
  const double* next = values.data();
  return toProducts(next);
}

DoubleArray fromCounts(std::span<const Counts> groups) {
  std::vector<double> values;
  values.reserve(groups.size() * kCountWidth);
  for (const Counts& counts : groups) {
    for (const auto& field : kCountFields) values.push_back(counts.*(field.member));
    append(values, counts.moments.products);
    values.insert(values.end(), counts.moments.units.begin(), counts.moments.units.end());
  }
  return DoubleArray(copyToJs<double>(values));
}

std::vector<Counts> toCounts(const DoubleArray& js) {
  const auto values = emscripten::convertJSArrayToNumberVector<double>(js);
  std::vector<Counts> groups(values.size() / kCountWidth);
  const double* next = values.data();
  for (Counts& counts : groups) {
    for (const auto& field : kCountFields) counts.*(field.member) = *next++;
    counts.moments.products = toProducts(next);
    for (double& units : counts.moments.units) units = *next++;
  }
  return groups;
}

// Persons with rows in several groups, for whoever hands it back: their number, that of the groups,
// what is known of each group, and each pair's places and products. Empty where there are none.
DoubleArray fromShared(const SharedClusters& shared) {
  std::vector<double> values;
  if (!shared.groups.empty()) {
    values = {shared.clusters, static_cast<double>(shared.groups.size())};
    for (const auto& [withOthers, leaving] : shared.groups) {
      append(values, withOthers);
      append(values, leaving.products);
      values.insert(values.end(), leaving.units.begin(), leaving.units.end());
    }
    for (const auto& [places, products] : shared.pairs) {
      values.insert(values.end(),
                    {static_cast<double>(places.first), static_cast<double>(places.second)});
      append(values, products);
    }
  }
  return DoubleArray(copyToJs<double>(values));
}

SharedClusters toShared(const DoubleArray& js) {
  const auto values = emscripten::convertJSArrayToNumberVector<double>(js);
  SharedClusters shared;
  if (values.empty()) return shared;
  shared.clusters = values[0];
  shared.groups.resize(static_cast<std::size_t>(values[1]));
  const double* next = values.data() + 2;
  for (auto& [withOthers, leaving] : shared.groups) {
    withOthers = toProducts(next);
    leaving.products = toProducts(next);
    for (double& units : leaving.units) units = *next++;
  }
  while (next < values.data() + values.size()) {
    const auto one = static_cast<std::uint32_t>(*next++);
    const auto other = static_cast<std::uint32_t>(*next++);
    shared.pairs[{one, other}] = toProducts(next);
  }
  return shared;
}

// `order` has the places of a frame's groups in the order in which they will be asked about.
DoubleArray frameShared(const Tally& tally, const StringArray& by, const StringArray& favorable,
                        const IndexArray& order) {
  const Grouping grouping = groupBy(tally.schema(), toStrings(by));
  const auto places = emscripten::convertJSArrayToNumberVector<std::uint32_t>(order);
  std::vector<std::uint32_t> placeOf(grouping.codes.shape(0), kNoGroup);
  for (std::size_t i = 0; i < places.size(); ++i) {
    placeOf.at(places[i]) = static_cast<std::uint32_t>(i);
  }
  auto groups = coarseGroups(tally.schema(), grouping);
  for (std::uint32_t& group : groups) group = placeOf[group];
  return fromShared(sharedClusters(tally, groups, places.size(),
                                   favorableLabels(tally.schema(), toStrings(favorable))));
}

// Of two groups that have no rows in common.
DoubleArray conditionsShared(const Tally& tally, const ConditionJs& one, const ConditionJs& other,
                             const StringArray& favorable, bool ofLabels) {
  const auto first = matchingCells(tally.schema(), toCondition(one));
  const auto second = matchingCells(tally.schema(), toCondition(other));
  std::vector<std::uint32_t> groups(first.size(), kNoGroup);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (first.data()[i] || second.data()[i]) groups[i] = first.data()[i] ? 0 : 1;
  }
  return fromShared(sharedClusters(
      tally, groups, 2, favorableLabels(tally.schema(), toStrings(favorable)), ofLabels));
}

DoubleArray sharedBetween(const DoubleArray& shared, std::size_t one, std::size_t other) {
  std::vector<double> values;
  const SharedClusters all = toShared(shared);
  if (!all.groups.empty()) append(values, all.between(one, other));
  return DoubleArray(copyToJs<double>(values));
}

FrameJs frame(const Tally& tally, const StringArray& by, const StringArray& favorable) {
  const Frame frame =
      frameBy(tally, toStrings(by), favorableLabels(tally.schema(), toStrings(favorable)));
  val js = val::object();
  js.set("codes", copyToJs<std::uint32_t>({frame.codes.data(), frame.codes.size()}));
  js.set("counts", fromCounts(frame.counts));
  js.set("overall", fromCounts(std::array{frame.overall}));
  return FrameJs(js);
}

DoubleArray matrices(const Tally& tally, const StringArray& by) {
  const auto values = confusionMatrices(tally, toStrings(by));
  return DoubleArray(copyToJs<double>({values.data(), values.size()}));
}

DoubleArray counts(const Tally& tally, const ConditionJs& condition, const StringArray& favorable) {
  const auto isFavorable = favorableLabels(tally.schema(), toStrings(favorable));
  return fromCounts(std::array{countGroup(tally, toCondition(condition), isFavorable)});
}

DoubleArray labelCounts(const DoubleArray& counts) {
  std::vector<Counts> groups = toCounts(counts);
  std::ranges::transform(groups, groups.begin(), labelsAsPredictions);
  return fromCounts(groups);
}

DoubleArray ratesOf(const DoubleArray& counts) {
  const auto values = rates(toCounts(counts));
  return DoubleArray(copyToJs<double>({values.data(), values.size()}));
}

DoubleArray disparities(const DoubleArray& unprivileged, const DoubleArray& privileged) {
  const Counts reference = toCounts(privileged).at(0);
  std::vector<double> values;
  for (const Counts& group : toCounts(unprivileged)) {
    for (const auto& disparity : kDisparities)
      values.push_back(evaluate(disparity, group, reference));
  }
  return DoubleArray(copyToJs<double>(values));
}

DoubleArray spreads(const DoubleArray& counts, const DoubleArray& overall) {
  const auto groupRates = rates(toCounts(counts));
  const Counts all = toCounts(overall).at(0);
  std::vector<Spread> spreads;
  for (std::size_t rate = 0; rate < kRates.size(); ++rate) {
    const xt::xtensor<double, 1> column = xt::view(groupRates, xt::all(), rate);
    spreads.push_back(spread({column.data(), column.size()}, evaluate(kRates[rate], all)));
  }
  return toDoubles(spreads, kSpreadFields);
}

// Ends of intervals, low and high in turn.
val toJsIntervals(const std::vector<Interval>& intervals) {
  std::vector<double> ends;
  for (const auto& [low, high] : intervals) {
    ends.push_back(low);
    ends.push_back(high);
  }
  return copyToJs<double>(ends);
}

UncertaintyOptions toOptions(const OptionsJs& js) {
  return {js["draws"].as<std::size_t>(), static_cast<std::uint64_t>(js["seed"].as<double>()),
          js["confidence"].as<double>(), js["simultaneous"].as<bool>()};
}

std::vector<Interval> flat(const std::vector<SpreadIntervals>& spreads) {
  std::vector<Interval> intervals;
  for (const auto& spread : spreads) {
    for (const auto& field : kSpreadFields) intervals.push_back(spread.*(field.interval));
  }
  return intervals;
}

UncertaintyJs uncertainty(const DoubleArray& groups, const DoubleArray& overall,
                          std::size_t reference, const OptionsJs& options,
                          const DoubleArray& shared) {
  const FrameUncertainty result = frameUncertainty(toCounts(groups), toCounts(overall).at(0),
                                                   reference, toOptions(options), toShared(shared));
  val js = val::object();
  js.set("rates", toJsIntervals(result.rates));
  js.set("overallRates", toJsIntervals(result.overallRates));
  js.set("spreads", toJsIntervals(flat(result.spreads)));
  js.set("disparities", toJsIntervals(result.disparities));
  js.set("differenceTests", copyToJs<double>(result.differenceTests));
  js.set("spreadTests", copyToJs<double>(result.spreadTests));
  js.set("expectedCases", copyToJs<double>(result.expectedCases));
  js.set("leastDetectable", copyToJs<double>(result.leastDetectable));
  return UncertaintyJs(js);
}

double equivalence(std::size_t disparity, const DoubleArray& unprivileged,
                   const DoubleArray& privileged, double low, double high,
                   const DoubleArray& between) {
  return equivalenceTest(kDisparities.at(disparity), toCounts(unprivileged).at(0),
                         toCounts(privileged).at(0), {low, high}, toProducts(between));
}

DoubleArray disparityEnds(std::size_t disparity, const DoubleArray& unprivileged,
                          const DoubleArray& privileged, double confidence,
                          const DoubleArray& between) {
  return DoubleArray(toJsIntervals(
      {disparityInterval(kDisparities.at(disparity), toCounts(unprivileged).at(0),
                         toCounts(privileged).at(0), confidence, toProducts(between))}));
}

void append(std::vector<double>& values, const Bounded& number) {
  values.insert(values.end(), {number.value, number.ci.low, number.ci.high});
}

// A value and the ends of its interval, for each group.
DoubleArray shrunken(std::size_t rate, const DoubleArray& groups, double confidence) {
  std::vector<double> values;
  for (const Bounded& each : shrunkenRates(kRates.at(rate), toCounts(groups), confidence)) {
    append(values, each);
  }
  return DoubleArray(copyToJs<double>(values));
}

// Of the difference in a rate, value, ends and p-value; then the same of the gaps to the reference
// by either prediction and of their change, if there is a reference.
DoubleArray paired(std::size_t rate, const DoubleArray& group, const DoubleArray& reference,
                   double confidence) {
  const auto toPaired = [](const std::vector<Counts>& counts) {
    return PairedCounts{counts.at(0), counts.at(1), counts.at(2)};
  };
  const Rate& of = kRates.at(rate);
  const PairedCounts ours = toPaired(toCounts(group));
  const auto others = toCounts(reference);
  const double z = normalQuantile(0.5 + confidence / 2);
  std::vector<double> values;
  const auto appendTested = [&](const Tested& tested) {
    append(values, tested.number);
    values.push_back(tested.pValue);
  };
  appendTested({pairedDifference(of, ours, z), pairedTest(of, ours)});
  if (!others.empty()) {
    const auto [one, other, change] = gapChange(of, ours, toPaired(others), z);
    appendTested(one);
    appendTested(other);
    appendTested(change);
  }
  return DoubleArray(copyToJs<double>(values));
}

DoubleArray adjusted(const DoubleArray& pValues) {
  return DoubleArray(copyToJs<double>(
      benjaminiHochberg(emscripten::convertJSArrayToNumberVector<double>(pValues))));
}

DoubleArray spreadOf(const DoubleArray& groups, double overall) {
  const auto values = emscripten::convertJSArrayToNumberVector<double>(groups);
  return toDoubles(std::vector<Spread>{spread(values, overall)}, kSpreadFields);
}

// Of the values that are defined; NaN where those are fewer than half.
DoubleArray quantiles(const DoubleArray& values, const DoubleArray& shares) {
  auto defined = emscripten::convertJSArrayToNumberVector<double>(values);
  const std::size_t all = defined.size();
  std::erase_if(defined, [](double value) { return std::isnan(value); });
  if (2 * defined.size() < all) defined.clear();
  std::vector<double> result;
  for (const double share : emscripten::convertJSArrayToNumberVector<double>(shares)) {
    result.push_back(quantile(defined, share));
  }
  return DoubleArray(copyToJs<double>(result));
}

// A bootstrap sample of the tally's rows, as a tally of the same schema.
Tally* resampled(const Tally& tally, const TallyResampler& resampler, double seed, double draw) {
  const auto cells = resampler.cells();
  std::vector<double> drawn(cells.size() * kSums);
  resampler.draw(static_cast<std::uint64_t>(seed), static_cast<std::uint64_t>(draw), drawn);
  std::vector<double> sums(tally.cells().size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::copy_n(drawn.begin() + static_cast<std::ptrdiff_t>(i * kSums), kSums,
                sums.begin() + static_cast<std::ptrdiff_t>(cells[i] * kSums));
  }
  auto sample = std::make_unique<Tally>(tally.schema());
  sample->add(sums);
  return sample.release();
}

TallyResampler* makeResampler(const Tally& tally) { return new TallyResampler(tally); }

// Places of the rates that a disparity compares.
IndexArray disparityRates(std::size_t disparity) {
  const Disparity& asked = kDisparities.at(disparity);
  std::vector<std::uint32_t> rates{static_cast<std::uint32_t>(asked.rate)};
  if (asked.other != asked.rate) rates.push_back(static_cast<std::uint32_t>(asked.other));
  return IndexArray(copyToJs<std::uint32_t>(rates));
}

template <const auto& Table>
StringArray names() {
  return StringArray(namesOf(Table));
}

}  // namespace

EMSCRIPTEN_BINDINGS(group) {
  using namespace emscripten;
  register_type<ConditionJs>("[attribute: string, category: string][][]");
  register_type<FrameJs>("{ codes: Uint32Array; counts: Float64Array; overall: Float64Array }");
  register_type<OptionsJs>(
      "{ draws: number; seed: number; confidence: number; simultaneous: boolean }");
  register_type<UncertaintyJs>(
      "{ rates: Float64Array; overallRates: Float64Array; spreads: Float64Array; "
      "disparities: Float64Array; differenceTests: Float64Array; spreadTests: Float64Array; "
      "expectedCases: Float64Array; leastDetectable: Float64Array }");
  function("frameUncertainty", guarded<&uncertainty>());
  function("equivalenceTest", guarded<&equivalence>());
  function("disparityInterval", guarded<&disparityEnds>());
  function("shrunkenRates", guarded<&shrunken>());
  constant("fewestShrunken", kFewestShrunken);
  function("pairedComparison", guarded<&paired>());
  function("adjustPValues", guarded<&adjusted>());
  function("quantiles", guarded<&quantiles>());
  class_<TallyResampler>("TallyResampler")
      .constructor(guarded<&makeResampler>(), allow_raw_pointers());
  function("resampled", guarded<&resampled>(), allow_raw_pointers());
  constant("mostUncertainGroups", kMostUncertainGroups);
  constant("countWidth", kCountWidth);
  function("countNames", &names<kCountFields>);
  function("rateNames", &names<kRates>);
  function("disparityNames", &names<kDisparities>);
  function("spreadNames", &names<kSpreadFields>);
  register_type<IndexArray>("Uint32Array");
  function("disparityRates", guarded<&disparityRates>());
  function("frame", guarded<&frame>());
  function("frameShared", guarded<&frameShared>());
  function("conditionsShared", guarded<&conditionsShared>());
  function("sharedBetween", guarded<&sharedBetween>());
  constant("countSets", kCellSets);
  function("confusionMatrices", guarded<&matrices>());
  function("counts", guarded<&counts>());
  function("labelsAsPredictions", guarded<&labelCounts>());
  function("rates", guarded<&ratesOf>());
  function("disparities", guarded<&disparities>());
  function("spreads", guarded<&spreads>());
  function("spreadOf", guarded<&spreadOf>());
}

}  // namespace fairwasm::bindings
