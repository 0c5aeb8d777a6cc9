// SPDX-License-Identifier: Apache-2.0
//
// Bias scans of tables that are small enough to try every subgroup: the score of a climb's result
// is correct, and never exceeds the best of all.
#include "fairwasm/group/bias_scan.hpp"

#include "support.hpp"

namespace fairwasm::fuzz {
namespace {

using group::BiasScan;
using group::ScanAttribute;
using group::ScanDirection;
using group::ScanModel;
using group::ScanStatistic;
using group::Subgroup;

using Included = std::vector<std::vector<bool>>;

// Returns selection number `number` of the categories of two attributes.
Included chosen(std::size_t number, std::size_t categories) {
  Included included;
  for (int attribute = 0; attribute < 2; ++attribute) {
    std::vector<bool> own;
    for (std::size_t i = 0; i < categories; ++i, number /= 2) own.push_back(number % 2 == 1);
    included.push_back(own);
  }
  return included;
}

void compare(Bytes& bytes) {
  constexpr std::size_t kCategories = 3;
  constexpr std::size_t kSubgroups = 1U << (2 * kCategories);
  constexpr ScanStatistic kStatistics[] = {ScanStatistic::kBernoulli, ScanStatistic::kPoisson,
                                           ScanStatistic::kGaussian, ScanStatistic::kBerkJones};
  const auto rows = bytes.ConsumeIntegralInRange<std::size_t>(0, 12);
  const ScanModel model{bytes.PickValueInArray(kStatistics),
                        bytes.ConsumeBool() ? ScanDirection::kPositive : ScanDirection::kNegative,
                        share(bytes), bytes.ConsumeBool() ? 1 : number(bytes)};
  const double penalty = bytes.ConsumeBool() ? share(bytes) : number(bytes);
  std::vector<ScanAttribute> attributes(2, {std::vector<std::uint32_t>(rows), kCategories});
  std::vector<double> observed;
  for (std::size_t row = 0; row < rows; ++row) {
    for (auto& attribute : attributes) {
      attribute.codes[row] = bytes.ConsumeIntegralInRange<std::uint32_t>(0, kCategories - 1);
    }
    observed.push_back(bytes.ConsumeBool() ? 1 : 0);
  }
  accepts([&] {
    const BiasScan scan(model, attributes, observed, shares(bytes, rows), penalty, 7);
    double best = 0;
    for (std::size_t number = 0; number < kSubgroups; ++number) {
      const double score = scan.evaluate(chosen(number, kCategories)).score;
      if (score > best) best = score;
    }
    for (std::uint32_t start = 0; start < 3; ++start) {
      const Subgroup found = scan.climb(0, start);
      require(!std::isnan(found.score), "a score is a number");
      require(found.score <= best || isNear(found.score, best), "no climb exceeds the best of all");
      const Subgroup again = scan.evaluate(found.included);
      require(again.rows == found.rows && isNear(again.score, found.score),
              "a subgroup has the score of the climb");
    }
  });
}

}  // namespace
}  // namespace fairwasm::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fairwasm::fuzz::Bytes bytes(data, size);
  fairwasm::fuzz::compare(bytes);
  return 0;
}
