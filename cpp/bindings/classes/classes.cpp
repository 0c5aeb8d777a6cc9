// SPDX-License-Identifier: Apache-2.0
//
// Confusion matrices, probabilities of several classes, and rows with several labels, for
// JavaScript. Counts come from a tally of another module, by its schema and sums; rows are staged.
#include "../support/accumulator.hpp"
#include "fairwasm/classes/confusion.hpp"
#include "fairwasm/classes/labels.hpp"
#include "fairwasm/classes/probabilities.hpp"
#include "fairwasm/classes/summaries.hpp"
#include "report.hpp"

namespace fairwasm::bindings {

using namespace classes;

struct Counted {
  std::vector<std::uint32_t> codes;
  std::vector<double> rows;        // (group or, last, all rows)
  std::vector<double> effective;   // Kish's number of rows, of the same
  std::vector<double> confusions;  // (the same, true class, predicted class)
  Report report;
};
template <>
struct Fields<Counted> : List<&Counted::codes, &Counted::rows, &Counted::effective,
                              &Counted::confusions, &Counted::report> {};

struct StagedProbabilities {
  std::size_t rows;
  std::size_t classes;
  std::uintptr_t probabilities;
  std::uintptr_t truths;
  std::optional<std::uintptr_t> weights;
};
template <>
struct Fields<StagedProbabilities>
    : List<&StagedProbabilities::rows, &StagedProbabilities::classes,
           &StagedProbabilities::probabilities, &StagedProbabilities::truths,
           &StagedProbabilities::weights> {};

struct StagedLabels {
  std::size_t rows;
  std::size_t labels;
  std::uintptr_t truths;
  std::uintptr_t predictions;
  std::optional<std::uintptr_t> scores;
  std::optional<std::uintptr_t> weights;
};
template <>
struct Fields<StagedLabels>
    : List<&StagedLabels::rows, &StagedLabels::labels, &StagedLabels::truths,
           &StagedLabels::predictions, &StagedLabels::scores, &StagedLabels::weights> {};

struct LabelReport {
  std::vector<double> confusions;  // (group or, last, all rows, label, TN FP FN TP)
  Report report;
};
template <>
struct Fields<LabelReport> : List<&LabelReport::confusions, &LabelReport::report> {};

namespace {

double sumOf(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

std::vector<Measured> summariesOf(const Confusion& confusion) {
  std::vector<Measured> all;
  for (const auto& summary : kSummaries) all.push_back(measure(summary, confusion));
  return all;
}

// `sums` of a tally of this schema. Persons with several rows are no independent evidence: such a
// tally has no intervals here.
Counted countedBy(const data::Schema& schema, const std::vector<double>& sums,
                  const std::vector<std::string>& by, const std::vector<std::string>& names,
                  const std::optional<double>& confidence) {
  auto plain = schema;
  plain.hasCluster = false;
  tally::Tally tally(plain);
  tally.add(sums);
  auto frame = frameBy(tally, by, names);
  Counted result{std::move(frame.codes), {}, {}, {}, {}};
  std::vector<std::vector<Measured>> groups;
  for (const auto& each : frame.groups) groups.push_back(summariesOf(each));
  frame.groups.push_back(frame.overall);
  for (const auto& each : frame.groups) {
    const double weight = sumOf(each.weights);
    result.rows.push_back(sumOf(each.rows));
    result.effective.push_back(weight * weight / sumOf(each.squares));
    result.confusions.insert(result.confusions.end(), each.weights.begin(), each.weights.end());
  }
  const bool isIndependent = !schema.hasCluster;
  result.report =
      reportOf(groups, summariesOf(frame.overall), isIndependent ? confidence : std::nullopt);
  return result;
}

std::unique_ptr<ProbabilityRows> probabilityRows(const StagedProbabilities& staged) {
  const auto& [rows, classes, probabilities, truths, weights] = staged;
  return std::make_unique<ProbabilityRows>(
      ProbabilityBatch{classes, memory<double>(probabilities, rows * classes),
                       memory<std::uint32_t>(truths, rows), numbersAt<double>(weights, rows)});
}

// One after the other.
std::vector<Measured> joined(std::initializer_list<const std::vector<Measured>*> parts) {
  std::vector<Measured> all;
  for (const auto* part : parts) all.insert(all.end(), part->begin(), part->end());
  return all;
}

std::vector<Measured> metricsOf(const ProbabilityValues& values) {
  return joined({&values.summaries, &values.topAccuracy, &values.brierScore, &values.areaUnderCurve,
                 &values.averagePrecision});
}
std::vector<Measured> metricsOf(const LabelValues& values) {
  return joined(
      {&values.summaries, &values.jaccardIndex, &values.areaUnderCurve, &values.averagePrecision});
}

// All rows as one group.
template <class Rows>
auto overallOf(const Rows& rows, std::size_t count) {
  return rows.by(std::vector<std::uint32_t>(count, 0U), 1).front();
}

template <class Values>
Report reportOfValues(const std::vector<Values>& groups, const Values& overall,
                      const std::optional<double>& confidence) {
  std::vector<std::vector<Measured>> metrics;
  for (const auto& each : groups) metrics.push_back(metricsOf(each));
  return reportOf(metrics, metricsOf(overall), confidence);
}

Report probabilitiesBy(const ProbabilityRows& rows, const std::vector<std::uint32_t>& groups,
                       std::size_t count, const std::optional<double>& confidence) {
  return reportOfValues(rows.by(groups, count), overallOf(rows, groups.size()), confidence);
}

std::unique_ptr<LabelRows> labelRows(const StagedLabels& staged) {
  const auto& [rows, labels, truths, predictions, scores, weights] = staged;
  return std::make_unique<LabelRows>(LabelBatch{labels, memory<std::uint8_t>(truths, rows * labels),
                                                memory<std::uint8_t>(predictions, rows * labels),
                                                numbersAt<double>(scores, rows * labels),
                                                numbersAt<double>(weights, rows)});
}

LabelReport labelsBy(const LabelRows& rows, const std::vector<std::uint32_t>& groups,
                     std::size_t count, const std::optional<double>& confidence) {
  auto values = rows.by(groups, count);
  const auto overall = overallOf(rows, groups.size());
  LabelReport result{{}, reportOfValues(values, overall, confidence)};
  values.push_back(overall);
  for (const auto& each : values) {
    result.confusions.insert(result.confusions.end(), each.confusion.begin(), each.confusion.end());
  }
  return result;
}

std::vector<std::string> labelNames() {
  auto all = names<kLabelSummaries>();
  for (const auto& name : names<kAveragedRates>()) all.push_back(name);
  return all;
}

}  // namespace

EMSCRIPTEN_BINDINGS(classes) {
  function<&names<kSummaries>>("summaryNames");
  function<&names<kProbabilitySummaries>>("probabilityNames");
  function<&labelNames>("labelNames");
  function<&names<kLabelRankings>>("labelRankingNames");
  function<&countedBy>("countedBy");
  Class<ProbabilityRows>("ProbabilityRows").factory<&probabilityRows>();
  function<&probabilitiesBy>("probabilitiesBy");
  Class<LabelRows>("LabelRows").factory<&labelRows>();
  function<&labelsBy>("labelsBy");
}

}  // namespace fairwasm::bindings
