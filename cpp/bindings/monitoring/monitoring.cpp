// SPDX-License-Identifier: Apache-2.0
//
// Bindings of confidence sequences. Batches are passed as a flat array: rows, cases, rows of the
// reference, cases of the reference, rows, …
#include "fairwasm/monitoring/monitoring.hpp"

#include "../support/bind.hpp"

namespace fairwasm::bindings {

template <>
inline constexpr bool kIsFlat<monitoring::Counts> = true;

EMSCRIPTEN_BINDINGS(monitoring) { function<&monitoring::monitor>("monitor"); }

}  // namespace fairwasm::bindings
