// SPDX-License-Identifier: Apache-2.0
//
// What an attacker predicts: one or several columns of categories. Here they become targets, are
// made as wrong as a model is (quality equalization), and an attacker's outputs are scored against
// them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "fairwasm/predictability/draws.hpp"
#include "fairwasm/predictability/rows.hpp"

namespace fairwasm::predictability {

// One column's category codes, row by row.
using CodeColumn = std::vector<std::uint32_t>;
using CodeColumns = std::vector<CodeColumn>;  // of one length

struct TaskSpace {
  // Up to so many combinations of classes are listed.
  static constexpr std::size_t kMaxCombinations = 4096;

  std::vector<std::uint32_t> classes;  // of every column
  bool pairsAreOneHot = false;  // as cross-entropy needs it; otherwise two classes are one output

  // How many outputs an attacker has for this column, and for all of them.
  [[nodiscard]] std::size_t outputs(std::size_t column) const;
  [[nodiscard]] std::size_t outputs() const;
  // In how many ways classes of all columns go together; 0 where that is more than is listed.
  [[nodiscard]] std::size_t combinations() const;
};

// Throws kShapeMismatch or kInvalidArgument (naming `argument` and the row) where columns differ in
// number or length or a code has no class.
void validate(const TaskSpace& space, const CodeColumns& columns, const char* argument);

// Targets: 0 or 1 for two classes, otherwise one-hot; the columns' outputs side by side. All
// combinations of classes are listed once, the same list whatever the columns hold, unless there
// are too many of them: then `distinct` has every row.
template <class Scalar>
Table<Scalar> encodeTargets(const TaskSpace& space, const CodeColumns& columns);

// In how many rows two columns agree.
std::size_t agreement(const CodeColumn& a, const CodeColumn& b);

// Quality equalization (Wang et al. 2019; permuteData in bias_amplification): `kept` rows, chosen
// at random, keep their value, every other row gets another class, each as likely. Row i is kept
// where a random permutation puts it below `kept`. With a single class there is no wrong value to
// give.
CodeColumn perturb(const CodeColumn& values, std::uint32_t classes, std::size_t kept, Draws& draws);

// How many of `rows` rows to keep for an accuracy from 0 to 1: the nearest number.
// Throws kInvalidArgument for anything else.
std::size_t keptRows(double accuracy, std::size_t rows);
// As bias_amplification computes it: the accuracy is rounded to float, the product cut off. Can be
// one less than the number of correct rows.
std::size_t keptRowsOfPeer(std::size_t correct, std::size_t rows);

// How good an attacker is; more is better for each.
enum class Metric {
  kAccuracy,  // share of right values
  kMse,       // 1 / mean squared error: infinite where there is none
  kBce,       // 1 / mean binary cross-entropy, its logarithms at least -100
};
constexpr auto namesOf(Metric) {
  return makeNames<Metric>(
      "metric", {{"accuracy", Metric::kAccuracy}, {"mse", Metric::kMse}, {"bce", Metric::kBce}});
}

// lambda: the score of outputs (one column a distinct row; row i has column rows[i]) against the
// columns of the task. With `threshold` outputs are first turned into answers: above 0.5 is class
// 1, the largest of several outputs is 1 and the others 0. Without it, accuracy counts outputs that
// equal the target. NaN for no rows. Throws kInvalidArgument for kBce where outputs are no
// probabilities.
template <class Scalar>
double lambdaOf(const Matrix<Scalar>& outputs, const std::vector<std::uint32_t>& rows,
                const TaskSpace& space, const CodeColumns& columns, Metric metric, bool threshold);

// lambda_M - lambda_D, and divided by lambda_M + lambda_D if normalized. NaN for 0/0 and for
// infinities.
double leakageOf(double lambdaD, double lambdaM, bool normalized);

}  // namespace fairwasm::predictability
