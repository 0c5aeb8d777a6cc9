// SPDX-License-Identifier: Apache-2.0
//
// A walk over the combinations of tasks in data, and walks over the same data after truth and
// prediction have been exchanged.
#pragma once

#include <cstdint>
#include <optional>

#include "fairwasm/amplification/combinations.hpp"
#include "fairwasm/amplification/cooccurrence.hpp"

namespace fairwasm::amplification {

struct CombinationPlan {
  Direction direction = Direction::kAttributeToTask;
  CombinationOptions options;
  bool predictions = true;  // true if the data must have predictions
  bool exchanging = false;  // true if the walks are over exchanged data
};

// Copies everything it needs from the accumulators.
class CombinationRun {
 public:
  // Throws like requireCounts(), Cooccurrence::truth(), and CombinationWalk. `train` may be null.
  CombinationRun(const Cooccurrence& counts, const Cooccurrence* train,
                 const CombinationPlan& plan);

  // Like the functions of CombinationWalk. Throw kInvalidState before the first exchange() if the
  // plan is to exchange.
  bool advance(std::size_t combinations);
  [[nodiscard]] double progress() const;
  [[nodiscard]] CombinationResult result() const;

  // Starts a walk over the data exchanged by this draw.
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
