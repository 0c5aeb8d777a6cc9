// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/regression.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "fairwasm/data/bytes.hpp"
#include "fairwasm/error.hpp"

namespace fairwasm {
namespace {

constexpr const char* kKind = "regression";
constexpr std::uint32_t kVersion = 1;
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
  return std::ranges::all_of(kFields, [&](auto field) { return std::isfinite(sums.*field); }) &&
         sums.rows >= 0 && sums.weight >= 0 && sums.squaredDeviations >= 0 &&
         sums.absoluteErrors >= 0 && sums.squaredErrors >= 0;
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
}

void RegressionSums::merge(const RegressionSums& other) {
  rows += other.rows;
  predictions += other.predictions;
  absoluteErrors += other.absoluteErrors;
  squaredErrors += other.squaredErrors;
  const double total = weight + other.weight;
  if (other.weight > 0) {
    const double deviation = other.meanLabel - meanLabel;
    squaredDeviations +=
        other.squaredDeviations + deviation * deviation * (weight * (other.weight / total));
    meanLabel += deviation * (other.weight / total);
  }
  weight = total;
}

RegressionTally::RegressionTally(std::vector<Attribute> attributes)
    : groups_{{std::move(attributes), {}, true, true, false}, {}} {
  validate(groups_.schema);
  groups_.states.resize(groupCount(groups_.schema, kMaxGroups));
}

void RegressionTally::update(const NumberBatch& batch) {
  const auto groups = rowGroups(schema(), batch.attributes, batch.rows);
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
  ByteWriter writer(kKind, kVersion);
  writer.schema(schema());
  for (const auto& sums : groups_.states) {
    for (const auto field : kFields) writer.doubles({&(sums.*field), 1});
  }
  return std::move(writer).finish();
}

RegressionTally RegressionTally::fromBytes(std::span<const std::uint8_t> bytes) {
  ByteReader reader(bytes, kKind, kVersion);
  try {
    RegressionTally tally(reader.schema().attributes);
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

}  // namespace fairwasm
