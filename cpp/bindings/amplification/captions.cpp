// SPDX-License-Identifier: Apache-2.0
//
// Captions, for JavaScript.
#include "fairwasm/amplification/captions.hpp"

#include "../support/accumulator.hpp"

namespace fairwasm::bindings {

using namespace amplification;

template <>
struct Fields<WordGroup> : List<&WordGroup::name, &WordGroup::words> {};

struct StagedList {
  std::uintptr_t pointer;
  std::size_t count;

  [[nodiscard]] std::span<const std::uint32_t> codes() const {
    return memory<std::uint32_t>(pointer, count);
  }
};
template <>
struct Fields<StagedList> : List<&StagedList::pointer, &StagedList::count> {};

struct StagedCaptions {
  std::vector<std::string> newObjects;
  StagedList mentions;
  StagedList mentionEnds;
  StagedList objects;
  StagedList objectEnds;
};
template <>
struct Fields<StagedCaptions>
    : List<&StagedCaptions::newObjects, &StagedCaptions::mentions, &StagedCaptions::mentionEnds,
           &StagedCaptions::objects, &StagedCaptions::objectEnds> {};

template <>
struct Fields<WordCount> : List<&WordCount::word, &WordCount::object, &WordCount::count> {};

template <>
struct Fields<CaptionBias>
    : List<&CaptionBias::groups, &CaptionBias::objects, &CaptionBias::scores> {};

using Options = CaptionAmplificationOptions;
template <>
struct Fields<Options>
    : List<&Options::asBiasAnalysis, &Options::seenOnly, &Options::overAllObjects> {};

// A pair with its names.
struct NamedPair {
  std::string object;
  std::string group;
  CaptionPair pair;
};
template <>
struct Fields<NamedPair>
    : List<&NamedPair::object, &NamedPair::group, kDeeper<&NamedPair::pair, &CaptionPair::train>,
           kDeeper<&NamedPair::pair, &CaptionPair::test>,
           kDeeper<&NamedPair::pair, &CaptionPair::contribution>> {};

struct NamedAmplification {
  CaptionAmplification result;
  std::vector<NamedPair> pairs;
};
template <>
struct Fields<NamedAmplification>
    : List<kDeeper<&NamedAmplification::result, &CaptionAmplification::value>,
           kDeeper<&NamedAmplification::result, &CaptionAmplification::biasedPairs>,
           kDeeper<&NamedAmplification::result, &CaptionAmplification::trainObjects>,
           kDeeper<&NamedAmplification::result, &CaptionAmplification::divisor>,
           &NamedAmplification::pairs> {};

namespace {

void update(CaptionCounts& counts, const StagedCaptions& staged) {
  counts.update({staged.newObjects, staged.mentions.codes(), staged.mentionEnds.codes(),
                 staged.objects.codes(), staged.objectEnds.codes()});
}

NamedAmplification amplificationOf(const CaptionComparison& comparison, const Options& options) {
  NamedAmplification named{comparison.amplification(options), {}};
  for (const auto& pair : named.result.pairs) {
    named.pairs.push_back(
        {comparison.objects()[pair.object], comparison.groups()[pair.group], pair});
  }
  return named;
}

std::vector<double> scores(const CaptionCounts& counts) { return captionBias(counts).scores; }

}  // namespace

EMSCRIPTEN_BINDINGS(captions) {
  accumulator<CaptionCounts, &update>("CaptionCounts")
      .constructor<std::vector<WordGroup>>()
      .method<&CaptionCounts::groups>("groups")
      .method<&CaptionCounts::objects>("objects")
      .method<&CaptionCounts::captions>("captions")
      .method<&CaptionCounts::mentioning>("mentioning")
      .method<&CaptionCounts::counts>("counts")
      .method<&CaptionCounts::wordCounts>("wordCounts")
      .method<&scores>("scores");
  Class<CaptionComparison>("CaptionComparison")
      .classMethod<&make<CaptionComparison, const CaptionCounts&, const CaptionCounts&>>(
          "ofCaptions")
      .classMethod<&make<CaptionComparison, const CaptionBias&, const CaptionCounts&>>("withBias")
      .method<&amplificationOf>("amplification")
      .method<&CaptionComparison::replicate>("replicate");
}

}  // namespace fairwasm::bindings
