// SPDX-License-Identifier: Apache-2.0
//
// Selection of groups: a list of clauses, joined by OR. Each clause is a list of tests `attribute =
// category`, joined by AND. Like AIF360, an empty list selects no rows, and a clause without tests
// selects all rows.
#pragma once

#include <string>
#include <vector>

#include "fairwasm/data/schema.hpp"
#include "fairwasm/xtensor.hpp"

namespace fairwasm::data {

struct Test {
  std::string attribute;
  std::string category;
};

using Clause = std::vector<Test>;
using Condition = std::vector<Clause>;

// Returns true for every combination of attribute categories that satisfies the condition, with one
// axis per attribute in the schema's order. A category that does not occur matches nothing. Throws
// kInvalidArgument for an unknown attribute.
xt::xarray<bool> matchingCells(const Schema& schema, const Condition& condition);

}  // namespace fairwasm::data
