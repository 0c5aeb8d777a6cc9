// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/predictability/task.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "elementwise.hpp"
#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/core/number_text.hpp"

namespace fairwasm::predictability {
namespace {

using Eigen::Index;

// Writes the target of one class of one column, starting at `output`.
template <class Scalar, class Column>
void setTarget(const TaskSpace& space, std::size_t column, std::uint32_t code, Column&& target,
               Index output) {
  if (space.outputs(column) == 1) {
    target[output] = static_cast<Scalar>(code);
  } else {
    target[output + static_cast<Index>(code)] = 1;
  }
}

template <class Scalar>
Matrix<Scalar> targetsOfCombinations(const TaskSpace& space, std::size_t count) {
  Matrix<Scalar> targets = Matrix<Scalar>::Zero(index(space.outputs()), index(count));
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t rest = i;
    Index output = 0;
    for (std::size_t column = 0; column < space.classes.size(); ++column) {
      const auto code = static_cast<std::uint32_t>(rest % space.classes[column]);
      rest /= space.classes[column];
      setTarget<Scalar>(space, column, code, targets.col(index(i)), output);
      output += index(space.outputs(column));
    }
  }
  return targets;
}

}  // namespace

std::size_t TaskSpace::outputs(std::size_t column) const {
  return classes[column] <= 2 && !pairsAreOneHot ? 1 : classes[column];
}

std::size_t TaskSpace::outputs() const {
  std::size_t sum = 0;
  for (std::size_t column = 0; column < classes.size(); ++column) sum += outputs(column);
  return sum;
}

std::size_t TaskSpace::combinations() const {
  std::size_t product = 1;
  for (const auto count : classes) {
    product *= count;
    if (product > kMaxCombinations) return 0;
  }
  return product;
}

void validate(const TaskSpace& space, const CodeColumns& columns, const char* argument) {
  if (columns.size() != space.classes.size() || columns.empty()) {
    throw Error(ErrorCode::kShapeMismatch,
                {argument,
                 std::to_string(std::max<std::size_t>(space.classes.size(), 1)) + " columns",
                 std::to_string(columns.size()),
                 {}});
  }
  for (std::size_t column = 0; column < columns.size(); ++column) {
    if (columns[column].size() != columns[0].size()) {
      throw Error(ErrorCode::kShapeMismatch,
                  {argument,
                   std::to_string(columns[0].size()) + " rows in every column",
                   std::to_string(columns[column].size()),
                   {}});
    }
    const auto& codes = columns[column];
    const auto bad = std::find_if(codes.begin(), codes.end(), [&](std::uint32_t code) {
      return code >= space.classes[column];
    });
    if (bad == codes.end()) continue;
    throw Error(ErrorCode::kInvalidArgument,
                {argument, "a code below " + std::to_string(space.classes[column]),
                 std::to_string(*bad), static_cast<std::size_t>(bad - codes.begin())});
  }
}

template <class Scalar>
Table<Scalar> encodeTargets(const TaskSpace& space, const CodeColumns& columns) {
  Table<Scalar> table;
  table.rows.resize(columns.at(0).size());
  const std::size_t count = space.combinations();
  if (count == 0) {
    std::iota(table.rows.begin(), table.rows.end(), 0U);
    table.distinct = Matrix<Scalar>::Zero(index(space.outputs()), index(table.rows.size()));
  } else {
    table.distinct = targetsOfCombinations<Scalar>(space, count);
  }
  Index output = 0;
  std::uint32_t stride = 1;
  for (std::size_t column = 0; column < columns.size(); ++column) {
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      const std::uint32_t code = columns[column][row];
      if (count == 0) {
        setTarget<Scalar>(space, column, code, table.distinct.col(index(row)), output);
      } else {
        table.rows[row] += code * stride;
      }
    }
    stride *= space.classes[column];
    output += index(space.outputs(column));
  }
  return table;
}

std::size_t agreement(const CodeColumn& a, const CodeColumn& b) {
  std::size_t equal = 0;
  for (std::size_t row = 0; row < a.size(); ++row) equal += a[row] == b[row] ? 1 : 0;
  return equal;
}

CodeColumn perturb(const CodeColumn& values, std::uint32_t classes, std::size_t kept,
                   Draws& draws) {
  std::vector<std::uint32_t> place(values.size());
  std::iota(place.begin(), place.end(), 0U);
  draws.shuffle(std::span(place));
  CodeColumn result = values;
  if (classes < 2) return result;
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (place[row] < kept) continue;
    const std::uint32_t shift = classes == 2 ? 1 : 1 + draws.below(classes - 1);
    result[row] = (values[row] + shift) % classes;
  }
  return result;
}

std::size_t keptRows(double accuracy, std::size_t rows) {
  if (!(accuracy >= 0 && accuracy <= 1)) {
    throw Error(ErrorCode::kInvalidArgument,
                {"accuracy", "a number from 0 to 1", shown(accuracy), {}});
  }
  return static_cast<std::size_t>(std::llround(accuracy * static_cast<double>(rows)));
}

