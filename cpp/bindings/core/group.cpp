// SPDX-License-Identifier: Apache-2.0
//
// Counts, rates, disparities and spreads, for JavaScript. Counts are taken from a tally; everything
// else is a function of counts. They cross as flat arrays, group by group; the names of the values,
// in the same order, are asked for once.
#include <algorithm>
#include <cmath>
#include <memory>

#include "../support.hpp"
#include "fairwasm/group/disparities.hpp"
#include "fairwasm/group/frame.hpp"
#include "fairwasm/group/frame_uncertainty.hpp"
#include "fairwasm/uncertainty/resample.hpp"
#include "fairwasm/uncertainty/tests.hpp"

namespace fairwasm::bindings {
namespace {

EMSCRIPTEN_DECLARE_VAL_TYPE(ConditionJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(FrameJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(OptionsJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(UncertaintyJs)

struct SpreadField {
  std::string_view name;
  double Spread::* member;
};
constexpr std::array kSpreadFields = std::to_array<SpreadField>({
    {"min", &Spread::min},
    {"max", &Spread::max},
    {"difference", &Spread::difference},
    {"ratio", &Spread::ratio},
    {"differenceToOverall", &Spread::differenceToOverall},
    {"ratioToOverall", &Spread::ratioToOverall},
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

std::vector<Counts> toCounts(const DoubleArray& js) {
  const auto values = emscripten::convertJSArrayToNumberVector<double>(js);
  std::vector<Counts> groups(values.size() / kCountFields.size());
  for (std::size_t i = 0; i < groups.size() * kCountFields.size(); ++i) {
    groups[i / kCountFields.size()].*(kCountFields[i % kCountFields.size()].member) = values[i];
  }
  return groups;
}

FrameJs frame(const Tally& tally, const StringArray& by, const StringArray& favorable) {
  const Frame frame =
      frameBy(tally, toStrings(by), favorableLabels(tally.schema(), toStrings(favorable)));
  val js = val::object();
  js.set("codes", copyToJs<std::uint32_t>({frame.codes.data(), frame.codes.size()}));
  js.set("counts", toDoubles(frame.counts, kCountFields));
  js.set("overall", toDoubles(std::vector<Counts>{frame.overall}, kCountFields));
  return FrameJs(js);
}

DoubleArray matrices(const Tally& tally, const StringArray& by) {
  const auto values = confusionMatrices(tally, toStrings(by));
  return DoubleArray(copyToJs<double>({values.data(), values.size()}));
}

DoubleArray counts(const Tally& tally, const ConditionJs& condition, const StringArray& favorable) {
  const auto isFavorable = favorableLabels(tally.schema(), toStrings(favorable));
  return toDoubles(std::vector<Counts>{countGroup(tally, toCondition(condition), isFavorable)},
                   kCountFields);
}

DoubleArray ratesOf(const DoubleArray& counts) {
  const auto values = rates(toCounts(counts));
  return DoubleArray(copyToJs<double>({values.data(), values.size()}));
}

DoubleArray disparities(const DoubleArray& unprivileged, const DoubleArray& privileged) {
  const Counts reference = toCounts(privileged).at(0);
  std::vector<double> values;
  for (const Counts& group : toCounts(unprivileged)) {
    for (const auto& disparity : kDisparities) values.push_back(disparity.value(group, reference));
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

UncertaintyJs uncertainty(const Tally& tally, const StringArray& by, const StringArray& favorable,
                          std::size_t reference, const OptionsJs& options) {
  const FrameUncertainty result = frameUncertainty(
      tally, toStrings(by), favorableLabels(tally.schema(), toStrings(favorable)), reference,
      {options["draws"].as<std::size_t>(), static_cast<std::uint64_t>(options["seed"].as<double>()),
       options["confidence"].as<double>()});
  val js = val::object();
  js.set("rates", toJsIntervals(result.rates));
  js.set("overallRates", toJsIntervals(result.overallRates));
  js.set("spreads", toJsIntervals(result.spreads));
  js.set("disparities", toJsIntervals(result.disparities));
  js.set("differenceTests", copyToJs<double>(result.differenceTests));
  js.set("permutationTests", copyToJs<double>(result.permutationTests));
  return UncertaintyJs(js);
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

template <const auto& Table>
StringArray names() {
  return StringArray(namesOf(Table));
}

}  // namespace

EMSCRIPTEN_BINDINGS(group) {
  using namespace emscripten;
  register_type<ConditionJs>("[attribute: string, category: string][][]");
  register_type<FrameJs>("{ codes: Uint32Array; counts: Float64Array; overall: Float64Array }");
  register_type<OptionsJs>("{ draws: number; seed: number; confidence: number }");
  register_type<UncertaintyJs>(
      "{ rates: Float64Array; overallRates: Float64Array; spreads: Float64Array; "
      "disparities: Float64Array; differenceTests: Float64Array; permutationTests: Float64Array }");
  function("frameUncertainty", guarded<&uncertainty>());
  function("adjustPValues", guarded<&adjusted>());
  function("quantiles", guarded<&quantiles>());
  class_<TallyResampler>("TallyResampler")
      .constructor(guarded<&makeResampler>(), allow_raw_pointers());
  function("resampled", guarded<&resampled>(), allow_raw_pointers());
  constant("mostUncertainGroups", kMostUncertainGroups);
  function("countNames", &names<kCountFields>);
  function("rateNames", &names<kRates>);
  function("disparityNames", &names<kDisparities>);
  function("spreadNames", &names<kSpreadFields>);
  function("frame", guarded<&frame>());
  function("confusionMatrices", guarded<&matrices>());
  function("counts", guarded<&counts>());
  function("rates", guarded<&ratesOf>());
  function("disparities", guarded<&disparities>());
  function("spreads", guarded<&spreads>());
  function("spreadOf", guarded<&spreadOf>());
}

}  // namespace fairwasm::bindings
