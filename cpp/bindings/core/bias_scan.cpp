// SPDX-License-Identifier: Apache-2.0
//
// The bias scan and its score of one group, for JavaScript.
#include "fairwasm/group/bias_scan.hpp"

#include "../support/bind.hpp"

namespace fairwasm::bindings {

using namespace group;

struct ScanRows {
  std::vector<ScanAttribute> attributes;
  std::vector<double> observed;
  std::vector<double> expected;
  double penalty;
  std::uint64_t seed;
};

std::unique_ptr<BiasScan> makeScan(const ScanModel& model, const ScanRows& rows) {
  return std::make_unique<BiasScan>(model, rows.attributes, rows.observed, rows.expected,
                                    rows.penalty, rows.seed);
}

template <>
struct Fields<ScanModel>
    : List<Field<"scoring", &ScanModel::statistic>, Field<"direction", &ScanModel::direction>,
           Field<"alpha", &ScanModel::alpha>, Field<"variance", &ScanModel::variance>> {};

template <>
struct Fields<ScanAttribute>
    : List<Field<"codes", &ScanAttribute::codes>, Field<"categories", &ScanAttribute::categories>> {
};

template <>
struct Fields<ScanRows>
    : List<Field<"attributes", &ScanRows::attributes>, Field<"observed", &ScanRows::observed>,
           Field<"expected", &ScanRows::expected>, Field<"penalty", &ScanRows::penalty>,
           Field<"seed", &ScanRows::seed>> {};

template <>
struct Fields<Subgroup>
    : List<Field<"included", &Subgroup::included>, Field<"score", &Subgroup::score>,
           Field<"rows", &Subgroup::rows>, Field<"observed", &Subgroup::observed>,
           Field<"expected", &Subgroup::expected>> {};

EMSCRIPTEN_BINDINGS(bias_scan) {
  function<&scoreGroup>("scoreGroup");
  Class<BiasScan>("BiasScan").factory<&makeScan>().method<&BiasScan::climb>("climb");
}

}  // namespace fairwasm::bindings
