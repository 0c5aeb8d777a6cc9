// SPDX-License-Identifier: Apache-2.0
//
// Groups as numbers: every combination of the categories of a schema's attributes, in row-major
// order of the attributes. What accumulators that keep one state a group share: the group of each
// row, where groups go when schemas are united, and coarser groups by some of the attributes.
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

// How many groups there are; 1 without attributes. Throws kTooLarge above `limit`.
std::size_t groupCount(const Schema& schema, std::size_t limit);

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
