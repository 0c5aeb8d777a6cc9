// SPDX-License-Identifier: Apache-2.0
//
// What the columns of a batch mean: the group attributes with their categories, the labels, and
// which of true label, prediction and score there are. Categories are text; a code is a category's
// place in its list. Two schemas that differ only in the order or the number of categories can be
// united, which is what lets accumulators from different workers, files or databases be merged.
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
  bool hasCluster = false;  // rows of one person belong together; of tallies only

  friend bool operator==(const Schema&, const Schema&) = default;
};

// Throws kInvalidArgument where a name, a category or a label stands twice, or there are neither
// labels nor predictions. Lists of categories and labels may be empty: they grow as rows come.
void validate(const Schema& schema);

// Place of `name` among the attributes; throws kInvalidArgument and lists the known names.
std::size_t attributeIndex(const Schema& schema, std::string_view name);

// Codes of `from` expressed in `into`: result[code in from] = code in into. Every category must
// exist.
std::vector<std::uint32_t> translateCodes(const std::vector<std::string>& from,
                                          const std::vector<std::string>& into);

// The smallest schema that holds both: categories of `a` in their order, then those only `b` has.
// Throws kIncompatible where the attribute names or the kinds of column differ.
Schema unite(const Schema& a, const Schema& b);

// The schema with every list of categories, and the labels, in alphabetical order.
Schema sorted(Schema schema);

}  // namespace fairwasm::data
