#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "cct/base/check.h"
#include "cct/tree/building/level_order.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Writes a tree in level order. Append the root, and then for each appended context in turn its callees, in
// the order of siblings. Takes inclusive values and computes the running sums.
class LevelWriter {
 public:
  // `expected_contexts` is an upper bound of the contexts written before MakeRoom(); only used memory is
  // touched, and a MemoryLimit counts what CountUsed() found in use.
  LevelWriter(size_t metric_count, uint64_t expected_contexts, bool has_flags) {
    tree_.first_child = LargeArray<uint32_t>::WithBound(expected_contexts + 1);
    tree_.frame = LargeArray<FrameId>::WithBound(expected_contexts);
    for (size_t metric = 0; metric < metric_count; ++metric)
      tree_.running.emplace_back(LargeArray<uint64_t>::WithBound(expected_contexts + 1)).push_back(0);
    if (has_flags) tree_.flags = LargeArray<uint8_t>::WithBound(expected_contexts);
  }

  // Makes room for more contexts than were expected. Amortised O(columns) a context.
  void MakeRoom(uint64_t more) {
    const uint64_t needed = tree_.frame.size() + more;
    if (needed <= tree_.frame.capacity()) return;
    const uint64_t room = std::max(needed, tree_.frame.capacity() + tree_.frame.capacity() / 2);
    tree_.first_child.Grow(room + 1);
    tree_.frame.Grow(room);
    for (LargeArray<uint64_t>& running : tree_.running) running.Grow(room + 1);
    if (tree_.flags.data() != nullptr) tree_.flags.Grow(room);
  }

  // Call it before the callees of the first context of a layer.
  void BeginLayer() { tree_.layer_begin.push_back(static_cast<uint32_t>(tree_.first_child.size())); }
  // Whether the next callees are the root's.
  [[nodiscard]] bool is_root_layer() const { return tree_.layer_begin.size() == 1; }
  // The next appended contexts are callees of the next context.
  void BeginCallees() { tree_.first_child.push_back(static_cast<uint32_t>(tree_.frame.size())); }
  // `values` are inclusive, by metric.
  void Append(FrameId frame, ContextFlags flags, std::span<const uint64_t> values) {
    tree_.frame.push_back(frame);
    if (tree_.flags.data() != nullptr) tree_.flags.push_back(flags);
    // Modulo 2^64 by design: only differences are read.
    for (size_t metric = 0; metric < values.size(); ++metric)
      tree_.running[metric].push_back(tree_.running[metric].back() + values[metric]);
  }

  // Appends the callees of the next contexts: copies of the callees of `callers` in another tree. `frame_map`
  // has this tree's frame for each frame of that one. source_of(metric) returns a pointer to the other tree's
  // metric and the factor that make up this tree's metric, or null: the values are 0.
  template <typename SourceOf>
  void CopyCallees(const CctColumns& from, ContextRange callers, std::span<const FrameId> frame_map,
                   SourceOf source_of) {
    const ContextRange callees{from.first_child[callers.begin], from.first_child[callers.end]};
    // The distance from a callee's place there to its place here, modulo 2^32.
    const auto moved_by = static_cast<uint32_t>(tree_.frame.size()) - callees.begin;
    Transform(from.first_child, callers.begin, callers.end, tree_.first_child,
              [moved_by](uint32_t first) { return first + moved_by; });
    Transform(from.frame, callees.begin, callees.end, tree_.frame,
              [frame_map](FrameId frame) { return frame_map[frame]; });
    for (size_t metric = 0; metric < tree_.running.size(); ++metric) {
      LargeArray<uint64_t>& running = tree_.running[metric];
      const uint64_t sum = running.back();
      if (const auto* const source = source_of(metric); source != nullptr) {
        const auto& column = from.running_inclusive[source->metric];
        Transform(column, callees.begin + uint64_t{1}, callees.end + uint64_t{1}, running,
                  [sum, first = column[callees.begin], factor = source->factor](uint64_t here) {
                    return sum + (here - first) * factor;
                  });
      } else {
        std::fill_n(running.Extend(callees.size()), callees.size(), sum);
      }
    }
    if (tree_.flags.data() == nullptr) return;
    if (from.flags.empty()) {
      std::fill_n(tree_.flags.Extend(callees.size()), callees.size(), uint8_t{0});
    } else {
      Transform(from.flags, callees.begin, callees.end, tree_.flags, [](uint8_t flags) { return flags; });
    }
  }

  // Contexts written, the root included.
  [[nodiscard]] uint64_t count() const { return tree_.frame.size(); }
  // Tells the MemoryLimit the memory in use. Throws std::bad_alloc if that exceeds the limit.
  void CountUsed() {
    tree_.first_child.CountUsed();
    tree_.frame.CountUsed();
    tree_.flags.CountUsed();
    for (LargeArray<uint64_t>& running : tree_.running) running.CountUsed();
  }

