// SPDX-License-Identifier: Apache-2.0
//
// One ascent of the bias scan, to a subgroup whose score cannot be improved by changing a single
// attribute's categories.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "fairwasm/group/bias_scan.hpp"
#include "fairwasm/uncertainty/random.hpp"
#include "scan_score.hpp"

namespace fairwasm::group::internal {

using Included = std::vector<std::vector<bool>>;

// The current subgroup, and for every row the number of attributes that exclude it.
class Ascent {
 public:
  Ascent(const ScanModel& model, const std::vector<ScanAttribute>& attributes,
         std::span<const double> observed, std::span<const double> expected, double penalty,
         Included included);

  // Climbs until no attribute can be improved; all attributes are tried again after every
  // improvement.
  Subgroup climb(uncertainty::RandomStream& random);

  // Returns the current subgroup with its score.
  Subgroup evaluate();

 private:
  void countExclusions(std::size_t attribute, int sign);
  void choose(std::size_t attribute, std::vector<bool> categories);
  void count(Evidence& into, std::size_t row) const;

  // Returns the evidence of every category among the rows that the other attributes include.
  std::vector<Evidence> evidenceByCategory(std::size_t attribute);

  // Returns the exact optimum of the categories, given those of other attributes. At any t, the
  // best choice contains every category whose value exceeds the penalty. That choice changes only
  // at the ends of the categories' intervals, so only a few choices are compared. Each named
  // category costs a penalty; an unused attribute costs none.
  std::vector<bool> bestCategories(std::size_t attribute);

  ScanScore score_;
  bool keepsExpectations_;
  const std::vector<ScanAttribute>& attributes_;
  std::span<const double> observed_;
  std::span<const double> expected_;
  double penalty_;
  Included included_;
  std::vector<int> exclusions_;
  std::vector<double> expectations_;  // sorted by category; referenced by Evidence::expectations
};

}  // namespace fairwasm::group::internal
