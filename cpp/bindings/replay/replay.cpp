// SPDX-License-Identifier: Apache-2.0
//
// Replays of recorded trainings, for JavaScript. They run at once: recordings are short. A module
// of its own, since all of it in double as well would make half as much again of what attackers
// load.
#include "fairwasm/predictability/replay.hpp"

#include "../predictability/fields.hpp"

namespace fairwasm::bindings {

template <>
inline constexpr bool kAnyString<Precision> = true;

template <>
struct Fields<TrainingRecord>
    : List<&TrainingRecord::precision, &TrainingRecord::shape, &TrainingRecord::training,
           &TrainingRecord::weights, &TrainingRecord::inputs, &TrainingRecord::targets,
           &TrainingRecord::permutations> {};

template <>
struct Fields<TrainingReplay> : List<&TrainingReplay::stepLosses, &TrainingReplay::epochLosses,
                                     &TrainingReplay::weights, &TrainingReplay::outputs> {};

template <>
struct Fields<LeakageRecord>
    : List<&LeakageRecord::precision, &LeakageRecord::train, &LeakageRecord::test,
           &LeakageRecord::classes, &LeakageRecord::shape, &LeakageRecord::training,
           &LeakageRecord::metric, &LeakageRecord::threshold, &LeakageRecord::normalized,
           &LeakageRecord::trials, &LeakageRecord::weights, &LeakageRecord::permutations> {};

template <>
struct Fields<LeakageTrial>
    : List<&LeakageTrial::lambdaD, &LeakageTrial::lambdaM, &LeakageTrial::leakage> {};

template <>
struct Fields<LeakageReplay> : List<&LeakageReplay::trials, &LeakageReplay::weights> {};

template <>
struct Fields<AnswersRecord>
    : List<&AnswersRecord::precision, kDeeper<&AnswersRecord::answers, &Answers::outputs>,
           kDeeper<&AnswersRecord::answers, &Answers::classes>,
           kDeeper<&AnswersRecord::answers, &Answers::oneHot>,
           kDeeper<&AnswersRecord::answers, &Answers::columns>,
           kDeeper<&AnswersRecord::answers, &Answers::metric>,
           kDeeper<&AnswersRecord::answers, &Answers::threshold>> {};

EMSCRIPTEN_BINDINGS(replay) {
  function<static_cast<TrainingReplay (*)(const TrainingRecord&)>(&replayTraining)>(
      "replayTraining");
  function<static_cast<LeakageReplay (*)(const LeakageRecord&)>(&replayLeakage)>("replayLeakage");
  function<&scoreAnswers>("lambdaOf");
  function<&simpleDenseShape>("simpleDense");
}

}  // namespace fairwasm::bindings