  [[nodiscard]] LevelOrderColumns Finish(OwnedFrames frames, std::vector<Metric> metrics) && {
    BeginCallees();
    CountUsed();
    tree_.layer_begin.push_back(static_cast<uint32_t>(tree_.frame.size()));
    tree_.frames = std::move(frames);
    tree_.metrics = std::move(metrics);
    return std::move(tree_);
  }

 private:
  // Appends make(element) for the elements from `begin` to `end` of a column to `out`.
  template <typename T, typename Make>
  static void Transform(const ChunkedColumn<T>& column, uint64_t begin, uint64_t end, LargeArray<T>& out,
                        Make make) {
    T* at = out.Extend(end - begin);
    while (begin < end) {
      const std::span<const T> piece = column.Contiguous(begin, end);
      at = std::transform(piece.begin(), piece.end(), at, make);
      begin += piece.size();
    }
  }

  LevelOrderColumns tree_;
};

// Collects the callees of one new context, groups them by frame and sorts the groups as siblings. One object
// serves one caller after the other. Each frame has a slot with the number of its group. A slot is valid only
// for the caller whose number it has, so slots need not be cleared between callers. An item is any data of
// the user. Memory: 12 bytes a frame, and the callees of the caller with the most.
template <typename Item>
class SiblingGroups {
 public:
  // The items of one new context.
  struct Group {
    uint64_t value = 0;  // sum of its items' values
    FrameId frame = 0;
    uint32_t begin = 0;
    uint32_t end = 0;
    [[nodiscard]] uint32_t size() const { return end - begin; }
  };

  explicit SiblingGroups(const OwnedFrames& frames)
      : rank_(RankFrames(frames)), slot_of_frame_(frames.name.size(), 0) {}

  // Begins the next caller for IsFirst().
  void BeginCaller() {
    // Slots of earlier callers would look valid only after the number wraps.
    if (++caller_ == 0) {
      std::ranges::fill(slot_of_frame_, 0);
      caller_ = 1;
    }
  }
  // Whether this is the first call for the caller with this frame. Adds no item.
  [[nodiscard]] bool IsFirst(FrameId frame) {
    uint64_t& slot = slot_of_frame_[frame];
    const bool is_first = slot >> 32 != caller_;
    slot = uint64_t{caller_} << 32;
    return is_first;
  }
  // The rank of a frame among siblings with equal values.
  [[nodiscard]] uint32_t RankOf(FrameId frame) const { return rank_[frame]; }

  // Begins the next caller, without items.
  void Clear() {
    BeginCaller();
    groups_.clear();
    items_.clear();
    group_of_item_.clear();
  }

  // Values are added up modulo 2^64.
  void Add(const Item& item, FrameId frame, uint64_t value) {
    RINGSCOPE_DCHECK(frame < slot_of_frame_.size());
    uint64_t& slot = slot_of_frame_[frame];
    auto group = static_cast<uint32_t>(slot);
    if (slot >> 32 != caller_) {
      group = static_cast<uint32_t>(groups_.size());
      slot = uint64_t{caller_} << 32 | group;
      groups_.push_back({value, frame, 0, 1});
    } else {
      groups_[group].value += value;
      ++groups_[group].end;  // a count until Sort()
    }
    items_.push_back(item);
    group_of_item_.push_back(group);
  }

  void Sort() {
    uint32_t position = 0;
    if (items_.size() == groups_.size()) {
      for (Group& group : groups_) {
        group.begin = position;
        group.end = ++position;
      }
    } else {
      for (Group& group : groups_) {
        const uint32_t count = group.end;
        group.begin = group.end = position;  // `end` moves on as items arrive
        position += count;
      }
      grouped_.resize(items_.size());
      for (size_t k = 0; k < items_.size(); ++k) grouped_[groups_[group_of_item_[k]].end++] = items_[k];
      std::swap(items_, grouped_);
    }
    const auto before = [this](const Group& a, const Group& b) {
      if (a.value != b.value) return a.value > b.value;
      return rank_[a.frame] < rank_[b.frame];
    };
    // Mostly sorted already, as in the old tree.
    if (!std::ranges::is_sorted(groups_, before)) std::ranges::sort(groups_, before);
  }

  [[nodiscard]] std::span<const Group> groups() const { return groups_; }
  [[nodiscard]] std::span<const Item> MembersOf(const Group& group) const {
    return std::span(items_).subspan(group.begin, group.size());
  }

 private:
  const std::vector<uint32_t> rank_;     // per frame
  std::vector<uint64_t> slot_of_frame_;  // caller << 32 | group
  uint32_t caller_ = 0;
  std::vector<Group> groups_;
  std::vector<Item> items_;
  std::vector<uint32_t> group_of_item_;
  std::vector<Item> grouped_;
};

}  // namespace ringscope
