// SPDX-License-Identifier: Apache-2.0
//
// Task of an attacker: one or more categorical columns. Converts columns to targets, perturbs them
// to the accuracy of a model (quality equalization), and scores an attacker's outputs.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "fairwasm/predictability/draws.hpp"
#include "fairwasm/predictability/rows.hpp"

namespace fairwasm::predictability {

// Category codes of one column.
using CodeColumn = std::vector<std::uint32_t>;
using CodeColumns = std::vector<CodeColumn>;  // of equal length

struct TaskSpace {
  // Combinations of classes are listed up to this number.
  static constexpr std::size_t kMaxCombinations = 4096;

  std::vector<std::uint32_t> classes;  // of each column
  bool pairsAreOneHot = false;  // for cross-entropy; otherwise, two classes need only one output

  // Returns the number of an attacker's outputs for this column or for all columns.
  [[nodiscard]] std::size_t outputs(std::size_t column) const;
  [[nodiscard]] std::size_t outputs() const;
  // Returns the number of combinations of the columns' classes; 0 if it exceeds kMaxCombinations.
  [[nodiscard]] std::size_t combinations() const;
};

// Throws kShapeMismatch or kInvalidArgument (with `argument` and the row) if the columns differ in
// number or length, or if a code is out of range.
void validate(const TaskSpace& space, const CodeColumns& columns, const char* argument);

// Returns targets: 0 or 1 for two classes, otherwise one-hot; outputs of all columns are
// concatenated. `distinct` lists all combinations of classes, whatever the columns contain, unless
// there are too many; then it contains every row.
template <class Scalar>
Table<Scalar> encodeTargets(const TaskSpace& space, const CodeColumns& columns);

// Returns the number of rows in which two columns agree.
std::size_t agreement(const CodeColumn& a, const CodeColumn& b);

// Quality equalization (Wang et al. 2019; permuteData in bias_amplification): `kept` random rows
// keep their value, and every other row gets another class, each equally likely. Row i is kept if a
// random permutation puts it below `kept`. With a single class, all values stay, because there is
// no wrong value.
CodeColumn perturb(const CodeColumn& values, std::uint32_t classes, std::size_t kept, Draws& draws);

// Returns the number of `rows` rows to keep for an accuracy from 0 to 1, rounded to the nearest.
// Throws kInvalidArgument for another accuracy.
std::size_t keptRows(double accuracy, std::size_t rows);
// Counts like bias_amplification: rounds the accuracy to float and truncates the product. The
// result may be one less than the number of correct rows.
std::size_t keptRowsOfPeer(std::size_t correct, std::size_t rows);

// Score of an attacker; higher is better.
enum class Metric {
  kAccuracy,  // proportion of correct values
  kMse,       // 1 / mean squared error; infinite without errors
  kBce,       // 1 / mean binary cross-entropy, with logarithms of at least -100
};
constexpr auto getNames(Metric) {
  return makeNames<Metric>(
      "metric", {{"accuracy", Metric::kAccuracy}, {"mse", Metric::kMse}, {"bce", Metric::kBce}});
}

// Returns lambda, the score of outputs (one column per distinct row; row i has column rows[i])
// against the columns of the task. With `threshold`, outputs are first converted to answers:
// outputs above 0.5 become class 1; of several outputs, the largest becomes 1 and the others 0.
// Otherwise, accuracy counts outputs that equal the target. NaN without rows. Throws
// kInvalidArgument for kBce if outputs are not probabilities.
template <class Scalar>
double computeLambda(const Matrix<Scalar>& outputs, const std::vector<std::uint32_t>& rows,
                     const TaskSpace& space, const CodeColumns& columns, Metric metric,
                     bool threshold);

// Returns lambda_M - lambda_D, divided by lambda_M + lambda_D if normalized. NaN for 0/0 and for
// infinite scores.
double computeLeakage(double lambdaD, double lambdaM, bool normalized);

}  // namespace fairwasm::predictability
