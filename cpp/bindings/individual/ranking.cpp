// SPDX-License-Identifier: Apache-2.0
//
// Bindings of ranking metrics.
#include "fairwasm/group/ranking.hpp"

#include "../support/bind.hpp"

namespace fairwasm::bindings {

EMSCRIPTEN_BINDINGS(ranking) {
  function<&group::infeasibleIndex>("infeasibleIndex");
  function<&group::discountedCumulativeGain>("discountedCumulativeGain");
}

}  // namespace fairwasm::bindings
