// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/scores.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <ranges>
#include <utility>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/number_text.hpp"
#include "fairwasm/core/require.hpp"
#include "fairwasm/data/bytes.hpp"
#include "fairwasm/data/weights.hpp"

namespace fairwasm::scores {
namespace {

constexpr const char* kScoresKind = "scores";
constexpr std::uint32_t kScoresVersion = 2;

void requireScores(std::span<const double> scores) {
  const auto bad =
      std::ranges::find_if(scores, [](double score) { return !(score >= 0 && score <= 1); });
  if (bad == scores.end()) return;
  throw Error(ErrorCode::kInvalidArgument, {"score", "a score in [0, 1]", shown(*bad),
                                            static_cast<std::size_t>(bad - scores.begin())});
}

constexpr double kMinProbability = std::numeric_limits<double>::epsilon();  // scikit-learn's
constexpr auto kParts = static_cast<double>(ScoreHistogram::kCells);

bool isPossible(double key, const ScoreBin& bin) {
  const double squares = bin.positiveSquares + bin.negativeSquares;
  return key >= 0 && key <= 1 &&
         std::isfinite(bin.positives + bin.negatives + bin.scores + squares) &&
         bin.positives >= 0 && bin.negatives >= 0 && bin.positiveSquares >= 0 &&
         bin.negativeSquares >= 0;
}

[[noreturn]] void refuseSums() {
  throw Error(ErrorCode::kCorruptBytes, {"bytes", "sums of weights", "impossible sums", {}});
}

}  // namespace

std::size_t getPart(double score, std::size_t parts) {
  const auto count = static_cast<double>(parts);
  double part = std::max(1.0, std::ceil(score * count));
  // The product is rounded, so the score is compared with the ends of the part.
  if (part > 1 && score <= (part - 1) / count) part -= 1;
  if (part < count && score > part / count) part += 1;
  return static_cast<std::size_t>(part);
}

void ScoreBin::merge(const ScoreBin& other) {
  positives += other.positives;
  negatives += other.negatives;
  scores += other.scores;
  positiveSquares += other.positiveSquares;
  negativeSquares += other.negativeSquares;
}

void ScoreTotals::merge(const ScoreTotals& other) {
  rows += other.rows;
  squaredErrors += other.squaredErrors;
  logLosses += other.logLosses;
  weightedLogLosses += other.weightedLogLosses;
  squaredLogLosses += other.squaredLogLosses;
}

double computeLogLoss(double probability) {
  return -std::log(std::clamp(probability, kMinProbability, 1 - kMinProbability));
}

void ScoreHistogram::add(double score, bool positive, const data::Alike& alike) {
  const auto [rows, weight, square] = alike;
  merge(score, {positive ? weight : 0, positive ? 0 : weight, weight * score, positive ? square : 0,
                positive ? 0 : square});
  const double error = positive ? score - 1 : score;
  const double loss = computeLogLoss(positive ? score : 1 - score);
  totals_.merge({rows, weight * error * error, weight * loss, square * loss, square * loss * loss});
}

void ScoreHistogram::merge(const ScoreHistogram& other) {
  if (isExact() && !other.isExact()) coarsen();
  for (const auto& [score, bin] : other.bins()) merge(score, bin);
  totals_.merge(other.totals_);
}

void ScoreHistogram::merge(double score, const ScoreBin& bin) {
  if (!isExact()) {
    cells_[getPart(score, kCells) - 1].merge(bin);
    return;
  }
  distinct_[score].merge(bin);
  if (distinct_.size() > kMaxDistinct) coarsen();
}

void ScoreHistogram::prepare(double score, Places& places) {
  if (!isExact() || distinct_.contains(score)) return;
  if (distinct_.size() + places.size() <= kMaxDistinct) places.try_emplace(score);
  if (distinct_.size() + places.size() > kMaxDistinct) cells_.reserve(kCells);
}

void ScoreHistogram::take(double score, Places& places) {
  if (isExact()) distinct_.insert(places.extract(score));
}

void ScoreHistogram::coarsen() {
  cells_.resize(kCells);
  for (const auto& [score, bin] : distinct_) cells_[getPart(score, kCells) - 1].merge(bin);
  distinct_.clear();
}

std::vector<ScoreCell> ScoreHistogram::bins() const {
  if (isExact()) return {distinct_.begin(), distinct_.end()};
  std::vector<ScoreCell> bins;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const ScoreBin& cell = cells_[i];
    if (cell.positives + cell.negatives > 0) {
      bins.emplace_back(static_cast<double>(i + 1) / kParts, cell);
    }
  }
  return bins;
}

