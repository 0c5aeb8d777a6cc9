// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/scores.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <ranges>
#include <string>
#include <utility>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/shown.hpp"
#include "fairwasm/data/bytes.hpp"

namespace fairwasm::group {
namespace {

constexpr const char* kKind = "scores";
constexpr std::uint32_t kVersion = 2;

void requireColumn(const char* argument, std::size_t length, std::size_t rows) {
  if (length == rows) return;
  throw Error(ErrorCode::kShapeMismatch,
              {argument, std::to_string(rows) + " values", std::to_string(length), {}});
}

void requireRange(const char* argument, const char* expected, std::span<const double> values,
                  double most) {
  const auto bad =
      std::ranges::find_if(values, [&](double value) { return !(value >= 0 && value <= most); });
  if (bad == values.end()) return;
  throw Error(ErrorCode::kInvalidArgument,
              {argument, expected, shown(*bad), static_cast<std::size_t>(bad - values.begin())});
}

constexpr double kLeastProbability = std::numeric_limits<double>::epsilon();  // scikit-learn's
constexpr auto kParts = static_cast<double>(ScoreHistogram::kCells);

bool isPossible(double key, const ScoreBin& bin) {
  return key >= 0 && key <= 1 && std::isfinite(bin.positives + bin.negatives + bin.scores) &&
         bin.positives >= 0 && bin.negatives >= 0 && bin.positiveSquares >= 0 &&
         bin.negativeSquares >= 0;  // those of immense weights are infinite
}

// The lowest score that a bin can hold.
double lowest(const ScoreHistogram& histogram, double key) {
  if (histogram.isExact()) return key;
  const std::size_t below = partOf(key, ScoreHistogram::kCells) - 1;
  return below == 0 ? 0 : std::nextafter(static_cast<double>(below) / kParts, 1);
}

[[noreturn]] void refuseSums() {
  throw Error(ErrorCode::kCorruptBytes, {"bytes", "sums of weights", "impossible ones", {}});
}

}  // namespace

std::size_t partOf(double score, std::size_t parts) {
  const auto count = static_cast<double>(parts);
  double part = std::max(1.0, std::ceil(score * count));
  // The product is rounded: what decides is whether the score is between the part's ends.
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

double logLossOf(double probability) {
  return -std::log(std::clamp(probability, kLeastProbability, 1 - kLeastProbability));
}

void ScoreHistogram::add(double score, bool positive, const data::Alike& alike) {
  const auto [rows, weight, square] = alike;
  merge(score, {positive ? weight : 0, positive ? 0 : weight, weight * score, positive ? square : 0,
                positive ? 0 : square});
  const double error = positive ? score - 1 : score;
  const double loss = logLossOf(positive ? score : 1 - score);
  totals_.merge({rows, weight * error * error, weight * loss, square * loss, square * loss * loss});
}

void ScoreHistogram::merge(const ScoreHistogram& other) {
  if (isExact() && !other.isExact()) coarsen();
  for (const auto& [score, bin] : other.bins()) merge(score, bin);
  totals_.merge(other.totals_);
}

void ScoreHistogram::merge(double score, const ScoreBin& bin) {
  if (!isExact()) {
    cells_[partOf(score, kCells) - 1].merge(bin);
    return;
  }
  distinct_[score].merge(bin);
  if (distinct_.size() > kMaxDistinct) coarsen();
}

void ScoreHistogram::coarsen() {
  cells_.resize(kCells);
  for (const auto& [score, bin] : distinct_) cells_[partOf(score, kCells) - 1].merge(bin);
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

namespace {

// Mean of (a + t) / (b + t) for t from 0 to `reach`: the precision while positives are added to a
// of b rows.
double meanPrecision(double a, double b, double reach) {
  return b > 0 ? 1 - (b - a) * std::log1p(reach / b) / reach : 1;
}

// Average precision, and how far it can be off as bins hold several scores: their positives may all
// be above their negatives, or all below.
std::pair<double, double> averagePrecision(std::span<const ScoreCell> bins, double positives,
                                           bool isExact) {
  double value = 0;
  double least = 0;
  double most = 0;
  double above = 0;  // positives so far
  double rows = 0;
  for (const auto& [key, bin] : std::views::reverse(bins)) {
    const double own = bin.positives;
    if (own > 0) {
      value += own * ((above + own) / (rows + own + bin.negatives));
      least += own * meanPrecision(above, rows + bin.negatives, own);
      most += own * ((above + own) / (rows + own));
    }
    above += own;
    rows += own + bin.negatives;
  }
  const double precision = value / positives;
  const double error = isExact ? 0 : std::max(most - value, value - least) / positives;
  return {precision > 1 ? 1 : precision, error};  // by rounding
}

}  // namespace

ScoreSummary summarize(std::span<const ScoreCell> cells, const ScoreTotals& totals, bool isExact) {
  double positives = 0;
  double negatives = 0;
  double scores = 0;
  double below = 0;  // pairs of a negative and a positive above it
  double equal = 0;  // pairs in one bin
  for (const auto& entry : cells) {
    const ScoreBin& bin = entry.second;
    below += bin.positives * negatives;
    equal += bin.positives * bin.negatives;
    positives += bin.positives;
    negatives += bin.negatives;
    scores += bin.scores;
  }
  const double pairs = positives * negatives;
  const double area = (below + 0.5 * equal) / pairs;
  const double weight = positives + negatives;
  const auto [precision, precisionError] = averagePrecision(cells, positives, isExact);
  return {totals.rows,
          positives,
          negatives,
          area > 1 ? 1 : area,  // by rounding
          isExact ? 0 : 0.5 * equal / pairs,
          precision,
          precisionError,
          totals.squaredErrors / weight,
          totals.logLosses / weight,
          scores / weight};
}

std::vector<Operation> operations(const ScoreHistogram& histogram) {
  std::vector<Operation> steps{{std::numeric_limits<double>::infinity(), 0, 0}};
  const auto bins = histogram.bins();
  for (const auto& [key, bin] : std::views::reverse(bins)) {
    steps.push_back({lowest(histogram, key), steps.back().truePositives + bin.positives,
                     steps.back().falsePositives + bin.negatives});
  }
  return steps;
}

std::vector<CalibrationBin> calibration(const ScoreHistogram& histogram, std::size_t parts) {
  if (parts == 0 || ScoreHistogram::kCells % parts != 0) {
    throw Error(
        ErrorCode::kInvalidArgument,
        {"bins",
         "a divisor of " + std::to_string(ScoreHistogram::kCells) + ", such as 10, 15, 20 or 100",
         std::to_string(parts),
         {}});
  }
  std::vector<CalibrationBin> bins;
  for (const auto& [key, bin] : histogram.bins()) {
    const double upper = static_cast<double>(partOf(key, parts)) / static_cast<double>(parts);
    if (bins.empty() || bins.back().upper != upper) bins.push_back({upper, 0, 0, 0, 0, 0});
    bins.back().weight += bin.positives + bin.negatives;
    bins.back().scores += bin.scores;
    bins.back().positives += bin.positives;
    bins.back().positiveSquares += bin.positiveSquares;
    bins.back().negativeSquares += bin.negativeSquares;
  }
  return bins;
}

double expectedCalibrationError(const std::vector<CalibrationBin>& bins) {
  double weight = 0;
  double error = 0;
  for (const auto& bin : bins) {
    weight += bin.weight;
    error += std::abs(bin.scores - bin.positives);
  }
  return error / weight;
}

ScoreTally::ScoreTally(std::vector<data::Attribute> attributes)
    : groups_{{std::move(attributes), {}, true, false, true}, {}} {
  validate(groups_.schema);
  groups_.states.resize(data::groupCount(groups_.schema, kMaxGroups));
}

void ScoreTally::addCounted(const ScoreBatch& batch, const data::AlikeRows& alike) {
  const auto groups = data::rowGroups(schema(), batch.attributes, batch.rows);
  requireColumn("label", batch.positive.size(), batch.rows);
  requireColumn("score", batch.score.size(), batch.rows);
  requireRange("score", "a score in [0, 1]", batch.score, 1);
  if (!batch.weight.empty()) {
    requireColumn("weight", batch.weight.size(), batch.rows);
    requireRange("weight", "a finite weight of 0 or more", batch.weight,
                 std::numeric_limits<double>::max());
  }
  if (!alike.counts.empty()) {
    requireColumn("rows", alike.counts.size(), batch.rows);
    requireRange("rows", "a number of rows", alike.counts, std::numeric_limits<double>::max());
    const std::size_t squares = batch.weight.empty() ? 0 : batch.rows;
    requireColumn("squared weight", alike.squares.size(), squares);
    requireRange("squared weight", "a finite sum of squares", alike.squares,
                 std::numeric_limits<double>::max());
  }
  for (std::size_t row = 0; row < batch.rows; ++row) {
    groups_.states[groups[row]].add(batch.score[row], batch.positive[row] != 0,
                                    alike.at(row, batch.weight));
  }
}

void ScoreTally::merge(const ScoreTally& other) {
  groups_ = groups_.merged(other.groups_, kMaxGroups);
}

void ScoreTally::reset() { std::ranges::fill(groups_.states, ScoreHistogram{}); }

std::vector<std::uint8_t> ScoreTally::toBytes() const {
  data::ByteWriter writer(kKind, kVersion);
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
  data::ByteReader reader(bytes, kKind, kVersion);
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
      // Sums of squares of immense weights are infinite.
      const auto isSum = [](double total) { return total >= 0; };
      const auto isFinite = [](double total) { return std::isfinite(total); };
      if (!std::ranges::all_of(totals, isSum) ||
          !std::ranges::all_of(std::span(totals).first(3), isFinite)) {
        refuseSums();
      }
      histogram = ScoreHistogram::restore(isExact, bins,
                                          {totals[0], totals[1], totals[2], totals[3], totals[4]});
    }
    reader.finish();
    return tally;
  } catch (const Error& error) {
    throw Error(ErrorCode::kCorruptBytes, {"bytes", "stored scores", error.what(), {}});
  }
}

}  // namespace fairwasm::group
