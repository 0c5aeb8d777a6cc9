// SPDX-License-Identifier: Apache-2.0
//
// Bindings of co-occurrence metrics. Matrices are passed as flat row-major arrays; names are passed
// once, with the schema.
#include "../support/accumulator.hpp"
#include "fairwasm/amplification/combination_run.hpp"
#include "fairwasm/amplification/pair_run.hpp"

namespace fairwasm::bindings {

using namespace amplification;

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
struct Value<PairMetric> {
  static constexpr auto kType = Text("string");
  static PairMetric read(const val& js) {
    return entryNamed(kPairMetrics, js.as<std::string>(), "metric").value;
  }
};

template <>
inline constexpr bool kIsSpliced<CombinationOptions> = true;

namespace {

LabelBatch toBatch(const Cooccurrence& counts, const StagedLabels& staged) {
  const auto matrix = [&](const Pointer& pointer, Labels labels) {
    return numbersAt<std::uint8_t>(pointer,
                                   staged.rows * getColumns(counts.schema(), labels).count);
  };
  return {staged.rows,
          matrix(staged.attribute, Labels::kAttribute),
          matrix(staged.task, Labels::kTask),
          matrix(staged.attributePrediction, Labels::kAttributePrediction),
          matrix(staged.taskPrediction, Labels::kTaskPrediction),
          numbersAt<double>(staged.weight, staged.rows)};
}

void update(Cooccurrence& counts, const StagedLabels& staged) {
  counts.update(toBatch(counts, staged));
}

void updateCounted(Cooccurrence& counts, const StagedLabels& staged, std::uintptr_t times) {
  counts.updateCounted({toBatch(counts, staged), numbersAt<double>(times, staged.rows)});
}

std::vector<double> labelTotals(const Cooccurrence& counts, Labels labels) {
  return countTrue(counts.bits(), getColumns(counts.schema(), labels));
}

std::vector<double> pairMatrix(const Cooccurrence& counts, Labels from, Labels to,
                               const std::string& matrix, Definition definition) {
  const auto value = entryNamed(kPairMatrices, matrix, "matrix").value;
  return value(countPairs(counts, from, to), definition);
}

// Returns the matrix that determines which pairs are biased.
std::vector<double> referenceMatrix(const Cooccurrence& counts, const Cooccurrence* train,
                                    Direction direction, const std::string& matrix,
                                    Definition definition) {
  const auto value = entryNamed(kPairMatrices, matrix, "matrix").value;
  return value(referenceCounts(counts, direction, train), definition);
}

}  // namespace

EMSCRIPTEN_BINDINGS(amplification) {
  accumulator<Cooccurrence, &update, &updateCounted>("Cooccurrence")
      .constructor<CooccurrenceSchema>()
      .method<&Cooccurrence::schema>("schema")
      .method<&Cooccurrence::rows>("rows")
      .method<&Cooccurrence::weight>("weight");
  emscripten::constant("maxColumns", Cooccurrence::kMaxColumns);
  function<&labelTotals>("labelTotals");
  function<&pairMatrix>("pairMatrix");
  function<&referenceMatrix>("referenceMatrix");
  Class<PairRun>("PairRun")
      .constructor<const Cooccurrence&, const Cooccurrence*, const PairOptions&>()
      .method<&PairRun::value>("value")
      .method<&PairRun::counts>("counts")
      .method<&PairRun::differing>("differing")
      .method<&PairRun::take>("take")
      .method<&PairRun::simulate>("simulate")
      .method<&PairRun::result>("result");
  Class<CombinationRun>("CombinationRun")
      .constructor<const Cooccurrence&, const Cooccurrence*, const CombinationPlan&>()
      .method<&CombinationRun::advance>("advance")
      .method<&CombinationRun::progress>("progress")
      .method<&CombinationRun::exchange>("exchange")
      .method<&CombinationRun::result>("result");
}

}  // namespace fairwasm::bindings
