#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/blueprint/polymetric_text.h"
#include "cct/query/metrics/derived_metric.h"
#include "cct/query/sets/function_index.h"
#include "cct/table/group_table.h"
#include "cct/tree/cct.h"
#include "cct/tree/execution.h"
#include "cct/tree/frame_table.h"

namespace ringscope {

inline constexpr uint32_t kNoItem = 0xffffffffu;

// What calls of a function gave back, as far as the profile knows.
enum class ReturnKind : uint8_t {
  kUnknown,
  kOther,
  kSame,  // all calls on one object the same: it could be cached
  kSelf,  // the object itself
};

// What is known of an item's frames, joined as FrameFacts joins them.
struct ItemFacts {
  std::optional<FrameAmount> receivers;
  ReturnKind returns = ReturnKind::kUnknown;
};

// The items of one kind that the run touched, and what they cost.
struct ItemTable {
  ItemKind kind = ItemKind::kFunction;
  std::vector<FrameId> first_frame;  // per item
  std::vector<ContextId> context;    // of kContext: per item, ascending; else empty
  std::vector<uint32_t> parent;      // likewise: the item of its caller, kNoItem
  std::vector<std::string> name;     // of contexts cut to kMostContextNameBytes
  // Per metric, then per item. An item inside itself (recursion) counts once.
  std::vector<std::vector<uint64_t>> self, inclusive;
  std::vector<uint64_t> contexts;       // per item
  std::vector<ItemFacts> facts;         // of functions and contexts; else empty
  std::vector<uint64_t> total;          // per metric, of what was looked at
  std::vector<uint32_t> item_of_frame;  // per frame of the tree, kNoItem; of contexts empty
  // Of contexts beyond kMostContextItems.
  uint64_t left_out = 0, left_out_cost = 0;  // how many, and what they cost themselves

  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(contexts.size()); }
};
inline constexpr uint32_t kMostContextItems = 100'000;
inline constexpr size_t kMostContextNameBytes = 300;

// Of the subtrees of `roots`. Classes are those of the table of classes, else those of qualified names.
// Contexts: the dearest ones in `metric`, of which each one's caller is one too. Threads: as GroupTable.
// O(contexts * metrics + contexts log contexts). Errors: those of BuildGroupTable().
[[nodiscard]] Result<ItemTable> BuildItemTable(const Cct& tree, const FunctionIndex& functions, ItemKind kind,
                                               ContextRange roots, MetricIndex metric,
                                               JobControl* job = nullptr);

// The class of a frame: that of the table of classes by its id, else by its qualified name. Neither: a
// function of no class.
struct ClassOfFrame {
  ClassId id = kNoClass;
  std::string_view name;  // borrows from the frames; without an id
};
[[nodiscard]] ClassOfFrame FindClassOf(const FrameTable& frames, FrameId frame);
inline constexpr std::string_view kNoClassName = "(no class)";

// FindCallsMetric(), else of a comparison that of the side after.
[[nodiscard]] std::optional<MetricIndex> FindCallsOf(const Cct& tree);

// A measure of each item.
struct MeasuredItems {
  std::string title;           // "calls", "incl cpu time"
  std::string missing;         // why there is none: "the profile counts no calls"; then all else is empty
  std::string unit;            // as Metric::unit
  uint64_t scale = 1;          // what is shown is the value divided by it
  std::vector<double> values;  // per item; not a number: unknown
  std::vector<bool> at_least;  // per item; or empty: none is
};
// `metric` is that of measures without a name. O(items). Never fails: see `missing`.
[[nodiscard]] MeasuredItems MeasureItems(const Cct& tree, const ItemTable& items, const BoxMeasure& measure,
                                         MetricIndex metric, std::span<const DerivedMetric> derived = {});

// The same of one side of a comparison: costs and calls are that side's, all else is as above.
[[nodiscard]] MeasuredItems MeasureItemsOfSide(const Cct& tree, const ItemTable& items,
                                               const BoxMeasure& measure, MetricIndex metric, Side side,
                                               std::span<const DerivedMetric> derived = {});

}  // namespace ringscope