std::size_t keptRowsOfPeer(std::size_t correct, std::size_t rows) {
  const auto accuracy =
      static_cast<float>(static_cast<double>(correct) / static_cast<double>(rows));
  return static_cast<std::size_t>(static_cast<double>(accuracy) * static_cast<double>(rows));
}

namespace {

// Converts outputs to answers: 0 or 1, with exactly one 1 among the outputs of a column with
// several.
template <class Scalar>
Matrix<Scalar> answers(const Matrix<Scalar>& outputs, const TaskSpace& space) {
  Matrix<Scalar> result = Matrix<Scalar>::Zero(outputs.rows(), outputs.cols());
  for (Index row = 0; row < outputs.cols(); ++row) {
    Index first = 0;
    for (std::size_t column = 0; column < space.classes.size(); ++column) {
      const Index count = index(space.outputs(column));
      if (count == 1) {
        result(first, row) = outputs(first, row) > Scalar(0.5) ? 1 : 0;
      } else {
        Index largest = 0;
        outputs.col(row).segment(first, count).maxCoeff(&largest);
        result(first + largest, row) = 1;
      }
      first += count;
    }
  }
  return result;
}

struct Sums {
  double right = 0;   // columns (answers) or outputs (raw) that equal their target
  double square = 0;  // squared errors over outputs
  double cross = 0;   // binary cross-entropies over outputs
};

double crossEntropy(double p, double y) {
  const auto logarithm = [](double value) { return std::max(std::log(value), -100.0); };
  return -(y * logarithm(p) + (1 - y) * logarithm(1 - p));
}

// Counts how often each distinct row occurs with each class of a column, so that the score is a sum
// over these pairs.
std::vector<double> occurrences(const std::vector<std::uint32_t>& rows, const CodeColumn& codes,
                                std::uint32_t classes, std::size_t distinct) {
  std::vector<double> counts(distinct * classes);
  for (std::size_t row = 0; row < rows.size(); ++row) counts[rows[row] * classes + codes[row]] += 1;
  return counts;
}

template <class Output>
void addColumn(Sums& sums, const Output& output, std::uint32_t code, double count, bool threshold) {
  bool allEqual = true;
  for (Index i = 0; i < output.size(); ++i) {
    const double p = static_cast<double>(output[i]);
    const double y = output.size() == 1 ? code : static_cast<double>(i == static_cast<Index>(code));
    sums.square += count * (p - y) * (p - y);
    sums.cross += count * crossEntropy(p, y);
    allEqual = allEqual && p == y;
    if (!threshold && p == y) sums.right += count / static_cast<double>(output.size());
  }
  if (threshold && allEqual) sums.right += count;
}

}  // namespace

template <class Scalar>
double computeLambda(const Matrix<Scalar>& outputs, const std::vector<std::uint32_t>& rows,
                     const TaskSpace& space, const CodeColumns& columns, Metric metric,
                     bool threshold) {
  if (rows.empty()) return kNaN;
  const Matrix<Scalar> scored = threshold ? answers(outputs, space) : outputs;
  if (metric == Metric::kBce) requireProbabilities(scored.array());
  Sums sums;
  Index first = 0;
  for (std::size_t column = 0; column < columns.size(); ++column) {
    const std::uint32_t classes = space.classes[column];
    const Index count = index(space.outputs(column));
    const auto counts =
        occurrences(rows, columns[column], classes, static_cast<std::size_t>(scored.cols()));
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] == 0) continue;
      addColumn(sums, scored.col(index(i / classes)).segment(first, count),
                static_cast<std::uint32_t>(i % classes), counts[i], threshold);
    }
    first += count;
  }
  const double n = static_cast<double>(rows.size());
  switch (metric) {
    case Metric::kAccuracy:
      return sums.right / (n * static_cast<double>(columns.size()));
    case Metric::kMse:
      return n * static_cast<double>(outputs.rows()) / sums.square;
    case Metric::kBce:
      return n * static_cast<double>(outputs.rows()) / sums.cross;
  }
  return kNaN;
}

double computeLeakage(double lambdaD, double lambdaM, bool normalized) {
  const double difference = lambdaM - lambdaD;
  return normalized ? difference / (lambdaM + lambdaD) : difference;
}

template Table<float> encodeTargets<float>(const TaskSpace&, const CodeColumns&);
template Table<double> encodeTargets<double>(const TaskSpace&, const CodeColumns&);
template double computeLambda<float>(const Matrix<float>&, const std::vector<std::uint32_t>&,
                                     const TaskSpace&, const CodeColumns&, Metric, bool);
template double computeLambda<double>(const Matrix<double>&, const std::vector<std::uint32_t>&,
                                      const TaskSpace&, const CodeColumns&, Metric, bool);

}  // namespace fairwasm::predictability
