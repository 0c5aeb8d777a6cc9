// SPDX-License-Identifier: Apache-2.0
#include "item_means.hpp"

#include <map>
#include <tuple>
#include <unordered_map>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::repeated {
namespace {

// Cells with few runs have few values, whose pairs are found by index; others are compared.
constexpr std::uint64_t kFewRuns = 1U << 16U;

std::uint64_t getKey(const Cell& cell) {
  return static_cast<std::uint64_t>(cell.runs) * kFewRuns +
         static_cast<std::uint64_t>(std::llround(cell.mean * cell.runs));
}

}  // namespace

std::vector<Pair> computePairs(const Runs& runs, std::size_t variant, std::size_t reference) {
  std::vector<Pair> pairs;
  std::unordered_map<std::uint64_t, std::unordered_map<std::uint64_t, std::size_t>> known;
  for (std::size_t item = 0; item < runs.items(); ++item) {
    const Cell& one = runs.at(item, variant);
    const Cell& other = runs.at(item, reference);
    if (one.runs == 0 || other.runs == 0) continue;
    const bool isCounted = runs.isBinary() && one.runs < kFewRuns && other.runs < kFewRuns;
    if (isCounted) {
      const auto [at, isNew] = known[getKey(one)].try_emplace(getKey(other), pairs.size());
      if (!isNew) {
        ++pairs[at->second].items;
        continue;
      }
    }
    pairs.push_back({one, other, 1, item});
  }
  return pairs;
}

uncertainty::Bounded ItemMean::bounded(double confidence) const {
  if (std::isnan(error)) return {items > 0 ? mean : kNaN, uncertainty::kNoInterval};
  const double reach = error * uncertainty::studentQuantile(0.5 + confidence / 2, items - 1);
  return {mean, {mean - reach, mean + reach}};
}

uncertainty::Bounded ItemMean::boundedSkewed(double confidence) const {
  if (std::isnan(error)) return bounded(confidence);
  const double scale = skewness / std::sqrt(items);
  constexpr double kSymmetric = 1e-6;
  if (std::abs(scale) < kSymmetric) return bounded(confidence);
  // The inverse of t + scale t^2 / 3 + scale^2 t^3 / 27 + scale / 6.
  const auto inverse = [&](double t) {
    return 3 / scale * (std::cbrt(1 + scale * (t - scale / 6)) - 1);
  };
  const double t = uncertainty::studentQuantile(0.5 + confidence / 2, items - 1);
  return {mean, uncertainty::around(mean, {mean - error * inverse(t), mean - error * inverse(-t)})};
}

double ItemMean::pValue() const {
  return std::isnan(error) ? kNaN : uncertainty::studentTails(mean / error, items - 1);
}

}  // namespace fairwasm::repeated
