// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/captions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../support.hpp"
#include "fairwasm/core/error.hpp"
#include "fairwasm/data/bytes.hpp"
#include "fairwasm/uncertainty/random.hpp"

namespace fairwasm::amplification {
namespace {

using ::testing::ElementsAre;

const std::vector<WordGroup> kGroups = {{"man", {"man", "his"}}, {"woman", {"woman"}}};

// Captions as codes: words 0 = man, 1 = his, 2 = woman.
struct Caption {
  std::vector<std::uint32_t> mentions;
  std::vector<std::uint32_t> objects;
};

void add(CaptionCounts& counts, std::vector<std::string> newObjects,
         const std::vector<Caption>& captions, std::span<const double> times = {}) {
  std::vector<std::uint32_t> mentions;
  std::vector<std::uint32_t> mentionEnds;
  std::vector<std::uint32_t> objects;
  std::vector<std::uint32_t> objectEnds;
  for (const auto& caption : captions) {
    mentions.insert(mentions.end(), caption.mentions.begin(), caption.mentions.end());
    objects.insert(objects.end(), caption.objects.begin(), caption.objects.end());
    mentionEnds.push_back(static_cast<std::uint32_t>(mentions.size()));
    objectEnds.push_back(static_cast<std::uint32_t>(objects.size()));
  }
  counts.updateCounted(
      {{std::move(newObjects), mentions, mentionEnds, objects, objectEnds}, times});
}

CaptionCounts example() {
  CaptionCounts counts(kGroups);
  add(counts, {"dog", "cat"}, {{{0}, {0, 0}}, {{0, 1}, {1}}, {{2}, {0}}, {{}, {}}});
  return counts;
}

TEST(CaptionCounts, CountsEveryWordOfAGroupAndEveryObject) {
  const CaptionCounts counts = example();
  EXPECT_EQ(counts.captions(), 4U);
  EXPECT_EQ(counts.mentioning(), 3U);
  EXPECT_THAT(counts.counts(), ElementsAre(2, 1, 2, 0));
  const CaptionBias bias = captionBias(counts);
  EXPECT_DOUBLE_EQ(bias.scores[0], 2.0 / 3);
  EXPECT_DOUBLE_EQ(bias.scores[2], 1);
  EXPECT_TRUE(std::isnan(bias.scores[3]));
  EXPECT_EQ(counts.wordCounts().size(), 4U);
}

TEST(CaptionCounts, CaptionWithCountNCountsAsNCaptions) {
  CaptionCounts counts = example();
  add(counts, {"hat"}, {{{0, 1}, {0, 2}}, {{2}, {1}}, {{}, {}}}, std::vector<double>{3, 0, 0x1p40});
  EXPECT_EQ(counts.captions(), 4U + 3U + (std::uint64_t{1} << 40U));
  EXPECT_EQ(counts.mentioning(), 6U);
  EXPECT_THAT(counts.counts(), ElementsAre(2 + 6, 1, 2, 0, 6, 0));
  EXPECT_THAT(captionBias(counts).scores[0], 8.0 / 9);
}

TEST(CaptionCounts, CountedCaptionsAreDrawnLikeRepeatedOnes) {
  const std::vector<Caption> two = {{{0}, {0}}, {{2}, {0}}, {{}, {}}};
  const std::vector<double> times = {40, 20, 40};
  CaptionCounts counted(kGroups);
  add(counted, {"dog"}, two, times);
  CaptionCounts repeated(kGroups);
  add(repeated, {"dog"}, {});
  for (std::size_t i = 0; i < two.size(); ++i) {
    for (double time = 0; time < times[i]; ++time) add(repeated, {}, {two[i]});
  }
  // Half of 40 captions with each: binomial, of mean 20 and variance 10.
  for (const CaptionCounts& counts : {counted, repeated}) {
    double sum = 0;
    double squares = 0;
    constexpr double kDraws = 4000;
    for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
      const auto drawn = counts.countsOfPart(1, draw, 0.5);
      EXPECT_LE(drawn[0], 40);
      sum += drawn[0];
      squares += drawn[0] * drawn[0];
    }
    EXPECT_NEAR(sum / kDraws, 20, 0.3);
    EXPECT_NEAR(squares / kDraws - sum / kDraws * sum / kDraws, 10, 1);
  }
}

TEST(CaptionCounts, MergesObjectsByName) {
  CaptionCounts other(kGroups);
  add(other, {"cat", "hat"}, {{{2}, {0, 1}}});
  CaptionCounts merged = example();
  merged.merge(other);
  EXPECT_THAT(merged.objects(), ElementsAre("dog", "cat", "hat"));
  EXPECT_THAT(merged.counts(), ElementsAre(2, 1, 2, 1, 0, 1));
  EXPECT_EQ(merged.captions(), 5U);
  EXPECT_THROW(merged.merge(CaptionCounts({{"x", {"x"}}})), Error);
}

TEST(CaptionCounts, FailedUpdateChangesNothing) {
  CaptionCounts counts = example();
  const auto before = counts.toBytes();
  EXPECT_THROW(add(counts, {}, {{{0}, {0}}, {{3}, {0}}}), Error);
  EXPECT_THROW(add(counts, {"hat"}, {{{0}, {3}}}), Error);
  EXPECT_THROW(add(counts, {"dog"}, {{{0}, {2}}}), Error);
  const std::vector<std::uint32_t> ends = {1, 0};
  const std::vector<std::uint32_t> code = {0};
  EXPECT_THROW(counts.update({{}, code, ends, code, ends}), Error);
  EXPECT_EQ(counts.toBytes(), before);
}

TEST(CaptionCounts, RejectsGroupsThatShareAWord) {
  EXPECT_THROW(CaptionCounts({}), Error);
  EXPECT_THROW(CaptionCounts({{"a", {"x"}}, {"b", {"x"}}}), Error);
  EXPECT_THROW(CaptionCounts({{"a", {"x"}}, {"a", {"y"}}}), Error);
}

TEST(CaptionCounts, RestoresBytesAndRejectsAnyDamage) {
  const auto bytes = example().toBytes();
  EXPECT_EQ(CaptionCounts::fromBytes(bytes).toBytes(), bytes);
  EXPECT_EQ(CaptionCounts::fromBytes(bytes).counts(), example().counts());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    EXPECT_THROW(CaptionCounts::fromBytes(std::span(bytes).first(i)), Error);
    auto changed = bytes;
    changed[i] ^= 0x04U;
    EXPECT_THROW(CaptionCounts::fromBytes(changed), Error);
  }
}

