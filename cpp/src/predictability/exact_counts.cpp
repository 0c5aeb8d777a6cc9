// SPDX-License-Identifier: Apache-2.0
//
// Limit for counts: a formula, because nothing is random.
#include <algorithm>
#include <array>
#include <string>

#include "exact_average.hpp"
#include "fairwasm/core/error.hpp"

namespace fairwasm::predictability {
namespace {

using internal::Counts2;
using internal::sumExcept;

void requireFit(const std::vector<ExactCounts>& train, const std::vector<ExactCounts>& test) {
  const auto same = [](const Counts2& a, const Counts2& b) { return a.shape() == b.shape(); };
  bool fits = train.size() == test.size() && !train.empty();
  for (std::size_t i = 0; fits && i < train.size(); ++i) {
    fits = same(train[i].label, train[i].prediction) && same(test[i].label, test[i].prediction) &&
           same(train[i].label, test[i].label) && train[i].label.shape(1) > 0;
  }
  if (!fits) {
    throw Error(ErrorCode::kShapeMismatch,
                {"counts", "the same cells and classes for training and testing", "others", {}});
  }
  if (sumExcept(train[0].label) > 0 && sumExcept(test[0].label) > 0) return;
  throw Error(ErrorCode::kInvalidArgument, {"counts", "at least one row", "none", {}});
}

}  // namespace

ExactCounts exactCounts(const std::vector<std::uint32_t>& cells, std::size_t cellCount,
                        const CodeColumn& label, const CodeColumn& prediction,
                        std::uint32_t classes) {
  const std::array<std::size_t, 2> shape{cellCount, classes};
  ExactCounts counts{xt::zeros<double>(shape), xt::zeros<double>(shape),
                     static_cast<double>(agreement(label, prediction))};
  for (std::size_t row = 0; row < cells.size(); ++row) {
    counts.label(cells[row], label[row]) += 1;
    counts.prediction(cells[row], prediction[row]) += 1;
  }
  return counts;
}

ExactCounts exactCounts(const tally::Tally& tally) {
  const data::Schema& schema = tally.schema();
  if (!schema.hasLabel || !schema.hasPrediction) {
    throw Error(ErrorCode::kInvalidArgument,
                {"tally",
                 "a tally of labels and predictions",
                 schema.hasLabel ? "a tally without predictions" : "a tally without labels",
                 {}});
  }
  const std::size_t classes = schema.labels.size();
  const auto sums = tally.cells();
  for (std::size_t i = 0; i < sums.size(); i += tally::kSums) {
    if (sums.data()[i + tally::kWeight] == sums.data()[i + tally::kRows]) continue;
    throw Error(ErrorCode::kInvalidArgument,
                {"tally",
                 "rows without weights, because attackers predict each row once",
                 "weighted rows",
                 {}});
  }
  const std::size_t cells = classes == 0 ? 0 : sums.size() / (classes * classes * tally::kSums);
  const std::array<std::size_t, 2> shape{cells, std::max<std::size_t>(classes, 1)};
  ExactCounts counts{xt::zeros<double>(shape), xt::zeros<double>(shape), 0};
  const double* next = sums.data() + tally::kRows;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    for (std::size_t label = 0; label < classes; ++label) {
      for (std::size_t prediction = 0; prediction < classes; ++prediction, next += tally::kSums) {
        counts.label(cell, label) += *next;
        counts.prediction(cell, prediction) += *next;
        if (label == prediction) counts.kept += *next;
      }
    }
  }
  return counts;
}

ExactLeakage exactLeakage(const std::vector<ExactCounts>& train,
                          const std::vector<ExactCounts>& test, Metric metric, bool threshold,
                          bool normalized) {
  requireFit(train, test);
  internal::Draw draw;
  for (std::size_t column = 0; column < train.size(); ++column) {
    addColumn(draw, internal::equalized(train[column]), train[column], test[column], threshold);
  }
  draw.rows = sumExcept(test[0].label);
  draw.columns = static_cast<double>(train.size());
  internal::Average average(metric, normalized);
  average.take(draw);
  return average.result();
}

}  // namespace fairwasm::predictability
