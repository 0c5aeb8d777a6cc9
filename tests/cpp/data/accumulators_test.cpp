// SPDX-License-Identifier: Apache-2.0
//
// The contract of all accumulators: merging equals one pass, precomputed counts equal repeated
// rows, reset removes only rows, bytes are restored and hostile ones rejected, and a failed call
// changes nothing. A new accumulator needs only its Sample here to get all of these tests.
#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <type_traits>

#include "allocations.hpp"
#include "fairwasm/amplification/captions.hpp"
#include "fairwasm/amplification/pair_counts.hpp"
#include "fairwasm/data/accumulator.hpp"
#include "fairwasm/data/counted_rows.hpp"
#include "fairwasm/robustness/certificates.hpp"
#include "fairwasm/scores/exact_errors.hpp"
#include "fairwasm/scores/ranked_scores.hpp"
#include "fairwasm/scores/regression.hpp"
#include "fairwasm/scores/scores.hpp"
#include "fairwasm/tally/tally.hpp"
#include "support.hpp"

namespace fairwasm::data {
namespace {

using amplification::CaptionCounts;
using amplification::Cooccurrence;
using robustness::Certificates;
using scores::ErrorRows;
using scores::RegressionTally;
using scores::ScoreRows;
using scores::ScoreTally;
using tally::Tally;

constexpr std::size_t kRows = 40;

// Returns a reproducible number below `bound` for a row and a column.
std::uint8_t some(std::size_t row, std::size_t column, std::size_t bound) {
  std::size_t x = (row + 1) * 2654435761U + column * 40503U;
  x ^= x >> 13U;
  return static_cast<std::uint8_t>((x >> 3U) % bound);
}

std::vector<std::uint8_t> codes(std::size_t first, std::size_t end, std::size_t column,
                                std::size_t bound) {
  std::vector<std::uint8_t> values;
  for (std::size_t row = first; row < end; ++row) values.push_back(some(row, column, bound));
  return values;
}

// Multiples of one eighth, so that sums are exact in any order.
std::vector<double> eighths(std::size_t first, std::size_t end, std::size_t column,
                            std::size_t bound) {
  std::vector<double> values;
  for (std::size_t row = first; row < end; ++row) {
    values.push_back(static_cast<double>(some(row, column, bound)) / 8);
  }
  return values;
}

Codes view(const std::vector<std::uint8_t>& column) {
  return std::span<const std::uint8_t>(column);
}

using Counts = std::span<const double>;

std::span<const double>& computeWeight(auto& batch) { return batch.weight; }
std::span<const double>& computeWeight(robustness::CertificateBatch& batch) {
  return batch.weights;
}

// Returns the rows, repeated by their counts.
template <class T>
void give(T& accumulator, typename T::Batch batch, Counts counts) {
  if (counts.empty()) {
    accumulator.update(batch);
  } else if constexpr (std::same_as<typename T::Counted, CountedRows<typename T::Batch>>) {
    std::vector<double> sums;
    std::vector<double> squares;
    for (std::size_t row = 0; row < counts.size(); ++row) {
      const double weight = computeWeight(batch)[row];
      sums.push_back(counts[row] * weight);
      squares.push_back(counts[row] * weight * weight);
    }
    computeWeight(batch) = sums;
    accumulator.updateCounted({batch, {counts, squares}});
  } else {
    accumulator.updateCounted({batch, counts});
  }
}

// For each accumulator: `make` returns an empty one; `add` adds rows `first` to `end`, the last of
// them invalid if `spoiled`, each repeated by `counts` or once; `numbers` returns its results, for
// comparison with other orders of summation.
template <class T>
struct Sample;

template <>
struct Sample<Tally> {
  static Tally make() {
    return Tally({{{"a", {"x", "y", "z"}}, {"b", {"p", "q"}}}, {"0", "1"}, true, true, true});
  }
  static void add(Tally& tally, std::size_t first, std::size_t end, bool spoiled,
                  Counts counts = {}) {
    const auto a = codes(first, end, 1, 3);
    const auto b = codes(first, end, 2, 2);
    auto label = codes(first, end, 3, 2);
    const auto prediction = codes(first, end, 4, 2);
    const auto weight = eighths(first, end, 5, 16);
    const auto score = eighths(first, end, 6, 9);
    if (spoiled) label.back() = 2;
    if (counts.empty()) {
      tally.update({end - first, {view(a), view(b)}, view(label), view(prediction), weight, score});
      return;
    }
    std::vector<double> sums(tally.cells().size());
    for (std::size_t row = 0; row < counts.size(); ++row) {
      const std::size_t cell = ((a[row] * 2U + b[row]) * 2U + label[row]) * 2U + prediction[row];
      const double w = weight[row];
      const double ws = w * score[row];
      const std::array<double, tally::kSums> own{1, w, w * w, ws, ws * ws, w * ws};
      for (std::size_t sum = 0; sum < own.size(); ++sum) {
        sums[cell * own.size() + sum] += counts[row] * own[sum];
      }
    }
    tally.updateCounted(sums);
  }
  static std::vector<double> numbers(const Tally& tally) {
    return {tally.cells().begin(), tally.cells().end()};
  }
};

template <>
struct Sample<RegressionTally> {
  static RegressionTally make() { return RegressionTally({{"a", {"x", "y"}}}); }
  static void add(RegressionTally& tally, std::size_t first, std::size_t end, bool spoiled,
                  Counts counts = {}) {
    const auto a = codes(first, end, 1, 2);
    auto label = eighths(first, end, 2, 64);
    const auto prediction = eighths(first, end, 3, 64);
    const auto weight = eighths(first, end, 4, 16);
    if (spoiled) label.back() = std::nan("");
    give(tally, {end - first, {view(a)}, label, prediction, weight}, counts);
  }
  static std::vector<double> numbers(const RegressionTally& tally) {
    std::vector<double> values;
    for (const auto& sums : tally.by(groupBy(tally.schema(), {"a"}))) {
      const auto errors = scores::errorValues(sums);
      values.insert(values.end(), errors.begin(), errors.end());
    }
    return values;
  }
};

template <>
struct Sample<ScoreTally> {
  static ScoreTally make() { return ScoreTally({{"a", {"x", "y"}}}); }
  static void add(ScoreTally& tally, std::size_t first, std::size_t end, bool spoiled,
                  Counts counts = {}) {
    const auto a = codes(first, end, 1, 2);
    const auto positive = codes(first, end, 2, 2);
    auto score = eighths(first, end, 3, 9);
    const auto weight = eighths(first, end, 4, 16);
    if (spoiled) score.back() = 2;
    give(tally, {end - first, {view(a)}, positive, score, weight}, counts);
  }
  static std::vector<double> numbers(const ScoreTally& tally) {
    std::vector<double> values;
    for (const auto& histogram : tally.by(groupBy(tally.schema(), {"a"}))) {
      const auto summary = scores::summarize(histogram);
      values.insert(values.end(), {summary.rows, summary.positives, summary.negatives,
                                   summary.areaUnderCurve, summary.areaUnderCurveError,
                                   summary.averagePrecision, summary.averagePrecisionError,
                                   summary.brierScore, summary.logLoss, summary.meanScore});
    }
    return values;
  }
};

template <>
struct Sample<ScoreRows> {
  static ScoreRows make() { return ScoreRows({{"a", {"x", "y"}}}); }
  static void add(ScoreRows& rows, std::size_t first, std::size_t end, bool spoiled,
                  Counts counts = {}) {
    const auto a = codes(first, end, 1, 2);
    const auto positive = codes(first, end, 2, 2);
    auto score = eighths(first, end, 3, 60);
    const auto weight = eighths(first, end, 4, 16);
    if (spoiled) score.back() = std::nan("");
    give(rows, {end - first, {view(a)}, positive, score, weight}, counts);
  }
  static std::vector<double> numbers(const ScoreRows& rows) {
    ScoreRows sorted = rows;
    std::vector<double> values;
    for (const auto& group : sorted.by(groupBy(sorted.schema(), {"a"}))) {
      const auto ranking = scores::computeRanking(group, 0.95);
      values.insert(values.end(),
                    {ranking.rows, ranking.positives, ranking.negatives, ranking.meanScore,
                     ranking.areaUnderCurve.value, ranking.averagePrecision.value});
    }
    return values;
  }
};

template <>
struct Sample<ErrorRows> {
  static ErrorRows make() { return ErrorRows({{"a", {"x", "y"}}}); }
  static void add(ErrorRows& rows, std::size_t first, std::size_t end, bool spoiled,
                  Counts counts = {}) {
    const auto a = codes(first, end, 1, 2);
    const auto label = eighths(first, end, 2, 64);
    auto prediction = eighths(first, end, 3, 64);
    const auto weight = eighths(first, end, 4, 16);
    if (spoiled) prediction.back() = std::nan("");
    give(rows, {end - first, {view(a)}, label, prediction, weight}, counts);
  }
  static std::vector<double> numbers(const ErrorRows& rows) {
    std::vector<double> values;
    for (const auto& group : rows.by(groupBy(rows.schema(), {"a"}))) {
      const auto errors = scores::exactErrors(group, 0.95);
      values.insert(values.end(), {errors.rows, errors.weight});
      for (const auto& each : errors.values) values.push_back(each.value);
    }
    return values;
  }
};

template <>
struct Sample<Cooccurrence> {
  static Cooccurrence make() { return Cooccurrence({{"a", "b"}, {"s", "t", "u"}, false, true}); }
  static void add(Cooccurrence& rows, std::size_t first, std::size_t end, bool spoiled,
                  Counts counts = {}) {
    auto attribute = codes(2 * first, 2 * end, 1, 2);
    const auto task = codes(3 * first, 3 * end, 2, 2);
    const auto prediction = codes(3 * first, 3 * end, 3, 2);
    if (spoiled) attribute.back() = 2;
    give(rows, {end - first, attribute, task, {}, prediction}, counts);
  }
  static std::vector<double> numbers(const Cooccurrence& counts) {
    const auto direction = amplification::Direction::kAttributeToTask;
    return countPairs(counts.bits(), columnsFor(counts.schema(), direction)).predicted;
  }
};

template <>
struct Sample<CaptionCounts> {
  static CaptionCounts make() {
    return CaptionCounts({{"man", {"man", "he"}}, {"woman", {"woman"}}});
  }
  static void add(CaptionCounts& captions, std::size_t first, std::size_t end, bool spoiled,
                  Counts counts = {}) {
    std::vector<std::string> objects;
    if (captions.objects().empty()) objects = {"dog", "car"};
    std::vector<std::uint32_t> mentions;
    std::vector<std::uint32_t> mentioned;
    std::vector<std::uint32_t> ends;
    for (std::size_t row = first; row < end; ++row) {
      mentions.push_back(some(row, 1, 3));
      mentioned.push_back(some(row, 2, 2));
      ends.push_back(static_cast<std::uint32_t>(ends.size() + 1));
    }
    if (spoiled) mentioned.back() = 2;
    give(captions, {objects, mentions, ends, mentioned, ends}, counts);
  }
  static std::vector<double> numbers(const CaptionCounts& counts) { return counts.counts(); }
};

template <>
struct Sample<Certificates> {
  static Certificates make() { return Certificates({}, {0.25, 1}, {{"a", {"x", "y"}}}); }
  static void add(Certificates& certificates, std::size_t first, std::size_t end, bool spoiled,
                  Counts counts = {}) {
    const auto a = codes(first, end, 1, 2);
    const auto scores = eighths(2 * first, 2 * end, 2, 64);
    auto labels = codes(first, end, 3, 2);
    const auto weights = eighths(first, end, 4, 16);
    if (spoiled) labels.back() = 2;
    const robustness::ScoredRows rows{end - first, std::span<const double>(scores), view(labels)};
    give(certificates, {rows, {view(a)}, weights}, counts);
  }
  static std::vector<double> numbers(const Certificates& certificates) {
    std::vector<double> values;
    for (std::size_t i = 0; i < certificates.groups(); ++i) {
      const auto& moments = certificates.moments(i);
      values.insert(values.end(), {moments.sum, moments.squares, moments.weightSquares});
      for (const auto count : certificates.counts(i)) values.push_back(static_cast<double>(count));
      for (const auto& cell : certificates.weights(i)) values.push_back(cell.weight);
    }
    return values;
  }
};

template <class T>
class Accumulators : public ::testing::Test {
 protected:
  static_assert(Accumulator<T>);