// Three captions that mention a group, among `captions`.
std::vector<std::uint8_t> getBytes(std::uint64_t captions) {
  data::ByteWriter writer("captionCounts", 2);
  writer.number(kGroups.size());
  for (const auto& group : kGroups) {
    writer.text(group.name);
    writer.texts(group.words);
  }
  writer.texts({"dog"});
  writer.number(captions);
  for (int of = 0; of < 2; ++of) {
    writer.number(3);
    for (const std::uint64_t number : {1, 2, 3, 0, 0, 0}) writer.number(number);
  }
  writer.number(0);  // count 1 each
  return std::move(writer).finish();
}

TEST(CaptionCounts, CountsMoreCaptionsThanFitInMemory) {
  // 2^32 captions used to be restored as none.
  for (const std::uint64_t captions : {std::uint64_t{1} << 32U, CaptionCounts::kMaxCaptions}) {
    const auto counts = CaptionCounts::fromBytes(getBytes(captions));
    EXPECT_EQ(counts.captions(), captions);
    double dogs = 0;
    for (std::uint64_t draw = 0; draw < 2000; ++draw) dogs += counts.countsOfPart(1, draw, 0.5)[0];
    EXPECT_NEAR(dogs / 2000, 1.5, 0.15);
  }
  CaptionCounts all = CaptionCounts::fromBytes(getBytes(CaptionCounts::kMaxCaptions));
  testing::expectError([&] { all.merge(example()); }, ErrorCode::kTooLarge, "captions");
  for (const std::uint64_t captions : {std::uint64_t{2}, CaptionCounts::kMaxCaptions + 1}) {
    testing::expectError([&] { CaptionCounts::fromBytes(getBytes(captions)); },
                         ErrorCode::kCorruptBytes, "bytes");
  }
}

