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
inline constexpr bool kIsSpliced<Answers> = true;

EMSCRIPTEN_BINDINGS(replay) {
  function<static_cast<TrainingReplay (*)(const TrainingRecord&)>(&replayTraining)>(
      "replayTraining");
  function<static_cast<LeakageReplay (*)(const LeakageRecord&)>(&replayLeakage)>("replayLeakage");
  function<&scoreAnswers>("lambdaOf");
  function<&simpleDenseShape>("simpleDense");
}

}  // namespace fairwasm::bindings
