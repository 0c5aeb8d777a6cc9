// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/regression.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/data/bytes.hpp"

namespace fairwasm::group {
namespace {

constexpr const char* kKind = "regression";
constexpr std::uint32_t kVersion = 2;
// Rows are summed in chunks and the chunks merged, which keeps the rounding error of long sums
// small.
constexpr std::size_t kChunkRows = 65536;

constexpr std::array kFields = std::to_array<double RegressionSums::*>({
    &RegressionSums::rows,
    &RegressionSums::weight,
    &RegressionSums::meanLabel,
    &RegressionSums::squaredDeviations,
    &RegressionSums::predictions,
    &RegressionSums::absoluteErrors,
    &RegressionSums::squaredErrors,
    &RegressionSums::squaredWeight,
    &RegressionSums::weightedAbsoluteErrors,
    &RegressionSums::weightedSquaredErrors,
    &RegressionSums::weightedFourthPowers,
});

void requireColumn(const char* argument, std::span<const double> values, std::size_t rows,
                   double least) {
  if (values.size() != rows) {
    throw Error(ErrorCode::kShapeMismatch,
                {argument, std::to_string(rows) + " values", std::to_string(values.size()), {}});
  }
  const auto bad = std::ranges::find_if(
      values, [&](double value) { return !std::isfinite(value) || value < least; });
  if (bad == values.end()) return;
  const char* expected = std::isfinite(least) ? "a finite weight of 0 or more" : "a finite number";
  throw Error(ErrorCode::kInvalidArgument, {argument, expected, std::to_string(*bad),
                                            static_cast<std::size_t>(bad - values.begin())});
}

bool isPossible(const RegressionSums& sums) {
  // What intervals alone need may be infinite: it is a fourth power.
  constexpr std::size_t kValues = 7;
  return std::ranges::all_of(std::span(kFields).first(kValues),
                             [&](auto field) { return std::isfinite(sums.*field); }) &&
         sums.rows >= 0 && sums.weight >= 0 && sums.squaredDeviations >= 0 &&
         sums.absoluteErrors >= 0 && sums.squaredErrors >= 0 && sums.squaredWeight >= 0 &&
         sums.weightedAbsoluteErrors >= 0 && sums.weightedSquaredErrors >= 0 &&
         sums.weightedFourthPowers >= 0;
}

constexpr BoundedError kUnknown{{kNaN, {kNaN, kNaN}}, kNaN};

// A mean of what cannot be negative: sum of w x, of w^2 x and of w^2 x^2.
BoundedError boundedMean(const RegressionSums& sums, double total, double first, double second,
                         double confidence) {
  const double mean = total / sums.weight;
  const double rows = sums.weight * sums.weight / sums.squaredWeight;
  const BoundedError unknown{{mean, {kNaN, kNaN}}, rows};
  if (!(mean > 0) || !(rows > 1)) return unknown;
  const double squares = second - 2 * mean * first + mean * mean * sums.squaredWeight;
  // Below what rounding can leave of equal errors, they are.
  constexpr double kRounding = 1e-12;
  if (!(squares > kRounding * second)) return unknown;
  const double relative = squares / (total * total) * (rows / (rows - 1));
  const double effective = rows / (1 + 2 * rows * relative);
  const double z = uncertainty::normalQuantile(0.5 + confidence / 2);
  const double factor = std::exp(uncertainty::studentQuantileAt(z, effective * (rows - 1) / rows) *
                                 std::sqrt(relative));
  return {{mean, {mean / factor, mean * factor}}, effective};
}

}  // namespace

void RegressionSums::add(double label, double prediction, double rowWeight) {
  rows += 1;
  weight += rowWeight;
  const double deviation = label - meanLabel;
  if (rowWeight > 0) meanLabel += deviation * (rowWeight / weight);
  squaredDeviations += rowWeight * deviation * (label - meanLabel);
  predictions += rowWeight * prediction;
  absoluteErrors += rowWeight * std::abs(label - prediction);
  squaredErrors += rowWeight * (label - prediction) * (label - prediction);
  const double square = (label - prediction) * (label - prediction);
  const double squared = rowWeight * rowWeight;
  squaredWeight += squared;
  weightedAbsoluteErrors += squared * std::abs(label - prediction);
  weightedSquaredErrors += squared * square;
  weightedFourthPowers += squared * square * square;
}

void RegressionSums::merge(const RegressionSums& other) {
  rows += other.rows;
  predictions += other.predictions;
  absoluteErrors += other.absoluteErrors;
  squaredErrors += other.squaredErrors;
  squaredWeight += other.squaredWeight;
  weightedAbsoluteErrors += other.weightedAbsoluteErrors;
  weightedSquaredErrors += other.weightedSquaredErrors;
  weightedFourthPowers += other.weightedFourthPowers;
  const double total = weight + other.weight;
  if (other.weight > 0) {
    const double deviation = other.meanLabel - meanLabel;
    squaredDeviations +=
        other.squaredDeviations + deviation * deviation * (weight * (other.weight / total));
    meanLabel += deviation * (other.weight / total);
  }
  weight = total;
}

BoundedError boundedError(std::string_view metric, const RegressionSums& sums, double confidence) {
  if (metric == "meanAbsoluteError") {
    return boundedMean(sums, sums.absoluteErrors, sums.weightedAbsoluteErrors,
                       sums.weightedSquaredErrors, confidence);
  }
  const bool isRoot = metric == "rootMeanSquaredError";
  if (!isRoot && metric != "meanSquaredError") return kUnknown;
  BoundedError bounded = boundedMean(sums, sums.squaredErrors, sums.weightedSquaredErrors,
                                     sums.weightedFourthPowers, confidence);
  if (!isRoot) return bounded;
  auto& [value, ci] = bounded.error;
  return {{std::sqrt(value), {std::sqrt(ci.low), std::sqrt(ci.high)}}, bounded.effectiveRows};
}

uncertainty::Bounded errorDifference(std::string_view metric,
                                     std::span<const RegressionSums> groups, double confidence) {
  std::vector<RegressionSums> defined;
  for (const auto& sums : groups) {
    if (sums.weight > 0) defined.push_back(sums);
  }
  const double z = uncertainty::pairwiseQuantile(defined.size(), confidence);
  std::vector<uncertainty::Bounded> errors;
  for (const auto& sums : defined) {
    errors.push_back(boundedError(metric, sums, 2 * uncertainty::normalProbability(z) - 1).error);
  }
  uncertainty::Bounded result{defined.empty() ? kNaN : 0, {0, 0}};
  bool isKnown = !defined.empty();
  for (const uncertainty::Bounded& one : errors) {
    isKnown = isKnown && !std::isnan(one.ci.low);
    for (const uncertainty::Bounded& other : errors) {
      const uncertainty::Interval apart =
          uncertainty::magnitudeInterval(uncertainty::differenceInterval(one, other));
      result.value = std::max(result.value, one.value - other.value);
      if (&one == &other) continue;
      result.ci = {std::max(result.ci.low, apart.low), std::max(result.ci.high, apart.high)};
    }
  }
  if (!isKnown) return {result.value, {kNaN, kNaN}};
  return {result.value,
          {std::min(result.ci.low, result.value), std::max(result.ci.high, result.value)}};
}

RegressionTally::RegressionTally(std::vector<data::Attribute> attributes)
    : groups_{{std::move(attributes), {}, true, true, false}, {}} {
  validate(groups_.schema);
  groups_.states.resize(data::groupCount(groups_.schema, kMaxGroups));
}

void RegressionTally::update(const NumberBatch& batch) {
  const auto groups = data::rowGroups(schema(), batch.attributes, batch.rows);
  const double any = -std::numeric_limits<double>::infinity();
  requireColumn("label", batch.label, batch.rows, any);
  requireColumn("prediction", batch.prediction, batch.rows, any);
  if (!batch.weight.empty()) requireColumn("weight", batch.weight, batch.rows, 0);

  for (std::size_t first = 0; first < batch.rows; first += kChunkRows) {
    std::vector<RegressionSums> chunk(groups_.states.size());
    const std::size_t end = std::min(batch.rows, first + kChunkRows);
    for (std::size_t row = first; row < end; ++row) {
      chunk[groups[row]].add(batch.label[row], batch.prediction[row],
                             batch.weight.empty() ? 1 : batch.weight[row]);
    }
    for (std::size_t i = 0; i < chunk.size(); ++i) groups_.states[i].merge(chunk[i]);
  }
}

void RegressionTally::merge(const RegressionTally& other) {
  groups_ = groups_.merged(other.groups_, kMaxGroups);
}

void RegressionTally::reset() { std::ranges::fill(groups_.states, RegressionSums{}); }

std::vector<std::uint8_t> RegressionTally::toBytes() const {
  data::ByteWriter writer(kKind, kVersion);
  writer.schema(schema());
  for (const auto& sums : groups_.states) {
    for (const auto field : kFields) writer.doubles({&(sums.*field), 1});
  }
  return std::move(writer).finish();
}

RegressionTally RegressionTally::fromBytes(std::span<const std::uint8_t> bytes) {
  data::ByteReader reader(bytes, kKind, kVersion);
  try {
    const data::Schema schema = reader.schema();
    reader.requireGroups(schema, kFields.size() * sizeof(double));
    RegressionTally tally(schema.attributes);
    for (auto& sums : tally.groups_.states) {
      const auto values = reader.doubles(kFields.size());
      for (std::size_t i = 0; i < values.size(); ++i) sums.*kFields[i] = values[i];
      if (!isPossible(sums)) {
        throw Error(ErrorCode::kCorruptBytes, {"bytes", "finite sums", "others", {}});
      }
    }
    reader.finish();
    return tally;
  } catch (const Error& error) {
    throw Error(ErrorCode::kCorruptBytes, {"bytes", "stored regression sums", error.what(), {}});
  }
}

}  // namespace fairwasm::group
