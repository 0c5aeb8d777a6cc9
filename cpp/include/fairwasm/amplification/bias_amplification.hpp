// SPDX-License-Identifier: Apache-2.0
//
// Bias amplification from counts of pairs: how much more often than in truth does a model predict
// what already went together with an attribute. Everything here is a pure function of PairCounts;
// `from` and `to` are attributes and tasks, or the other way round, as the direction has it.
//
// n is the number of rows, n(f), n(t), n(f,t) the rows with f, with t, with both, n^(f,t) those
// with f and the predicted t.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "fairwasm/amplification/pair_counts.hpp"
#include "fairwasm/core/names.hpp"

namespace fairwasm::amplification {

enum class Definition : std::uint8_t {
  // As published; 0/0 is undefined (NaN) and does not enter a mean.
  kPaper,
  // As the package bias_amplification computes it, rounding of ties included; 0/0 is 0.
  kBiasAmplification,
  // Directional amplification as the code of its authors computes it: a tie has no direction, and
  // rows
  // without any label do not count when the direction of a pair is decided.
  kDirectionalCode,
};
constexpr auto namesOf(Definition) {
  return makeNames<Definition>("definition",
                               {{"paper", Definition::kPaper},
                                {"bias_amplification", Definition::kBiasAmplification},
                                {"directionalCode", Definition::kDirectionalCode}});
}

// P(f, t) = n(f,t) / n.
std::vector<double> pairProbabilities(const PairCounts& counts);

// P(t | f). Paper: n(f,t) / n(f), NaN for an f without rows. bias_amplification: n(f,t) / sum over
// t of n(f,t), which is the same only where every row has exactly one t; 0 for an f without pairs.
std::vector<double> toGivenFrom(const PairCounts& counts, Definition definition);

// P(f | t), likewise.
std::vector<double> fromGivenTo(const PairCounts& counts, Definition definition);

// b(f, t) = n(f,t) / sum over f of n(f,t): the bias score of Zhao et al., Men Also Like Shopping,
// 2017. NaN, or 0 for kBiasAmplification, for a t that stands with no f.
std::vector<double> biasScores(const PairCounts& counts, Definition definition);

// 1 where the pair counts as biased: b(f, t) > 1 / number of f. Exact, except that
// kBiasAmplification compares rounded quotients as its code does.
std::vector<double> biasedPairs(const PairCounts& counts, Definition definition);

// The sign of P(f, t) - P(f) P(t): 1 where the pair stands together more often than by chance, else
// -1. An exact tie is -1, as the paper's indicator has it (kBiasAmplification: whatever rounding
// makes of it; kDirectionalCode: 0).
double correlation(double rows, double from, double to, double together, Definition definition);
std::vector<double> correlations(const PairCounts& counts, Definition definition);

// All of these by name.
using PairMatrix = std::vector<double> (*)(const PairCounts&, Definition);
inline constexpr auto kPairMatrices = std::to_array<Named<PairMatrix>>({
    {"pairProbs", [](const PairCounts& counts, Definition) { return pairProbabilities(counts); }},
    {"toGivenFrom", &toGivenFrom},
    {"fromGivenTo", &fromGivenTo},
    {"biasScores", &biasScores},
    {"biasedPairs", &biasedPairs},
    {"correlations", &correlations},
});

struct Amplification {
  double value = 0;  // the sum of the contributions that are defined; NaN where none is
  std::vector<double> contributions;  // fromCount x toCount, row-major; NaN where undefined
};

// BA_MALS. Paper (Zhao et al. 2017): 1/|T| sum over the pairs biased in `reference` of b^(f,t) -
// b(f,t), with b from `reference` and b^ from the predictions in `counts`; pairs whose t is never
// predicted are undefined. bias_amplification: n^(f,t)/n - n(f,t)/n in the place of the difference
// of scores.
Amplification malsAmplification(const PairCounts& counts, const PairCounts& reference,
                                Definition definition);

// DBA (Wang and Russakovsky, Directional Bias Amplification, 2021): 1/(|F||T|) sum of
// y (P(t^ | f) - P(t | f)), with y the correlations in `reference`. Pairs of an f without rows are
// undefined, and the mean is over the others.
Amplification directionalAmplification(const PairCounts& counts, const PairCounts& reference,
                                       Definition definition);

// A metric over pairs in parts: the value is a sum over pairs of sign times change, where the sign
// is 1 for a leaning above 0, 0 for a tie, and `otherwise` below 0.
struct PairMetric {
  using OfReference = std::vector<double> (*)(const PairCounts& reference, Definition);
  using OfBoth = std::vector<double> (*)(const PairCounts& counts, const PairCounts& reference,
                                         Definition);
  // The published value, and the contributions of the pairs.
  Amplification (*value)(const PairCounts& counts, const PairCounts& reference, Definition);
  // What decides whether a pair is biased: a continuous function of the counts.
  OfReference leanings;
  // How much the predictions change each pair, whichever way it leans. NaN where undefined.
  OfBoth changes;
  double otherwise;
  // Whether `reference` is part of the changes, and does not only decide which pairs are biased.
  bool measuresReference;
  // The mean is over the tasks, or over the pairs with a change.
  bool overTasks;
};

std::vector<double> malsLeanings(const PairCounts& reference, Definition definition);
std::vector<double> malsChanges(const PairCounts& counts, const PairCounts& reference,
                                Definition definition);
std::vector<double> directionalLeanings(const PairCounts& reference, Definition definition);
std::vector<double> directionalChanges(const PairCounts& counts, const PairCounts& reference,
                                       Definition definition);

inline constexpr auto kPairMetrics = std::to_array<Named<PairMetric>>({
    {"mals", {&malsAmplification, &malsLeanings, &malsChanges, 0, true, true}},
    {"directional",
     {&directionalAmplification, &directionalLeanings, &directionalChanges, -1, false, false}},
});

}  // namespace fairwasm::amplification
