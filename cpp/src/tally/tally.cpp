// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/tally/tally.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "fairwasm/core/number_text.hpp"
#include "fairwasm/core/require.hpp"
#include "fairwasm/data/bytes.hpp"
#include "fairwasm/data/chunks.hpp"
#include "fairwasm/data/grid.hpp"
#include "histogram.hpp"

namespace fairwasm::tally {
namespace {

constexpr const char* kTallyKind = "tally";
constexpr std::uint32_t kTallyVersion = 1;

std::vector<std::size_t> getShape(const data::Schema& schema) {
  std::vector<std::size_t> shape;
  for (const auto& attribute : schema.attributes) shape.push_back(attribute.categories.size());
  shape.push_back(schema.hasLabel ? schema.labels.size() : 1);
  shape.push_back(schema.hasPrediction ? schema.labels.size() : 1);
  data::cellCount(shape, Tally::kMaxCells, "combinations of categories and labels");
  return shape;
}

std::size_t product(std::span<const std::size_t> sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::size_t{1}, std::multiplies<>());
}

// Returns the code columns of `batch` in the order of the tally's axes, each with its stride.
std::vector<internal::Axis> getAxes(const data::Schema& schema, const data::Batch& batch) {
  requireCount("attributes", batch.attributes.size(), schema.attributes.size(), "columns");
  std::vector<internal::Axis> axes;
  std::size_t stride = 1;
  const auto append = [&](const char* name, const data::Codes& codes, std::size_t categories) {
    requireCount(name, data::size(codes), batch.rows);
    axes.push_back({name, codes, categories, stride});
    stride *= categories;
  };
  if (schema.hasPrediction) append("prediction", batch.prediction, schema.labels.size());
  if (schema.hasLabel) append("label", batch.label, schema.labels.size());
  for (std::size_t i = schema.attributes.size(); i-- > 0;) {
    const auto& attribute = schema.attributes[i];
    append(attribute.name.c_str(), batch.attributes[i], attribute.categories.size());
  }
  return axes;
}

std::uint32_t codeAt(const data::Codes& codes, std::size_t row) {
  return std::visit([&](auto column) { return std::uint32_t{column[row]}; }, codes);
}

// The columns must have been validated.
Clusters getClusters(const data::Batch& batch, std::span<const internal::Axis> axes) {
  Clusters clusters;
  for (std::size_t row = 0; row < batch.cluster.size(); ++row) {
    std::size_t cell = 0;
    for (const auto& axis : axes) cell += codeAt(axis.codes, row) * axis.stride;
    const double weight = batch.weight.empty() ? 1 : batch.weight[row];
    const double score = batch.score.empty() ? 0 : weight * batch.score[row];
    clusters.add({batch.cluster[row], static_cast<std::uint32_t>(cell), weight, score});
  }
  return clusters;
}

std::vector<std::uint32_t> everyCell(std::size_t count) {
  std::vector<std::uint32_t> cells(count);
  std::iota(cells.begin(), cells.end(), 0U);
  return cells;
}

// Returns the index of each cell of `from` in the larger shape of `into`.
std::vector<std::uint32_t> placesIn(const data::Schema& from, const data::Schema& into) {
  std::vector<std::vector<std::uint32_t>> codes;
  for (std::size_t i = 0; i < from.attributes.size(); ++i) {
    codes.push_back(
        data::translateCodes(from.attributes[i].categories, into.attributes[i].categories));
  }
  const auto labels = data::translateCodes(from.labels, into.labels);
  for (const bool isPresent : {from.hasLabel, from.hasPrediction}) {
    codes.push_back(isPresent ? labels : std::vector<std::uint32_t>{0});
  }
  return data::relocate(std::move(codes), getShape(into));
}

void addRelocated(const Tally& from, const data::Schema& into, std::vector<double>& cells,
                  Clusters& clusters) {
  const auto places = placesIn(from.schema(), into);
  const auto& sums = from.cells();
  for (std::size_t cell = 0; cell < places.size(); ++cell) {
    const std::size_t place = places[cell];
    for (std::size_t sum = 0; sum < kSums; ++sum) {
      cells[place * kSums + sum] += sums.data()[cell * kSums + sum];
    }
  }
  clusters.merge(from.clusters(), places);
}

[[noreturn]] void refuseSum(std::span<const double> sums, std::size_t place) {
  throw Error(ErrorCode::kInvalidArgument,
              {"sums", "sums that stay finite when added, and nonnegative numbers of rows",
               shown(sums[place]), place / kSums});
}

}  // namespace

