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
    : List<Field<"precision", &TrainingRecord::precision>, Field<"shape", &TrainingRecord::shape>,
           Field<"training", &TrainingRecord::training>, Field<"weights", &TrainingRecord::weights>,
           Field<"inputs", &TrainingRecord::inputs>, Field<"targets", &TrainingRecord::targets>,
           Field<"permutations", &TrainingRecord::permutations>> {};

template <>
struct Fields<TrainingReplay>
    : List<Field<"stepLosses", &TrainingReplay::stepLosses>,
           Field<"epochLosses", &TrainingReplay::epochLosses>,
           Field<"weights", &TrainingReplay::weights>, Field<"outputs", &TrainingReplay::outputs>> {
};

template <>
struct Fields<LeakageRecord>
    : List<Field<"precision", &LeakageRecord::precision>, Field<"train", &LeakageRecord::train>,
           Field<"test", &LeakageRecord::test>, Field<"classes", &LeakageRecord::classes>,
           Field<"shape", &LeakageRecord::shape>, Field<"training", &LeakageRecord::training>,
           Field<"metric", &LeakageRecord::metric>, Field<"threshold", &LeakageRecord::threshold>,
           Field<"normalized", &LeakageRecord::normalized>, Field<"trials", &LeakageRecord::trials>,
           Field<"weights", &LeakageRecord::weights>,
           Field<"permutations", &LeakageRecord::permutations>> {};

template <>
struct Fields<LeakageTrial>
    : List<Field<"lambdaD", &LeakageTrial::lambdaD>, Field<"lambdaM", &LeakageTrial::lambdaM>,
           Field<"leakage", &LeakageTrial::leakage>> {};

template <>
struct Fields<LeakageReplay>
    : List<Field<"trials", &LeakageReplay::trials>, Field<"weights", &LeakageReplay::weights>> {};

template <>
struct Fields<AnswersRecord>
    : List<Field<"precision", &AnswersRecord::precision>,
           Field<"outputs", &AnswersRecord::answers, &Answers::outputs>,
           Field<"classes", &AnswersRecord::answers, &Answers::classes>,
           Field<"oneHot", &AnswersRecord::answers, &Answers::oneHot>,
           Field<"columns", &AnswersRecord::answers, &Answers::columns>,
           Field<"metric", &AnswersRecord::answers, &Answers::metric>,
           Field<"threshold", &AnswersRecord::answers, &Answers::threshold>> {};

EMSCRIPTEN_BINDINGS(replay) {
  function<static_cast<TrainingReplay (*)(const TrainingRecord&)>(&replayTraining)>(
      "replayTraining");
  function<static_cast<LeakageReplay (*)(const LeakageRecord&)>(&replayLeakage)>("replayLeakage");
  function<&scoreAnswers>("lambdaOf");
  function<&simpleDenseShape>("simpleDense");
}

}  // namespace fairwasm::bindings
