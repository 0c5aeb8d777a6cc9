// SPDX-License-Identifier: Apache-2.0
//
// One ascent of the bias scan: from a subgroup to one that no change of a single attribute's
// categories makes more surprising.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "fairwasm/group/bias_scan.hpp"
#include "fairwasm/uncertainty/random.hpp"
#include "scan_score.hpp"

namespace fairwasm::group::internal {

using Included = std::vector<std::vector<bool>>;

// The subgroup so far, and for every row how many attributes keep it out of it.
class Ascent {
 public:
  Ascent(const ScanModel& model, const std::vector<ScanAttribute>& attributes,
         std::span<const double> observed, std::span<const double> expected, double penalty,
         Included included);

  // Until no attribute's best choice helps: each is tried again after every improvement.
  Subgroup climb(uncertainty::RandomStream& random);

  // The subgroup as it stands.
  Subgroup evaluate();

 private:
  void countExclusions(std::size_t attribute, int sign);
  void choose(std::size_t attribute, std::vector<bool> categories);
  void count(Evidence& into, std::size_t row) const;

  // The evidence of every category among the rows that the other attributes let in.
  std::vector<Evidence> evidenceByCategory(std::size_t attribute);

  // Exactly the best choice of categories, others being as they are. At any t the best choice is
  // every category whose value there is above the penalty; and that choice changes only at the ends
  // of the categories' intervals, so few choices are to be compared. Naming every category costs a
  // penalty each; not using the attribute costs none.
  std::vector<bool> bestCategories(std::size_t attribute);

  ScanScore score_;
  bool keepsExpectations_;
  const std::vector<ScanAttribute>& attributes_;
  std::span<const double> observed_;
  std::span<const double> expected_;
  double penalty_;
  Included included_;
  std::vector<int> exclusions_;
  std::vector<double> expectations_;  // sorted by category; what Evidence::expectations point into
};

}  // namespace fairwasm::group::internal
