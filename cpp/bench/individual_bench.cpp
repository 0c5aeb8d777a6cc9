// SPDX-License-Identifier: Apache-2.0
//
// The native side of the benchmark of individuals: consistency of 30,000 rows of 10 features
// (normal; and half of them categories, as tables of people are), Euclidean distances of 100,000
// distorted rows, and one ascent of the bias scan.
#include <benchmark/benchmark.h>

#include <random>
#include <vector>

#include "fairwasm/group/bias_scan.hpp"
#include "fairwasm/individual/consistency.hpp"
#include "fairwasm/individual/distortion.hpp"

namespace {

std::vector<double> makeTable(std::size_t rows, std::size_t columns, bool mixed) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  std::vector<double> values(rows * columns);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool isCategory = mixed && i % columns >= columns / 2;
    values[i] = isCategory ? static_cast<double>(random() % 2) : normal(random);
  }
  return values;
}

void consistency(benchmark::State& state, bool mixed) {
  constexpr std::size_t kRows = 30'000;
  constexpr std::size_t kColumns = 10;
  const auto features = makeTable(kRows, kColumns, mixed);
  std::mt19937 random(2);
  std::vector<double> labels(kRows);
  for (double& label : labels) label = static_cast<double>(random() % 2);
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        fairwasm::individual::consistency({features, kRows, kColumns}, labels, 5));
  }
}

void euclidean(benchmark::State& state) {
  constexpr std::size_t kRows = 100'000;
  constexpr std::size_t kColumns = 10;
  const auto x = makeTable(kRows, kColumns, false);
  const auto y = makeTable(kRows, kColumns, true);
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        fairwasm::individual::euclideanDistances({x, kRows, kColumns}, {y, kRows, kColumns})
            .data());
  }
}

void climb(benchmark::State& state) {
  constexpr std::size_t kRows = 10'000;
  std::mt19937 random(3);
  std::vector<fairwasm::group::ScanAttribute> attributes;
  for (const std::size_t categories : {2U, 6U, 5U, 4U, 8U}) {
    fairwasm::group::ScanAttribute attribute{std::vector<std::uint32_t>(kRows), categories};
    for (auto& code : attribute.codes) code = static_cast<std::uint32_t>(random() % categories);
    attributes.push_back(std::move(attribute));
  }
  std::vector<double> observed(kRows);
  std::vector<double> expected(kRows);
  for (std::size_t row = 0; row < kRows; ++row) {
    expected[row] = 0.1 + static_cast<double>(random() % 800) / 1000;
    observed[row] = static_cast<double>(random() % 1000) < 1000 * expected[row] ? 1 : 0;
  }
  const fairwasm::group::BiasScan scan({}, std::move(attributes), std::move(observed),
                                       std::move(expected), 1e-17, 0);
  for (auto _ : state) benchmark::DoNotOptimize(scan.climb(0, 1).score);
}

}  // namespace

BENCHMARK_CAPTURE(consistency, normal, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(consistency, mixed, true)->Unit(benchmark::kMillisecond);
BENCHMARK(euclidean)->Unit(benchmark::kMillisecond);
BENCHMARK(climb)->Unit(benchmark::kMillisecond);
