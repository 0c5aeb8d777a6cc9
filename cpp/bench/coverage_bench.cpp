// SPDX-License-Identifier: Apache-2.0
//
// How often the nominal 95 % intervals hold the truth from which data were drawn: of a rate
// (Wilson), and of the difference and the ratio of two rates (BCa). The counters are the table of
// docs/uncertainty.md.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "fairwasm/group/frame_uncertainty.hpp"
#include "fairwasm/uncertainty/resample.hpp"

namespace {

using fairwasm::Interval;

constexpr std::size_t kDifference = 0;  // statisticalParityDifference
constexpr std::size_t kRatio = 1;       // disparateImpact

bool holds(const Interval& interval, double truth) {
  return interval.low <= truth && truth <= interval.high;
}

// Groups of range(0) and range(1) rows, with rates of range(2) and range(3) percent.
void coverage(benchmark::State& state) {
  constexpr int kSimulations = 2000;
  const auto rowsOf = [&](int i) { return static_cast<double>(state.range(i)); };
  const std::vector<double> rates{rowsOf(2) / 100, rowsOf(3) / 100};
  std::vector<int> hits(3);
  for (auto _ : state) {
    for (int simulation = 0; simulation < kSimulations; ++simulation) {
      fairwasm::RandomStream random(2026, static_cast<std::uint64_t>(simulation));
      fairwasm::Tally tally({{{"g", {"a", "b"}}}, {"0", "1"}, false, true, false});
      std::vector<double> sums;
      for (int group = 0; group < 2; ++group) {
        const double rows = rowsOf(group);
        const double selected =
            fairwasm::drawBinomial(random, rows, rates[static_cast<std::size_t>(group)]);
        for (const double count : {rows - selected, selected}) {
          sums.insert(sums.end(), {count, count, count, 0, 0, 0});
        }
      }
      tally.add(sums);
      const auto result =
          fairwasm::frameUncertainty(tally, {"g"}, {false, true}, 1, {.draws = 1000});
      hits[0] += holds(result.rates[fairwasm::rateIndex("selectionRate")], rates[0]) ? 1 : 0;
      hits[1] += holds(result.disparities[kDifference], rates[0] - rates[1]) ? 1 : 0;
      hits[2] += holds(result.disparities[kRatio], rates[0] / rates[1]) ? 1 : 0;
    }
  }
  const auto percent = [&](int hit) { return 100.0 * hit / kSimulations; };
  state.counters["rate"] = percent(hits[0]);
  state.counters["difference"] = percent(hits[1]);
  state.counters["ratio"] = percent(hits[2]);
}

}  // namespace

BENCHMARK(coverage)
    ->Args({5, 1000, 30, 40})
    ->Args({10, 1000, 30, 40})
    ->Args({20, 1000, 30, 40})
    ->Args({30, 1000, 30, 40})
    ->Args({50, 1000, 30, 40})
    ->Args({100, 1000, 30, 40})
    ->Args({1000, 1000, 30, 40})
    ->Args({30, 1000, 5, 10})
    ->Args({100, 1000, 5, 10})
    ->Args({300, 1000, 5, 10})
    ->Args({1000, 1000, 5, 10})
    ->Iterations(1)
    ->Unit(benchmark::kSecond);
