// SPDX-License-Identifier: Apache-2.0
//
// Bindings of caption metrics.
#include "fairwasm/amplification/captions.hpp"

#include "../support/accumulator.hpp"

namespace fairwasm::bindings {

using namespace amplification;

struct StagedList {
  std::uintptr_t pointer;
  std::size_t count;

  [[nodiscard]] std::span<const std::uint32_t> codes() const {
    return memory<std::uint32_t>(pointer, count);
  }
};

struct StagedCaptions {
  std::vector<std::string> newObjects;
  StagedList mentions;
  StagedList mentionEnds;
  StagedList objects;
  StagedList objectEnds;
};

namespace {

CaptionBatch toBatch(const StagedCaptions& staged) {
  return {staged.newObjects, staged.mentions.codes(), staged.mentionEnds.codes(),
          staged.objects.codes(), staged.objectEnds.codes()};
}

void update(CaptionCounts& counts, const StagedCaptions& staged) { counts.update(toBatch(staged)); }

void updateCounted(CaptionCounts& counts, const StagedCaptions& staged, std::uintptr_t times) {
  counts.updateCounted({toBatch(staged), numbersAt<double>(times, staged.mentionEnds.count)});
}

std::vector<double> scores(const CaptionCounts& counts) { return captionBias(counts).scores; }

}  // namespace

EMSCRIPTEN_BINDINGS(captions) {
  accumulator<CaptionCounts, &update, &updateCounted>("CaptionCounts")
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
      .method<&CaptionComparison::objects>("objects")
      .method<&CaptionComparison::groups>("groups")
      .method<&CaptionComparison::amplification>("amplification")
      .method<&CaptionComparison::begin>("begin")
      .method<&CaptionComparison::take>("take")
      .method<&CaptionComparison::simulate>("simulate")
      .method<&CaptionComparison::correction>("correction");
}

}  // namespace fairwasm::bindings
