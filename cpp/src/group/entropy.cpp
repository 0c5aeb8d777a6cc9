// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/entropy.hpp"

#include <algorithm>
#include <cmath>

#include "fairwasm/core/error.hpp"

namespace fairwasm::group {
namespace {

// Returns the benefits of each combination of categories, in row-major order.
std::vector<Benefits> benefitsByCell(const tally::Tally& tally,
                                     const std::vector<bool>& favorable) {
  const data::Schema& schema = tally.schema();
  if (!schema.hasLabel || !schema.hasPrediction) {
    throw Error(ErrorCode::kInvalidArgument, {"tally",
                                              "true labels and predictions",
                                              schema.hasLabel ? "no predictions" : "no true labels",
                                              {}});
  }
  const std::size_t labels = schema.labels.size();
  const std::size_t block = labels * labels * tally::kSums;
  std::vector<Benefits> cells(block == 0 ? 0 : tally.cells().size() / block);
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    const double* sums = tally.cells().data() + cell * block;
    for (std::size_t truth = 0; truth < labels; ++truth) {
      for (std::size_t predicted = 0; predicted < labels; ++predicted) {
        const double rows = sums[(truth * labels + predicted) * tally::kSums + tally::kRows];
        if (favorable[truth] == favorable[predicted]) {
          cells[cell].one += rows;
        } else {
          (favorable[predicted] ? cells[cell].two : cells[cell].none) += rows;
        }
      }
    }
  }
  return cells;
}

void add(Benefits& into, const Benefits& from) {
  into.none += from.none;
  into.one += from.one;
  into.two += from.two;
}

double computeMean(const std::vector<BenefitLevel>& benefits) {
  double sum = 0;
  double rows = 0;
  for (const auto& level : benefits) {
    sum += level.benefit * level.rows;
    rows += level.rows;
  }
  return sum / rows;
}

template <class Term>
double meanOver(const std::vector<BenefitLevel>& benefits, Term term) {
  double sum = 0;
  double rows = 0;
  for (const auto& level : benefits) {
    if (level.rows == 0) continue;
    sum += level.rows * term(level.benefit);
    rows += level.rows;
  }
  return sum / rows;
}

}  // namespace

Benefits benefitsOfRows(const tally::Tally& tally, const std::vector<bool>& favorable) {
  Benefits all;
  for (const Benefits& cell : benefitsByCell(tally, favorable)) add(all, cell);
  return all;
}

std::vector<Benefits> benefitsOfAllGroups(const tally::Tally& tally,
                                          const std::vector<bool>& favorable) {
  std::vector<Benefits> groups = benefitsByCell(tally, favorable);
  std::erase_if(groups, [](const Benefits& cell) { return cell.rows() == 0; });
  return groups;
}

std::optional<std::vector<Benefits>> benefitsOfGroups(const tally::Tally& tally,
                                                      const std::vector<data::Condition>& groups,
                                                      const std::vector<bool>& favorable) {
  const auto cells = benefitsByCell(tally, favorable);
  std::vector<int> taken(cells.size(), 0);
  std::vector<Benefits> all;
  for (const data::Condition& group : groups) {
    const auto matching = data::matchingCells(tally.schema(), group);
    Benefits own;
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      if (!matching.data()[cell]) continue;
      add(own, cells[cell]);
      ++taken[cell];
    }
    if (own.rows() > 0) all.push_back(own);
  }
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    if (cells[cell].rows() > 0 && taken[cell] != 1) return {};
  }
  return all;
}

std::vector<BenefitLevel> individualBenefits(const tally::Tally& tally,
                                             const std::vector<bool>& favorable) {
  const Benefits all = benefitsOfRows(tally, favorable);
  return {{0, all.none}, {1, all.one}, {2, all.two}};
}

std::vector<BenefitLevel> groupBenefits(const tally::Tally& tally,
                                        const std::vector<data::Condition>& groups,
                                        const std::vector<bool>& favorable) {
  const auto cells = benefitsByCell(tally, favorable);
  std::vector<double> benefits(cells.size(), 0.0);
  for (const data::Condition& group : groups) {
    const auto matching = data::matchingCells(tally.schema(), group);
    Benefits all;
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      if (matching.data()[cell]) add(all, cells[cell]);
    }
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      if (matching.data()[cell]) benefits[cell] = all.mean();
    }
  }
  std::vector<BenefitLevel> levels;
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    if (cells[cell].rows() > 0) levels.push_back({benefits[cell], cells[cell].rows()});
  }
  return levels;
}

std::vector<BenefitLevel> allGroupBenefits(const tally::Tally& tally,
                                           const std::vector<bool>& favorable) {
  std::vector<BenefitLevel> levels;
  for (const Benefits& cell : benefitsByCell(tally, favorable)) {
    if (cell.rows() > 0) levels.push_back({cell.mean(), cell.rows()});
  }
  return levels;
}

std::vector<BenefitLevel> benefitsBetween(const tally::Tally& tally, const Compared& compared,
                                          const std::vector<bool>& favorable) {
  if (const auto* groups = std::get_if<std::vector<data::Condition>>(&compared)) {
    return groupBenefits(tally, *groups, favorable);
  }
  return std::get<Between>(compared) == Between::kIndividuals ? individualBenefits(tally, favorable)
                                                              : allGroupBenefits(tally, favorable);
}

double generalizedEntropyIndex(const std::vector<BenefitLevel>& benefits, double alpha) {
  const double mean = computeMean(benefits);
  if (alpha == 0) {
    return meanOver(benefits, [&](double benefit) { return -std::log(benefit / mean); });
  }
  if (alpha == 1) {
    return meanOver(benefits, [&](double benefit) {
      const double share = benefit / mean;
      return share == 0 ? 0.0 : share * std::log(share);
    });
  }
  if (alpha == 2) {  // equal to the general formula, without cancellation
    return meanOver(benefits, [&](double benefit) {
      const double deviation = benefit / mean - 1;
      return deviation * deviation / 2;
    });
  }
  // For alpha near 0 and 1, the powers are almost 1 or almost the proportion itself, with mean 1;
  // expm1 avoids the cancellation.
  const double scale = alpha * (alpha - 1);
  if (std::abs(alpha) < 0.5) {
    return meanOver(benefits,
                    [&](double benefit) { return std::expm1(alpha * std::log(benefit / mean)); }) /
           scale;
  }
  if (std::abs(alpha - 1) <= 0.5) {
    return meanOver(benefits,
                    [&](double benefit) {
                      const double share = benefit / mean;
                      return share == 0 ? 0.0 : share * std::expm1((alpha - 1) * std::log(share));
                    }) /
           scale;
  }
  return meanOver(benefits, [&](double benefit) { return std::pow(benefit / mean, alpha) - 1; }) /
         scale;
}

double coefficientOfVariation(const std::vector<BenefitLevel>& benefits) {
  return std::sqrt(2 * generalizedEntropyIndex(benefits, 2));
}

}  // namespace fairwasm::group
