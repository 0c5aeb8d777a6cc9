// SPDX-License-Identifier: Apache-2.0
//
// Bindings of rich subgroup fairness. It uses the schema and sums of a tally, which is in the core
// module.
#include "fairwasm/group/rich_subgroup.hpp"

#include "../support/accumulator.hpp"

namespace fairwasm::bindings {
namespace {

double computeRichSubgroup(const data::Schema& schema, const std::vector<double>& sums,
                           bool falsePositives) {
  using enum group::RichSubgroupError;
  return group::richSubgroup(schema, sums, falsePositives ? kFalsePositives : kFalseNegatives);
}

}  // namespace

EMSCRIPTEN_BINDINGS(rich_subgroup) { function<&computeRichSubgroup>("richSubgroup"); }

}  // namespace fairwasm::bindings
