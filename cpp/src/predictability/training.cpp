// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/predictability/training.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/number_text.hpp"

namespace fairwasm::predictability {

void requireFinite(double loss, std::size_t epoch, double learningRate) {
  if (std::isfinite(loss)) return;
  throw Error(ErrorCode::kInvalidState,
              {"loss",
               "a finite loss; a learningRate smaller than " + shown(learningRate) + " may help",
               (std::isnan(loss) ? "NaN in epoch " : "infinity in epoch ") + std::to_string(epoch),
               {}});
}

bool Training::advance(std::size_t pieces) {
  for (std::size_t left = std::max<std::size_t>(pieces, 1), i = 0; left > 0 && !isDone();
       --left, ++i) {
    if (i > 0 && isBetweenEpochs() && left < piecesOfEpoch()) break;
    advancePiece();
  }
  return isDone();
}

}  // namespace fairwasm::predictability
