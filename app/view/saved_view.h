#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/view/state/kind_values.h"
#include "cct/base/result.h"
#include "cct/compare/columns/side_columns.h"
#include "renderer/color/color.h"

namespace ringscope {

// The contents of one chart in words that outlive the tree: names and call paths instead of numbers.
struct SavedView {
  std::filesystem::path profile;  // relative paths are relative to the file they are written in
  std::string pipeline;           // transforms as text; empty: none
  std::string root;               // call path in the transformed tree; empty: where a viewer opens
  std::string metric;             // empty: the first one
  // The angle of a comparison in place of the metric, and whether as shares; std::nullopt: the metric itself,
  // and shares by IsDrawnByShare().
  std::optional<ComparedAngle> angle;
  std::optional<bool> angle_by_share;
  const ViewKind* kind = DefaultViewKind();
  SavedKind drawn;     // the values of that kind
  std::string color;   // "function", "module", "metric:cycles", ...; empty: as the viewer is set
  std::string search;  // the text of the search
  friend bool operator==(const SavedView&, const SavedView&) = default;
};

// A whole window as a small text file: its charts and how each is shown.
//
//   ringscope view 1
//   theme = dark
//   size = 1440x900
//   derived_metric = "miss rate = misses / accesses"
//
//   [view]
//   profile = "javac.folded.gz"
//   pipeline = "fold-recursion"
//   ...
struct SavedWindow {
  std::vector<SavedView> views;  // one to kMaxSavedViews, side by side
  bool linked = true;
  std::optional<Theme> theme;
  uint32_t width_px = 1440;
  uint32_t height_px = 900;
  std::vector<std::string> derived_metrics;  // "name = formula"
  friend bool operator==(const SavedWindow&, const SavedWindow&) = default;
};

inline constexpr std::string_view kSavedViewEnding = ".ringview";
inline constexpr std::string_view kSavedViewFirstLine = "ringscope view 1";
inline constexpr size_t kMaxSavedViews = 16;
inline constexpr size_t kMaxSavedViewBytes = 1 << 20;

struct PictureSize {
  uint32_t width_px = 0, height_px = 0;
};
// "1440x900". Errors: kMalformed, also for sizes beyond those of pictures.
[[nodiscard]] Result<PictureSize> ParsePictureSize(std::string_view text);

// ParseSavedWindow(FormatSavedWindow(w)) == w.
[[nodiscard]] std::string FormatSavedWindow(const SavedWindow& window);
// Errors: kMalformed with `line`, kUnsupported for a newer version. An unknown name is an error, too: a
// picture made from half a view would be wrong without saying so.
[[nodiscard]] Result<SavedWindow> ParseSavedWindow(std::string_view text);

// Reads and parses a file; `profile` paths come back absolute. Errors: kIo and those of ParseSavedWindow.
[[nodiscard]] Result<SavedWindow> ReadSavedWindow(const std::filesystem::path& path);
// Whether the file at `path` is a saved view, by its first bytes; false if the file cannot be read.
[[nodiscard]] bool IsSavedViewFile(const std::filesystem::path& path);

}  // namespace ringscope
