// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/captions.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "fairwasm/amplification/halves.hpp"
#include "fairwasm/core/error.hpp"
#include "fairwasm/data/bytes.hpp"
#include "fairwasm/uncertainty/random.hpp"
#include "fairwasm/uncertainty/resample.hpp"
#include "name_index.hpp"

namespace fairwasm::amplification {
namespace {

constexpr const char* kCaptionsKind = "captionCounts";
constexpr std::uint32_t kCaptionsVersion = 2;

void requireNew(std::unordered_set<std::string_view>& seen, const std::string& text,
                const char* argument) {
  if (seen.insert(text).second) return;
  throw Error(ErrorCode::kInvalidArgument,
              {argument, "distinct names and words", "'" + text + "' twice", {}});
}

void validate(const std::vector<WordGroup>& groups) {
  if (groups.empty()) {
    throw Error(ErrorCode::kInvalidArgument, {"groups", "at least one group", "none", {}});
  }
  std::unordered_set<std::string_view> names;
  std::unordered_set<std::string_view> words;
  for (const auto& group : groups) {
    requireNew(names, group.name, "groups");
    if (group.words.empty()) {
      throw Error(ErrorCode::kInvalidArgument,
                  {"words", "at least one word in each group", "none in '" + group.name + "'", {}});
    }
    for (const auto& word : group.words) requireNew(words, word, "words");
  }
}

// Checks that codes are below `limit` and that the ends of captions ascend up to the last code.
void requireCodes(const char* argument, std::span<const std::uint32_t> codes,
                  std::span<const std::uint32_t> ends, std::size_t limit) {
  std::size_t last = 0;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (ends[i] < last || ends[i] > codes.size()) {
      throw Error(ErrorCode::kInvalidArgument,
                  {argument, "ends in ascending order", std::to_string(ends[i]), i});
    }
    for (; last < ends[i]; ++last) {
      if (codes[last] < limit) continue;
      throw Error(ErrorCode::kInvalidArgument, {argument, "a code below " + std::to_string(limit),
                                                std::to_string(codes[last]), i});
    }
  }
  if (last == codes.size()) return;
  throw Error(ErrorCode::kShapeMismatch,
              {argument, std::to_string(last) + " codes", std::to_string(codes.size()), {}});
}

template <class Codes, class Ends>
std::span<const std::uint32_t> piece(const Codes& codes, const Ends& ends, std::size_t i) {
  const std::size_t first = i == 0 ? 0 : ends[i - 1];
  return std::span<const std::uint32_t>(codes).subspan(first, ends[i] - first);
}

void writeCodes(data::ByteWriter& writer, const std::vector<std::uint32_t>& codes,
                const std::vector<std::size_t>& ends) {
  writer.number(ends.size());
  for (const std::size_t end : ends) writer.number(end);
  for (const std::uint32_t code : codes) writer.number(code);
}

// Reads numbers as 32 bits; update() validates everything else.
std::vector<std::uint32_t> readNumbers(data::ByteReader& reader, std::uint64_t count) {
  std::vector<std::uint32_t> numbers;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t number = reader.number();
    if (number > std::numeric_limits<std::uint32_t>::max()) {
      throw Error(ErrorCode::kCorruptBytes, {"codes", "32 bits", std::to_string(number), {}});
    }
    numbers.push_back(static_cast<std::uint32_t>(number));
  }
  return numbers;
}

}  // namespace

CaptionCounts::CaptionCounts(std::vector<WordGroup> groups) : groups_(std::move(groups)) {
  validate(groups_);
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    groupOfWord_.insert(groupOfWord_.end(), groups_[g].words.size(), g);
  }
}

void CaptionCounts::reserve(std::uint64_t more) const {
  if (more <= kMaxCaptions - captions_) return;
  throw Error(ErrorCode::kTooLarge,
              {"captions", "at most " + std::to_string(kMaxCaptions), "more", {}});
}

void CaptionCounts::countTimes() { times_.resize(kept(), 1); }

