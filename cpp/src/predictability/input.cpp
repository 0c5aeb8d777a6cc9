// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/predictability/input.hpp"

#include <numeric>
#include <string>
#include <utility>

#include "fairwasm/core/error.hpp"

namespace fairwasm::predictability {

// A row-major table is the transpose of a column-major matrix.
template <class Scalar, class Number>
Matrix<Scalar> toMatrix(const std::vector<Number>& rowByRow, std::size_t columns) {
  if (columns == 0 || rowByRow.size() % columns != 0) {
    throw Error(ErrorCode::kShapeMismatch, {"values",
                                            "a multiple of " + std::to_string(columns) + " values",
                                            std::to_string(rowByRow.size()),
                                            {}});
  }
  return Eigen::Map<const Matrix<Number>>(rowByRow.data(), static_cast<Eigen::Index>(columns),
                                          static_cast<Eigen::Index>(rowByRow.size() / columns))
      .template cast<Scalar>();
}

template <class Scalar, class Number>
Table<Scalar> eachRow(const std::vector<Number>& rowByRow, std::size_t columns) {
  Table<Scalar> table{toMatrix<Scalar>(rowByRow, columns), {}};
  table.rows.resize(static_cast<std::size_t>(table.distinct.cols()));
  std::iota(table.rows.begin(), table.rows.end(), 0U);
  return table;
}

namespace {

template <class Scalar, class Number>
Table<Scalar> buildTable(const GivenTable<Number>& given) {
  Table<Scalar> table{toMatrix<Scalar>(given.distinct, given.columns), given.rows};
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    if (static_cast<Eigen::Index>(table.rows[row]) < table.distinct.cols()) continue;
    throw Error(ErrorCode::kInvalidArgument,
                {"feature", "a code below " + std::to_string(table.distinct.cols()),
                 std::to_string(table.rows[row]), row});
  }
  return table;
}

struct Trials {
  AttackRows<float> rows;
  AttackSpace space;
  LeakageOptions options;
};

Trials makeTrials(const LeakageSpec& spec) {
  Trials trials{attackRows<float>(spec.train), {}, {}};
  auto& [rows, space, options] = trials;
  options.training = spec.training;
  options.guess = spec.direction;
  options.metric = spec.metric;
  options.threshold = spec.threshold;
  options.normalized = spec.normalized;
  options.warmStart = spec.warmStart;
  options.testing = {.share = spec.testShare, .once = spec.warmStart};
  if (spec.test) {
    options.testing = {.first = rows.label.empty() ? 0 : rows.label[0].size()};
    rows = joined(std::move(rows), attackRows<float>(*spec.test));
  }
  const bool categorical = spec.training.loss == Loss::kCrossEntropy;
  const bool guessesOutcome = spec.direction == Guess::kOutcome;
  space.task = {spec.classes, categorical && guessesOutcome};
  space.attribute = {spec.attributeClasses, categorical && !guessesOutcome};
  return trials;
}

Metric requireMetric(const LeakageSpec& spec) {
  if (spec.metric) return *spec.metric;
  throw Error(ErrorCode::kInvalidState, {"metric", "a built-in metric", "none", {}});
}

}  // namespace

template <class Scalar, class Number>
AttackRows<Scalar> attackRows(const GivenRows<Number>& given) {
  return {buildTable<Scalar>(given.feature), given.label, given.prediction, given.attribute};
}

std::unique_ptr<LeakageTrials<float>> leakageTrials(const LeakageSpec& spec, std::size_t first,
                                                    std::size_t count, bool watched) {
  auto [rows, space, options] = makeTrials(spec);
  options.watched = watched;
  return std::make_unique<LeakageTrials<float>>(std::move(rows), std::move(space), spec.shape,
                                                options, first, count,
                                                seededRandomness<float>(spec.seed));
}

TrialRows trialRows(const LeakageSpec& spec, std::size_t trial) {
  const auto [rows, space, options] = makeTrials(spec);
  requireRows(rows, space, options.guess);
  return drawRows(rows, space.task, options, *seededRandomness<float>(spec.seed), trial);
}

ExactLeakage expectedLeakage(const LeakageSpec& spec) {
  const auto [rows, space, options] = makeTrials(spec);
  return expectedLeakage(rows, space, options.guess, options.testing, requireMetric(spec),
                         options.threshold, options.normalized, spec.seed);
}

ExactLeakage blindLeakage(const LeakageSpec& spec) {
  const auto [rows, space, options] = makeTrials(spec);
  requireRows(rows, space, options.guess);
  std::vector<ExactCounts> columns;
  const CodeColumn cells(rows.label[0].size());
  for (std::size_t i = 0; i < rows.label.size(); ++i) {
    columns.push_back(
        exactCounts(cells, 1, rows.label[i], rows.prediction[i], space.task.classes[i]));
  }
  return exactLeakage(columns, columns, requireMetric(spec), options.threshold, options.normalized);
}

template <class Scalar, class Number>
double computeLambda(const GivenAnswers<Number>& answers) {
  const TaskSpace space{answers.classes, answers.oneHot};
  validate(space, answers.columns, "target");
  const auto outputs = eachRow<Scalar>(answers.outputs, space.outputs());
  if (outputs.rows.size() != answers.columns[0].size()) {
    throw Error(ErrorCode::kShapeMismatch,
                {"target",
                 std::to_string(outputs.rows.size()) + " rows, like the feature",
                 std::to_string(answers.columns[0].size()),
                 {}});
  }
  return computeLambda(outputs.distinct, outputs.rows, space, answers.columns, answers.metric,
                       answers.threshold);
}

Split seededSplit(std::size_t rows, double testShare, std::uint64_t seed, std::size_t trial) {
  return splitRows(rows, testShare, *seededRandomness<float>(seed)->splitter(trial));
}

CodeColumn perturbed(const CodeColumn& values, std::uint32_t classes, double accuracy,
                     std::uint64_t seed) {
  validate(TaskSpace{{classes}}, {values}, "values");
  RandomDraws draws{uncertainty::RandomStream(seed)};
  return perturb(values, classes, keptRows(accuracy, values.size()), draws);
}

template Matrix<float> toMatrix<float>(const std::vector<float>&, std::size_t);
template Table<float> eachRow<float>(const std::vector<float>&, std::size_t);
template Table<float> eachRow<float>(const std::vector<double>&, std::size_t);
template Table<double> eachRow<double>(const std::vector<double>&, std::size_t);
template AttackRows<float> attackRows<float>(const GivenRows<float>&);
template AttackRows<float> attackRows<float>(const GivenRows<double>&);
template AttackRows<double> attackRows<double>(const GivenRows<double>&);
template double computeLambda<float>(const GivenAnswers<float>&);
template double computeLambda<float>(const GivenAnswers<double>&);
template double computeLambda<double>(const GivenAnswers<double>&);

}  // namespace fairwasm::predictability
