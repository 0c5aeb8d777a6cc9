// SPDX-License-Identifier: Apache-2.0
//
// Attackers for JavaScript. Long work is an object with advance(pieces), so that JavaScript decides
// when to look up: FitJob trains one attacker, LeakageJob and LicJob run trials.
#include "fairwasm/predictability/attacker.hpp"
#include "fairwasm/predictability/data_creator.hpp"
#include "fields.hpp"

namespace fairwasm::bindings {

using LeakageJob = LeakageTrials<float>;

template <>
struct Fields<LeakageSpec>
    : List<&LeakageSpec::train, &LeakageSpec::test, &LeakageSpec::testShare,
           &LeakageSpec::direction, &LeakageSpec::classes, &LeakageSpec::attributeClasses,
           &LeakageSpec::shape, &LeakageSpec::training, &LeakageSpec::metric,
           &LeakageSpec::threshold, &LeakageSpec::normalized, &LeakageSpec::warmStart,
           &LeakageSpec::seed> {};

template <>
struct Fields<Bags> : List<&Bags::words, &Bags::starts> {};

template <>
struct Fields<LicSpec>
    : List<kDeeper<&LicSpec::rows, &CaptionRows::human>,
           kDeeper<&LicSpec::rows, &CaptionRows::generated>,
           kDeeper<&LicSpec::rows, &CaptionRows::attribute>,
           kDeeper<&LicSpec::rows, &CaptionRows::classes>,
           kDeeper<&LicSpec::rows, &CaptionRows::words>,
           kDeeper<&LicSpec::options, &LicOptions::training>,
           kNamed<"testSize", &LicSpec::options, &LicOptions::testShare>,
           kDeeper<&LicSpec::options, &LicOptions::wordWidth>,
           kDeeper<&LicSpec::options, &LicOptions::hiddenWidths>, &LicSpec::seed> {};

template <>
struct Fields<TrialProgress>
    : List<&TrialProgress::trial, &TrialProgress::done, &TrialProgress::epoch, &TrialProgress::loss,
           &TrialProgress::scoreD, &TrialProgress::scoreM, &TrialProgress::fraction> {};

template <>
struct Fields<LeakageTrial>
    : List<&LeakageTrial::lambdaD, &LeakageTrial::lambdaM, &LeakageTrial::leakage,
           &LeakageTrial::outputs, &LeakageTrial::targets> {};

template <>
struct Fields<LicTrial> : List<&LicTrial::licD, &LicTrial::licM, &LicTrial::lic,
                               &LicTrial::accuracyD, &LicTrial::accuracyM> {};

template <>
struct Fields<Split> : List<&Split::train, &Split::test> {};

template <>
struct Fields<TrialRows> : List<kDeeper<&TrialRows::split, &Split::train>,
                                kDeeper<&TrialRows::split, &Split::test>, &TrialRows::label> {};

template <>
struct Fields<ExactLeakage>
    : List<&ExactLeakage::lambdaD, &ExactLeakage::lambdaDSpread, &ExactLeakage::lambdaM,
           &ExactLeakage::lambdaMSpread, &ExactLeakage::leakage, &ExactLeakage::leakageSpread,
           &ExactLeakage::standardError> {};

template <>
struct Fields<CreatedData>
    : List<kNamed<"P", &CreatedData::p>, kNamed<"D", &CreatedData::d>,
           kNamed<"DBias", &CreatedData::dBias>, kNamed<"MUnbiased", &CreatedData::mUnbiased>,
           kNamed<"M2", &CreatedData::m2>> {};

// The tally lives in another module: its bytes travel.
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
      .factory<&licTrials>()
      .method<&LicTrials::advance>("advance")
      .method<&LicTrials::progress>("progress")
      .method<&LicTrials::trials>("trials");
  function<&seededSplit>("splitRows");
  function<&perturbed>("perturb");
  function<&lambdaOf<float, float>>("lambdaOf");
  function<&leakageOf>("leakageOf");
  function<&simpleDenseShape>("simpleDense");
  function<&trialRows>("trialRows");
  function<static_cast<ExactLeakage (*)(const LeakageSpec&)>(&expectedLeakage)>("expectedLeakage");
  function<&blindLeakage>("blindLeakage");
  function<&exactLeakageOfTally>("exactLeakageOfTally");
  function<&createData>("createData");
}

}  // namespace fairwasm::bindings