void CaptionCounts::append(std::span<const std::uint32_t> mentions,
                           std::span<const std::uint32_t> objects, double times) {
  captions_ += static_cast<std::uint64_t>(times);
  if (mentions.empty() || times == 0) return;
  mentioning_ += static_cast<std::uint64_t>(times);
  if (times != 1) countTimes();
  if (times != 1 || !times_.empty()) times_.push_back(times);
  mentions_.insert(mentions_.end(), mentions.begin(), mentions.end());
  mentionEnds_.push_back(mentions_.size());
  objectCodes_.insert(objectCodes_.end(), objects.begin(), objects.end());
  objectEnds_.push_back(objectCodes_.size());
}

template <class Add>
void CaptionCounts::eachPair(Add&& add) const {
  for (std::size_t i = 0; i < kept(); ++i) {
    for (const std::uint32_t word : piece(mentions_, mentionEnds_, i)) {
      for (const std::uint32_t object : piece(objectCodes_, objectEnds_, i)) {
        add(word, object, i);
      }
    }
  }
}

void CaptionCounts::updateCounted(const Counted& counted) {
  const auto& [batch, times] = counted;
  if (batch.mentionEnds.size() != batch.objectEnds.size()) {
    throw Error(ErrorCode::kShapeMismatch, {"objects",
                                            std::to_string(batch.mentionEnds.size()) + " captions",
                                            std::to_string(batch.objectEnds.size()),
                                            {}});
  }
  requireCodes("mentions", batch.mentions, batch.mentionEnds, groupOfWord_.size());
  requireCodes("objects", batch.objects, batch.objectEnds,
               objects_.size() + batch.newObjects.size());
  const std::size_t captions = batch.mentionEnds.size();
  reserve(times.empty() ? captions : data::requireCounts(times, captions));
  auto objects = objects_;
  objects.insert(objects.end(), batch.newObjects.begin(), batch.newObjects.end());
  std::unordered_set<std::string_view> seen;
  for (const auto& object : objects) requireNew(seen, object, "objects");
  mentions_.reserve(mentions_.size() + batch.mentions.size());
  mentionEnds_.reserve(mentionEnds_.size() + batch.mentionEnds.size());
  objectCodes_.reserve(objectCodes_.size() + batch.objects.size());
  objectEnds_.reserve(objectEnds_.size() + batch.objectEnds.size());
  times_.reserve(times.empty() && times_.empty() ? 0 : kept() + captions);
  objects_ = std::move(objects);
  for (std::size_t i = 0; i < captions; ++i) {
    append(piece(batch.mentions, batch.mentionEnds, i), piece(batch.objects, batch.objectEnds, i),
           times.empty() ? 1 : times[i]);
  }
}

void CaptionCounts::merge(const CaptionCounts& other) {
  if (groups_ != other.groups_) {
    throw Error(ErrorCode::kIncompatible,
                {"other", "the same groups with the same words", "others", {}});
  }
  reserve(other.captions_);
  CaptionCounts merged = *this;
  auto known = internal::indexByName(objects_);
  std::vector<std::uint32_t> codes;
  for (const auto& object : other.objects_) {
    const auto [place, isNew] = known.try_emplace(object, merged.objects_.size());
    if (isNew) merged.objects_.push_back(object);
    codes.push_back(static_cast<std::uint32_t>(place->second));
  }
  std::vector<std::uint32_t> objects;
  for (std::size_t i = 0; i < other.kept(); ++i) {
    objects.clear();
    for (const std::uint32_t code : piece(other.objectCodes_, other.objectEnds_, i)) {
      objects.push_back(codes[code]);
    }
    merged.append(piece(other.mentions_, other.mentionEnds_, i), objects, other.getRepetitions(i));
  }
  merged.captions_ = captions_ + other.captions_;
  *this = std::move(merged);
}

void CaptionCounts::reset() { *this = CaptionCounts(std::move(groups_)); }