TEST(CaptionCounts, RejectsAGroupWithoutWords) {
  EXPECT_THROW(CaptionCounts({{"a", {"x"}}, {"b", {}}}), Error);
}

TEST(CaptionCounts, ResetRemovesCaptionsAndKeepsGroups) {
  CaptionCounts counts = example();
  counts.reset();
  EXPECT_EQ(counts.captions(), 0U);
  EXPECT_TRUE(counts.objects().empty());
  EXPECT_EQ(counts.groups(), kGroups);
}

TEST(CaptionCounts, DoesNotSplitACaption) {
  const CaptionCounts counts = example();
  EXPECT_EQ(counts.countsOfPart(1, 2, 0.5), counts.countsOfPart(1, 2, 0.5));
  double dogsOfMen = 0;
  constexpr int kDraws = 4000;
  for (int draw = 0; draw < kDraws; ++draw) {
    const auto drawn = counts.countsOfPart(1, static_cast<std::uint64_t>(draw), 0.5);
    EXPECT_EQ(std::fmod(drawn[0], 2), 0) << "a caption with two dogs was torn apart";
    dogsOfMen += drawn[0];
  }
  EXPECT_NEAR(dogsOfMen / kDraws, 1, 0.1);
}

TEST(CaptionComparison, SumOverBiasedPairsMatchesManualCalculation) {
  // b*: dog 2/3 man, cat 1 man; test: dog 0 man, hat 1 man.
  CaptionCounts test(kGroups);
  add(test, {"hat", "dog"}, {{{0}, {0}}, {{2}, {1}}});
  const CaptionComparison comparison(example(), test);
  const auto all = comparison.amplification({});
  EXPECT_EQ(all.biasedPairs, 2);
  EXPECT_EQ(all.trainObjects, 2);
  EXPECT_DOUBLE_EQ(all.value, (-2.0 / 3 - 1) / 2);
  EXPECT_EQ(all.unmentionedPairs, 1);
  EXPECT_EQ(all.divisor, 2);
}

TEST(CaptionComparison, DividesOnlyBySeenPairs) {
  // Train: dog 2/3 man, 1/3 woman; cat 1 man; test: dog 1 woman, hat 1 man, and no cat.
  CaptionCounts test(kGroups);
  add(test, {"hat", "dog"}, {{{0}, {0}}, {{2}, {1}}});
  const CaptionComparison comparison(example(), test);
  const auto seen = comparison.amplification({.seenOnly = true});
  EXPECT_EQ(seen.pairs.size(), 1U);
  EXPECT_EQ(seen.biasedPairs, 2);
  EXPECT_EQ(seen.unmentionedPairs, 1);
  EXPECT_EQ(seen.divisor, 1);
  EXPECT_DOUBLE_EQ(seen.value, -2.0 / 3);
  const auto overObjects = comparison.amplification({.seenOnly = true, .overAllObjects = true});
  EXPECT_EQ(overObjects.trainObjects, 2);
  EXPECT_EQ(overObjects.divisor, 1);
  EXPECT_DOUBLE_EQ(overObjects.value, -2.0 / 3);
}

TEST(CaptionComparison, IsUndefinedWithoutSeenPairs) {
  CaptionCounts test(kGroups);
  add(test, {"hat"}, {{{0}, {0}}});
  const CaptionComparison comparison(example(), test);
  const auto seen = comparison.amplification({.seenOnly = true});
  EXPECT_EQ(seen.unmentionedPairs, seen.biasedPairs);
  EXPECT_TRUE(std::isnan(seen.value));
}

