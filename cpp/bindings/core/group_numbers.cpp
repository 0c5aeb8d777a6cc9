// SPDX-License-Identifier: Apache-2.0
//
// Regression sums and score histograms by group, for JavaScript. Both take their rows as addresses
// of columns, like the tally; what is derived from them crosses as flat arrays, group by group.
#include "../support.hpp"
#include "fairwasm/group/regression.hpp"
#include "fairwasm/group/regression_uncertainty.hpp"
#include "fairwasm/group/score_uncertainty.hpp"
#include "fairwasm/group/scores.hpp"
#include "fairwasm/uncertainty/random.hpp"

namespace fairwasm::bindings {

using namespace data;
using namespace group;
using namespace tally;
using namespace uncertainty;
namespace {

EMSCRIPTEN_DECLARE_VAL_TYPE(AttributesJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(NumberRowsJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(GroupBytesJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(GroupedJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(CurvesJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(DifferencesJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(IndicesJs)

std::vector<Attribute> toAttributes(const val& js) {
  std::vector<Attribute> attributes;
  for (const val& attribute : emscripten::vecFromJSArray<val>(js)) {
    attributes.push_back({attribute["name"].as<std::string>(), toStrings(attribute["categories"])});
  }
  return attributes;
}

std::vector<Codes> toCodes(const val& columns, std::size_t rows) {
  std::vector<Codes> codes;
  for (const val& column : emscripten::vecFromJSArray<val>(columns)) {
    const auto pointer = column["pointer"].as<std::uintptr_t>();
    if (column["bytes"].as<int>() == 1) {
      codes.emplace_back(memory<std::uint8_t>(pointer, rows));
    } else {
      codes.emplace_back(memory<std::uint32_t>(pointer, rows));
    }
  }
  return codes;
}

template <class T>
std::span<const T> toSpan(const val& pointer, std::size_t rows) {
  if (pointer.isUndefined()) return {};
  return memory<T>(pointer.as<std::uintptr_t>(), rows);
}

template <class Accumulator>
Accumulator* make(const AttributesJs& attributes) {
  return new Accumulator(toAttributes(attributes));
}

template <class Accumulator>
AttributesJs attributesOf(const Accumulator& accumulator) {
  val attributes = val::array();
  for (const auto& attribute : accumulator.schema().attributes) {
    val js = val::object();
    js.set("name", attribute.name);
    js.set("categories", toJsArray(attribute.categories));
    attributes.call<void>("push", js);
  }
  return AttributesJs(attributes);
}

template <class Accumulator>
void mergeInto(Accumulator& accumulator, const Accumulator& other) {
  accumulator.merge(other);
}

template <class Accumulator>
GroupBytesJs bytesOf(const Accumulator& accumulator) {
  return GroupBytesJs(copyToJs<std::uint8_t>(accumulator.toBytes()));
}

template <class Accumulator>
Accumulator* fromBytes(const GroupBytesJs& bytes) {
  return new Accumulator(
      Accumulator::fromBytes(emscripten::convertJSArrayToNumberVector<std::uint8_t>(bytes)));
}

void updateRegression(RegressionTally& tally, const NumberRowsJs& js) {
  const auto rows = js["rows"].as<std::size_t>();
  tally.update({rows, toCodes(js["attributes"], rows), toSpan<double>(js["label"], rows),
                toSpan<double>(js["prediction"], rows), toSpan<double>(js["weight"], rows)});
}

void updateScores(ScoreTally& tally, const NumberRowsJs& js) {
  const auto rows = js["rows"].as<std::size_t>();
  tally.update({rows, toCodes(js["attributes"], rows), toSpan<std::uint8_t>(js["label"], rows),
                toSpan<double>(js["prediction"], rows), toSpan<double>(js["weight"], rows)});
}

GroupedJs grouped(const Grouping& grouping, std::span<const double> values) {
  val js = val::object();
  js.set("codes", copyToJs<std::uint32_t>({grouping.codes.data(), grouping.codes.size()}));
  js.set("values", copyToJs<double>(values));
  return GroupedJs(js);
}

GroupedJs regressionBy(const RegressionTally& tally, const StringArray& by) {
  const Grouping grouping = groupBy(tally.schema(), toStrings(by));
  std::vector<double> values;
  for (const auto& sums : tally.by(grouping)) {
    for (const auto& metric : kRegressionMetrics) values.push_back(metric.value(sums));
  }
  return grouped(grouping, values);
}

// For each group and metric both ends of the interval, and the effective rows.
DoubleArray regressionIntervals(const RegressionTally& tally, const StringArray& by,
                                double confidence) {
  std::vector<double> values;
  for (const auto& sums : tally.by(groupBy(tally.schema(), toStrings(by)))) {
    for (const auto& metric : kRegressionMetrics) {
      const auto [error, rows] = boundedError(metric.name, sums, confidence);
      values.insert(values.end(), {error.ci.low, error.ci.high, rows});
    }
  }
  return DoubleArray(copyToJs<double>(values));
}

// Of each group the value, both ends and the effective rows.
DoubleArray pinballLosses(const RegressionTally& tally, const StringArray& by, double alpha,
                          double confidence) {
  std::vector<double> values;
  for (const auto& sums : tally.by(groupBy(tally.schema(), toStrings(by)))) {
    const auto [loss, rows] = boundedPinballLoss(sums, alpha, confidence);
    values.insert(values.end(), {loss.value, loss.ci.low, loss.ci.high, rows});
  }
  return DoubleArray(copyToJs<double>(values));
}

// The members of kSpreadFields, each with both ends, and the least effective rows.
DoubleArray regressionSpread(const RegressionTally& tally, const StringArray& by,
                             const std::string& metric, double confidence) {
  const auto [values, intervals, rows] =
      errorSpread(metric, tally.by(groupBy(tally.schema(), toStrings(by))), confidence);
  std::vector<double> flat;
  const auto add = [&](double value, const Interval& ci) {
    flat.insert(flat.end(), {value, ci.low, ci.high});
  };
  add(values.min, intervals.min);
  add(values.max, intervals.max);
  add(values.difference, intervals.difference);
  add(values.ratio, intervals.ratio);
  add(values.differenceToOverall, intervals.differenceToOverall);
  add(values.ratioToOverall, intervals.ratioToOverall);
  flat.push_back(rows);
  return DoubleArray(copyToJs<double>(flat));
}

// For each group and each metric but the count: difference to and ratio with the group at the place
// `reference`, each with both ends, the p-value and the effective rows.
DoubleArray regressionComparisons(const RegressionTally& tally, const StringArray& by,
                                  std::size_t reference, double confidence) {
  const auto groups = tally.by(groupBy(tally.schema(), toStrings(by)));
  std::vector<double> flat;
  for (const auto& group : groups) {
    for (const auto& metric : kRegressionMetrics) {
      if (metric.name == "count") continue;
      const auto [difference, ratio, pValue, rows] =
          compareErrors(metric.name, group, groups.at(reference), confidence);
      flat.insert(flat.end(), {difference.value, difference.ci.low, difference.ci.high, ratio.value,
                               ratio.ci.low, ratio.ci.high, pValue, rows});
    }
  }
  return DoubleArray(copyToJs<double>(flat));
}

// Rows drawn with replacement, as many as there are: the bootstrap sample number `draw`.
IndicesJs drawnRows(std::uint32_t rows, double seed, double draw) {
  RandomStream random(static_cast<std::uint64_t>(seed), static_cast<std::uint64_t>(draw));
  std::vector<std::uint32_t> drawn(rows);
  for (auto& row : drawn) row = random.below(rows);
  return IndicesJs(copyToJs<std::uint32_t>(drawn));
}

GroupedJs scoresBy(const ScoreTally& tally, const StringArray& by) {
  const Grouping grouping = groupBy(tally.schema(), toStrings(by));
  std::vector<double> values;
  for (const auto& histogram : tally.by(grouping)) {
    const ScoreSummary summary = summarize(histogram);
    for (const auto& field : kScoreSummaryFields) values.push_back(summary.*(field.member));
  }
  return grouped(grouping, values);
}

template <class Record>
val flat(const std::vector<Record>& records) {
  static_assert(sizeof(Record) % sizeof(double) == 0);
  return copyToJs<double>({reinterpret_cast<const double*>(records.data()),
                           records.size() * sizeof(Record) / sizeof(double)});
}

DoubleArray flatIntervals(const ByScoreMeasure<Bounded>& bounded) {
  std::vector<double> ends;
  for (const auto& [value, ci] : bounded) ends.insert(ends.end(), {ci.low, ci.high});
  return DoubleArray(copyToJs<double>(ends));
}

// For each group its operations (threshold, true positives, false positives), its calibration bins
// (fields of CalibrationBin), its expected calibration error, the intervals (low, high) of
// kScoreMeasures and on how many cases they rest.
CurvesJs scoreCurves(const ScoreTally& tally, const StringArray& by, std::size_t bins,
                     double confidence) {
  val curves = val::array();
  for (const auto& histogram : tally.by(groupBy(tally.schema(), toStrings(by)))) {
    const ScoreCertainty certainty = scoreCertainty(histogram, bins);
    const auto& parts = certainty.calibration;
    val js = val::object();
    js.set("operations", flat(operations(histogram)));
    js.set("calibration", flat(parts));
    js.set("expectedCalibrationError", expectedCalibrationError(parts));
    js.set("intervals", flatIntervals(scoreIntervals(certainty, confidence)));
    js.set("cases", certainty.cases);
    curves.call<void>("push", js);
  }
  return CurvesJs(curves);
}

// For each group and each of kScoreMeasures: the difference to the group at the place `reference`,
// its interval (low, high) and its p-value; and for each group on how many cases its numbers rest.
DifferencesJs scoreDifferencesBy(const ScoreTally& tally, const StringArray& by,
                                 std::size_t reference, std::size_t bins, double confidence) {
  std::vector<ScoreCertainty> groups;
  for (const auto& histogram : tally.by(groupBy(tally.schema(), toStrings(by)))) {
    groups.push_back(scoreCertainty(histogram, bins));
  }
  std::vector<double> values;
  std::vector<double> cases;
  for (const auto& group : groups) {
    cases.push_back(group.cases);
    for (const auto& [difference, pValue] :
         scoreDifferences(group, groups.at(reference), confidence)) {
      values.insert(values.end(),
                    {difference.value, difference.ci.low, difference.ci.high, pValue});
    }
  }
  val js = val::object();
  js.set("values", copyToJs<double>(values));
  js.set("cases", copyToJs<double>(cases));
  return DifferencesJs(js);
}

StringArray scoreMeasureNames() {
  val names = val::array();
  for (const std::string_view name : kScoreMeasures) names.call<void>("push", std::string(name));
  return StringArray(names);
}

template <const auto& Table>
StringArray names() {
  return StringArray(namesOf(Table));
}

template <class Accumulator, auto Update>
void bindAccumulator(const char* name) {
  using namespace emscripten;
  class_<Accumulator>(name)
      .constructor(guarded<&make<Accumulator>>(), allow_raw_pointers())
      .function("attributes", guarded<&attributesOf<Accumulator>>())
      .function("update", guarded<Update>())
      .function("merge", guarded<&mergeInto<Accumulator>>())
      .function("reset", &Accumulator::reset)
      .function("toBytes", guarded<&bytesOf<Accumulator>>())
      .class_function("fromBytes", guarded<&fromBytes<Accumulator>>(), allow_raw_pointers());
}

}  // namespace

EMSCRIPTEN_BINDINGS(group_numbers) {
  using namespace emscripten;
  register_type<AttributesJs>("{ name: string; categories: string[] }[]");
  register_type<NumberRowsJs>(
      "{ rows: number; attributes: { pointer: number; bytes: 1 | 4 }[]; label: number; "
      "prediction: number; weight?: number | undefined }");
  register_type<GroupBytesJs>("Uint8Array");
  register_type<IndicesJs>("Uint32Array");
  register_type<GroupedJs>("{ codes: Uint32Array; values: Float64Array }");
  register_type<CurvesJs>(
      "{ operations: Float64Array; calibration: Float64Array; expectedCalibrationError: number; "
      "intervals: Float64Array; cases: number }[]");
  register_type<DifferencesJs>("{ values: Float64Array; cases: Float64Array }");
  bindAccumulator<RegressionTally, &updateRegression>("RegressionTally");
  bindAccumulator<ScoreTally, &updateScores>("ScoreTally");
  function("regressionMetricNames", &names<kRegressionMetrics>);
  function("scoreSummaryNames", &names<kScoreSummaryFields>);
  function("regressionBy", guarded<&regressionBy>());
  function("regressionIntervals", guarded<&regressionIntervals>());
  function("pinballLosses", guarded<&pinballLosses>());
  function("regressionSpread", guarded<&regressionSpread>());
  function("regressionComparisons", guarded<&regressionComparisons>());
  function("drawnRows", guarded<&drawnRows>());
  function("scoresBy", guarded<&scoresBy>());
  function("scoreMeasureNames", &scoreMeasureNames);
  function("scoreCurves", guarded<&scoreCurves>());
  function("scoreDifferencesBy", guarded<&scoreDifferencesBy>());
}

}  // namespace fairwasm::bindings
