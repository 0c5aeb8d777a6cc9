// SPDX-License-Identifier: Apache-2.0
//
// Drawing counts instead of rows. A bootstrap over n rows that fall into a few cells is one
// multinomial draw over the cells, and a random permutation of outcomes between groups is one
// hypergeometric draw a group: both cost the same for a thousand rows as for a billion.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/tally/tally.hpp"
#include "fairwasm/uncertainty/random.hpp"

namespace fairwasm::uncertainty {

// Successes among `trials` that each succeed with `probability`: exact, by inversion where few are
// expected and by transformed rejection (Hörmann 1993, BTRS) where many are.
double drawBinomial(RandomStream& random, double trials, double probability);

// How often each cell is hit by as many draws with replacement as `counts` sums to, where cell i
// has the chance counts[i] / sum. `drawn` has the length of `counts`.
void drawMultinomial(RandomStream& random, std::span<const double> counts, std::span<double> drawn);
// The same of another number of draws.
void drawMultinomial(RandomStream& random, double draws, std::span<const double> counts,
                     std::span<double> drawn);

// How many of `draws` taken without replacement from `successes` + `failures` are successes: exact,
// by inversion from the mode where the distribution is narrow and by ratio of uniforms where it is
// wide.
double drawHypergeometric(RandomStream& random, double successes, double failures, double draws);

// A gamma variable with this mean > 0 and standard deviation > 0: a sum of positive numbers.
// Marsaglia and Tsang: A Simple Method for Generating Gamma Variables, 2000.
double drawGamma(RandomStream& random, double mean, double deviation);

// A beta variable, in [0, 1], with this mean and standard deviation. Where no beta variable varies
// as much it is 0 or 1.
double drawBeta(RandomStream& random, double mean, double deviation);

// Weights of cells as they may be in truth, given those that were counted: `draws` times one value
// a cell, which sum up to the weight that was counted. Shares of the cells are Dirichlet with
// Jeffreys's prior, half a row in each cell (Jeffreys 1946), so that a quotient of one cell and two
// has exactly Jeffreys's interval (Brown, Cai and DasGupta 2001); and a cell where nothing was seen
// is not sure to be empty. Where rows weigh, a cell is as many rows of equal weight as say as much:
// its weight squared over `squares`, its sum of squared weights. Every (seed, stream) gives the
// same values everywhere.
std::vector<double> drawnCells(std::span<const double> weights, std::span<const double> squares,
                               std::size_t draws, std::uint64_t seed, std::uint64_t stream);

// Bootstrap samples of a tally's rows, by their cells. What is resampled is rows, each with its
// weight and score: the number of rows in every cell is multinomial, and given it the cell's sum of
// weights is a gamma variable, and its mean score, given that, a beta variable, with the means,
// variances and covariance that the tally keeps. So no sample has a sum that no rows could have: a
// negative weight, or a mean score outside [0, 1]. Where all weights (and scores) of a cell are
// equal, as without weights, its sums are exact. Weights that sum up to less than 0, and scores
// outside [0, 1], are drawn from the normal distribution.
class TallyResampler {
 public:
  explicit TallyResampler(const tally::Tally& tally);

  // Cells with rows, in the tally's order: their places.
  [[nodiscard]] std::span<const std::size_t> cells() const { return cells_; }
  // Sums of cell i of cells() as they were counted.
  [[nodiscard]] std::span<const double> observed(std::size_t i) const {
    return std::span(observed_).subspan(i * tally::kSums, tally::kSums);
  }

  // One sample: `sums` gets kSums values for each of cells(), of which only kRows, kWeight and
  // kScore are set. Every (seed, draw) is the same sample everywhere.
  void draw(std::uint64_t seed, std::uint64_t draw, std::span<double> sums) const;

 private:
  struct Spread {
    double weight;         // standard deviation of a row's weight within the cell
    double scoreOfWeight;  // slope of w * score on w, in standard deviations of w
    double score;          // standard deviation of w * score given w
  };

  std::vector<std::size_t> cells_;
  std::vector<double> observed_;
  std::vector<double> rows_;
  std::vector<Spread> spreads_;
};

// One sample, as a tally of the same schema as `tally`, which the resampler was made from.
tally::Tally resampled(const tally::Tally& tally, const TallyResampler& resampler,
                       std::uint64_t seed, std::uint64_t draw);

}  // namespace fairwasm::uncertainty
