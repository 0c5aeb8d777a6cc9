// SPDX-License-Identifier: Apache-2.0
//
// Bindings of attackers. Long computations are objects with advance(pieces), so that JavaScript can
// respond to events in between: FitJob trains one attacker, LeakageJob and LicJob run trials.
#include "fairwasm/predictability/attacker.hpp"
#include "fairwasm/predictability/data_creator.hpp"
#include "fields.hpp"

namespace fairwasm::bindings {

using LeakageJob = LeakageTrials<float>;

template <>
inline constexpr bool kIsSpliced<Split> = true;

// The tally is in another module, so it is passed as bytes.
ExactLeakage exactLeakageOfTally(const std::vector<std::uint8_t>& bytes, Metric metric,
                                 bool threshold, bool normalized) {
  const std::vector<ExactCounts> counts{exactCounts(tally::Tally::fromBytes(bytes))};
  return exactLeakage(counts, counts, metric, threshold, normalized);
}

EMSCRIPTEN_BINDINGS(predictability) {
  Class<Attacker>("Attacker")
      .constructor<NetworkShape, std::uint64_t>()
      .method<&Attacker::weights>("weights")
      .method<&Attacker::setWeights>("setWeights")
      .method<&Attacker::predict>("predict");
  Class<FitJob>("FitJob")
      .constructor<const Attacker&, const std::vector<float>&, const std::vector<float>&,
                   const TrainingOptions&, std::uint64_t, const std::vector<double>&>()
      .method<&FitJob::advance>("advance")
      .method<&FitJob::progress>("progress")
      .method<&FitJob::losses>("losses");
  Class<LeakageJob>("LeakageJob")
      .factory<&leakageTrials>()
      .method<&LeakageJob::advance>("advance")
      .method<&LeakageJob::progress>("progress")
      .method<&LeakageJob::trials>("trials");
  Class<LicTrials>("LicJob")
      .constructor<CaptionRows, LicOptions, std::size_t, std::size_t, std::uint64_t>()
      .method<&LicTrials::advance>("advance")
      .method<&LicTrials::progress>("progress")
      .method<&LicTrials::trials>("trials");
  function<&seededSplit>("splitRows");
  function<&perturbed>("perturb");
  function<&computeLambda<float, float>>("computeLambda");
  function<&computeLeakage>("computeLeakage");
  function<&simpleDenseShape>("simpleDense");
  function<&trialRows>("trialRows");
  function<static_cast<ExactLeakage (*)(const LeakageSpec&)>(&expectedLeakage)>("expectedLeakage");
  function<&blindLeakage>("blindLeakage");
  function<&exactLeakageOfTally>("exactLeakageOfTally");
  function<&createData>("createData");
}

}  // namespace fairwasm::bindings
