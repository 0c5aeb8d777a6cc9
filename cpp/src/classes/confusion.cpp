// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/classes/confusion.hpp"

#include <algorithm>
#include <array>

#include "fairwasm/core/require.hpp"
#include "fairwasm/data/grid.hpp"

namespace fairwasm::classes {
namespace {

void requireColumns(const data::Schema& schema) {
  if (schema.hasLabel && schema.hasPrediction) return;
  throw Error(ErrorCode::kInvalidState, {"tally",
                                         "counts of true labels and of predictions",
                                         schema.hasLabel ? "no predictions" : "no true labels",
                                         {}});
}

void requireClasses(const data::Schema& schema, const std::vector<std::string>& classes) {
  requireDistinct(classes, "classes");
  for (const auto& label : schema.labels) {
    if (std::ranges::find(classes, label) != classes.end()) continue;
    throw Error(ErrorCode::kInvalidArgument,
                {"classes", "every label that occurs", "a list without '" + label + "'", {}});
  }
}

void add(Confusion& confusion, std::size_t cell, const double* sums) {
  confusion.weights[cell] += sums[tally::kWeight];
  confusion.squares[cell] += sums[tally::kSquaredWeight];
  confusion.rows[cell] += sums[tally::kRows];
}

bool hasRows(const Confusion& confusion) {
  return std::ranges::any_of(confusion.rows, [](double rows) { return rows > 0; });
}

// Returns the confusion matrices of the coarse groups, with labels in the order of `classes`.
std::vector<Confusion> matrices(const tally::Tally& tally, const data::Grouping& grouping,
                                const std::vector<std::string>& classes) {
  const auto& schema = tally.schema();
  const std::array sizes{grouping.codes.shape(0), classes.size(), classes.size()};
  data::cellCount(sizes, tally::Tally::kMaxCells, "combinations of groups and classes");
  const auto places = data::translateCodes(schema.labels, classes);
  const auto coarse = data::coarseGroups(schema, grouping);
  std::vector<Confusion> groups(sizes[0], Confusion(classes.size()));
  const double* sums = tally.cells().data();
  for (const std::uint32_t group : coarse) {
    for (const std::uint32_t truth : places) {
      for (const std::uint32_t prediction : places) {
        add(groups[group], truth * classes.size() + prediction, sums);
        sums += tally::kSums;
      }
    }
  }
  return groups;
}

void merge(Confusion& into, const Confusion& from) {
  for (std::size_t cell = 0; cell < from.weights.size(); ++cell) {
    into.weights[cell] += from.weights[cell];
    into.squares[cell] += from.squares[cell];
    into.rows[cell] += from.rows[cell];
  }
}

}  // namespace

Margins::Margins(const Confusion& confusion)
    : truths(confusion.classes), predictions(confusion.classes) {
  for (std::size_t i = 0; i < confusion.classes; ++i) {
    for (std::size_t j = 0; j < confusion.classes; ++j) {
      const double weight = confusion.weights[i * confusion.classes + j];
      truths[i] += weight;
      predictions[j] += weight;
      all += weight;
      if (i == j) right += weight;
    }
  }
}

ClassFrame frameBy(const tally::Tally& tally, const std::vector<std::string>& by,
                   const std::vector<std::string>& classes) {
  requireColumns(tally.schema());
  requireClasses(tally.schema(), classes);
  const data::Grouping grouping = data::groupBy(tally.schema(), by);
  ClassFrame frame{{}, {}, Confusion(classes.size())};
  const auto groups = matrices(tally, grouping, classes);
  for (std::size_t group = 0; group < groups.size(); ++group) {
    if (!hasRows(groups[group])) continue;
    for (std::size_t axis = 0; axis < by.size(); ++axis) {
      frame.codes.push_back(grouping.codes(group, axis));
    }
    frame.groups.push_back(groups[group]);
    merge(frame.overall, groups[group]);
  }
  return frame;
}

}  // namespace fairwasm::classes