Tally::Tally(data::Schema schema) : schema_(std::move(schema)) {
  validate(schema_);
  shape_ = getShape(schema_);
  cells_.resize(product(shape_) * kSums);
  shape_.push_back(kSums);
}

void Tally::update(const data::Batch& batch) {
  const auto axes = getAxes(schema_, batch);
  if (!batch.weight.empty()) requireCount("weight", batch.weight.size(), batch.rows);
  requireCount("score", batch.score.size(), schema_.hasScore ? batch.rows : 0);
  requireCount("cluster", batch.cluster.size(), schema_.hasCluster ? batch.rows : 0);

  std::vector<double> sums(cells_.size(), 0.0);
  data::inChunks(batch.rows, kChunkRows, [&](std::size_t first, std::size_t rows) {
    auto chunk = axes;
    for (auto& axis : chunk) axis.codes = data::slice(axis.codes, first, rows);
    internal::addRows(chunk, rows, data::slice(batch.weight, first, rows),
                      data::slice(batch.score, first, rows), sums);
  });
  requireSums(sums);
  if (schema_.hasCluster) addClusters(getClusters(batch, axes), everyCell(cells_.size() / kSums));
  addSums(sums);
}

void Tally::addClusters(const Clusters& clusters, std::span<const std::uint32_t> places) {
  const std::size_t cells = cells_.size() / kSums;
  for (const auto& sums : clusters.sums()) {
    if (sums.cell < places.size() && places[sums.cell] < cells) continue;
    throw Error(
        ErrorCode::kInvalidArgument,
        {"places", "an index below " + std::to_string(cells) + " for each cell", "none", {}});
  }
  clusters_.merge(clusters, places);
}

void Tally::updateCounted(std::span<const double> sums) {
  requireSums(sums);
  addSums(sums);
}

void Tally::requireSums(std::span<const double> sums) const {
  requireCount("sums", sums.size(), cells_.size());
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (std::isfinite(cells_[i] + sums[i]) && (i % kSums != kRows || sums[i] >= 0)) continue;
    refuseSum(sums, i);
  }
}

void Tally::addSums(std::span<const double> sums) {
  std::ranges::transform(sums, cells_, cells_.begin(), std::plus<>());
}

void Tally::merge(const Tally& other) {
  Tally united(unite(schema_, other.schema_));
  addRelocated(*this, united.schema_, united.cells_, united.clusters_);
  addRelocated(other, united.schema_, united.cells_, united.clusters_);
  const auto bad =
      std::ranges::find_if_not(united.cells_, [](double sum) { return std::isfinite(sum); });
  if (bad != united.cells_.end()) {
    refuseSum(united.cells_, static_cast<std::size_t>(bad - united.cells_.begin()));
  }
  std::swap(*this, united);
}

void Tally::reset() {
  std::ranges::fill(cells_, 0.0);
  clusters_.clear();
}

std::vector<std::uint8_t> Tally::toBytes() const {
  data::ByteWriter writer(kTallyKind, kTallyVersion);
  writer.schema(schema_);
  writer.doubles(cells_);
  if (schema_.hasCluster) clusters_.write(writer);
  return std::move(writer).finish();
}

Tally Tally::fromBytes(std::span<const std::uint8_t> bytes) {
  data::ByteReader reader(bytes, kTallyKind, kTallyVersion);
  try {
    data::Schema schema = reader.schema();
    const std::uint64_t labels = schema.labels.size();
    const std::uint64_t pairs =
        (schema.hasLabel ? labels : 1) * (schema.hasPrediction ? labels : 1);
    reader.requireGroups(schema, pairs * kSums * sizeof(double));
    Tally tally(std::move(schema));
    tally.updateCounted(reader.doubles(tally.cells_.size()));
    // Clusters, if any, follow the sums.
    tally.schema_.hasCluster = reader.left() > 0;
    if (tally.schema_.hasCluster) {
      tally.clusters_ = Clusters::read(reader, tally.cells_.size() / kSums);
    }
    reader.finish();
    return tally;
  } catch (const Error& error) {
    throw Error(ErrorCode::kCorruptBytes, {"bytes", "a stored tally", error.what(), {}});
  }
}

double Tally::total(Sum sum) const {
  double total = 0;
  for (std::size_t i = sum; i < cells_.size(); i += kSums) total += cells_[i];
  return total;
}

}  // namespace fairwasm::tally
