// SPDX-License-Identifier: Apache-2.0
//
// Tests of every prefix of a ranked list: the number of rows of a group in the first k positions is
// hypergeometric if all orders are equally likely. As in FA*IR (Zehlike et al. 2017), tests are
// corrected for the number of prefixes by the exact distribution of the smallest p-value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace fairwasm::rankings {

// Probabilities of counts in the prefixes of lists with `rows` rows, of which `members` belong to
// the group.
class PrefixDistribution {
 public:
  PrefixDistribution(std::size_t rows, std::size_t members, std::size_t depth);

  // Returns the probability that the first `length` positions have at most `count` members.
  [[nodiscard]] double atMost(std::size_t length, std::size_t count) const {
    const std::size_t place = starts_[length - 1] + count;
    return place < starts_[length] ? cumulative_[place] : 1;
  }

  // Returns the probability that a random order has a prefix with a p-value of at most `pValue`.
  // Keeps the result, because many lists have the same smallest p-value.
  double smallestAtMost(double pValue);

  // Returns the number of probabilities.
  [[nodiscard]] std::size_t size() const { return cumulative_.size(); }

 private:
  [[nodiscard]] double computeSmallestAtMost(double pValue) const;

  double rows_;
  double members_;
  std::vector<double> cumulative_;      // by length, then by count
  std::vector<std::size_t> starts_{0};  // first probability of each length
  std::map<double, double> smallest_;   // results of smallestAtMost
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
  std::size_t size_ = 0;  // number of probabilities
  std::unordered_map<std::uint64_t, PrefixDistribution> known_;
};

}  // namespace fairwasm::rankings
