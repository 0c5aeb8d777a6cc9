// SPDX-License-Identifier: Apache-2.0
//
// Bias in captions: which objects are mentioned together with which group of people. A caption
// mentions a group by its words ("man", "his"). The caller decides which words are objects.
// Captions are kept as lists of codes so that they can be split at random. Precomputed captions are
// stored once with their count.
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
// 1], and likewise for its objects. A mention is the index of a word in the concatenated word lists
// of all groups; each distinct word of a caption is mentioned once. The code of an object is its
// index in objects() followed by `newObjects`.
struct CaptionBatch {
  std::vector<std::string> newObjects;
  std::span<const std::uint32_t> mentions;
  std::span<const std::uint32_t> mentionEnds;
  std::span<const std::uint32_t> objects;
  std::span<const std::uint32_t> objectEnds;
};

// Number of captions that contain both a word of a group and an object.
struct WordCount {
  std::size_t word;
  std::size_t object;
  double count;
};

class CaptionCounts {
 public:
  using Batch = CaptionBatch;
  using Counted = data::RepeatedRows<CaptionBatch>;

  // More captions than this are rejected (kTooLarge), because doubles represent counts exactly up
  // to here.
  static constexpr std::uint64_t kMaxCaptions = std::uint64_t{1} << 53U;

  // Throws kInvalidArgument without groups, for a group without words, and for a duplicate name or
  // word.
  explicit CaptionCounts(std::vector<WordGroup> groups);

  // Adds captions, or none: throws for invalid codes or ends.
  void update(const CaptionBatch& batch) { updateCounted({batch, {}}); }

  // Likewise adds precomputed captions: a caption with count n counts as n captions, also in random
  // draws. Throws like data::requireCounts().
  void updateCounted(const Counted& counted);

  // Adds the captions of `other`, matching objects by name. Throws kIncompatible if the groups or
  // their words differ.
  void merge(const CaptionCounts& other);

  // Removes captions and objects but keeps the groups.
  void reset();

  // Returns a self-contained copy: magic number, version, groups, objects, captions, checksum.
  [[nodiscard]] std::vector<std::uint8_t> toBytes() const;
  // Throws kCorruptBytes for bytes that toBytes() did not write.
  static CaptionCounts fromBytes(std::span<const std::uint8_t> bytes);

  [[nodiscard]] const std::vector<WordGroup>& groups() const { return groups_; }
  [[nodiscard]] const std::vector<std::string>& objects() const { return objects_; }
  // Numbers of all captions and of captions that mention a group.
  [[nodiscard]] std::uint64_t captions() const { return captions_; }
  [[nodiscard]] std::uint64_t mentioning() const { return mentioning_; }

  // Returns c(o, g), objects x groups, row-major: the sum over all captions of the number of
  // distinct words of g times the number of occurrences of o.
  [[nodiscard]] std::vector<double> counts() const;
  // Returns the same counts over a random part that contains each caption with probability `share`:
  // draw `draw` of `seed`.
  [[nodiscard]] std::vector<double> countsOfPart(std::uint64_t seed, std::uint64_t draw,
                                                 double share) const;
  // Returns the nonzero counts of single words, ordered by word and then by object.
  [[nodiscard]] std::vector<WordCount> wordCounts() const;

 private:
  // Throws kTooLarge if `more` additional captions are too many.
  void reserve(std::uint64_t more) const;
  [[nodiscard]] std::size_t kept() const { return mentionEnds_.size(); }
  [[nodiscard]] double getRepetitions(std::size_t i) const {
    return times_.empty() ? 1 : times_[i];
  }
  // Starts storing, for each kept caption, the number of captions that it represents.
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
  // Codes of the captions that mention a group, and the end of each caption.
  std::vector<std::uint32_t> mentions_;
  std::vector<std::size_t> mentionEnds_;
  std::vector<std::uint32_t> objectCodes_;
  std::vector<std::size_t> objectEnds_;
  std::vector<double> times_;  // number of captions that each entry represents; empty: 1 each
};

// Bias b(o, g) of every object for which it is defined, such as c(o, g) / sum over g of c(o, g).
struct CaptionBias {
  std::vector<std::string> groups;
  std::vector<std::string> objects;
  std::vector<double> scores;  // objects x groups, row-major; NaN if undefined
};

// c(o, g) / sum over g of c(o, g), for every c(o, g) > 0 (Zhao et al.: Men Also Like Shopping,
// 2017).
CaptionBias captionBias(const CaptionCounts& counts);

