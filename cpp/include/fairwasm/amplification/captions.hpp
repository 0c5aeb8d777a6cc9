// SPDX-License-Identifier: Apache-2.0
//
// Bias in captions: which objects are spoken of together with which group of people. A caption
// mentions a group by its words ("man", "his"), and objects by others; what an object is, is
// decided by whoever fills the accumulator. Captions are kept as lists of codes, so that they can
// be split at random; those that were counted elsewhere stand once, with their count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fairwasm/amplification/cross_fit.hpp"
#include "fairwasm/data/counted_rows.hpp"

namespace fairwasm::amplification {

struct WordGroup {
  std::string name;
  std::vector<std::string> words;

  friend bool operator==(const WordGroup&, const WordGroup&) = default;
};

// Captions as codes: caption i mentions mentions[mentionEnds[i - 1]] … mentions[mentionEnds[i] -
// 1], and its objects likewise. A mention is the place of a word when all groups' words are written
// one after the other; each different word of a caption is mentioned once. An object's code is its
// place in objects() with `newObjects` behind it.
struct CaptionBatch {
  std::vector<std::string> newObjects;
  std::span<const std::uint32_t> mentions;
  std::span<const std::uint32_t> mentionEnds;
  std::span<const std::uint32_t> objects;
  std::span<const std::uint32_t> objectEnds;
};

// How often a word of a group and an object stand in one caption.
struct WordCount {
  std::size_t word;
  std::size_t object;
  double count;
};

class CaptionCounts {
 public:
  using Batch = CaptionBatch;
  using Counted = data::RepeatedRows<CaptionBatch>;

  // More captions than this are refused (kTooLarge): doubles count exactly up to here.
  static constexpr std::uint64_t kMaxCaptions = std::uint64_t{1} << 53U;

  // Throws kInvalidArgument where there are no groups, a group has no words, or a name or a word
  // stands twice.
  explicit CaptionCounts(std::vector<WordGroup> groups);

  // Adds captions. All or nothing: throws for codes or ends that make no sense, and changes
  // nothing.
  void update(const CaptionBatch& batch) { updateCounted({batch, {}}); }

  // Adds captions that were counted elsewhere, likewise: a caption of count n is n captions, also
  // where captions are drawn. Throws as data::requireCounts().
  void updateCounted(const Counted& counted);

  // Adds the captions of `other`, matching objects by name. Throws kIncompatible where the groups
  // or their words differ.
  void merge(const CaptionCounts& other);

  // Forgets the captions and objects, keeps the groups.
  void reset();

  // A self-contained copy: magic number, version, groups, objects, captions, checksum.
  [[nodiscard]] std::vector<std::uint8_t> toBytes() const;
  // Throws kCorruptBytes for anything toBytes() did not write.
  static CaptionCounts fromBytes(std::span<const std::uint8_t> bytes);

  [[nodiscard]] const std::vector<WordGroup>& groups() const { return groups_; }
  [[nodiscard]] const std::vector<std::string>& objects() const { return objects_; }
  // All captions, and those that mention a group.
  [[nodiscard]] std::uint64_t captions() const { return captions_; }
  [[nodiscard]] std::uint64_t mentioning() const { return mentioning_; }

  // c(o, g), objects x groups, row-major: over all captions, the number of different words of g
  // times the number of times o stands there.
  [[nodiscard]] std::vector<double> counts() const;
  // The same over a random part of the captions, in which each is with probability `share`: draw
  // `draw` of `seed`.
  [[nodiscard]] std::vector<double> countsOfPart(std::uint64_t seed, std::uint64_t draw,
                                                 double share) const;
  // The same by single words; only those that are not 0, by word, then by object.
  [[nodiscard]] std::vector<WordCount> wordCounts() const;

 private:
  // Throws kTooLarge where `more` captions would be too many.
  void reserve(std::uint64_t more) const;
  [[nodiscard]] std::size_t kept() const { return mentionEnds_.size(); }
  [[nodiscard]] double timesOf(std::size_t i) const { return times_.empty() ? 1 : times_[i]; }
  // From here on a kept caption has a number of captions that it stands for.
  void countTimes();
  void append(std::span<const std::uint32_t> mentions, std::span<const std::uint32_t> objects,
              double times);
  // Calls `add(word, object, i)` for each word and object of each kept caption i.
  template <class Add>
  void eachPair(Add&& add) const;

