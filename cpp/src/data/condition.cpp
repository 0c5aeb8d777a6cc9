// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/data/condition.hpp"

#include <algorithm>

namespace fairwasm::data {
namespace {

using Mask = xt::xarray<bool>;

Mask constantMask(const Schema& schema, bool value) {
  Mask::shape_type shape;
  for (const auto& attribute : schema.attributes) shape.push_back(attribute.categories.size());
  return Mask(shape, value);
}

// Returns a mask for broadcasting: it is true at the test's category on the test's axis and has
// length 1 on all other axes.
Mask testMask(const Schema& schema, const Test& test) {
  const std::size_t axis = attributeIndex(schema, test.attribute);
  const auto& categories = schema.attributes[axis].categories;
  Mask::shape_type shape(schema.attributes.size(), 1);
  shape[axis] = categories.size();
  Mask mask(shape, false);
  const auto place = std::ranges::find(categories, test.category);
  if (place != categories.end()) mask.data()[place - categories.begin()] = true;
  return mask;
}

}  // namespace

Mask matchingCells(const Schema& schema, const Condition& condition) {
  Mask matching = constantMask(schema, false);
  for (const Clause& clause : condition) {
    Mask all = constantMask(schema, true);
    for (const Test& test : clause) all = all && testMask(schema, test);
    matching = matching || all;
  }
  return matching;
}

}  // namespace fairwasm::data
