// SPDX-License-Identifier: Apache-2.0
//
// A walk over the combinations of data, and over those of the same data with truth and prediction
// exchanged.
#pragma once

#include <cstdint>
#include <optional>

#include "fairwasm/amplification/combinations.hpp"
#include "fairwasm/amplification/cooccurrence.hpp"

namespace fairwasm::amplification {

struct CombinationPlan {
  Direction direction = Direction::kAttributeToTask;
  CombinationOptions options;
  bool predictions = true;  // whether the data must have them
  bool exchanging = false;  // whether the walks are over exchanged data
};

// Keeps nothing of the accumulators it was made from.
class CombinationRun {
 public:
  // Throws as requireCounts(), Cooccurrence::truth() and CombinationWalk. `train` may be null.
  CombinationRun(const Cooccurrence& counts, const Cooccurrence* train,
                 const CombinationPlan& plan);

  // As those of CombinationWalk. Throw kInvalidState before the first exchange() where the plan is
  // to exchange.
  bool advance(std::size_t combinations);
  [[nodiscard]] double progress() const;
  [[nodiscard]] CombinationResult result() const;

  // Begins the walk over the data exchanged by this draw.
  void exchange(std::uint64_t seed, std::uint64_t draw);

 private:
  void begin(const BitColumns& bits);

  CombinationPlan plan_;
  DirectedColumns columns_;
  std::optional<Cooccurrence> reference_;
  BitColumns bits_;
  std::optional<CombinationWalk> walk_;
};

}  // namespace fairwasm::amplification
