// SPDX-License-Identifier: Apache-2.0
//
// Which groups are meant: a list of clauses, joined by OR; each clause is a list of tests
// `attribute = category`, joined by AND. As in AIF360, the empty list means no row, and a clause
// without tests means every row.
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

// True for every combination of attribute categories that satisfies the condition; one axis an
// attribute, in the schema's order. A category that never occurred matches nothing. Throws
// kInvalidArgument for an unknown attribute.
xt::xarray<bool> matchingCells(const Schema& schema, const Condition& condition);

}  // namespace fairwasm::data
