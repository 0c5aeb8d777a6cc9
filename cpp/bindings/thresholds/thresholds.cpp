// SPDX-License-Identifier: Apache-2.0
//
// Bindings of group thresholds. Curves stay in WebAssembly memory; tasks and outcomes are records.
#include "../support/bind.hpp"
#include "fairwasm/thresholds/calibrated_odds.hpp"
#include "fairwasm/thresholds/curve.hpp"
#include "fairwasm/thresholds/equalizing.hpp"
#include "fairwasm/thresholds/held_out.hpp"

namespace fairwasm::bindings {

using namespace thresholds;

template <>
inline constexpr bool kIsSpliced<Objective> = true;
template <>
inline constexpr bool kIsFlat<RateRange> = true;
template <>
inline constexpr bool kIsFlat<FrontierPoint> = true;
template <>
inline constexpr bool kIsFlat<OperatingPoint> = true;

template <>
inline constexpr bool kIsFlat<uncertainty::Bounded> = true;

namespace {

// The ROC curves of all groups.
class Curves {
 public:
  Curves(std::size_t groups, const std::vector<std::uint32_t>& group,
         const std::vector<std::uint8_t>& positive, const std::vector<double>& score,
         const std::optional<std::vector<double>>& weight)
      : curves_(curves({groups, group, positive, score,
                        weight ? std::span<const double>(*weight) : std::span<const double>()})) {}
  explicit Curves(std::vector<Curve> curves) : curves_(std::move(curves)) {}

  [[nodiscard]] std::vector<Curve> groups() const { return curves_; }
  // Returns each group's curve without the points that mixtures of other points dominate.
  [[nodiscard]] std::vector<std::vector<OperatingPoint>> hulls() const {
    return hullPoints(curves_);
  }
  [[nodiscard]] Outcome optimum(const Task& task) const {
    return thresholds::optimum(curves_, task);
  }
  [[nodiscard]] Outcome deterministic(const Task& task, const std::vector<double>& grid) const {
    return deterministicOptimum(curves_, task, grid);
  }
  [[nodiscard]] RejectOutcome rejectOption(const Task& task,
                                           const std::vector<std::uint8_t>& favored) const {
    return thresholds::rejectOption(curves_, task, favored);
  }
  [[nodiscard]] CalibratedOutcome calibratedOdds(const CalibratedTask& task) const {
    return thresholds::calibratedOdds(curves_, task);
  }
  [[nodiscard]] Outcome atRates(const Task& task, const std::vector<double>& rates) const {
    return thresholds::atRates(curves_, task, rates);
  }
  [[nodiscard]] Outcome unconstrained(const Task& task) const {
    return thresholds::unconstrained(curves_, task);
  }
  [[nodiscard]] Outcome singleThreshold(const Task& task) const {
    return thresholds::singleThreshold(curves_, task);
  }
  [[nodiscard]] std::vector<FrontierPoint> frontier(const Task& task, std::size_t steps) const {
    return thresholds::frontier(curves_, task, steps);
  }
  [[nodiscard]] Outcome applied(const Task& task, const std::vector<Policy>& policies) const {
    return thresholds::applied(curves_, task, policies);
  }
  [[nodiscard]] HeldOutCost heldOutCost(const Task& task, const std::vector<Policy>& free,
                                        const std::vector<Policy>& equal, double confidence) const {
    return thresholds::heldOutCost(curves_, task.objective, free, equal, confidence);
  }
  // `part` 0 contains the rows that are not drawn, 1 the drawn rows.
  [[nodiscard]] std::unique_ptr<Curves> part(double share, std::uint64_t seed,
                                             std::uint32_t part) const {
    auto parts = split(curves_, share, seed);
    return std::make_unique<Curves>(std::move(part == 0 ? parts.first : parts.second));
  }

 private:
  std::vector<Curve> curves_;
};

}  // namespace

EMSCRIPTEN_BINDINGS(thresholds) {
  Class<Curves>("Curves")
      .constructor<std::size_t, const std::vector<std::uint32_t>&, const std::vector<std::uint8_t>&,
                   const std::vector<double>&, const std::optional<std::vector<double>>&>()
      .method<&Curves::groups>("groups")
      .method<&Curves::hulls>("hulls")
      .method<&Curves::optimum>("optimum")
      .method<&Curves::deterministic>("deterministic")
      .method<&Curves::rejectOption>("rejectOption")
      .method<&Curves::calibratedOdds>("calibratedOdds")
      .method<&Curves::atRates>("atRates")
      .method<&Curves::unconstrained>("unconstrained")
      .method<&Curves::singleThreshold>("singleThreshold")
      .method<&Curves::frontier>("frontier")
      .method<&Curves::applied>("applied")
      .method<&Curves::heldOutCost>("heldOutCost")
      .method<&Curves::part>("part");
}

}  // namespace fairwasm::bindings