std::vector<std::uint8_t> CaptionCounts::toBytes() const {
  data::ByteWriter writer(kCaptionsKind, kCaptionsVersion);
  writer.number(groups_.size());
  for (const auto& group : groups_) {
    writer.text(group.name);
    writer.texts(group.words);
  }
  writer.texts(objects_);
  writer.number(captions_);
  writeCodes(writer, mentions_, mentionEnds_);
  writeCodes(writer, objectCodes_, objectEnds_);
  writer.number(times_.empty() ? 0 : 1);
  writer.doubles(times_);
  return std::move(writer).finish();
}

CaptionCounts CaptionCounts::fromBytes(std::span<const std::uint8_t> bytes) {
  data::ByteReader reader(bytes, kCaptionsKind, kCaptionsVersion);
  try {
    std::vector<WordGroup> groups;
    for (std::uint64_t rest = reader.number(); rest > 0; --rest) {
      std::string name = reader.text();
      groups.push_back({std::move(name), reader.texts()});
    }
    CaptionCounts stored(std::move(groups));
    CaptionBatch batch;
    batch.newObjects = reader.texts();
    const std::uint64_t captions = reader.number();
    const auto mentionEnds = readNumbers(reader, reader.number());
    const auto mentions = readNumbers(reader, mentionEnds.empty() ? 0 : mentionEnds.back());
    const auto objectEnds = readNumbers(reader, reader.number());
    const auto objects = readNumbers(reader, objectEnds.empty() ? 0 : objectEnds.back());
    const auto times = reader.doubles(reader.number() == 0 ? 0 : mentionEnds.size());
    reader.finish();
    batch.mentions = mentions;
    batch.mentionEnds = mentionEnds;
    batch.objects = objects;
    batch.objectEnds = objectEnds;
    stored.updateCounted({batch, times});
    if (stored.kept() != mentionEnds.size() || captions < stored.mentioning_) {
      throw Error(
          ErrorCode::kCorruptBytes,
          {"captions", "captions with at least one mention", "a caption without mentions", {}});
    }
    if (captions > kMaxCaptions) {
      throw Error(
          ErrorCode::kCorruptBytes,
          {"captions", "at most " + std::to_string(kMaxCaptions), std::to_string(captions), {}});
    }
    stored.captions_ = captions;
    return stored;
  } catch (const Error& error) {
    throw Error(ErrorCode::kCorruptBytes, {"bytes", "stored caption counts", error.what(), {}});
  }
}

std::vector<double> CaptionCounts::counts() const {
  std::vector<double> counts(objects_.size() * groups_.size(), 0.0);
  eachPair([&](std::uint32_t word, std::uint32_t object, std::size_t i) {
    counts[object * groups_.size() + groupOfWord_[word]] += getRepetitions(i);
  });
  return counts;
}

std::vector<double> CaptionCounts::countsOfPart(std::uint64_t seed, std::uint64_t draw,
                                                double share) const {
  std::vector<double> times;
  if (times_.empty()) {
    const auto drawn = drawPart(kept(), seed, draw, share);
    times.assign(drawn.begin(), drawn.end());
  } else {
    uncertainty::RandomStream random(seed, draw);
    for (const double count : times_) {
      times.push_back(uncertainty::drawBinomial(random, count, share));
    }
  }
  std::vector<double> counts(objects_.size() * groups_.size(), 0.0);
  eachPair([&](std::uint32_t word, std::uint32_t object, std::size_t i) {
    counts[object * groups_.size() + groupOfWord_[word]] += times[i];
  });
  return counts;
}

std::vector<WordCount> CaptionCounts::wordCounts() const {
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> counts;
  eachPair([&](std::uint32_t word, std::uint32_t object, std::size_t i) {
    counts[{word, object}] += getRepetitions(i);
  });
  std::vector<WordCount> list;
  for (const auto& [pair, count] : counts) list.push_back({pair.first, pair.second, count});
  return list;
}

}  // namespace fairwasm::amplification
