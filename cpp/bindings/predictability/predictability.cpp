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
    : List<Field<"train", &LeakageSpec::train>, Field<"test", &LeakageSpec::test>,
           Field<"testShare", &LeakageSpec::testShare>, Field<"direction", &LeakageSpec::direction>,
           Field<"classes", &LeakageSpec::classes>,
           Field<"attributeClasses", &LeakageSpec::attributeClasses>,
           Field<"shape", &LeakageSpec::shape>, Field<"training", &LeakageSpec::training>,
           Field<"metric", &LeakageSpec::metric>, Field<"threshold", &LeakageSpec::threshold>,
           Field<"normalized", &LeakageSpec::normalized>,
           Field<"warmStart", &LeakageSpec::warmStart>, Field<"seed", &LeakageSpec::seed>> {};

template <>
struct Fields<Bags> : List<Field<"words", &Bags::words>, Field<"starts", &Bags::starts>> {};

template <>
struct Fields<LicSpec> : List<Field<"human", &LicSpec::rows, &CaptionRows::human>,
                              Field<"generated", &LicSpec::rows, &CaptionRows::generated>,
                              Field<"attribute", &LicSpec::rows, &CaptionRows::attribute>,
                              Field<"classes", &LicSpec::rows, &CaptionRows::classes>,
                              Field<"words", &LicSpec::rows, &CaptionRows::words>,
                              Field<"training", &LicSpec::options, &LicOptions::training>,
                              Field<"testSize", &LicSpec::options, &LicOptions::testShare>,
                              Field<"wordWidth", &LicSpec::options, &LicOptions::wordWidth>,
                              Field<"hiddenWidths", &LicSpec::options, &LicOptions::hiddenWidths>,
                              Field<"seed", &LicSpec::seed>> {};

template <>
struct Fields<TrialProgress>
    : List<Field<"trial", &TrialProgress::trial>, Field<"done", &TrialProgress::done>,
           Field<"epoch", &TrialProgress::epoch>, Field<"loss", &TrialProgress::loss>,
           Field<"scoreD", &TrialProgress::scoreD>, Field<"scoreM", &TrialProgress::scoreM>,
           Field<"fraction", &TrialProgress::fraction>> {};

template <>
struct Fields<LeakageTrial>
    : List<Field<"lambdaD", &LeakageTrial::lambdaD>, Field<"lambdaM", &LeakageTrial::lambdaM>,
           Field<"leakage", &LeakageTrial::leakage>, Field<"outputs", &LeakageTrial::outputs>,
           Field<"targets", &LeakageTrial::targets>> {};

template <>
struct Fields<LicTrial>
    : List<Field<"licD", &LicTrial::licD>, Field<"licM", &LicTrial::licM>,
           Field<"lic", &LicTrial::lic>, Field<"accuracyD", &LicTrial::accuracyD>,
           Field<"accuracyM", &LicTrial::accuracyM>> {};

template <>
struct Fields<Split> : List<Field<"train", &Split::train>, Field<"test", &Split::test>> {};

template <>
struct Fields<TrialRows>
    : List<Field<"train", &TrialRows::split, &Split::train>,
           Field<"test", &TrialRows::split, &Split::test>, Field<"label", &TrialRows::label>> {};

template <>
struct Fields<ExactLeakage> : List<Field<"lambdaD", &ExactLeakage::lambdaD>,
                                   Field<"lambdaDSpread", &ExactLeakage::lambdaDSpread>,
                                   Field<"lambdaM", &ExactLeakage::lambdaM>,
                                   Field<"lambdaMSpread", &ExactLeakage::lambdaMSpread>,
                                   Field<"leakage", &ExactLeakage::leakage>,
                                   Field<"leakageSpread", &ExactLeakage::leakageSpread>,
                                   Field<"standardError", &ExactLeakage::standardError>> {};

template <>
struct Fields<CreatedData>
    : List<Field<"P", &CreatedData::p>, Field<"D", &CreatedData::d>,
           Field<"DBias", &CreatedData::dBias>, Field<"MUnbiased", &CreatedData::mUnbiased>,
           Field<"M2", &CreatedData::m2>> {};

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
