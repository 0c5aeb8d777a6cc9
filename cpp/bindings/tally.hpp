// SPDX-License-Identifier: Apache-2.0
//
// The JavaScript types that the tally's bindings and those of the families that read tallies share.
#pragma once

#include "support.hpp"

namespace fairwasm::bindings {

EMSCRIPTEN_DECLARE_VAL_TYPE(StringArray)
EMSCRIPTEN_DECLARE_VAL_TYPE(DoubleArray)

}  // namespace fairwasm::bindings
