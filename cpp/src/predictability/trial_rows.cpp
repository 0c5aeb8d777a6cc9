// SPDX-License-Identifier: Apache-2.0
//
// Rows of a trial: the split into training and test rows, and the perturbation of labels to the
// accuracy of the predictions.
#include <algorithm>
#include <cmath>
#include <string>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/number_text.hpp"
#include "fairwasm/predictability/leakage.hpp"
#include "selected_rows.hpp"

namespace fairwasm::predictability {
namespace {

using Eigen::Index;
using internal::picked;

void requireLength(const CodeColumns& columns, std::size_t rows, const char* argument) {
  if (columns.at(0).size() == rows) return;
  throw Error(ErrorCode::kShapeMismatch, {argument,
                                          std::to_string(rows) + " rows, like the feature",
                                          std::to_string(columns.at(0).size()),
                                          {}});
}

void requirePart(std::size_t rows, const char* part) {
  if (rows > 0) return;
  throw Error(ErrorCode::kInvalidArgument, {part, "at least one row", "none", {}});
}

Split splitAt(std::size_t first, std::size_t rows) {
  requirePart(std::min(first, rows), "train");
  requirePart(rows - std::min(first, rows), "test");
  const auto all = everyRow(rows);
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(first);
  return {{all.begin(), middle}, {middle, all.end()}};
}

// Perturbs the labels of some rows to the accuracy of the predictions.
void equalize(CodeColumns& label, const CodeColumns& prediction, const TaskSpace& task,
              std::span<const std::uint32_t> rows, bool peerRounding, Draws& draws) {
  for (std::size_t column = 0; column < label.size(); ++column) {
    const CodeColumn truth = picked(label[column], rows);
    const std::size_t correct = agreement(truth, picked(prediction[column], rows));
    const std::size_t kept = peerRounding ? keptRowsOfPeer(correct, rows.size()) : correct;
    const CodeColumn wrong = perturb(truth, task.classes[column], kept, draws);
    for (std::size_t i = 0; i < rows.size(); ++i) label[column][rows[i]] = wrong[i];
  }
}

}  // namespace

template <class Scalar>
void requireRows(const AttackRows<Scalar>& rows, const AttackSpace& space, Guess guess) {
  validate(space.task, rows.label, "label");
  validate(space.task, rows.prediction, "prediction");
  if (guess == Guess::kAttribute) validate(space.attribute, rows.attribute, "attribute");
  const std::size_t count =
      guess == Guess::kOutcome ? rowCount(rows.features) : rows.attribute[0].size();
  requireLength(rows.label, count, "label");
  requireLength(rows.prediction, count, "prediction");
}

template <class Scalar>
AttackRows<Scalar> joined(AttackRows<Scalar> train, AttackRows<Scalar> test) {
  auto& all = std::get<Table<Scalar>>(train.features);
  const auto& more = std::get<Table<Scalar>>(test.features);
  if (all.distinct.rows() != more.distinct.rows()) {
    throw Error(ErrorCode::kShapeMismatch,
                {"test",
                 "features of width " + std::to_string(all.distinct.rows()) + ", as in training",
                 std::to_string(more.distinct.rows()),
                 {}});
  }
  const bool alike = all.distinct.cols() == more.distinct.cols() && all.distinct == more.distinct;
  const Index before = alike ? 0 : all.distinct.cols();
  if (!alike) {
    all.distinct.conservativeResize(Eigen::NoChange, before + more.distinct.cols());
    all.distinct.rightCols(more.distinct.cols()) = more.distinct;
  }
  for (const auto row : more.rows) all.rows.push_back(row + static_cast<std::uint32_t>(before));
  const auto append = [](CodeColumns& to, const CodeColumns& from) {
    for (std::size_t i = 0; i < std::min(to.size(), from.size()); ++i) {
      to[i].insert(to[i].end(), from[i].begin(), from[i].end());
    }
  };
  append(train.label, test.label);
  append(train.prediction, test.prediction);
  append(train.attribute, test.attribute);
  return train;
}

Split splitRows(std::size_t rows, double testShare, Draws& draws) {
  const double exact = testShare * static_cast<double>(rows);
  const auto tests =
      testShare > 0 && testShare < 1 ? static_cast<std::size_t>(std::ceil(exact)) : 0;
  if (tests == 0 || tests >= rows) {
    throw Error(ErrorCode::kInvalidArgument,
                {"testSize",
                 "a fraction between 0 and 1 that leaves rows for training and for testing",
                 shown(testShare) + " of " + std::to_string(rows) + " rows",
                 {}});
  }
  auto order = everyRow(rows);
  draws.shuffle(std::span(order));
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(tests);
  return {{middle, order.end()}, {order.begin(), middle}};
}

TrialRows drawRows(const CodeColumns& label, const CodeColumns& prediction, const TaskSpace& task,
                   const Testing& testing, bool peerRounding, Draws& splitter, Draws& equalizer) {
  const std::size_t rows = label.at(0).size();
  TrialRows drawn{
      testing.share ? splitRows(rows, *testing.share, splitter) : splitAt(testing.first, rows),
      label};
  equalize(drawn.label, prediction, task, drawn.split.train, peerRounding, equalizer);
  equalize(drawn.label, prediction, task, drawn.split.test, peerRounding, equalizer);
  return drawn;
}

template <class Scalar>
TrialRows drawRows(const AttackRows<Scalar>& rows, const TaskSpace& task,
                   const LeakageOptions& options, TrialRandomness<Scalar>& randomness,
                   std::size_t trial) {
  return drawRows(rows.label, rows.prediction, task, options.testing, options.warmStart,
                  *randomness.splitter(options.testing.once ? 0 : trial),
                  *randomness.equalizer(trial));
}

template void requireRows<float>(const AttackRows<float>&, const AttackSpace&, Guess);
template void requireRows<double>(const AttackRows<double>&, const AttackSpace&, Guess);
template AttackRows<float> joined<float>(AttackRows<float>, AttackRows<float>);
template AttackRows<double> joined<double>(AttackRows<double>, AttackRows<double>);
template TrialRows drawRows<float>(const AttackRows<float>&, const TaskSpace&,
                                   const LeakageOptions&, TrialRandomness<float>&, std::size_t);
template TrialRows drawRows<double>(const AttackRows<double>&, const TaskSpace&,
                                    const LeakageOptions&, TrialRandomness<double>&, std::size_t);

}  // namespace fairwasm::predictability
