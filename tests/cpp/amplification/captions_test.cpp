// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/captions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../support.hpp"
#include "fairwasm/core/error.hpp"
#include "fairwasm/data/bytes.hpp"

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

TEST(CaptionCounts, ACaptionOfCountNIsNCaptions) {
  CaptionCounts counts = example();
  add(counts, {"hat"}, {{{0, 1}, {0, 2}}, {{2}, {1}}, {{}, {}}}, std::vector<double>{3, 0, 0x1p40});
  EXPECT_EQ(counts.captions(), 4U + 3U + (std::uint64_t{1} << 40U));
  EXPECT_EQ(counts.mentioning(), 6U);
  EXPECT_THAT(counts.counts(), ElementsAre(2 + 6, 1, 2, 0, 6, 0));
  EXPECT_THAT(captionBias(counts).scores[0], 8.0 / 9);
}

TEST(CaptionCounts, CountedCaptionsAreDrawnAsOftenAsRepeatedOnes) {
  const std::vector<Caption> two = {{{0}, {0}}, {{2}, {0}}, {{}, {}}};
  const std::vector<double> times = {40, 20, 40};
  CaptionCounts counted(kGroups);
  add(counted, {"dog"}, two, times);
  CaptionCounts repeated(kGroups);
  add(repeated, {"dog"}, {});
  for (std::size_t i = 0; i < two.size(); ++i) {
    for (double time = 0; time < times[i]; ++time) add(repeated, {}, {two[i]});
  }
  // Of 100 captions drawn 40 with each: binomial, of mean 40 and variance 24.
  for (const CaptionCounts& counts : {counted, repeated}) {
    double sum = 0;
    double squares = 0;
    constexpr double kDraws = 4000;
    for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
      const auto drawn = counts.resampledCounts(1, draw);
      EXPECT_LE(drawn[0] + drawn[1], 100);
      sum += drawn[0];
      squares += drawn[0] * drawn[0];
    }
    EXPECT_NEAR(sum / kDraws, 40, 0.3);
    EXPECT_NEAR(squares / kDraws - sum / kDraws * sum / kDraws, 24, 2);
  }
}

TEST(CaptionCounts, MergesByNameOfTheObject) {
  CaptionCounts other(kGroups);
  add(other, {"cat", "hat"}, {{{2}, {0, 1}}});
  CaptionCounts merged = example();
  merged.merge(other);
  EXPECT_THAT(merged.objects(), ElementsAre("dog", "cat", "hat"));
  EXPECT_THAT(merged.counts(), ElementsAre(2, 1, 2, 1, 0, 1));
  EXPECT_EQ(merged.captions(), 5U);
  EXPECT_THROW(merged.merge(CaptionCounts({{"x", {"x"}}})), Error);
}

TEST(CaptionCounts, AFailedUpdateChangesNothing) {
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

TEST(CaptionCounts, RefusesGroupsThatShareAWord) {
  EXPECT_THROW(CaptionCounts({}), Error);
  EXPECT_THROW(CaptionCounts({{"a", {"x"}}, {"b", {"x"}}}), Error);
  EXPECT_THROW(CaptionCounts({{"a", {"x"}}, {"a", {"y"}}}), Error);
}

TEST(CaptionCounts, ComeBackFromBytesAndRefuseAnyDamage) {
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

// Three captions that mention somebody, among `captions`.
std::vector<std::uint8_t> bytesOf(std::uint64_t captions) {
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
  writer.number(0);  // each once
  return std::move(writer).finish();
}

TEST(CaptionCounts, CountMoreCaptionsThanFitMemory) {
  // 2^32 of them once came back as none.
  for (const std::uint64_t captions : {std::uint64_t{1} << 32U, CaptionCounts::kMaxCaptions}) {
    const auto counts = CaptionCounts::fromBytes(bytesOf(captions));
    EXPECT_EQ(counts.captions(), captions);
    double dogs = 0;
    for (std::uint64_t draw = 0; draw < 2000; ++draw) dogs += counts.resampledCounts(1, draw)[0];
    EXPECT_NEAR(dogs / 2000, 3, 0.2);
  }
  CaptionCounts all = CaptionCounts::fromBytes(bytesOf(CaptionCounts::kMaxCaptions));
  testing::expectError([&] { all.merge(example()); }, ErrorCode::kTooLarge, "captions");
  for (const std::uint64_t captions : {std::uint64_t{2}, CaptionCounts::kMaxCaptions + 1}) {
    testing::expectError([&] { CaptionCounts::fromBytes(bytesOf(captions)); },
                         ErrorCode::kCorruptBytes, "bytes");
  }
}

TEST(CaptionCounts, RefuseAGroupThatNothingSpeaksOf) {
  EXPECT_THROW(CaptionCounts({{"a", {"x"}}, {"b", {}}}), Error);
}

TEST(CaptionCounts, ForgetsCaptionsAndKeepsGroups) {
  CaptionCounts counts = example();
  counts.reset();
  EXPECT_EQ(counts.captions(), 0U);
  EXPECT_TRUE(counts.objects().empty());
  EXPECT_EQ(counts.groups(), kGroups);
}

TEST(CaptionCounts, ResamplesCaptionsWhole) {
  const CaptionCounts counts = example();
  EXPECT_EQ(counts.resampledCounts(1, 2), counts.resampledCounts(1, 2));
  double dogsOfMen = 0;
  constexpr int kDraws = 4000;
  for (int draw = 0; draw < kDraws; ++draw) {
    const auto drawn = counts.resampledCounts(1, static_cast<std::uint64_t>(draw));
    EXPECT_EQ(std::fmod(drawn[0], 2), 0) << "a caption with two dogs was torn apart";
    dogsOfMen += drawn[0];
  }
  EXPECT_NEAR(dogsOfMen / kDraws, 2, 0.15);
}

TEST(CaptionComparison, AddsUpBiasedPairsByHand) {
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

TEST(CaptionComparison, DividesBySeenPairsOnly) {
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

TEST(CaptionComparison, OfNoSeenPairsIsUndefined) {
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

TEST(CaptionComparison, OfNothingBiasedIsUndefined) {
  const CaptionBias train = {{"man", "woman"}, {"dog"}, {0.5, 0.5}};
  const auto result = CaptionComparison(train, example()).amplification({});
  EXPECT_EQ(result.biasedPairs, 0);
  EXPECT_TRUE(std::isnan(result.value));
}

TEST(CaptionComparison, ComparedWithThemselvesCaptionsAmplifyNothing) {
  EXPECT_EQ(CaptionComparison(example(), example()).amplification({}).value, 0);
}

}  // namespace
}  // namespace fairwasm::amplification
