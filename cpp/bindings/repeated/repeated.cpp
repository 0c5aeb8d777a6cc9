// SPDX-License-Identifier: Apache-2.0
//
// Bindings of repeated decisions and of benchmarks. Columns are passed as typed arrays.
#include "../support/bind.hpp"
#include "fairwasm/repeated/benchmarks.hpp"
#include "fairwasm/repeated/effects.hpp"

namespace fairwasm::bindings {

using namespace repeated;

template <>
inline constexpr bool kIsFlat<uncertainty::Bounded> = true;
template <>
inline constexpr bool kIsFlat<uncertainty::Interval> = true;

using Codes = std::vector<std::uint32_t>;
using Doubles = std::vector<double>;

// Columns of runs; `run` and `count` can be empty, and so can `cluster`, the clusters of items.
struct GivenRuns {
  std::size_t items;
  std::size_t variants;
  Codes item;
  Codes variant;
  Doubles outcome;
  Codes run;
  Doubles count;
  Codes cluster;
};

struct AllEffects {
  bool isBinary;
  double runs;
  std::vector<Effect> effects;
  AllVariants all;
};

namespace {

AllEffects computeEffects(const GivenRuns& given, std::size_t reference, double confidence,
                          std::size_t permutations, std::uint64_t seed) {
  const Runs runs({given.items, given.variants, given.item, given.variant, given.outcome, given.run,
                   given.count, given.cluster});
  return {runs.isBinary(), runs.total(), effects(runs, reference, {confidence, permutations, seed}),
          allVariants(runs, confidence)};
}

BiasScore computeBiasScore(const Codes& item, const Doubles& correct, const Doubles& biased,
                           const Doubles& unknown, double confidence) {
  return biasScore({item, correct, biased, unknown}, confidence);
}

uncertainty::Bounded computePreferred(const Codes& item, const Doubles& value, double confidence) {
  return preferred(item, value, confidence);
}

uncertainty::Bounded computeIdealizedScore(const Codes& item, const Doubles& meaningful,
                                           const Doubles& stereotype, double confidence) {
  return idealizedScore(item, meaningful, stereotype, confidence);
}

}  // namespace

EMSCRIPTEN_BINDINGS(repeated) {
  function<&computeEffects>("effects");
  function<&itemsNeeded>("itemsNeeded");
  function<&computeBiasScore>("biasScore");
  function<&computePreferred>("preferred");
  function<&computeIdealizedScore>("idealizedScore");
}

}  // namespace fairwasm::bindings
