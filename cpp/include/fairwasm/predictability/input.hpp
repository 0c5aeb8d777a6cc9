// SPDX-License-Identifier: Apache-2.0
//
// Rows and trials as a caller describes them, with tables row by row, and what the attackers make
// of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "fairwasm/predictability/exact.hpp"
#include "fairwasm/predictability/leakage.hpp"
#include "fairwasm/predictability/lic.hpp"

namespace fairwasm::predictability {

// Row i is the columns' values from distinct[rows[i] * columns] on.
template <class Number>
struct GivenTable {
  std::vector<Number> distinct;
  std::size_t columns = 0;
  std::vector<std::uint32_t> rows;
};

template <class Number>
struct GivenRows {
  GivenTable<Number> feature;
  CodeColumns label;
  CodeColumns prediction;
  CodeColumns attribute;
};

// Throws kShapeMismatch where the values do not fill their rows.
template <class Scalar, class Number>
Matrix<Scalar> matrixOf(const std::vector<Number>& rowByRow, std::size_t columns);

// The same, every row being its own.
template <class Scalar, class Number>
Table<Scalar> eachRow(const std::vector<Number>& rowByRow, std::size_t columns);

// Throws kShapeMismatch as above, and kInvalidArgument with the row for one that is not listed.
template <class Scalar, class Number>
AttackRows<Scalar> attackRows(const GivenRows<Number>& given);

// All that says what trials are. Without `test`, a share of the rows is for testing.
struct LeakageSpec {
  GivenRows<float> train;
  std::optional<GivenRows<float>> test;
  double testShare = 0;
  Guess direction = Guess::kOutcome;
  std::vector<std::uint32_t> classes;           // of label and prediction
  std::vector<std::uint32_t> attributeClasses;  // of the attribute
  NetworkShape shape;
  TrainingOptions training;
  std::optional<Metric> metric;
  bool threshold = true;
  bool normalized = false;
  bool warmStart = false;
  std::uint64_t seed = 0;
};

// Each of these throws what the function it is named after throws; the last two also kInvalidState
// without a metric.
std::unique_ptr<LeakageTrials<float>> leakageTrials(const LeakageSpec& spec, std::size_t first,
                                                    std::size_t count, bool watched);
TrialRows trialRows(const LeakageSpec& spec, std::size_t trial);
ExactLeakage expectedLeakage(const LeakageSpec& spec);
// What attackers would show that see nothing: all rows in one cell.
ExactLeakage blindLeakage(const LeakageSpec& spec);

// Outputs to be scored, row by row, and the columns of the task that they are to answer.
template <class Number>
struct GivenAnswers {
  std::vector<Number> outputs;
  std::vector<std::uint32_t> classes;
  bool oneHot = false;
  CodeColumns columns;
  Metric metric = Metric::kAccuracy;
  bool threshold = true;
};
// Throws as lambdaOf(), validate() and matrixOf(), and kShapeMismatch for other than one row of
// outputs each.
template <class Scalar, class Number>
double lambdaOf(const GivenAnswers<Number>& answers);

// Rows for training and for testing in a trial of this seed; throws as splitRows().
Split seededSplit(std::size_t rows, double testShare, std::uint64_t seed, std::size_t trial);

// A column as right as `accuracy` says; throws as validate() and keptRows().
CodeColumn perturbed(const CodeColumn& values, std::uint32_t classes, double accuracy,
                     std::uint64_t seed);

}  // namespace fairwasm::predictability
