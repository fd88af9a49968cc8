#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/core/action.h"
#include "app/view/state/app_state.h"
#include "renderer/color/palette.h"

namespace ringscope {

// A highlight in the charts of the active view, and the action that removes it alone.
struct Highlight {
  Color ChartPalette::*color = nullptr;  // in the charts
  std::string_view id;                   // "search"
  std::string text;
  Action drop;
};
[[nodiscard]] std::vector<Highlight> BuildHighlights(const AppState& state);

struct JobRow {
  JobId job = kNoJob;
  std::string label;
  float fraction = -1;  // below 0: unknown
  std::string amount;   // "120 MiB of 4.00 GiB", "45 %"
  bool can_cancel = true;
};

enum class BadgeTone : uint8_t { kQuiet, kGood, kWarning, kBad };

// The bar at the bottom: the open profile, running jobs and small failures.
struct StatusModel {
  std::string summary;  // "950,745 contexts, 136 layers, 4,555 functions"
  std::string drawn;    // "6,123 segments, 201 rests"
  std::vector<Highlight> highlights;
  std::string note;
  std::string offer;  // the button of the note: "Compare with old.folded"; empty: none
  std::optional<Action> take_offer;
  std::string report_badge;                   // "12 records skipped", "estimate: 12.5 %"; may be empty
  BadgeTone report_tone = BadgeTone::kQuiet;  // a warning if numbers are estimates or records are missing
  std::string verify_badge;                   // "checked", "checking 45 %", "damaged"
  BadgeTone verify_tone = BadgeTone::kQuiet;
  std::vector<JobRow> jobs;  // only jobs worth a progress bar: opening, merging
};

// `drawn`: Chart::DrawnText() of the active pane.
[[nodiscard]] StatusModel BuildStatusModel(const AppState& state, std::string drawn);

// The report of the import of the active profile.
struct ReportModel {
  struct Row {
    std::string reason;
    std::string count;
    std::string first_offset;
  };
  std::string title;
  std::string format;
  std::string accepted;
  std::string truncated;
  std::vector<std::string> estimated;  // a sentence a metric
  std::vector<Row> skipped, incomplete;
  std::vector<std::string> notes;
};
[[nodiscard]] ReportModel BuildReportModel(const AppState& state);

}  // namespace ringscope
