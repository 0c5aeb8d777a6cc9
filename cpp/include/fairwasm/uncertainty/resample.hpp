// SPDX-License-Identifier: Apache-2.0
//
// Random draws of counts instead of rows. A bootstrap over n rows in a few cells is one multinomial
// draw over the cells, and a random permutation of outcomes between groups is one hypergeometric
// draw per group, so the cost does not depend on the number of rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/tally/tally.hpp"
#include "fairwasm/uncertainty/random.hpp"

namespace fairwasm::uncertainty {

// Returns the number of successes among `trials` with this probability. Exact: uses inversion for
// few expected successes and transformed rejection (Hörmann 1993, BTRS) for many.
double drawBinomial(RandomStream& random, double trials, double probability);

// Counts how often each cell is drawn, with replacement; the number of draws is the sum of
// `counts`, and cell i has probability counts[i] / sum. `drawn` must have the length of `counts`.
void drawMultinomial(RandomStream& random, std::span<const double> counts, std::span<double> drawn);
// Likewise for another number of draws.
void drawMultinomial(RandomStream& random, double draws, std::span<const double> counts,
                     std::span<double> drawn);

// Returns the number of successes in `draws` draws without replacement from `successes` +
// `failures`. Exact: uses inversion from the mode for narrow distributions and the ratio of
// uniforms for wide ones.
double drawHypergeometric(RandomStream& random, double successes, double failures, double draws);

// Returns a gamma variable with this mean > 0 and standard deviation > 0. Marsaglia and Tsang: A
// Simple Method for Generating Gamma Variables, 2000.
double drawGamma(RandomStream& random, double mean, double deviation);

// Returns a beta variable in [0, 1] with this mean and standard deviation, or 0 or 1 if no beta
// distribution has such a large deviation.
double drawBeta(RandomStream& random, double mean, double deviation);

// Returns plausible true weights of cells, given the observed ones: `draws` times one value per
// cell, which sum to the observed weight. Proportions of the cells are Dirichlet with Jeffreys's
// prior, half a row per cell (Jeffreys 1946), so the ratio of one cell to two cells has exactly
// Jeffreys's interval (Brown, Cai and DasGupta 2001), and an empty cell may have a positive true
// weight. With row weights, a cell counts as its effective number of rows: its squared weight
// divided by `squares`, its sum of squared weights. Every (seed, stream) gives the same values on
// all platforms.
std::vector<double> drawnCells(std::span<const double> weights, std::span<const double> squares,
                               std::size_t draws, std::uint64_t seed, std::uint64_t stream);

// Bootstrap samples of a tally's rows, drawn by cell. Rows are resampled with their weights and
// scores. The number of rows in each cell is multinomial; given that number, the sum of weights is
// a gamma variable; given that sum, the mean score is a beta variable. Means, variances, and
// covariance are those that the tally stores. Samples therefore never have impossible sums, such as
// a negative weight or a mean score outside [0, 1]. If all weights (and scores) of a cell are
// equal, its sums are exact. Weights with a negative sum, and scores outside [0, 1], are drawn from
// the normal distribution.
class TallyResampler {
 public:
  explicit TallyResampler(const tally::Tally& tally);

  // Returns the indices of the nonempty cells in the tally's order.
  [[nodiscard]] std::span<const std::size_t> cells() const { return cells_; }
  // Returns the observed sums of cell i of cells().
  [[nodiscard]] std::span<const double> observed(std::size_t i) const {
    return std::span(observed_).subspan(i * tally::kSums, tally::kSums);
  }

  // Draws one sample: `sums` gets kSums values for each of cells(), of which only kRows, kWeight,
  // and kScore are set. Every (seed, draw) gives the same sample on all platforms.
  void draw(std::uint64_t seed, std::uint64_t draw, std::span<double> sums) const;

 private:
  struct Spread {
    double weight;         // standard deviation of a row's weight within the cell
    double scoreOfWeight;  // slope of w * score by w, in standard deviations of w
    double score;          // standard deviation of w * score given w
  };

  std::vector<std::size_t> cells_;
  std::vector<double> observed_;
  std::vector<double> rows_;
  std::vector<Spread> spreads_;
};

// Returns one sample as a tally with the schema of `tally`, which the resampler was created from.
tally::Tally resampled(const tally::Tally& tally, const TallyResampler& resampler,
                       std::uint64_t seed, std::uint64_t draw);

}  // namespace fairwasm::uncertainty
