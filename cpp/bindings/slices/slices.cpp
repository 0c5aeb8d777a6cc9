// SPDX-License-Identifier: Apache-2.0
//
// Bindings of the search for the worst slices. Columns are passed one at a time, by address.
#include "../support/accumulator.hpp"
#include "fairwasm/slices/run.hpp"
#include "fairwasm/uncertainty/exact_shares.hpp"

namespace fairwasm::bindings {

using namespace slices;

template <>
inline constexpr bool kIsSpliced<SearchOptions> = true;
template <>
inline constexpr bool kIsFlat<uncertainty::Interval> = true;

namespace {

void addColumn(Table& table, const StagedCodes& codes, std::size_t rows, std::size_t values) {
  table.addColumn(codes.of(rows), values);
}

// Two-sided intervals and Fisher's test for successes among trials; `tail` is the probability
// beyond each limit.
uncertainty::Interval exactProportion(double successes, double trials, double tail) {
  return uncertainty::exactIntervalAt(successes, trials, -uncertainty::normalQuantile(tail));
}

uncertainty::Interval exactGap(double successes, double trials, double otherSuccesses,
                               double otherTrials, double tail) {
  const double z = -uncertainty::normalQuantile(tail);
  return uncertainty::exactDifference(uncertainty::exactShare({successes, trials}, z),
                                      uncertainty::exactShare({otherSuccesses, otherTrials}, z), z);
}

double fisherTest(double successes, double trials, double otherSuccesses, double otherTrials) {
  return uncertainty::fisherExactTest({successes, trials}, {otherSuccesses, otherTrials});
}

}  // namespace

EMSCRIPTEN_BINDINGS(slices) {
  function<&exactProportion>("exactProportion");
  function<&exactGap>("exactGap");
  function<&fisherTest>("fisherTest");
  Class<Table>("Table")
      .constructor<std::vector<double>, std::vector<double>, double>()
      .method<&addColumn>("addColumn")
      .method<&Table::finish>("finish");
  Class<SliceRun>("SliceRun")
      .constructor<const Table&, const RunOptions&>()
      .method<&SliceRun::advance>("advance")
      .method<&SliceRun::result>("result");
}

}  // namespace fairwasm::bindings
