#include "cct/query/sets/function_index.h"

#include <xxhash.h>

#include <unordered_map>

#include "cct/base/check.h"
#include "cct/names/shown_name.h"
#include "cct/tree/building/index_table.h"

namespace ringscope {
namespace {

bool IsSameFunction(const Frame& a, const Frame& b) {
  return a.name == b.name && a.line == b.line && a.column == b.column && a.module == b.module &&
         a.file == b.file;
}

uint64_t HashOf(const Frame& frame) {
  uint64_t hash = uint64_t{frame.line} << 32 | frame.column;
  for (const std::string_view text : {frame.name, frame.module, frame.file})
    hash = XXH3_64bits_withSeed(text.data(), text.size(), hash);
  return hash;
}

// The name of a group of frames without a name, module, ...
std::string_view NamelessGroup(GroupBy by) {
  return by == GroupBy::kFunction || by == GroupBy::kThread ? kUnknownName : kUnknownGroup;
}

}  // namespace

FunctionIndex::FunctionIndex(const FrameTable& frames) {
  IndexTable functions;
  functions.Reserve(frames.size());
  function_.reserve(frames.size());
  for (FrameId id = 0; id < frames.size(); ++id) {
    const Frame frame = frames[id];
    const uint64_t hash = HashOf(frame);
    IndexTable::Slot& slot = functions.Find(
        hash, [&](FunctionId function) { return IsSameFunction(frames[first_frame_[function]], frame); });
    if (slot.index == IndexTable::kNone) {
      function_.push_back(function_count());
      functions.Fill(slot, hash, function_count());
      first_frame_.push_back(id);
      has_several_frames_.push_back(false);
    } else {
      function_.push_back(slot.index);
      has_several_frames_[slot.index] = true;
    }
  }
}

std::string_view GroupKeyOf(const Frame& frame, GroupBy by) {
  const bool is_code = !IsThread(frame.kind);
  switch (by) {
    case GroupBy::kFunction:
      return frame.name;
    case GroupBy::kModule:
      return frame.module;
    case GroupBy::kPackage:
      return is_code ? PackageOfName(frame.name) : std::string_view{};
    case GroupBy::kClass:
      return is_code ? ClassOfName(frame.name) : std::string_view{};
    case GroupBy::kFile:
      return frame.file;
    case GroupBy::kKind:
      return FrameKindName(frame.kind);
    case GroupBy::kThread:
      return frame.name;
  }
  return {};
}

FrameGrouping BuildFrameGrouping(const FrameTable& frames, const FunctionIndex& functions, GroupBy by) {
  FrameGrouping grouping;
  grouping.by = by;
  grouping.group_of_frame.reserve(frames.size());
  std::unordered_map<std::string_view, uint32_t> groups;
  for (FrameId id = 0; id < frames.size(); ++id) {
    const Frame frame = frames[id];
    if (by == GroupBy::kThread && !IsThread(frame.kind)) {
      grouping.group_of_frame.push_back(kNoGroup);
      continue;
    }
    const std::string_view key = GroupKeyOf(frame, by);
    uint32_t group = grouping.size();
    if (by == GroupBy::kFunction) {
      // Functions are numbered by their first frame already.
      group = functions.FunctionOf(id);
      RINGSCOPE_CHECK(group <= grouping.size());
    } else {
      group = groups.try_emplace(key, group).first->second;
    }
    if (group == grouping.size()) {
      grouping.first_frame.push_back(id);
      grouping.name.emplace_back(key.empty() ? NamelessGroup(by) : key);
    }
    grouping.group_of_frame.push_back(group);
  }
  return grouping;
}

std::vector<uint8_t> SharedNames(const std::vector<std::string_view>& names) {
  std::vector<uint8_t> shared(names.size());
  std::unordered_map<std::string_view, size_t> first;
  for (size_t k = 0; k < names.size(); ++k) {
    const auto [known, is_new] = first.try_emplace(names[k], k);
    if (!is_new) shared[k] = shared[known->second] = 1;
  }
  return shared;
}

std::vector<uint8_t> SharedNames(const FrameGrouping& grouping) {
  return SharedNames(std::vector<std::string_view>(grouping.name.begin(), grouping.name.end()));
}

}  // namespace ringscope