  static T of(std::size_t first, std::size_t end) {
    T accumulator = Sample<T>::make();
    if (first < end) Sample<T>::add(accumulator, first, end, false);
    return accumulator;
  }
  static void expectSame(const T& actual, const T& expected) {
    const auto numbers = Sample<T>::numbers(actual);
    const auto others = Sample<T>::numbers(expected);
    ASSERT_EQ(numbers.size(), others.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const double rounding = 1e-14 * std::max(1.0, std::abs(others[i]));
      EXPECT_THAT(numbers[i], ::testing::NanSensitiveDoubleNear(others[i], rounding)) << i;
    }
  }
};

using All = ::testing::Types<Tally, RegressionTally, ScoreTally, ScoreRows, ErrorRows, Cooccurrence,
                             CaptionCounts, Certificates>;
TYPED_TEST_SUITE(Accumulators, All);

TYPED_TEST(Accumulators, MergeIsOnePass) {
  const TypeParam whole = this->of(0, kRows);
  EXPECT_NE(whole.toBytes(), this->of(0, 0).toBytes());
  for (const std::size_t cut : {1U, 13U, 39U}) {
    TypeParam parts = this->of(0, cut);
    parts.merge(this->of(cut, kRows));
    this->expectSame(parts, whole);
    TypeParam updates = this->of(0, cut);
    Sample<TypeParam>::add(updates, cut, kRows, false);
    this->expectSame(updates, whole);
  }
}

TYPED_TEST(Accumulators, CountedRowsAreRepeatedRows) {
  std::vector<double> counts;
  TypeParam repeated = Sample<TypeParam>::make();
  for (std::size_t row = 0; row < kRows; ++row) {
    counts.push_back(some(row, 9, 4));
    for (double time = 0; time < counts.back(); ++time) {
      Sample<TypeParam>::add(repeated, row, row + 1, false);
    }
  }
  TypeParam counted = Sample<TypeParam>::make();
  Sample<TypeParam>::add(counted, 0, kRows, false, counts);
  this->expectSame(counted, repeated);
  this->expectSame(TypeParam::fromBytes(counted.toBytes()), repeated);
  counted.merge(repeated);
  repeated.merge(TypeParam(repeated));
  this->expectSame(counted, repeated);
}

TYPED_TEST(Accumulators, RejectInvalidRowCounts) {
  TypeParam accumulator = this->of(0, 5);
  const auto before = accumulator.toBytes();
  const auto expectRefused = [&](std::vector<double> counts) {
    EXPECT_THROW(Sample<TypeParam>::add(accumulator, 5, 8, false, counts), Error);
    EXPECT_EQ(accumulator.toBytes(), before);
  };
  expectRefused({1, 1, -1});
  expectRefused({1, std::nan(""), 1});
  if constexpr (std::same_as<TypeParam, Tally>) return;  // it accepts sums of any number of rows
  expectRefused({0.5, 1, 1});
  expectRefused({0x1p53, 1, 1});
}

TYPED_TEST(Accumulators, AnEmptyAccumulatorAddsNothing) {
  const TypeParam whole = this->of(0, kRows);
  TypeParam first = whole;
  first.merge(Sample<TypeParam>::make());
  this->expectSame(first, whole);
  TypeParam last = Sample<TypeParam>::make();
  last.merge(whole);
  this->expectSame(last, whole);
}

TYPED_TEST(Accumulators, MergeDoesNotChangeTheOther) {
  const TypeParam other = this->of(0, 7);
  const auto before = other.toBytes();
  TypeParam accumulator = this->of(7, kRows);
  accumulator.merge(other);
  EXPECT_EQ(other.toBytes(), before);
}

TYPED_TEST(Accumulators, ResetRemovesRows) {
  TypeParam accumulator = this->of(0, kRows);
  accumulator.reset();
  this->expectSame(accumulator, [] {
    TypeParam empty = Sample<TypeParam>::make();
    Sample<TypeParam>::add(empty, 0, kRows, false);
    empty.reset();
    return empty;
  }());
  Sample<TypeParam>::add(accumulator, 0, 13, false);
  this->expectSame(accumulator, this->of(0, 13));
}

TYPED_TEST(Accumulators, AreRestoredFromBytes) {
  for (const std::size_t rows : {std::size_t{0}, kRows}) {
    const TypeParam accumulator = this->of(0, rows);
    const auto bytes = accumulator.toBytes();
    TypeParam stored = TypeParam::fromBytes(bytes);
    EXPECT_EQ(stored.toBytes(), bytes);
    Sample<TypeParam>::add(stored, rows, rows + 3, false);
    this->expectSame(stored, this->of(0, rows + 3));
  }
}

TYPED_TEST(Accumulators, RejectBytesOfOtherAccumulators) {
  const auto bytes = this->of(0, 5).toBytes();
  const auto expectCorrupt = [](std::span<const std::uint8_t> others) {
    testing::expectError([&] { TypeParam::fromBytes(others); }, ErrorCode::kCorruptBytes, "bytes");
  };
  for (std::size_t length = 0; length < bytes.size(); length += 1 + length / 64) {
    expectCorrupt(std::span(bytes).first(length));
  }
  auto longer = bytes;
  longer.push_back(0);
  expectCorrupt(longer);
  for (std::size_t place = 0; place < bytes.size(); place += 1 + place / 64) {
    auto others = bytes;
    others[place] ^= 0x10U;
    expectCorrupt(others);
  }
}

// An attacker can also write a valid checksum: FNV-1a of all preceding bytes.
std::vector<std::uint8_t> sealed(std::vector<std::uint8_t> bytes) {
  bytes.resize(bytes.size() - 8);
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001b3U;
  for (unsigned shift = 0; shift < 64; shift += 8) {
    bytes.push_back(static_cast<std::uint8_t>(hash >> shift));
  }
  return bytes;
}

TYPED_TEST(Accumulators, AreCompleteOrRejectForgedBytes) {
  const auto bytes = this->of(0, 5).toBytes();
  ASSERT_EQ(sealed(bytes), bytes);
  std::size_t refused = 0;
  for (std::size_t place = 0; place + 8 < bytes.size(); place += 1 + place / 256) {
    for (const auto forged : std::to_array<std::uint8_t>({0x00, 0x01, 0x7f, 0x80, 0xff})) {
      auto others = bytes;
      others[place] = forged;
      try {
        TypeParam accumulator = TypeParam::fromBytes(sealed(others));
        const auto again = accumulator.toBytes();
        EXPECT_EQ(TypeParam::fromBytes(again).toBytes(), again);
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::kCorruptBytes) << error.what();
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 0U);
}

// Excess bytes at the end are rejected, too.
TYPED_TEST(Accumulators, RejectForgedBytesWithTrailingBytes) {
  for (const std::size_t more : {1U, 64U}) {
    auto longer = this->of(0, 5).toBytes();
    longer.insert(longer.end() - 8, more, 0);
    testing::expectError([&] { TypeParam::fromBytes(sealed(longer)); }, ErrorCode::kCorruptBytes,
                         "bytes");
  }
}

TYPED_TEST(Accumulators, AFailedUpdateChangesNothing) {
  TypeParam accumulator = this->of(0, 13);
  const auto before = accumulator.toBytes();
  EXPECT_THROW(Sample<TypeParam>::add(accumulator, 13, kRows, true), Error);
  EXPECT_EQ(accumulator.toBytes(), before);
  Sample<TypeParam>::add(accumulator, 13, kRows, false);
  this->expectSame(accumulator, this->of(0, kRows));
}

// Calls `work` with 0, 1, 2, and more allocations until it succeeds; `after` checks the state after
// each call that runs out of memory.
template <class Work, class After>
std::size_t withEverLessRefused(const Work& work, const After& after) {
  for (std::size_t granted = 0;; ++granted) {
    bool isOut = false;
    {
      const testing::RefusedAllocations refused(granted);
      try {
        work();
      } catch (const std::bad_alloc&) {
        isOut = true;
      }
    }
    if (!isOut) return granted;
    after(granted);
  }
}

TYPED_TEST(Accumulators, FailedAllocationsChangeNothing) {
  TypeParam accumulator = this->of(0, 13);
  const TypeParam other = this->of(13, kRows);
  const auto before = accumulator.toBytes();
  const auto isAsBefore = [&](std::size_t granted) {
    EXPECT_EQ(accumulator.toBytes(), before) << "after " << granted << " allocations";
  };
  TypeParam stored = accumulator;
  EXPECT_GT(withEverLessRefused([&] { stored = TypeParam::fromBytes(before); }, isAsBefore), 0U);
  EXPECT_EQ(stored.toBytes(), before);

  TypeParam updated = accumulator;
  withEverLessRefused([&] { Sample<TypeParam>::add(accumulator, 13, kRows, false); }, isAsBefore);
  this->expectSame(accumulator, this->of(0, kRows));

  std::swap(accumulator, updated);
  withEverLessRefused([&] { accumulator.merge(other); }, isAsBefore);
  this->expectSame(accumulator, this->of(0, kRows));
}

}  // namespace
}  // namespace fairwasm::data
