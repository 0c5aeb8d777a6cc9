// SPDX-License-Identifier: Apache-2.0
//
// Bindings of confusion matrices, multiclass probabilities, and multilabel rows. Counts come from
// the schema and sums of a tally in another module; rows are staged.
#include "../support/accumulator.hpp"
#include "fairwasm/classes/confusion.hpp"
#include "fairwasm/classes/labels.hpp"
#include "fairwasm/classes/probabilities.hpp"
#include "fairwasm/classes/report.hpp"
#include "fairwasm/classes/summaries.hpp"

namespace fairwasm::bindings {

using namespace classes;

struct StagedProbabilities {
  std::size_t rows;
  std::size_t classes;
  std::uintptr_t probabilities;
  std::uintptr_t truths;
  std::optional<std::uintptr_t> weights;
};

struct StagedLabels {
  std::size_t rows;
  std::size_t labels;
  std::uintptr_t truths;
  std::uintptr_t predictions;
  std::optional<std::uintptr_t> scores;
  std::optional<std::uintptr_t> weights;
};

namespace {

std::unique_ptr<ProbabilityRows> probabilityRows(const StagedProbabilities& staged) {
  const auto& [rows, classes, probabilities, truths, weights] = staged;
  return std::make_unique<ProbabilityRows>(
      ProbabilityBatch{classes, memory<double>(probabilities, rows * classes),
                       memory<std::uint32_t>(truths, rows), numbersAt<double>(weights, rows)});
}

std::unique_ptr<LabelRows> labelRows(const StagedLabels& staged) {
  const auto& [rows, labels, truths, predictions, scores, weights] = staged;
  return std::make_unique<LabelRows>(LabelBatch{labels, memory<std::uint8_t>(truths, rows * labels),
                                                memory<std::uint8_t>(predictions, rows * labels),
                                                numbersAt<double>(scores, rows * labels),
                                                numbersAt<double>(weights, rows)});
}

}  // namespace

EMSCRIPTEN_BINDINGS(classes) {
  function<&names<kSummaries>>("summaryNames");
  function<&names<kProbabilitySummaries>>("probabilityNames");
  function<&labelMetricNames>("labelNames");
  function<&names<kLabelRankings>>("labelRankingNames");
  function<&countedReport>("countedBy");
  Class<ProbabilityRows>("ProbabilityRows").factory<&probabilityRows>();
  function<&probabilityReport>("probabilitiesBy");
  Class<LabelRows>("LabelRows").factory<&labelRows>();
  function<&labelReport>("labelsBy");
}

}  // namespace fairwasm::bindings
