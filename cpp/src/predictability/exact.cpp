// SPDX-License-Identifier: Apache-2.0
//
// Limits for rows: expectations over the splits and equalizations that attackers are trained on.
#include "fairwasm/predictability/exact.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "exact_average.hpp"
#include "fairwasm/core/error.hpp"

namespace fairwasm::predictability {
namespace {

using internal::add;
using internal::addColumn;
using internal::Average;
using internal::computeLosses;
using internal::Counts2;
using internal::Draw;
using internal::equalized;
using internal::frequencies;
using internal::Losses;

// Higher than all trial numbers, so that no stream is used twice.
constexpr std::size_t kFirstDraw = std::size_t{1} << 31;
// The number of draws is chosen to process about this many rows, within bounds.
constexpr std::size_t kDrawnRows = 2'000'000;
constexpr std::size_t kMinDraws = 5;
constexpr std::size_t kMaxDraws = 1000;

using Rows = std::span<const std::uint32_t>;

Counts2 makeCounts(const CodeColumn& cells, std::size_t cellCount, const CodeColumn& column,
                   std::uint32_t classes, Rows rows) {
  const std::array<std::size_t, 2> shape{cellCount, std::max(classes, 1U)};
  Counts2 counts = xt::zeros<double>(shape);
  for (const std::uint32_t row : rows) counts(cells[row], column[row]) += 1;
  return counts;
}

// Encodes combinations of classes as one number.
CodeColumn combined(const CodeColumns& columns, const TaskSpace& space) {
  CodeColumn cells(columns.at(0).size());
  std::uint32_t stride = 1;
  for (std::size_t column = 0; column < columns.size(); ++column) {
    for (std::size_t row = 0; row < cells.size(); ++row)
      cells[row] += columns[column][row] * stride;
    stride *= space.classes[column];
  }
  return cells;
}

// Limit for guessing labels and predictions from the features. If answers are scored, training
// labels are drawn.
template <class Scalar>
Draw outcomeDraw(const AttackRows<Scalar>& rows, const TaskSpace& task, const TrialRows& drawn,
                 bool threshold, bool drawsTable) {
  const auto& features = std::get<Table<Scalar>>(rows.features);
  const auto cells = static_cast<std::size_t>(features.distinct.cols());
  Draw draw;
  for (std::size_t column = 0; column < rows.label.size(); ++column) {
    const std::uint32_t classes = task.classes[column];
    const auto& label = rows.label[column];
    const auto& prediction = rows.prediction[column];
    const auto countsIn = [&](const CodeColumn& of, Rows part) {
      return makeCounts(features.rows, cells, of, classes, part);
    };
    const auto getPart = [&](Rows part) {
      const auto right = std::count_if(part.begin(), part.end(), [&](std::uint32_t row) {
        return label[row] == prediction[row];
      });
      return ExactCounts{countsIn(label, part), countsIn(prediction, part),
                         static_cast<double>(right)};
    };
    const auto train = getPart(drawn.split.train);
    const auto learned =
        drawsTable ? countsIn(drawn.label[column], drawn.split.train) : equalized(train);
    addColumn(draw, learned, train, getPart(drawn.split.test), threshold);
  }
  return draw;
}

// Limit for guessing the attribute from labels or predictions. The features are drawn, for training
// and for testing.
template <class Scalar>
Draw attributeDraw(const AttackRows<Scalar>& rows, const AttackSpace& space, const TrialRows& drawn,
                   bool threshold) {
  const std::size_t cellCount = space.task.combinations();
  const auto losses = [&](const CodeColumns& seen) {
    const CodeColumn cells = combined(seen, space.task);
    Losses sum;
    for (std::size_t column = 0; column < rows.attribute.size(); ++column) {
      const auto countsIn = [&](Rows part) {
        return makeCounts(cells, cellCount, rows.attribute[column], space.attribute.classes[column],
                          part);
      };
      add(sum, computeLosses(frequencies(countsIn(drawn.split.train)), countsIn(drawn.split.test),
                             threshold));
    }
    return sum;
  };
  return {losses(drawn.label), losses(rows.prediction)};
}

}  // namespace

template <class Scalar>
ExactLeakage expectedLeakage(const AttackRows<Scalar>& rows, const AttackSpace& space, Guess guess,
                             const Testing& testing, Metric metric, bool threshold, bool normalized,
                             std::uint64_t seed) {
  requireRows(rows, space, guess);
  const bool guessesOutcome = guess == Guess::kOutcome;
  if (!guessesOutcome && space.task.combinations() == 0) {
    throw Error(ErrorCode::kTooLarge, {"label",
                                       "at most " + std::to_string(TaskSpace::kMaxCombinations) +
                                           " combinations of input classes",
                                       "more",
                                       {}});
  }
  LeakageOptions options;
  options.testing = testing;
  const bool drawsTable = threshold || metric == Metric::kAccuracy;
  const bool isCertain = guessesOutcome && !drawsTable && (!testing.share || testing.once);
  const std::size_t rowCount = rows.label[0].size();
  const std::size_t draws = isCertain ? 1 : std::clamp(kDrawnRows / rowCount, kMinDraws, kMaxDraws);
  const auto randomness = seededRandomness<Scalar>(seed);
  const std::size_t columns = guessesOutcome ? rows.label.size() : rows.attribute.size();
  Average average(metric, normalized);
  for (std::size_t i = 0; i < draws; ++i) {
    const TrialRows drawn = drawRows(rows, space.task, options, *randomness, kFirstDraw + i);
    Draw draw = guessesOutcome ? outcomeDraw(rows, space.task, drawn, threshold, drawsTable)
                               : attributeDraw(rows, space, drawn, threshold);
    draw.rows = static_cast<double>(drawn.split.test.size());
    draw.columns = static_cast<double>(columns);
    average.take(draw);
  }
  return average.result();
}

template ExactLeakage expectedLeakage<float>(const AttackRows<float>&, const AttackSpace&, Guess,
                                             const Testing&, Metric, bool, bool, std::uint64_t);
template ExactLeakage expectedLeakage<double>(const AttackRows<double>&, const AttackSpace&, Guess,
                                              const Testing&, Metric, bool, bool, std::uint64_t);

}  // namespace fairwasm::predictability