ScoreHistogram ScoreHistogram::restore(bool isExact, std::span<const ScoreCell> bins,
                                       const ScoreTotals& totals) {
  ScoreHistogram histogram;
  if (!isExact) histogram.coarsen();
  for (const auto& [score, bin] : bins) histogram.merge(score, bin);
  histogram.totals_ = totals;
  return histogram;
}

ScoreTally::ScoreTally(std::vector<data::Attribute> attributes)
    : groups_{{std::move(attributes), {}, true, false, true}, {}} {
  validate(groups_.schema);
  groups_.states.resize(data::groupCount(groups_.schema, kMaxGroups));
}

void ScoreTally::updateCounted(const Counted& counted) {
  const auto& [batch, alike] = counted;
  const auto groups = data::rowGroups(schema(), batch.attributes, batch.rows);
  requireCount("label", batch.positive.size(), batch.rows);
  requireCount("score", batch.score.size(), batch.rows);
  requireScores(batch.score);
  if (!batch.weight.empty()) data::requireWeights(batch.weight, batch.rows);
  data::requireAlike(alike, batch.rows, !batch.weight.empty());
  std::map<std::uint32_t, ScoreHistogram::Places> places;
  for (std::size_t row = 0; row < batch.rows; ++row) {
    groups_.states[groups[row]].prepare(batch.score[row], places[groups[row]]);
  }
  for (std::size_t row = 0; row < batch.rows; ++row) {
    ScoreHistogram& group = groups_.states[groups[row]];
    group.take(batch.score[row], places.find(groups[row])->second);
    group.add(batch.score[row], batch.positive[row] != 0, alike.at(row, batch.weight));
  }
}

void ScoreTally::merge(const ScoreTally& other) {
  groups_ = groups_.merged(other.groups_, kMaxGroups);
}

void ScoreTally::reset() { std::ranges::fill(groups_.states, ScoreHistogram{}); }

std::vector<std::uint8_t> ScoreTally::toBytes() const {
  data::ByteWriter writer(kScoresKind, kScoresVersion);
  writer.schema(schema());
  for (const auto& histogram : groups_.states) {
    writer.number(histogram.isExact() ? 1 : 0);
    const auto bins = histogram.bins();
    writer.number(bins.size());
    const ScoreTotals& sums = histogram.totals();
    writer.doubles(std::array{sums.rows, sums.squaredErrors, sums.logLosses, sums.weightedLogLosses,
                              sums.squaredLogLosses});
    for (const auto& [key, bin] : bins) {
      writer.doubles(std::array{key, bin.positives, bin.negatives, bin.scores, bin.positiveSquares,
                                bin.negativeSquares});
    }
  }
  return std::move(writer).finish();
}

ScoreTally ScoreTally::fromBytes(std::span<const std::uint8_t> bytes) {
  data::ByteReader reader(bytes, kScoresKind, kScoresVersion);
  try {
    const data::Schema schema = reader.schema();
    reader.requireGroups(schema, 5 * sizeof(std::uint64_t));  // a kind, a count and three totals
    ScoreTally tally(schema.attributes);
    for (auto& histogram : tally.groups_.states) {
      const bool isExact = reader.number() != 0;
      const std::uint64_t count = reader.number();
      const auto totals = reader.doubles(5);
      std::vector<ScoreCell> bins;
      for (std::uint64_t i = 0; i < count; ++i) {
        const auto values = reader.doubles(6);
        bins.push_back({values[0], {values[1], values[2], values[3], values[4], values[5]}});
        if (!isPossible(values[0], bins.back().second)) refuseSums();
      }
      const auto isSum = [](double total) { return total >= 0 && std::isfinite(total); };
      if (!std::ranges::all_of(totals, isSum)) refuseSums();
      histogram = ScoreHistogram::restore(isExact, bins,
                                          {totals[0], totals[1], totals[2], totals[3], totals[4]});
    }
    reader.finish();
    return tally;
  } catch (const Error& error) {
    throw Error(ErrorCode::kCorruptBytes, {"bytes", "stored scores", error.what(), {}});
  }
}

}  // namespace fairwasm::scores
