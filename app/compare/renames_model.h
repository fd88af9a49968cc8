#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/compare/compare.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// The functions that may have been renamed between the sides of the active view's comparison. Rows are built
// one by one, if in sight (BuildRenameRow).
struct RenamesModel {
  bool is_comparison = false;
  std::string message;     // why there are no rows
  std::string counts;      // "3 pairs look renamed; joined they recover 12.3 % of the cost"
  std::string rules_file;  // the file that keeps the choices; empty: not named yet
  uint64_t row_count = 0;
  std::optional<uint64_t> selected;
  bool can_accept = false, can_refuse = false;
  std::string why_not;  // why the selected pair cannot be accepted
};
// O(rows).
[[nodiscard]] RenamesModel BuildRenamesModel(const AppState& state);

// The strip about renames above the chart of a comparison.
struct RenameBanner {
  // "addWord seems to be countWord now: joined, both sides have 88 % of the cost in common"; empty: no rename
  // explains much.
  std::string offer;
  std::string short_offer;  // "88 %: addWord is countWord"
  RenamedPair offered;
  std::string applied;  // "1 rename applied: addWord is countWord"
  std::vector<RenamedPair> joined;
};
// O(rows). BuildRenameBanner() is empty without a banner.
[[nodiscard]] bool HasRenameBanner(const AppState& state);
[[nodiscard]] RenameBanner BuildRenameBanner(const AppState& state);

struct RenameRow {
  RenamedPair pair;
  std::string gone, fresh;     // printable
  std::string places_of_both;  // "old.cpp:12 to new.cpp:30"
  std::string module;          // of both; "a to b" if they differ
  std::string sure, why_sure;  // "88 %", and its reason
  std::string recovers, places, before, after;
  std::string choice;  // "accepted", "refused"; empty: no choice yet
  std::string query;   // selects the contexts of both
};
// `row` of [0, row_count).
[[nodiscard]] RenameRow BuildRenameRow(const AppState& state, uint64_t row);

// Whether the active view's profile, as opened, is a comparison. O(metrics).
[[nodiscard]] bool ShowsComparison(const AppState& state);

}  // namespace ringscope
