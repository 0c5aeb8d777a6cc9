// SPDX-License-Identifier: Apache-2.0
//
// Grid of the combinations of categorical columns: one cell per combination of codes, with the last
// column's codes varying fastest. Accumulators map rows to cells, map cells to a larger grid when
// merging, and sum cells over some of the columns.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fairwasm/data/batch.hpp"
#include "fairwasm/data/schema.hpp"
#include "fairwasm/xtensor.hpp"

namespace fairwasm::data {

// Returns the number of combinations of codes below these sizes; 1 for no sizes. Throws kTooLarge
// above `limit`; `what` names the combinations in the message.
std::size_t cellCount(std::span<const std::size_t> sizes, std::size_t limit, const char* what);

// Returns the codes of a cell.
std::vector<std::uint32_t> toCodes(std::size_t cell, std::span<const std::size_t> sizes);

// Returns for each cell the sum of the steps of its codes, one per axis.
std::vector<std::uint32_t> sumsOfSteps(std::span<const std::vector<std::uint32_t>> steps);

// Returns the index of each cell in a larger grid of the sizes `into`: codes[axis][code] is the
// code there.
std::vector<std::uint32_t> relocate(std::vector<std::vector<std::uint32_t>> codes,
                                    std::span<const std::size_t> into);

// Returns the number of categories of each attribute.
std::vector<std::size_t> attributeSizes(const Schema& schema);

// Returns the number of groups; 1 without attributes. Throws kTooLarge above `limit`.
std::size_t groupCount(const Schema& schema, std::size_t limit);

// Throws kShapeMismatch for columns that are missing or whose length is not `rows`.
void requireColumns(const Schema& schema, std::span<const Codes> attributes, std::size_t rows);

// Returns the group of each row. Throws kShapeMismatch for columns that are missing or whose length
// is not `rows`, and kInvalidArgument with the row for a code that is not in the schema.
std::vector<std::uint32_t> rowGroups(const Schema& schema, std::span<const Codes> attributes,
                                     std::size_t rows);

// Returns the index of each group of `from` among those of `into`, which must have all its
// categories.
std::vector<std::uint32_t> translateGroups(const Schema& from, const Schema& into);

// Groups by some of the attributes, in the requested order.
struct Grouping {
  std::vector<std::size_t> attributes;  // indices in the schema
  std::vector<std::size_t> categories;  // number of categories of each
  xt::xtensor<std::uint32_t, 2> codes;  // (coarse group, attribute): category
};

// Throws kInvalidArgument for an unknown or duplicate attribute.
Grouping groupBy(const Schema& schema, const std::vector<std::string>& names);

// Returns the coarse group of each group of the schema.
std::vector<std::uint32_t> coarseGroups(const Schema& schema, const Grouping& grouping);

// One state per group. A State must be default-constructible and have merge(const State&).
template <class State>
struct GroupStates {
  Schema schema;
  std::vector<State> states;

  // Returns a new object with the rows of both and the union of their schemas. Throws kIncompatible
  // like unite() and kTooLarge like groupCount().
  [[nodiscard]] GroupStates merged(const GroupStates& other, std::size_t limit) const {
    GroupStates united{unite(schema, other.schema), {}};
    united.states.resize(groupCount(united.schema, limit));
    for (const GroupStates* part : {this, &other}) {
      const auto places = translateGroups(part->schema, united.schema);
      for (std::size_t i = 0; i < places.size(); ++i) {
        united.states[places[i]].merge(part->states[i]);
      }
    }
    return united;
  }

  [[nodiscard]] std::vector<State> coarse(const Grouping& grouping) const {
    std::vector<State> groups(grouping.codes.shape(0));
    const auto places = coarseGroups(schema, grouping);
    for (std::size_t i = 0; i < states.size(); ++i) groups[places[i]].merge(states[i]);
    return groups;
  }
};

}  // namespace fairwasm::data
