// SPDX-License-Identifier: Apache-2.0
//
// Bindings of the bias scan and of its score of one group.
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

EMSCRIPTEN_BINDINGS(bias_scan) {
  function<&scoreGroup>("scoreGroup");
  Class<BiasScan>("BiasScan").factory<&makeScan>().method<&BiasScan::climb>("climb");
}

}  // namespace fairwasm::bindings
