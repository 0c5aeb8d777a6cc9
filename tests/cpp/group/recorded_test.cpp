// SPDX-License-Identifier: Apache-2.0
//
// Snapshot tests of group metrics and their uncertainty, to ten digits, for random tallies of every
// kind.
#include "recorded.hpp"

#include <array>
#include <numeric>

#include "fairwasm/group/bias_scan.hpp"
#include "fairwasm/group/differential_fairness.hpp"
#include "fairwasm/group/disparities.hpp"
#include "fairwasm/group/entropy_intervals.hpp"
#include "fairwasm/group/equivalence.hpp"
#include "fairwasm/group/frame_uncertainty.hpp"
#include "fairwasm/group/packed.hpp"
#include "fairwasm/group/paired.hpp"
#include "fairwasm/group/ranking.hpp"
#include "fairwasm/group/rich_subgroup.hpp"
#include "fairwasm/group/shrinkage.hpp"
#include "fairwasm/group/stratified.hpp"
#include "fairwasm/uncertainty/random.hpp"
#include "fairwasm/uncertainty/tests.hpp"
#include "support.hpp"

namespace fairwasm::group {
namespace {

using Numbers = std::vector<double>;
using uncertainty::RandomStream;

void appendAll(Numbers& numbers, const Numbers& more) {
  numbers.insert(numbers.end(), more.begin(), more.end());
}

void append(Numbers& numbers, uncertainty::Interval interval) {
  appendAll(numbers, {interval.low, interval.high});
}

void append(Numbers& numbers, const uncertainty::Bounded& bounded) {
  numbers.push_back(bounded.value);
  append(numbers, bounded.ci);
}

void append(Numbers& numbers, const uncertainty::SpreadIntervals& spread) {
  for (const auto& each : {spread.min, spread.max, spread.difference, spread.ratio,
                           spread.differenceToOverall, spread.ratioToOverall}) {
    append(numbers, each);
  }
}

// Kinds of rows of a tally.
struct Kind {
  const char* name;
  std::uint32_t rows;
  bool hasWeights = false;
  bool hasClusters = false;
  bool isShared = false;        // clusters have rows in several groups
  std::uint32_t selected = 60;  // percent
};

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

// Two attributes: "g" with three categories, the last of which has few rows, and "s" with two.
tally::Tally drawn(const Kind& kind, std::uint64_t seed = 2) {
  data::Schema schema{{{"g", {"1", "2", "3"}}, {"s", {"4", "5"}}}, {"0", "1"}, true, true, true};
  schema.hasCluster = kind.hasClusters;
  testing::Rows rows{{{}, {}}, {}, {}, {}, {}};
  std::vector<std::uint64_t> clusters;
  RandomStream random(seed);
  for (std::uint32_t row = 0; row < kind.rows; ++row) {
    const std::uint32_t person = row / 3;
    const std::uint32_t drawn = kind.isShared ? random.below(10) : (person * 7) % 10;
    rows.attributes[0].push_back(static_cast<std::uint8_t>(drawn < 5 ? 0 : drawn < 9 ? 1 : 2));
    rows.attributes[1].push_back(static_cast<std::uint8_t>(random.below(2)));
    rows.label.push_back(random.below(10) < 4 + rows.attributes[1].back() ? 1 : 0);
    rows.prediction.push_back(random.below(100) < kind.selected ? 1 : 0);
    if (kind.hasWeights) rows.weights.push_back(0.5 + random.below(4));
    rows.scores.push_back((rows.label.back() + random.uniform()) / 2);
    clusters.push_back(person);
  }
  data::Batch batch = rows.batch(kind.rows);
  if (kind.hasClusters) batch.cluster = clusters;
  tally::Tally tally(schema);
  tally.update(batch);
  return tally;
}

constexpr std::array kKinds{
    Kind{"few rows", 30},
    Kind{"many rows", 3000},
    Kind{"none selected", 90, false, false, false, 0},
    Kind{"weights", 200, true},
    Kind{"persons", 240, true, true},
    Kind{"persons in several groups", 240, false, true, true},
};

const std::vector<bool> kFavorable{false, true};
const std::vector<std::uint32_t> kPlaces{0, 1, 2};
constexpr double kZ = 1.7;

class RecordedGroups : public ::testing::TestWithParam<Kind> {
 protected:
  void expect(std::string_view what, const Numbers& numbers) {
    recorded.expect(std::string(GetParam().name) + ": " + std::string(what), numbers);
  }

