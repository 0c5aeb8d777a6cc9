// SPDX-License-Identifier: Apache-2.0
//
// The accumulator behind every provable-robustness metric. By group it keeps how many radii fell
// into each cell of a RadiusGrid, and the sums of the radii; the rows are forgotten. Certified
// accuracy at the announced epsilons, the whole curve, its area and the average robustness are
// functions of it. Where rows have weights it also keeps the sums of weights and of their squares.
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

// Sums over the radii r of a group, with w the weight of a row: 1 without weights.
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

// Sums over the rows of a cell, with w their weights.
struct CellWeight {
  double weight = 0;   // w
  double squares = 0;  // w^2
};

// Rows with one code column an attribute, and what each counts; without weights 1.
struct CertificateBatch {
  ScoredRows rows;
  std::vector<data::Codes> attributes;
  std::span<const double> weights;
};

class Certificates {
 public:
  using Batch = CertificateBatch;
  using Counted = data::CountedRows<CertificateBatch>;

  // More cells than this, over all groups, are refused (kTooLarge): 128 MiB, with weights 384 MiB.
  static constexpr std::size_t kMaxCells = std::size_t{1} << 24;
  // More rows than this are refused (kTooLarge): doubles count exactly up to here.
  static constexpr std::uint64_t kMaxRows = std::uint64_t{1} << 53U;

  // `epsilons` are the radii at which certified accuracy will be asked for; `attributes` make the
  // groups.
  Certificates(RadiusRule rule, std::vector<double> epsilons,
               std::vector<data::Attribute> attributes);

  // Adds rows, with one code column an attribute. All or nothing; throws what provableRadii()
  // throws, and kInvalidArgument, with the row, for a code that is not in the schema or a weight
  // that is not between 0 and kMaxWeight. A row of weight k counts like k rows of weight 1, in
  // intervals like one; a row of weight 0 is none. Without weights every row counts once.
  void update(const ScoredRows& rows, std::span<const data::Codes> attributes,
              std::span<const double> weights = {}) {
    add(rows, attributes, weights, {});
  }
  void update(const Batch& batch) { update(batch.rows, batch.attributes, batch.weights); }
  // Adds rows that were counted elsewhere, likewise; throws as data::requireAlike().
  void updateCounted(const Counted& counted) {
    const auto& [rows, attributes, weights] = counted.rows;
    add(rows, attributes, weights, counted.alike);
  }

  // Adds the rows of `other`; categories are matched by name. Throws kIncompatible where rule,
  // epsilons or attributes differ, and changes nothing then.
  void merge(const Certificates& other);

  // Forgets the rows, keeps everything else.
  void reset();

  [[nodiscard]] std::vector<std::uint8_t> toBytes() const;
  // Throws kCorruptBytes for anything toBytes() did not write.
  static Certificates fromBytes(std::span<const std::uint8_t> bytes);

  [[nodiscard]] const RadiusRule& rule() const { return rule_; }
  [[nodiscard]] const std::vector<double>& epsilons() const { return epsilons_; }
  [[nodiscard]] const RadiusGrid& grid() const { return grid_; }
  // Its list of labels is empty.
  [[nodiscard]] const data::Schema& schema() const { return schema_; }

  // Combinations of the attributes' categories, the last attribute's running fastest; 1 without
  // attributes.
  [[nodiscard]] std::size_t groups() const { return moments_.size(); }
  // By cell of the grid: how many rows of the group.
  [[nodiscard]] std::span<const std::uint64_t> counts(std::size_t group) const {
    return std::span(counts_).subspan(group * grid_.cells(), grid_.cells());
  }
  // By cell of the grid: the weights of these rows; empty where no row has one.
  [[nodiscard]] std::span<const CellWeight> weights(std::size_t group) const {
    if (weights_.empty()) return {};
    return std::span(weights_).subspan(group * grid_.cells(), grid_.cells());
  }
  [[nodiscard]] const RadiusMoments& moments(std::size_t group) const { return moments_[group]; }

 private:
  // Rows are certified in blocks of this many, so that what is computed for them stays in the
  // cache.
  static constexpr std::size_t kBlockRows = 8192;

  void add(const ScoredRows& rows, std::span<const data::Codes> attributes,
           std::span<const double> weights, const data::AlikeRows& alike);
  void addBlock(const ScoredRows& rows, std::span<const data::Codes> attributes,
                std::span<const double> weights, const data::AlikeRows& alike);
  void addAlike(std::span<const std::uint32_t> groups, std::span<const double> radii,
                std::span<const double> weights, const data::AlikeRows& alike);
  void reserve(std::uint64_t rows) const;
  void addRelocatedWeights(const Certificates& other, std::span<const std::uint32_t> places);
  // From here on weights are kept, too.
  void weigh();
  void addRelocated(const Certificates& other);

  RadiusRule rule_;
  std::vector<double> epsilons_;
  RadiusGrid grid_;
  data::Schema schema_;
  std::vector<std::uint64_t> counts_;  // group by group
  std::vector<CellWeight> weights_;    // as many, or none
  std::vector<RadiusMoments> moments_;
  std::uint64_t rows_ = 0;
};

}  // namespace fairwasm::robustness
