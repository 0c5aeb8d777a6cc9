// SPDX-License-Identifier: Apache-2.0
//
// Rates, spreads, and disparities of groups with separate or joint intervals, and tests, for random
// tables of counts: an interval contains its estimate and stays in the range of its quantity, and
// p-values are probabilities.
#include "fairwasm/group/frame.hpp"
#include "fairwasm/group/frame_uncertainty.hpp"
#include "fairwasm/group/rates.hpp"
#include "fairwasm/tally/tally.hpp"
#include "support.hpp"

namespace fairwasm::fuzz {
namespace {

using group::Counts;
using tally::Tally;

Tally makeTally(Bytes& bytes, std::size_t groups) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < groups; ++i) names.push_back(std::to_string(i));
  Tally tally(data::Schema{{{"group", names}}, {"0", "1"}, true, true, false});
  const bool isLarge = bytes.ConsumeBool();
  std::vector<double> sums(groups * 4 * tally::kSums, 0.0);
  for (std::size_t cell = 0; cell < groups * 4; ++cell) {
    const auto rows = static_cast<double>(
        bytes.ConsumeIntegralInRange<std::uint32_t>(0, isLarge ? 1U << 30U : 6));
    for (const tally::Sum sum : {tally::kRows, tally::kWeight, tally::kSquaredWeight}) {
      sums[cell * tally::kSums + sum] = rows;
    }
  }
  tally.updateCounted(sums);
  return tally;
}

void requireHolds(const uncertainty::Interval& ci, double value) {
  if (std::isnan(ci.low) || std::isnan(ci.high)) return;
  require(!std::isnan(value), "a quantity with an interval has a value");
  require(ci.low <= value && value <= ci.high, "an interval contains its estimate");
}

void requireSpread(const uncertainty::SpreadIntervals& ci, const uncertainty::Spread& spread) {
  requireHolds(ci.min, spread.min);
  requireHolds(ci.max, spread.max);
  requireHolds(ci.difference, spread.difference);
  requireHolds(ci.ratio, spread.ratio);
  requireHolds(ci.differenceToOverall, spread.differenceToOverall);
  requireHolds(ci.ratioToOverall, spread.ratioToOverall);
  for (const auto& [low, high] : {ci.difference, ci.differenceToOverall}) {
    require(!(low < 0), "a largest difference is not negative");
  }
  for (const auto& [low, high] : {ci.ratio, ci.ratioToOverall}) {
    require(!(low < 0) && !(high > 1), "a smallest ratio is between 0 and 1");
  }
}

void requireShare(double value) {
  require(std::isnan(value) || (value >= 0 && value <= 1), "a probability is in [0, 1]");
}

void compare(Bytes& bytes) {
  const auto groups = bytes.ConsumeIntegralInRange<std::size_t>(1, 5);
  const Tally tally = makeTally(bytes, groups);
  const std::vector<bool> favorable{false, true};
  const Counts overall = group::countGroup(tally, {}, favorable);
  std::vector<Counts> each;
  for (std::size_t i = 0; i < groups; ++i) {
    each.push_back(group::countGroup(tally, {{{"group", std::to_string(i)}}}, favorable));
  }
  group::UncertaintyOptions options;
  options.draws = bytes.ConsumeIntegralInRange<std::size_t>(1, 20);
  options.seed = bytes.ConsumeIntegral<std::uint32_t>();
  options.confidence = share(bytes);
  options.simultaneous = bytes.ConsumeBool();
  accepts([&] {
    const auto known = group::frameUncertainty(each, overall, groups - 1, options);
    const auto rates = group::rates(each);
    for (std::size_t g = 0; g < groups; ++g) {
      for (std::size_t r = 0; r < group::kRates.size(); ++r) {
        requireHolds(known.rates[g * group::kRates.size() + r], rates(g, r));
      }
    }
    const auto spreads = group::rateSpreads(each, overall);
    for (std::size_t r = 0; r < spreads.size(); ++r) requireSpread(known.spreads[r], spreads[r]);
    const auto disparities = group::disparities(each, each[groups - 1]);
    for (std::size_t i = 0; i < disparities.size(); ++i) {
      requireHolds(known.disparities[i], disparities[i]);
    }
    for (const double pValue : known.disparityTests) requireShare(pValue);
    for (const double pValue : known.spreadTests) requireShare(pValue);
  });
}

}  // namespace
}  // namespace fairwasm::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fairwasm::fuzz::Bytes bytes(data, size);
  fairwasm::fuzz::compare(bytes);
  return 0;
}
