// SPDX-License-Identifier: Apache-2.0
//
// Bindings of replays of recorded trainings, so that recorded values are also checked in WebAssembly.
#include "predictability/replay.hpp"

#include "predictability/fields.hpp"

namespace fairwasm::bindings {

template <>
inline constexpr bool kAnyString<Precision> = true;
template <>
inline constexpr bool kIsSpliced<Answers> = true;

EMSCRIPTEN_BINDINGS(replay) {
  function<static_cast<TrainingReplay (*)(const TrainingRecord&)>(&replayTraining)>(
      "replayTraining");
  function<static_cast<LeakageReplay (*)(const LeakageRecord&)>(&replayLeakage)>("replayLeakage");
  function<&scoreAnswers>("computeLambda");
  function<&simpleDenseShape>("simpleDense");
}

}  // namespace fairwasm::bindings