struct CaptionAmplificationOptions {
  // Computes the value like the code of bias-analysis: a sum over its fixed list of 24 objects,
  // whatever the bias of their pairs, divided by the number of biased pairs. For comparison only.
  bool asBiasAnalysis = false;
  // Omits objects that no test caption mentions together with a group from the sum and the divisor.
  bool seenOnly = false;
  bool overAllObjects = false;  // divides by the number of training objects instead of biased pairs
};

struct CaptionPair {
  std::size_t object;
  std::size_t group;
  double train;
  double test;          // 0 if the test captions do not contain the pair
  double contribution;  // (test - train) / divisor
};

struct CaptionAmplification {
  double value = 0;        // the sum of the contributions; NaN if the divisor is 0
  double biasedPairs = 0;  // (o, g) with b*(o, g) > 1 / |G| in training
  // Number of biased pairs whose object no test caption mentions together with a group.
  double unmentionedPairs = 0;
  double trainObjects = 0;  // number of objects with any b*
  double divisor = 0;       // number of biased pairs (or training objects) in the sum
  std::vector<CaptionPair> pairs;
};

struct CaptionCorrection {
  Corrected total;  // the cross-fitted value
  // Mean of the published value after training and test captions have been exchanged at random, as
  // if they had the same source. NaN without draws and if only the training bias is given.
  double byChance = 0;
  // Expected number of mentions with other groups than those of the given bias, if nothing is
  // amplified; infinite for training captions.
  double mentionsAgainst = 0;
};

// Mean bias amplification of test captions relative to training captions or a given training bias:
// the mean of b~(o, g) - b*(o, g) over the pairs that are biased in training, b*(o, g) > 1 / |G|.
class CaptionComparison {
 public:
  // Throws kIncompatible if the groups differ. Copies the required data.
  CaptionComparison(const CaptionBias& train, const CaptionCounts& test);
  CaptionComparison(const CaptionCounts& train, const CaptionCounts& test);

  // Objects that pairs refer to: those of the training captions, then those that only the test
  // captions contain.
  [[nodiscard]] const std::vector<std::string>& objects() const { return objects_; }
  [[nodiscard]] const std::vector<std::string>& groups() const { return groups_; }

  [[nodiscard]] CaptionAmplification amplification(
      const CaptionAmplificationOptions& options) const;

  // Cross-fitting like CrossFit: pairs are selected on one random half of the training captions and
  // measured against the other half. A given training bias is not split and determines the
  // selection. Call begin(), then take() for all draws, then simulate() for all draws again. The
  // others throw kInvalidState before begin().
  void begin(const CaptionAmplificationOptions& options);
  void take(std::uint64_t seed, std::uint64_t draw);
  void simulate(std::uint64_t seed, std::uint64_t draw);
  // Returns the cross-fitted value over the objects that both training and test captions mention.
  // An object that the test captions do not mention has no bias there; the 0 in the published value
  // makes it seem less biased.
  [[nodiscard]] CaptionCorrection correction(double confidence) const;

 private:
  CaptionComparison(const CaptionBias& train, std::vector<CaptionCounts> counted);
  [[nodiscard]] std::vector<double> place(const CaptionBias& bias) const;
  [[nodiscard]] bool isTrainGiven() const { return counted_.size() == 1; }
  [[nodiscard]] std::vector<double> placeCounts(const CaptionCounts& counted,
                                                std::vector<double> counts) const;
  // Returns the counts of a random part of the test captions (0) or training captions (1), in the
  // order of this comparison's objects.
  [[nodiscard]] std::vector<double> getPart(std::size_t which, std::uint64_t seed,
                                            std::uint64_t stream, double share) const;
  [[nodiscard]] std::vector<double> makeCounts(std::size_t which) const;
  [[nodiscard]] HalvesDraw halvesDraw(std::uint64_t seed, std::uint64_t draw) const;
  [[nodiscard]] double valueByChance(std::uint64_t seed, std::uint64_t draw) const;
  [[nodiscard]] CaptionAmplification compare(const std::vector<double>& train,
                                             const std::vector<double>& test,
                                             const CaptionAmplificationOptions& options) const;

  std::vector<std::string> groups_;
  std::vector<std::string> objects_;
  std::vector<CaptionCounts> counted_;  // the test captions, and the training captions if known
  std::vector<double> train_;           // objects x groups
  // For cross-fitting.
  CaptionAmplificationOptions options_;
  std::optional<CrossFit> crossFit_;
  double chanceSum_ = 0;
  double chanceDraws_ = 0;
};

}  // namespace fairwasm::amplification