  std::vector<WordGroup> groups_;
  std::vector<std::size_t> groupOfWord_;
  std::vector<std::string> objects_;
  std::uint64_t captions_ = 0;
  std::uint64_t mentioning_ = 0;
  // Of the captions that mention a group: the codes, and where each caption's end.
  std::vector<std::uint32_t> mentions_;
  std::vector<std::size_t> mentionEnds_;
  std::vector<std::uint32_t> objectCodes_;
  std::vector<std::size_t> objectEnds_;
  std::vector<double> times_;  // how many captions each is; empty: all are one
};

// b(o, g) of every object that has one, such as c(o, g) / sum over g of c(o, g).
struct CaptionBias {
  std::vector<std::string> groups;
  std::vector<std::string> objects;
  std::vector<double> scores;  // objects x groups, row-major; NaN where there is none
};

// c(o, g) / sum over g of c(o, g), for every c(o, g) > 0 (Zhao et al.: Men Also Like Shopping,
// 2017).
CaptionBias captionBias(const CaptionCounts& counts);

struct CaptionAmplificationOptions {
  // The value of the code of bias-analysis: a sum over 24 objects of its own, whatever the bias of
  // the pairs in question, divided by the number of biased pairs. For comparison only.
  bool asBiasAnalysis = false;
  // Omits objects that no test caption mentions together with a group, from the sum and the
  // divisor.
  bool seenOnly = false;
  bool overAllObjects = false;  // divide by the training objects instead of the biased pairs
};

struct CaptionPair {
  std::size_t object;
  std::size_t group;
  double train;
  double test;          // 0 where the test captions do not have the pair
  double contribution;  // (test - train) / divisor
};

struct CaptionAmplification {
  double value = 0;        // the sum of the contributions; NaN where the divisor is 0
  double biasedPairs = 0;  // (o, g) with b*(o, g) > 1 / |G| in training
  // Biased pairs whose object no test caption mentions together with a group.
  double unmentionedPairs = 0;
  double trainObjects = 0;  // objects with any b*
  double divisor = 0;       // biased pairs (or training objects) in the sum
  std::vector<CaptionPair> pairs;
};

struct CaptionCorrection {
  Corrected total;  // the cross-fitted value
  // The mean of the published value over training and test captions that are exchanged at random,
  // as if both came from one source. NaN without draws, and where the training bias is given.
  double byChance = 0;
};

// Mean bias amplification of test captions against training captions or a given training bias: the
// mean over the pairs biased in training, b*(o, g) > 1 / |G|, of b~(o, g) - b*(o, g).
class CaptionComparison {
 public:
  // Throws kIncompatible where the groups are not the same. Copies what it needs.
  CaptionComparison(const CaptionBias& train, const CaptionCounts& test);
  CaptionComparison(const CaptionCounts& train, const CaptionCounts& test);

  // The objects that pairs refer to: those of the training, then those only the test has.
  [[nodiscard]] const std::vector<std::string>& objects() const { return objects_; }
  [[nodiscard]] const std::vector<std::string>& groups() const { return groups_; }

  [[nodiscard]] CaptionAmplification amplification(
      const CaptionAmplificationOptions& options) const;

  // Cross-fitting, as CrossFit has it: pairs are chosen on one random half of the training captions
  // and measured against the other. A training bias that is given is not split, and decides alone.
  // First begin(), then take() for all draws, then simulate() for all draws again. The others throw
  // kInvalidState before begin().
  void begin(const CaptionAmplificationOptions& options);
  void take(std::uint64_t seed, std::uint64_t draw);
  void simulate(std::uint64_t seed, std::uint64_t draw);
  // Over the objects that both training and test captions mention. An object that the test captions
  // do not mention has no bias there: the 0 of the published value makes it look less biased.
  [[nodiscard]] CaptionCorrection correction(double confidence) const;

 private:
  CaptionComparison(const CaptionBias& train, std::vector<CaptionCounts> counted);
  [[nodiscard]] std::vector<double> place(const CaptionBias& bias) const;
  [[nodiscard]] bool isTrainGiven() const { return counted_.size() == 1; }
  [[nodiscard]] std::vector<double> placeCounts(const CaptionCounts& counted,
                                                std::vector<double> counts) const;
  // The counts of a random part of the test captions (0) or the training captions (1), placed.
  [[nodiscard]] std::vector<double> partOf(std::size_t which, std::uint64_t seed,
                                           std::uint64_t stream, double share) const;
  [[nodiscard]] std::vector<double> countsOf(std::size_t which) const;
  [[nodiscard]] HalvesDraw halvesDraw(std::uint64_t seed, std::uint64_t draw) const;
  [[nodiscard]] double valueByChance(std::uint64_t seed, std::uint64_t draw) const;
  [[nodiscard]] CaptionAmplification compare(const std::vector<double>& train,
                                             const std::vector<double>& test,
                                             const CaptionAmplificationOptions& options) const;

  std::vector<std::string> groups_;
  std::vector<std::string> objects_;
  std::vector<CaptionCounts> counted_;  // the test captions, and those of the training if known
  std::vector<double> train_;           // objects x groups
  // Of cross-fitting.
  CaptionAmplificationOptions options_;
  std::optional<CrossFit> crossFit_;
  double chanceSum_ = 0;
  double chanceDraws_ = 0;
};

}  // namespace fairwasm::amplification
