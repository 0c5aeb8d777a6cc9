// SPDX-License-Identifier: Apache-2.0
//
// Co-occurrence metrics, for JavaScript. Matrices cross as flat arrays, row by row; names cross
// once, with the schema.
#include "../support/accumulator.hpp"
#include "fairwasm/amplification/combination_run.hpp"
#include "fairwasm/amplification/pair_run.hpp"
#include "fairwasm/amplification/resample.hpp"

namespace fairwasm::bindings {

using namespace amplification;

template <>
struct Fields<CooccurrenceSchema>
    : List<Field<"attributes", &CooccurrenceSchema::attributes>,
           Field<"tasks", &CooccurrenceSchema::tasks>,
           Field<"hasAttributePrediction", &CooccurrenceSchema::hasAttributePrediction>,
           Field<"hasTaskPrediction", &CooccurrenceSchema::hasTaskPrediction>> {};

using Pointer = std::optional<std::uintptr_t>;
struct StagedLabels {
  std::size_t rows;
  Pointer attribute;
  Pointer task;
  Pointer attributePrediction;
  Pointer taskPrediction;
  Pointer weight;
};
template <>
struct Fields<StagedLabels>
    : List<Field<"rows", &StagedLabels::rows>, Field<"attribute", &StagedLabels::attribute>,
           Field<"task", &StagedLabels::task>,
           Field<"attributePrediction", &StagedLabels::attributePrediction>,
           Field<"taskPrediction", &StagedLabels::taskPrediction>,
           Field<"weight", &StagedLabels::weight>> {};

template <>
struct Value<PairMetric> {
  static constexpr auto type = Text("string");
  static PairMetric read(const val& js) {
    return entryNamed(kPairMetrics, js.as<std::string>(), "metric").value;
  }
};
template <>
struct Fields<PairOptions>
    : List<Field<"direction", &PairOptions::direction>, Field<"metric", &PairOptions::metric>,
           Field<"definition", &PairOptions::definition>,
           Field<"predictedFrom", &PairOptions::predictedFrom>,
           Field<"resampling", &PairOptions::resampling>> {};

template <>
struct Fields<PairCounts>
    : List<Field<"rows", &PairCounts::rows>, Field<"from", &PairCounts::from>,
           Field<"to", &PairCounts::to>, Field<"together", &PairCounts::together>,
           Field<"predicted", &PairCounts::predicted>> {};

template <>
struct Fields<Amplification> : List<Field<"value", &Amplification::value>,
                                    Field<"contributions", &Amplification::contributions>> {};

template <>
inline constexpr bool kIsFlat<uncertainty::Interval> = true;

using Plan = CombinationPlan;
template <>
struct Fields<Plan>
    : List<Field<"direction", &Plan::direction>,
           Field<"definition", &Plan::options, &CombinationOptions::definition>,
           Field<"minSize", &Plan::options, &CombinationOptions::minSize>,
           Field<"maxSize", &Plan::options, &CombinationOptions::maxSize>,
           Field<"maxCombinations", &Plan::options, &CombinationOptions::maxCombinations>,
           Field<"predictions", &Plan::predictions>, Field<"exchanging", &Plan::exchanging>> {};

template <>
struct Fields<CombinationSize>
    : List<Field<"size", &CombinationSize::size>, Field<"count", &CombinationSize::count>,
           Field<"examples", &CombinationSize::examples>> {};

template <>
struct Fields<CombinationTerm>
    : List<Field<"from", &CombinationTerm::from>,
           Field<"combination", &CombinationTerm::combination>,
           Field<"change", &CombinationTerm::change>, Field<"rows", &CombinationTerm::rows>,
           Field<"fromRows", &CombinationTerm::fromRows>,
           Field<"together", &CombinationTerm::together>,
           Field<"predicted", &CombinationTerm::predicted>> {};

template <>
struct Fields<CombinationResult>
    : List<Field<"mean", &CombinationResult::mean>, Field<"variance", &CombinationResult::variance>,
           Field<"terms", &CombinationResult::terms>,
           Field<"combinations", &CombinationResult::combinations>,
           Field<"bySize", &CombinationResult::bySize>,
           Field<"largest", &CombinationResult::largest>> {};

namespace {

void update(Cooccurrence& counts, const StagedLabels& staged) {
  const auto matrix = [&](const Pointer& pointer, Labels labels) {
    return numbersAt<std::uint8_t>(pointer, staged.rows * columnsOf(counts.schema(), labels).count);
  };
  counts.update({staged.rows, matrix(staged.attribute, Labels::kAttribute),
                 matrix(staged.task, Labels::kTask),
                 matrix(staged.attributePrediction, Labels::kAttributePrediction),
                 matrix(staged.taskPrediction, Labels::kTaskPrediction),
                 numbersAt<double>(staged.weight, staged.rows)});
}

std::vector<double> labelTotals(const Cooccurrence& counts, Labels labels) {
  return countTrue(counts.bits(), columnsOf(counts.schema(), labels));
}

std::vector<double> pairMatrix(const Cooccurrence& counts, Labels from, Labels to,
                               const std::string& matrix, Definition definition) {
  const auto value = entryNamed(kPairMatrices, matrix, "matrix").value;
  return value(countPairs(counts, from, to), definition);
}

// The matrix that decides what is biased.
std::vector<double> referenceMatrix(const Cooccurrence& counts, const Cooccurrence* train,
                                    Direction direction, const std::string& matrix,
                                    Definition definition) {
  const auto value = entryNamed(kPairMatrices, matrix, "matrix").value;
  return value(referenceCounts(counts, direction, train), definition);
}

}  // namespace

EMSCRIPTEN_BINDINGS(amplification) {
  accumulator<Cooccurrence, &update>("Cooccurrence")
      .constructor<CooccurrenceSchema>()
      .method<&Cooccurrence::schema>("schema")
      .method<&Cooccurrence::rows>("rows")
      .method<&Cooccurrence::weight>("weight");
  function<&labelTotals>("labelTotals");
  function<&pairMatrix>("pairMatrix");
  function<&referenceMatrix>("referenceMatrix");
  function<&percentileInterval>("percentileInterval");
  Class<PairRun>("PairRun")
      .constructor<const Cooccurrence&, const Cooccurrence*, const PairOptions&>()
      .method<&PairRun::value>("value")
      .method<&PairRun::counts>("counts")
      .method<&PairRun::replicate>("replicate");
  Class<CombinationRun>("CombinationRun")
      .constructor<const Cooccurrence&, const Cooccurrence*, const Plan&>()
      .method<&CombinationRun::advance>("advance")
      .method<&CombinationRun::progress>("progress")
      .method<&CombinationRun::exchange>("exchange")
      .method<&CombinationRun::result>("result");
}

}  // namespace fairwasm::bindings
