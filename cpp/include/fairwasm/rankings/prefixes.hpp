// SPDX-License-Identifier: Apache-2.0
//
// Tests of every prefix of a ranked list: the number of rows of a group in the first k positions is
// hypergeometric if all orders are equally likely. As in FA*IR (Zehlike et al. 2017), tests are
// corrected for the number of prefixes by the exact distribution of the smallest p-value.
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace fairwasm::rankings {

// Probabilities of counts in the prefixes of lists with `rows` rows, of which `members` belong to
// the group.
class PrefixDistribution {
 public:
  PrefixDistribution(std::size_t rows, std::size_t members, std::size_t depth);

  // Returns the probability that the first `length` positions have at most `count` members.
  [[nodiscard]] double atMost(std::size_t length, std::size_t count) const {
    const auto& own = cumulative_[length - 1];
    return count < own.size() ? own[count] : 1;
  }

  // Returns the probability that a random order has a prefix with a p-value of at most `pValue`.
  // Keeps the result, because many lists have the same smallest p-value.
  double smallestAtMost(double pValue);

 private:
  [[nodiscard]] double computeSmallestAtMost(double pValue) const;

  double rows_;
  double members_;
  std::vector<std::vector<double>> cumulative_;  // by length, then by count
  std::map<double, double> smallest_;            // results of smallestAtMost
};

// The distributions that were needed so far.
class PrefixDistributions {
 public:
  explicit PrefixDistributions(std::size_t depth) : depth_(depth) {}
  // The reference is valid until forget() is called.
  PrefixDistribution& of(std::size_t rows, std::size_t members);
  // Frees memory if there are many distributions.
  void forget();

 private:
  std::size_t depth_;
  std::map<std::pair<std::size_t, std::size_t>, PrefixDistribution> known_;
};

}  // namespace fairwasm::rankings