TEST(CaptionComparison, MatchesGroupsByName) {
  const CaptionBias train = {{"woman", "man"}, {"dog"}, {0.9, 0.1}};
  const auto result = CaptionComparison(train, example()).amplification({});
  ASSERT_EQ(result.pairs.size(), 1U);
  EXPECT_EQ(result.pairs[0].group, 1U);
  EXPECT_DOUBLE_EQ(result.value, 1.0 / 3 - 0.9);
  const CaptionBias foreign = {{"woman", "child"}, {"dog"}, {0.9, 0.1}};
  EXPECT_THROW(CaptionComparison(foreign, example()), Error);
}

TEST(CaptionComparison, IsUndefinedWithoutBiasedPairs) {
  const CaptionBias train = {{"man", "woman"}, {"dog"}, {0.5, 0.5}};
  const auto result = CaptionComparison(train, example()).amplification({});
  EXPECT_EQ(result.biasedPairs, 0);
  EXPECT_TRUE(std::isnan(result.value));
}

TEST(CaptionComparison, IsZeroForEqualCaptions) {
  EXPECT_EQ(CaptionComparison(example(), example()).amplification({}).value, 0);
}

// Captions about either group with words that are independent of the group.
CaptionCounts independentCaptions(std::uint64_t seed, std::size_t captions, std::uint32_t objects) {
  uncertainty::RandomStream random(seed);
  CaptionCounts counts(kGroups);
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < objects; ++i) names.push_back("o" + std::to_string(i));
  std::vector<Caption> all;
  for (std::size_t i = 0; i < captions; ++i) {
    all.push_back({{random.below(2) * 2}, {random.below(objects), random.below(objects)}});
  }
  add(counts, names, all);
  return counts;
}

// Training and test captions have the same distribution, so nothing is amplified. Pairs that are
// biased in training by chance are less biased in other captions, and the published value is far
// below 0.
TEST(CaptionComparison, CorrectsForTheSelectionOfPairs) {
  constexpr int kSets = 40;
  double published = 0;
  double byChance = 0;
  double corrected = 0;
  int held = 0;
  for (std::uint64_t set = 0; set < kSets; ++set) {
    CaptionComparison comparison(independentCaptions(2 * set, 300, 20),
                                 independentCaptions(2 * set + 1, 300, 20));
    comparison.begin({});
    for (std::uint64_t draw = 0; draw < 60; ++draw) comparison.take(1, draw);
    for (std::uint64_t draw = 0; draw < 60; ++draw) comparison.simulate(1, draw);
    const auto [total, chance, mentionsAgainst] = comparison.correction(0.95);
    EXPECT_GT(mentionsAgainst, 0);
    published += comparison.amplification({}).value / kSets;
    byChance += chance / kSets;
    corrected += total.value / kSets;
    held += total.low <= 0 && total.high >= 0 ? 1 : 0;
    EXPECT_EQ(total.pValue < 0.05, total.low > 0 || total.high < 0);
  }
  EXPECT_LT(published, -0.05);
  EXPECT_NEAR(byChance, published, 0.015);
  EXPECT_NEAR(corrected, 0, 0.015);
  EXPECT_GE(held, 34);
}

TEST(CaptionComparison, TreatsAGivenBiasAsExact) {
  const CaptionBias train = {{"man", "woman"}, {"dog"}, {0.5, 0.9}};
  CaptionComparison comparison(train, example());
  EXPECT_THROW(comparison.take(1, 0), Error);
  comparison.begin({});
  for (std::uint64_t draw = 0; draw < 20; ++draw) comparison.take(1, draw);
  EXPECT_TRUE(std::isnan(comparison.correction(0.95).byChance));
}

}  // namespace
}  // namespace fairwasm::amplification