  [[nodiscard]] FrameUncertainty computeUncertainty(bool isSimultaneous) const {
    return frameUncertainty(frame.counts, frame.overall, 1, {99, 5, 0.9, isSimultaneous}, shared);
  }

  testing::Recorded recorded{"group"};
  tally::Tally tally = drawn(GetParam());
  Frame frame = frameBy(tally, {"g"}, kFavorable);
  SharedClusters shared =
      GetParam().hasClusters ? sharedInFrame(tally, {"g"}, kFavorable, kPlaces) : SharedClusters{};
};

INSTANTIATE_TEST_SUITE_P(Kinds, RecordedGroups, ::testing::ValuesIn(kKinds));

TEST_P(RecordedGroups, Frames) {
  Numbers numbers = pack(frame.counts);
  appendAll(numbers, pack(std::span(&frame.overall, 1)));
  appendAll(numbers, pack(shared));
  const auto confusion = confusionMatrices(tally, {"s", "g"});
  numbers.insert(numbers.end(), confusion.begin(), confusion.end());
  const Counts rest = without(frame.overall, frame.counts[0]);
  appendAll(numbers, pack(std::span(&rest, 1)));
  const Counts labels = labelsAsPredictions(frame.counts[1]);
  appendAll(numbers, pack(std::span(&labels, 1)));
  expect("frames", numbers);
}

TEST_P(RecordedGroups, SurvivePackingAndUnpacking) {
  const Numbers counts = pack(frame.counts);
  EXPECT_EQ(pack(unpackCounts(counts)), counts);
  EXPECT_EQ(pack(unpackShared(pack(shared))), pack(shared));
  const Products& products = frame.counts[0].moments.products;
  EXPECT_EQ(unpackProducts(pack(products)), products);
}

// Rates are recorded one by one, so that a new rate does not change the others.
TEST_P(RecordedGroups, Rates) {
  const auto& groups = frame.counts;
  const auto known = computeUncertainty(false);
  const auto table = rates(groups);
  const auto spreads = rateSpreads(groups, frame.overall);
  for (std::size_t r = 0; r < kRates.size(); ++r) {
    const Rate& rate = kRates[r];
    Numbers numbers;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const auto [share, trials, degrees] = effectiveShare(rate, groups[g]);
      const std::size_t place = g * kRates.size() + r;
      appendAll(numbers, {table(g, r), share, trials, degrees, expectedCases(rate, groups[g], 0.3),
                          known.expectedCases[place]});
      append(numbers, known.rates[place]);
      append(numbers, boundedRate(rate, groups[g], kZ));
      append(numbers, jointlyBoundedRate(rate, groups[g], kZ));
    }
    const uncertainty::Spread& each = spreads[r];
    appendAll(numbers, {each.min, each.max, each.difference, each.ratio, each.differenceToOverall,
                        each.ratioToOverall, known.spreadTests[r],
                        covariance(rate, groups[0], kRates[1], groups[1], shared.between(0, 1)),
                        correlation(rate, groups[0], groups[1], shared.between(0, 1)),
                        rateDifferenceTest(rate, groups[0], groups[2])});
    const auto [decrease, increase] =
        minimumDetectableDifference(rate, groups[0], groups[1], 0.4, 0.9);
    appendAll(numbers, {decrease, increase, known.overallCases[r]});
    append(numbers, known.overallRates[r]);
    append(numbers, known.spreads[r]);
    append(numbers, rateDifference(rate, groups[0], groups[1], 0.9));
    for (const auto& shrunken : shrunkenRates(rate, groups, 0.9)) append(numbers, shrunken);
    expect(rate.name, numbers);
  }
}

TEST_P(RecordedGroups, Disparities) {
  const auto& groups = frame.counts;
  const auto alone = computeUncertainty(false);
  const auto values = disparities(groups, groups[1]);
  for (std::size_t d = 0; d < kDisparities.size(); ++d) {
    const Disparity& disparity = kDisparities[d];
    Numbers numbers{evaluate(disparity, groups[2], groups[0]),
                    equivalenceTest(disparity, groups[0], groups[1], {-0.1, 0.2}),
                    equivalenceTest(disparity, groups[0], groups[1], {0.8, 1.25})};
    append(numbers, disparityInterval(disparity, groups[2], groups[0], 0.9));
    for (std::size_t g = 0; g < groups.size(); ++g) {
      numbers.push_back(values[g * kDisparities.size() + d]);
      append(numbers, alone.disparities[g * kDisparities.size() + d]);
    }
    expect(disparity.name, numbers);
  }
  Numbers together;  // one more makes all of them wider
  for (const auto& each : computeUncertainty(true).disparities) append(together, each);
  expect("disparities together", together);
}

TEST_P(RecordedGroups, Strata) {
  std::vector<Stratum> strata;
  for (const char* sex : {"4", "5"}) {
    const auto counts = [&](const char* group) {
      return countGroup(tally, {{{"g", group}, {"s", sex}}}, kFavorable);
    };
    strata.push_back({counts("1"), counts("2"), countGroup(tally, {{{"s", sex}}}, kFavorable)});
  }
  for (const Rate& rate : kRates) {
    if (rate.kind != RateKind::kShare) continue;
    Numbers numbers;
    const Stratified found = compareWithin(rate, strata, 0.9);
    for (const auto& each : {found.groupRate, found.referenceRate, found.difference, found.ratio,
                             found.commonOddsRatio}) {
      append(numbers, each);
    }
    for (const auto& each : {found.sameOdds, found.sameOddsRatio}) {
      appendAll(numbers, {each.statistic, each.degrees, each.pValue});
    }
    appendAll(numbers, {found.roomForCases, found.smallestCell, found.comparedStrata,
                        found.groupShare, found.referenceShare});
    expect("strata, " + std::string(rate.name), numbers);
  }
}

TEST_P(RecordedGroups, Entropy) {
  Numbers numbers;
  const std::vector<data::Condition> listed{{{{"g", "2"}}}, {{{"g", "1"}, {"s", "4"}}}};
  const std::vector<Compared> compared{Between::kIndividuals, Between::kAllGroups, listed};
  for (const Compared& each : compared) {
    const auto benefits = benefitsBetween(tally, each, kFavorable);
    numbers.push_back(coefficientOfVariation(benefits));
    for (const double alpha : {-1.0, 0.0, 0.5, 1.0, 2.0, 3.0}) {
      numbers.push_back(generalizedEntropyIndex(benefits, alpha));
      const auto interval = entropyInterval(tally, each, kFavorable, alpha, 0.9);
      if (interval) append(numbers, *interval);
    }
  }
  expect("entropy", numbers);
}

TEST_P(RecordedGroups, DifferentialFairness) {
  Numbers numbers;
  for (const double concentration : {0.5, 2.0}) {
    for (const Outcome outcome : {Outcome::kLabel, Outcome::kPrediction}) {
      numbers.push_back(
          smoothedEmpiricalDifferentialFairness(tally, outcome, kFavorable, concentration));
      append(numbers, boundedDifferentialFairness(tally, outcome, kFavorable, concentration, 0.9));
    }
    numbers.push_back(differentialFairnessBiasAmplification(tally, kFavorable, concentration));
    append(numbers, boundedDifferentialAmplification(tally, kFavorable, concentration, 0.9));
  }
  expect("differential fairness", numbers);
}

// Returns the tally with every `turned`-th favorable prediction changed and, if `both`, every
// `turned`-th unfavorable one.
tally::Tally predictedAnew(const tally::Tally& tally, double turned, bool both) {
  data::Schema schema = tally.schema();
  schema.hasCluster = false;
  Numbers sums(tally.cells().begin(), tally.cells().end());
  const auto computeShare = [&](double rows) {
    return rows > 0 ? std::floor(rows / turned) / rows : 0;
  };
  for (std::size_t cell = 0; cell < sums.size(); cell += 2 * tally::kSums) {
    double* const no = &sums[cell];
    double* const yes = no + tally::kSums;
    const double toNo = computeShare(yes[tally::kRows]);
    const double toYes = both ? 0 : computeShare(no[tally::kRows]);
    for (std::size_t sum = 0; sum < tally::kSums; ++sum) {
      const double moved = toNo * yes[sum] - toYes * no[sum];
      no[sum] += moved;
      yes[sum] -= moved;
    }
  }
  tally::Tally result(schema);
  result.updateCounted(sums);
  return result;
}

TEST_P(RecordedGroups, Pairs) {
  const tally::Tally other = predictedAnew(tally, 4, false);
  const tally::Tally both = predictedAnew(tally, 4, true);
  const auto of = [&](const char* group) {
    const data::Condition condition{{{"g", group}}};
    return PairedCounts{countGroup(tally, condition, kFavorable),
                        countGroup(other, condition, kFavorable),
                        countGroup(both, condition, kFavorable)};
  };
  for (const Rate& rate : kRates) {
    Numbers numbers;
    auto comparison = pairedComparison(rate, of("1"), of("2"), 0.9, 0.95);
    comparison.pop_back();  // the widening is not recorded
    for (const auto& each : comparison) {
      append(numbers, each.number);
      numbers.push_back(each.pValue);
    }
    append(numbers, pairedDifference(rate, of("3"), kZ));
    numbers.push_back(pairedTest(rate, of("3")));
    expect("pairs, " + std::string(rate.name), numbers);
  }
}

class Recorded : public ::testing::Test {
 protected:
  testing::Recorded recorded{"group"};
};

TEST_F(Recorded, BiasScans) {
  RandomStream random(7);
  std::vector<ScanAttribute> attributes{{{}, 3}, {{}, 4}};
  Numbers observed;
  Numbers expected;
  for (int row = 0; row < 80; ++row) {
    attributes[0].codes.push_back(random.below(3));
    attributes[1].codes.push_back(random.below(4));
    observed.push_back(random.below(10) < 3 + attributes[0].codes.back() ? 1 : 0);
    expected.push_back(0.1 + 0.6 * random.uniform());
  }
  Numbers numbers;
  for (const auto statistic : {ScanStatistic::kBernoulli, ScanStatistic::kPoisson,
                               ScanStatistic::kGaussian, ScanStatistic::kBerkJones}) {
    for (const auto direction : {ScanDirection::kPositive, ScanDirection::kNegative}) {
      const ScanModel model{statistic, direction, 0.4, 0.7};
      for (const double penalty : {0.0, 0.4}) {
        if (statistic != ScanStatistic::kGaussian) {
          numbers.push_back(scoreGroup(model, observed, expected, penalty));
        }
        const BiasScan scan(model, attributes, observed, expected, penalty, 9);
        for (std::uint32_t start = 0; start < 4; ++start) {
          const Subgroup found = scan.climb(start % 2, start);
          appendAll(numbers,
                    {found.score, static_cast<double>(found.rows), found.observed, found.expected});
          for (const auto& attribute : found.included) {
            for (const bool isIn : attribute) numbers.push_back(isIn ? 1 : 0);
          }
        }
      }
    }
  }
  recorded.expect("bias scans", numbers);
}

TEST_F(Recorded, Rankings) {
  Numbers numbers;
  const std::vector<std::uint32_t> codes{0, 0, 1, 0, 2, 0, 0, 1, 1, 2, 0, 0, 1, 2, 2, 2};
  for (const auto& shares : {Numbers{0.5, 0.3, 0.2}, Numbers{0.1, 0.6, 0.3}, Numbers{1, 0, 0}}) {
    for (const std::size_t length : {1U, 5U, 16U}) {
      const auto [index, positions] = infeasibleIndex(codes, shares, length);
      numbers.push_back(static_cast<double>(index));
      for (const std::size_t each : positions) numbers.push_back(static_cast<double>(each));
    }
  }
  const Numbers scores{3, 2, 3, 0, 1, 2};
  for (const std::size_t length : {1U, 3U, 6U}) {
    numbers.push_back(discountedCumulativeGain(scores, length));
  }
  recorded.expect("rankings", numbers);
}

TEST_F(Recorded, RichSubgroups) {
  Numbers numbers;
  for (const std::uint32_t rows : {20U, 300U}) {
    const tally::Tally tally = drawn({"", rows});
    for (const auto error :
         {RichSubgroupError::kFalsePositives, RichSubgroupError::kFalseNegatives}) {
      numbers.push_back(richSubgroup(tally, error));
    }
  }
  recorded.expect("rich subgroups", numbers);
}

TEST_F(Recorded, Tails) {
  Numbers numbers;
  for (const double value : {0.0, 0.3, 4.0, 60.0}) {
    for (const double degrees : {1.0, 2.0, 7.0}) {
      numbers.push_back(uncertainty::chiSquaredTail(value, degrees));
      for (const double away : {0.0, 0.5, 30.0}) {
        numbers.push_back(noncentralChiSquared(value, degrees, away));
      }
    }
  }
  for (const auto& [one, other] : std::vector<std::array<double, 2>>{{0, 1}, {3, 9}, {200, 150}}) {
    numbers.push_back(uncertainty::mcnemarTest(one, other));
  }
  recorded.expect("tails", numbers);
}

}  // namespace
}  // namespace fairwasm::group
