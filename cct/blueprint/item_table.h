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

// The kind of value that the calls of a function return, as far as the profile knows.
enum class ReturnKind : uint8_t {
  kUnknown,
  kOther,
  kSame,  // all calls on one object return the same: it could be cached
  kSelf,  // the object itself
};

// The facts of an item's frames, joined as FrameFacts joins them.
struct ItemFacts {
  std::optional<FrameAmount> receivers;
  ReturnKind returns = ReturnKind::kUnknown;
};

// The items of one kind that the run touched, and what they cost.
struct ItemTable {
  ItemKind kind = ItemKind::kFunction;
  std::vector<FrameId> first_frame;  // per item
  std::vector<ContextId> context;    // for kContext: per item, ascending; else empty
  std::vector<uint32_t> parent;      // for kContext: the item of its caller, or kNoItem; else empty
  std::vector<std::string> name;     // for kContext cut to kMostContextNameBytes
  // Per metric, then per item. An item inside itself (recursion) counts once.
  std::vector<std::vector<uint64_t>> self, inclusive;
  std::vector<uint64_t> contexts;            // per item
  std::vector<ItemFacts> facts;              // for kFunction and kContext; else empty
  std::vector<uint64_t> total;               // per metric: inclusive value of the roots
  std::vector<uint32_t> item_of_frame;       // per frame of the tree, or kNoItem; empty for kContext
  uint64_t left_out = 0, left_out_cost = 0;  // contexts beyond kMostContextItems, and their self cost

  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(contexts.size()); }
};
inline constexpr uint32_t kMostContextItems = 100'000;
inline constexpr size_t kMostContextNameBytes = 300;

// Makes the items of the subtrees of `roots`. Classes are those of the class table, else of qualified names.
// Contexts are the dearest ones in `metric`; the caller of each is an item too. Threads are as in GroupTable.
// O(contexts * metrics + contexts log contexts). Errors: those of BuildGroupTable().
[[nodiscard]] Result<ItemTable> BuildItemTable(const Cct& tree, const FunctionIndex& functions, ItemKind kind,
                                               ContextRange roots, MetricIndex metric,
                                               JobControl* job = nullptr);

// The class of a frame: its id in the class table, else a part of its qualified name; or neither.
struct ClassOfFrame {
  ClassId id = kNoClass;
  std::string_view name;  // borrows from the frames; empty if there is an id
};
[[nodiscard]] ClassOfFrame FindClassOf(const FrameTable& frames, FrameId frame);
inline constexpr std::string_view kNoClassName = "(no class)";

// FindCallsMetric(); in a comparison the column of the side after, else of the side before.
[[nodiscard]] std::optional<MetricIndex> FindCallsOf(const Cct& tree);

// A measure of each item.
struct MeasuredItems {
  std::string title;           // "calls", "incl cpu time"
  std::string missing;         // why there are no values: "the profile counts no calls"; else empty
  std::string unit;            // as Metric::unit
  uint64_t scale = 1;          // as Metric::scale: divides values for display
  std::vector<double> values;  // per item; NaN: unknown
  std::vector<bool> at_least;  // per item: the value is a lower bound; empty: all are exact
};
// `metric` is used for measures without a name. O(items). Never fails: see `missing`.
[[nodiscard]] MeasuredItems MeasureItems(const Cct& tree, const ItemTable& items, const BoxMeasure& measure,
                                         MetricIndex metric, std::span<const DerivedMetric> derived = {});

// As MeasureItems(), but costs and calls are those of one side of a comparison.
[[nodiscard]] MeasuredItems MeasureItemsOfSide(const Cct& tree, const ItemTable& items,
                                               const BoxMeasure& measure, MetricIndex metric, Side side,
                                               std::span<const DerivedMetric> derived = {});

}  // namespace ringscope
