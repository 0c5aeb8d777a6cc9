// SPDX-License-Identifier: Apache-2.0
//
// Converts rows and trials from a caller's row-major tables, and runs attackers on them.
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

// Row i contains the values from distinct[rows[i] * columns] on.
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

// Throws kShapeMismatch for an incomplete row.
template <class Scalar, class Number>
Matrix<Scalar> toMatrix(const std::vector<Number>& rowByRow, std::size_t columns);

// Likewise; every row is distinct.
template <class Scalar, class Number>
Table<Scalar> eachRow(const std::vector<Number>& rowByRow, std::size_t columns);

// Throws kShapeMismatch for an incomplete row, and kInvalidArgument with the row for an index that
// is not in the list.
template <class Scalar, class Number>
AttackRows<Scalar> attackRows(const GivenRows<Number>& given);

// Specification of leakage trials. Without `test`, a random proportion of the rows is used for
// testing.
struct LeakageSpec {
  GivenRows<float> train;
  std::optional<GivenRows<float>> test;
  double testShare = 0;
  Guess direction = Guess::kOutcome;
  std::vector<std::uint32_t> classes;           // of labels and predictions
  std::vector<std::uint32_t> attributeClasses;  // of the attribute
  NetworkShape shape;
  TrainingOptions training;
  std::optional<Metric> metric;
  bool threshold = true;
  bool normalized = false;
  bool warmStart = false;
  std::uint64_t seed = 0;
};

// Each function throws like the function that it is named after; the last two also throw
// kInvalidState without a metric.
std::unique_ptr<LeakageTrials<float>> leakageTrials(const LeakageSpec& spec, std::size_t first,
                                                    std::size_t count, bool watched);
TrialRows trialRows(const LeakageSpec& spec, std::size_t trial);
ExactLeakage expectedLeakage(const LeakageSpec& spec);
// Returns the leakage of attackers without any features: all rows are in one cell.
ExactLeakage blindLeakage(const LeakageSpec& spec);

// Attacker outputs in row-major order, and the task columns that they are scored against.
template <class Number>
struct GivenAnswers {
  std::vector<Number> outputs;
  std::vector<std::uint32_t> classes;
  bool oneHot = false;
  CodeColumns columns;
  Metric metric = Metric::kAccuracy;
  bool threshold = true;
};
// Throws like computeLambda(), validate(), and toMatrix(), and kShapeMismatch unless there is one
// row of outputs per row.
template <class Scalar, class Number>
double computeLambda(const GivenAnswers<Number>& answers);

// Returns the training and test rows of a trial with this seed. Throws like splitRows().
Split seededSplit(std::size_t rows, double testShare, std::uint64_t seed, std::size_t trial);

// Returns a column with the given accuracy. Throws like validate() and keptRows().
CodeColumn perturbed(const CodeColumn& values, std::uint32_t classes, double accuracy,
                     std::uint64_t seed);

}  // namespace fairwasm::predictability
