// SPDX-License-Identifier: Apache-2.0
//
// Bias amplification from pair counts: how much more often a model predicts pairs that were already
// associated with an attribute. All functions are pure functions of PairCounts. `from` and `to` are
// attributes and tasks, or tasks and attributes, depending on the direction.
//
// n is the number of rows; n(f), n(t), and n(f,t) are the numbers of rows with f, with t, and with
// both; n^(f,t) is the number of rows with f and the predicted t.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "fairwasm/amplification/pair_counts.hpp"
#include "fairwasm/core/names.hpp"

namespace fairwasm::amplification {

enum class Definition : std::uint8_t {
  // As published; 0/0 is undefined (NaN) and excluded from means.
  kPaper,
  // Like the package bias_amplification, including its rounding of ties; 0/0 is 0.
  kBiasAmplification,
  // Directional amplification like the code of its authors: a tie has no direction, and rows
  // without any label are ignored when the direction of a pair is determined.
  kDirectionalCode,
};
constexpr auto getNames(Definition) {
  return makeNames<Definition>("definition",
                               {{"paper", Definition::kPaper},
                                {"bias_amplification", Definition::kBiasAmplification},
                                {"directionalCode", Definition::kDirectionalCode}});
}

// P(f, t) = n(f,t) / n.
std::vector<double> pairProbabilities(const PairCounts& counts);

// P(t | f). Paper: n(f,t) / n(f), NaN for an f without rows. bias_amplification: n(f,t) / sum over
// t of n(f,t), which is equal only if every row has exactly one t; 0 for an f without pairs.
std::vector<double> toGivenFrom(const PairCounts& counts, Definition definition);

// P(f | t): as above, with f and t exchanged.
std::vector<double> fromGivenTo(const PairCounts& counts, Definition definition);

// b(f, t) = n(f,t) / sum over f of n(f,t): the bias score of Zhao et al., Men Also Like Shopping,
// 2017. For a t without pairs: NaN, or 0 for kBiasAmplification.
std::vector<double> biasScores(const PairCounts& counts, Definition definition);

// 1 if the pair is biased: b(f, t) > 1 / number of f. Exact, except that kBiasAmplification
// compares rounded ratios, like the package.
std::vector<double> biasedPairs(const PairCounts& counts, Definition definition);

// Sign of P(f, t) - P(f) P(t): 1 if the pair occurs more often than expected by chance, otherwise
// -1. An exact tie is -1, like the paper's indicator (kBiasAmplification: depends on rounding;
// kDirectionalCode: 0).
double correlation(double rows, double from, double to, double together, Definition definition);
std::vector<double> correlations(const PairCounts& counts, Definition definition);

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
  double value = 0;                   // the sum of the defined contributions; NaN if there are none
  std::vector<double> contributions;  // fromCount x toCount, row-major; NaN if undefined
};

// BA_MALS. Paper (Zhao et al. 2017): 1/|T| times the sum, over the pairs biased in `reference`, of
// b^(f,t) - b(f,t), with b from `reference` and b^ from the predictions in `counts`. Pairs whose t
// is never predicted are undefined. bias_amplification: n^(f,t)/n - n(f,t)/n instead of the
// difference of scores.
Amplification malsAmplification(const PairCounts& counts, const PairCounts& reference,
                                Definition definition);

// DBA (Wang and Russakovsky, Directional Bias Amplification, 2021): 1/(|F||T|) times the sum of y
// (P(t^ | f) - P(t | f)), with y the correlations in `reference`. Pairs of an f without rows are
// undefined and excluded from the mean.
Amplification directionalAmplification(const PairCounts& counts, const PairCounts& reference,
                                       Definition definition);

// Decomposition of a metric over pairs: the value is a sum of sign times change. The sign is 1 for
// a positive leaning, 0 for a tie, and `otherwise` for a negative leaning.
struct PairMetric {
  using OfReference = std::vector<double> (*)(const PairCounts& reference, Definition);
  using OfBoth = std::vector<double> (*)(const PairCounts& counts, const PairCounts& reference,
                                         Definition);
  // Returns the published value with the contributions of the pairs.
  Amplification (*value)(const PairCounts& counts, const PairCounts& reference, Definition);
  // Returns the continuous function of the counts whose sign decides whether a pair is biased.
  OfReference leanings;
  // Returns the change of each pair in the predictions, whatever its leaning. NaN if undefined.
  OfBoth changes;
  double otherwise;
  // True if `reference` enters the changes in addition to the signs.
  bool measuresReference;
  // True if the mean is over tasks, false if over pairs with a change.
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
