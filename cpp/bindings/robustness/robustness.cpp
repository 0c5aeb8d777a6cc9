// SPDX-License-Identifier: Apache-2.0
//
// Bindings of certificates. Estimates are passed as flat arrays: value, low, and high of each
// value, in the order of robustnessValueNames() and then by epsilon.
#include "../support/accumulator.hpp"
#include "fairwasm/robustness/summary.hpp"

namespace fairwasm::bindings {

using namespace robustness;

template <>
inline constexpr bool kIsFlat<Estimated> = true;

// Estimates of all groups, concatenated.
struct Summary {
  std::vector<std::uint32_t> codes;
  std::vector<double> rows;
  std::vector<Estimated> values;
  std::vector<Estimated> differences;
  std::vector<AccuracyCurve> curves;
};

namespace {

std::vector<data::Attribute> getAttributes(const Certificates& certificates) {
  return certificates.schema().attributes;
}

std::size_t maxGroups(const Certificates& certificates) {
  return Certificates::kMaxCells / certificates.grid().cells();
}

// Numbers are passed as plain arguments, because reading an object's fields takes longer than
// processing a small chunk. Labels of 8 bytes are numbers (one per score); labels of 1 or 4 bytes
// are class indices (one per row). Address 0 means no weights.
ScoredRows scoredRows(const RadiusRule& rule, std::size_t rows, std::uintptr_t scores,
                      int scoreBytes, std::uintptr_t labels, std::uint32_t labelBytes) {
  const std::size_t values = rows * rule.classes;
  ScoredRows result{rows, memory<double>(scores, 0), {}};
  if (scoreBytes == 4) {
    result.scores = memory<float>(scores, values);
  } else {
    result.scores = memory<double>(scores, values);
  }
  if (labelBytes == 8) {
    result.labels = memory<double>(labels, values);
  } else {
    result.labels = StagedCodes{labels, labelBytes}.of(rows);
  }
  return result;
}

void update(Certificates& certificates, std::size_t rows, std::uintptr_t scores, int scoreBytes,
            std::uintptr_t labels, std::uint32_t labelBytes, std::uintptr_t weights,
            const std::vector<StagedCodes>& attributes) {
  certificates.update(scoredRows(certificates.rule(), rows, scores, scoreBytes, labels, labelBytes),
                      toCodes(attributes, rows), memory<double>(weights, weights == 0 ? 0 : rows));
}

void updateCounted(Certificates& certificates, std::size_t rows, std::uintptr_t scores,
                   int scoreBytes, std::uintptr_t labels, std::uint32_t labelBytes,
                   std::uintptr_t weights, const std::vector<StagedCodes>& attributes,
                   const StagedAlike& alike) {
  const auto scored = scoredRows(certificates.rule(), rows, scores, scoreBytes, labels, labelBytes);
  certificates.updateCounted(
      {{scored, toCodes(attributes, rows), memory<double>(weights, weights == 0 ? 0 : rows)},
       alike.of(rows)});
}

std::vector<double> radii(const Certificates& certificates, std::size_t rows, std::uintptr_t scores,
                          int scoreBytes, std::uintptr_t labels, std::uint32_t labelBytes) {
  const auto& rule = certificates.rule();
  return provableRadii(rule, scoredRows(rule, rows, scores, scoreBytes, labels, labelBytes));
}

Summary summary(const Certificates& certificates, const std::vector<std::string>& by,
                std::uint32_t replicates, std::uint64_t seed) {
  const auto groups = groupRadii(certificates, by);
  const auto known =
      summarize(certificates.grid(), certificates.epsilons(), groups, replicates, seed);
  Summary all{{}, {}, {}, estimates(known.differences), {}};
  for (std::size_t i = 0; i < groups.size(); ++i) {
    all.codes.insert(all.codes.end(), groups[i].codes.begin(), groups[i].codes.end());
    all.rows.push_back(static_cast<double>(groups[i].rows));
    const auto values = estimates(known.groups[i]);
    all.values.insert(all.values.end(), values.begin(), values.end());
    all.curves.push_back(accuracyCurve(certificates.grid(), groups[i]));
  }
  return all;
}

}  // namespace

EMSCRIPTEN_BINDINGS(robustness) {
  accumulator<Certificates, &update, &updateCounted>("Certificates")
      .constructor<RadiusRule, std::vector<double>, std::vector<data::Attribute>>()
      .method<&Certificates::rule>("rule")
      .method<&Certificates::epsilons>("epsilons")
      .method<&getAttributes>("attributes")
      .method<&maxGroups>("maxGroups")
      .method<&radii>("radii")
      .method<&totals>("totals")
      .method<&summary>("summary");
  function<&names<kRobustnessValues>>("robustnessValueNames");
  function<&names<kRobustnessDifferences>>("robustnessDifferenceNames");
}

}  // namespace fairwasm::bindings
