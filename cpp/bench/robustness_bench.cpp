// SPDX-License-Identifier: Apache-2.0
//
// The native side of the robustness benchmark: from scores in memory to certificates, and the norms
// of layers.
#include <benchmark/benchmark.h>

#include <random>
#include <vector>

#include "fairwasm/robustness/certificates.hpp"
#include "fairwasm/robustness/convolution.hpp"
#include "fairwasm/robustness/spectral_norm.hpp"

namespace {

template <class T>
void certifyRows(benchmark::State& state) {
  constexpr std::size_t kClasses = 10;
  const auto rows = static_cast<std::size_t>(state.range(0));
  std::mt19937 random(1);
  std::vector<T> scores(rows * kClasses);
  for (T& score : scores) score = static_cast<T>(random() % 1000) / 1000;
  std::vector<std::uint8_t> labels(rows);
  for (auto& label : labels) label = static_cast<std::uint8_t>(random() % kClasses);
  for (auto _ : state) {
    fairwasm::robustness::Certificates certificates(
        {fairwasm::robustness::Task::kCategorical, kClasses, 1, true}, {0.25}, {});
    certificates.update({rows, std::span<const T>(scores),
                         fairwasm::data::Codes(std::span<const std::uint8_t>(labels))},
                        {});
    double sum = certificates.moments(0).sum;
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

// Measures the memory bound: every score is read once and added to a sum.
void readRows(benchmark::State& state) {
  std::vector<double> scores(static_cast<std::size_t>(state.range(0)) * 10, 1.0);
  for (auto _ : state) {
    using Vector [[gnu::vector_size(64)]] = double;
    Vector sum{};
    for (std::size_t i = 0; i + 8 <= scores.size(); i += 8) {
      Vector values;
      __builtin_memcpy(&values, scores.data() + i, sizeof values);
      sum += values;
    }
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

void denseNorm(benchmark::State& state) {
  const auto n = static_cast<Eigen::Index>(state.range(0));
  const Eigen::MatrixXd matrix = Eigen::MatrixXd::Random(n, n);
  for (auto _ : state) benchmark::DoNotOptimize(fairwasm::robustness::spectralNormBound(matrix));
}

void convolutionNorm(benchmark::State& state) {
  const auto channels = static_cast<std::size_t>(state.range(0));
  fairwasm::robustness::Convolution convolution{
      channels, channels, {3, 3}, {1, 1}, fairwasm::robustness::Padding::kZeros, {{32, 32}}, {}};
  std::mt19937 random(1);
  for (std::size_t i = 0; i < channels * channels * 9; ++i) {
    convolution.weights.push_back(static_cast<double>(random() % 1000) / 1000 - 0.5);
  }
  for (auto _ : state)
    benchmark::DoNotOptimize(fairwasm::robustness::convolutionNormBound(convolution));
}

}  // namespace

BENCHMARK(certifyRows<double>)->Name("certifyRows/float64")->Arg(1'000'000);
BENCHMARK(certifyRows<float>)->Name("certifyRows/float32")->Arg(1'000'000);
BENCHMARK(readRows)->Arg(1'000'000);
BENCHMARK(denseNorm)->Arg(256)->Unit(benchmark::kMillisecond);
BENCHMARK(convolutionNorm)->Arg(32)->Unit(benchmark::kMillisecond);
