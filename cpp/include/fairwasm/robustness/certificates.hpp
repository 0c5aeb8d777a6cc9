// SPDX-License-Identifier: Apache-2.0
//
// Accumulator of the provable robustness metrics. Per group, it keeps the number of radii in each
// cell of a RadiusGrid and sums of radii, but no rows. Certified accuracy at the given epsilons,
// the whole curve, its area, and the average robustness are functions of these numbers. If rows
// have weights, it also keeps the sums of weights and of their squares.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/data/counted_rows.hpp"
#include "fairwasm/data/schema.hpp"
#include "fairwasm/robustness/radii.hpp"
#include "fairwasm/robustness/radius_grid.hpp"

namespace fairwasm::robustness {

// Sums over the radii r of a group, where w is the weight of a row (1 without weights).
struct RadiusMoments {
  double sum = 0;               // w r
  double positiveSum = 0;       // w max(r, 0)
  double squares = 0;           // w^2 r^2
  double positiveSquares = 0;   // w^2 max(r, 0)^2
  double products = 0;          // w^2 r
  double positiveProducts = 0;  // w^2 max(r, 0)
  double weight = 0;            // w
  double weightSquares = 0;     // w^2

  RadiusMoments& operator+=(const RadiusMoments& other);
};

// Sums over the rows of a cell, where w is the weight of a row.
struct CellWeight {
  double weight = 0;   // w
  double squares = 0;  // w^2
};

// Rows with one code column per attribute, and optional weights (default: 1 each).
struct CertificateBatch {
  ScoredRows rows;
  std::vector<data::Codes> attributes;
  std::span<const double> weights;
};

class Certificates {
 public:
  using Batch = CertificateBatch;
  using Counted = data::CountedRows<CertificateBatch>;

  // More cells than this, over all groups, are rejected (kTooLarge): 128 MiB, with weights 384 MiB.
  static constexpr std::size_t kMaxCells = std::size_t{1} << 24;
  // More rows than this are rejected (kTooLarge), because doubles represent counts exactly up to
  // here.
  static constexpr std::uint64_t kMaxRows = std::uint64_t{1} << 53U;

  // `epsilons` are the radii at which certified accuracy will be computed; `attributes` define the
  // groups.
  Certificates(RadiusRule rule, std::vector<double> epsilons,
               std::vector<data::Attribute> attributes);

  // Adds rows with one code column per attribute, or none: throws like provableRadii(), and
  // kInvalidArgument with the row for a code that is not in the schema or a weight outside [0,
  // kMaxWeight]. A row of weight k counts like k rows of weight 1, but like one row in confidence
  // intervals; a row of weight 0 is ignored. Without weights, every row counts once.
  void update(const ScoredRows& rows, std::span<const data::Codes> attributes,
              std::span<const double> weights = {}) {
    add(rows, attributes, weights, {});
  }
  void update(const Batch& batch) { update(batch.rows, batch.attributes, batch.weights); }
  // Likewise adds precomputed counts; throws like data::requireAlike().
  void updateCounted(const Counted& counted) {
    const auto& [rows, attributes, weights] = counted.rows;
    add(rows, attributes, weights, counted.alike);
  }

  // Adds the rows of `other`, matching categories by name. Throws kIncompatible, without changes,
  // if rule, epsilons, or attributes differ.
  void merge(const Certificates& other);

  // Removes the rows but keeps everything else.
  void reset();

  [[nodiscard]] std::vector<std::uint8_t> toBytes() const;
  // Throws kCorruptBytes for bytes that toBytes() did not write.
  static Certificates fromBytes(std::span<const std::uint8_t> bytes);

  [[nodiscard]] const RadiusRule& rule() const { return rule_; }
  [[nodiscard]] const std::vector<double>& epsilons() const { return epsilons_; }
  [[nodiscard]] const RadiusGrid& grid() const { return grid_; }
  // The list of labels is empty.
  [[nodiscard]] const data::Schema& schema() const { return schema_; }

  // Returns the number of combinations of the attributes' categories (last attribute fastest); 1
  // without attributes.
  [[nodiscard]] std::size_t groups() const { return moments_.size(); }
  // Returns the number of the group's rows in each cell of the grid.
  [[nodiscard]] std::span<const std::uint64_t> counts(std::size_t group) const {
    return std::span(counts_).subspan(group * grid_.cells(), grid_.cells());
  }
  // Returns the weights of the group's rows in each cell of the grid; empty without weights.
  [[nodiscard]] std::span<const CellWeight> weights(std::size_t group) const {
    if (weights_.empty()) return {};
    return std::span(weights_).subspan(group * grid_.cells(), grid_.cells());
  }
  [[nodiscard]] const RadiusMoments& moments(std::size_t group) const { return moments_[group]; }

 private:
  // Rows are certified in blocks of this size, so that intermediate results stay in the cache.
  static constexpr std::size_t kBlockRows = 8192;

  void add(const ScoredRows& rows, std::span<const data::Codes> attributes,
           std::span<const double> weights, const data::AlikeRows& alike);
  void addBlock(const ScoredRows& rows, std::span<const data::Codes> attributes,
                std::span<const double> weights, const data::AlikeRows& alike);
  void addAlike(std::span<const std::uint32_t> groups, std::span<const double> radii,
                std::span<const double> weights, const data::AlikeRows& alike);
  void reserve(std::uint64_t rows) const;
  void addRelocatedWeights(const Certificates& other, std::span<const std::uint32_t> places);
  // Starts keeping weights.
  void weigh();
  void addRelocated(const Certificates& other);

  RadiusRule rule_;
  std::vector<double> epsilons_;
  RadiusGrid grid_;
  data::Schema schema_;
  std::vector<std::uint64_t> counts_;  // (group, cell)
  std::vector<CellWeight> weights_;    // (group, cell), or empty
  std::vector<RadiusMoments> moments_;
  std::uint64_t rows_ = 0;
};

}  // namespace fairwasm::robustness
