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
struct Fields<ScanModel> : List<kNamed<"scoring", &ScanModel::statistic>, &ScanModel::direction,
                                &ScanModel::alpha, &ScanModel::variance> {};

template <>
struct Fields<ScanAttribute> : List<&ScanAttribute::codes, &ScanAttribute::categories> {};

template <>
struct Fields<ScanRows> : List<&ScanRows::attributes, &ScanRows::observed, &ScanRows::expected,
                               &ScanRows::penalty, &ScanRows::seed> {};

template <>
struct Fields<Subgroup> : List<&Subgroup::included, &Subgroup::score, &Subgroup::rows,
                               &Subgroup::observed, &Subgroup::expected> {};

EMSCRIPTEN_BINDINGS(bias_scan) {
  function<&scoreGroup>("scoreGroup");
  Class<BiasScan>("BiasScan").factory<&makeScan>().method<&BiasScan::climb>("climb");
}

}  // namespace fairwasm::bindings
