// SPDX-License-Identifier: Apache-2.0
//
// Columns of categories crossed: a cell for each combination of their codes, the last column's
// running fastest. Every accumulator stands on it: rows find their cells, cells move to where they
// are in a larger grid when accumulators are merged, and are added up by some of the columns.
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

// How many combinations there are of codes below these sizes; 1 of none. Throws kTooLarge above
// `limit`, and calls them `what`.
std::size_t cellCount(std::span<const std::size_t> sizes, std::size_t limit, const char* what);

// The codes of a cell.
std::vector<std::uint32_t> codesOf(std::size_t cell, std::span<const std::size_t> sizes);

// For each cell the sum of what its codes add, each on its axis.
std::vector<std::uint32_t> sumsOfSteps(std::span<const std::vector<std::uint32_t>> steps);

// Place of each cell in a larger grid of the sizes `into`: codes[axis][code] is the code there.
std::vector<std::uint32_t> relocate(std::vector<std::vector<std::uint32_t>> codes,
                                    std::span<const std::size_t> into);

// How many categories each attribute has.
std::vector<std::size_t> attributeSizes(const Schema& schema);

// How many groups there are; 1 without attributes. Throws kTooLarge above `limit`.
std::size_t groupCount(const Schema& schema, std::size_t limit);

// Throws kShapeMismatch for columns that are missing or not `rows` long.
void requireColumns(const Schema& schema, std::span<const Codes> attributes, std::size_t rows);

// The group of each row. Throws kShapeMismatch for columns that are missing or not `rows` long, and
// kInvalidArgument with the row for a code that is not in the schema.
std::vector<std::uint32_t> rowGroups(const Schema& schema, std::span<const Codes> attributes,
                                     std::size_t rows);

// Place of each group of `from` among those of `into`, which must have all its categories.
std::vector<std::uint32_t> translateGroups(const Schema& from, const Schema& into);

// Groups by some of the attributes, in the order asked for.
struct Grouping {
  std::vector<std::size_t> attributes;  // places in the schema
  std::vector<std::size_t> categories;  // of each
  xt::xtensor<std::uint32_t, 2> codes;  // (coarse group, attribute): which category
};

// Throws kInvalidArgument for an unknown attribute or one that is named twice.
Grouping groupBy(const Schema& schema, const std::vector<std::string>& names);

// The coarse group of each group of the schema.
std::vector<std::uint32_t> coarseGroups(const Schema& schema, const Grouping& grouping);

// One state a group. A State can be made empty, and has merge(const State&).
template <class State>
struct GroupStates {
  Schema schema;
  std::vector<State> states;

  // A new object that holds the rows of both; the schemas are united. Throws kIncompatible as
  // unite() and kTooLarge as groupCount().
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
