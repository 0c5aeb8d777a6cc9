// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/combination_run.hpp"

#include "fairwasm/amplification/exchange.hpp"
#include "fairwasm/core/require.hpp"

namespace fairwasm::amplification {

CombinationRun::CombinationRun(const Cooccurrence& counts, const Cooccurrence* train,
                               const CombinationPlan& plan)
    : plan_(plan), columns_(columnsFor(counts.schema(), plan.direction)) {
  requireCounts(counts, plan.direction, plan.predictions);
  if (train != nullptr) reference_ = train->truth(counts.schema());
  if (plan.exchanging) {
    bits_ = counts.bits();
  } else {
    begin(counts.bits());
  }
}

bool CombinationRun::advance(std::size_t combinations) {
  return present(walk_).advance(combinations);
}
double CombinationRun::progress() const { return present(walk_).progress(); }
CombinationResult CombinationRun::result() const { return present(walk_).result(); }

void CombinationRun::exchange(std::uint64_t seed, std::uint64_t draw) {
  begin(amplification::exchange(bits_, columns_, seed, draw));
}

void CombinationRun::begin(const BitColumns& bits) {
  if (!reference_) {
    walk_.emplace(bits, columns_, plan_.options);
    return;
  }
  walk_.emplace(bits, columns_, reference_->bits(),
                columnsFor(reference_->schema(), plan_.direction), plan_.options);
}

}  // namespace fairwasm::amplification
