// SPDX-License-Identifier: Apache-2.0
//
// Describes the columns of a batch: the group attributes with their categories, the labels, and
// whether there are true labels, predictions, and scores. Categories are strings; a code is the
// index of a category in its list. Schemas that differ only in the order or number of categories
// can be united, so accumulators from different workers, files, or databases can be merged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fairwasm::data {

struct Attribute {
  std::string name;
  std::vector<std::string> categories;

  friend bool operator==(const Attribute&, const Attribute&) = default;
};

struct Schema {
  std::vector<Attribute> attributes;
  std::vector<std::string> labels;  // shared by true labels and predictions
  bool hasLabel = false;
  bool hasPrediction = false;
  bool hasScore = false;
  bool hasCluster = false;  // rows may be clustered, for example by person; for tallies only

  friend bool operator==(const Schema&, const Schema&) = default;
};

// Throws kInvalidArgument for a duplicate name, category, or label, and if there are neither labels
// nor predictions. Lists of categories and labels may be empty, because they grow as rows are
// added.
void validate(const Schema& schema);

// Returns the index of `name` among the attributes. Throws kInvalidArgument with the known names.
std::size_t attributeIndex(const Schema& schema, std::string_view name);

// Translates codes of `from` to codes of `into`: result[code in from] = code in into. Every
// category must exist in `into`.
std::vector<std::uint32_t> translateCodes(const std::vector<std::string>& from,
                                          const std::vector<std::string>& into);

// Returns the smallest schema that contains both: categories of `a` in their order, then those that
// only `b` has. Throws kIncompatible if the attribute names or the kinds of columns differ.
Schema unite(const Schema& a, const Schema& b);

// Sorts all lists of categories, and the labels, in alphabetical order.
Schema sorted(Schema schema);

}  // namespace fairwasm::data
