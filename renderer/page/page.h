#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/base/text/text_sink.h"
#include "cct/tree/cct.h"
#include "renderer/color/chart_colors.h"
#include "renderer/layout/view.h"

namespace ringscope {

inline constexpr uint64_t kDefaultPageBytes = 3'000'000;

// A part of the difference between the sides of a comparison, as a page lists it.
struct PageChange {
  ContextId context = kNoContext;  // kNoContext: of a function's own cost
  std::string name;
  std::string before, after, difference;
  bool is_within_noise = false;
};

// A picture that a page shows instead of its chart, as an SVG document for each theme. The page shows it as
// an image, in which no script runs.
struct PageFigure {
  std::string name;      // "Versions"
  std::string sentence;  // its subject, also for readers who cannot see it
  std::string dark_svg, light_svg;
  // A table of the things drawn. The last cell of a row has no heading: it stands below the first one.
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
};

// The first view of a page, and everything it shows.
struct PageRequest {
  std::string title;
  ViewSpec view;  // metric, mode, form, root, depth limit and sizing; the page has the size of its window
  ColorSpec color;
  ColorInputs color_inputs;
  std::string search;               // the query; empty: none
  std::vector<std::string> notes;   // the sender's notes, a paragraph each
  std::vector<PageChange> changes;  // of a comparison, the greatest first
  std::optional<PageFigure> figure;
  uint64_t max_bytes = kDefaultPageBytes;
  bool self_in_first_ring = false;  // the tree has callers first (TakeSelfFromFirstRing)
};

// The amount of data in a written page.
struct PageContents {
  uint64_t contexts = 0;     // without the synthetic root
  uint64_t of_contexts = 0;  // all contexts of the tree, without the synthetic root
  uint64_t self = 0;         // sum of the self costs of these contexts, in the view's metric
  uint64_t of_self = 0;      // the total
  uint64_t bytes = 0;
};

// "the page holds 53.0 % of it in 249,999 of 10,000,000 contexts; all else is in rests with exact sums";
// empty where it holds all.
[[nodiscard]] std::string LeftOutOfPage(const PageContents& held);

// Writes one HTML file that needs nothing else, for browsers with DecompressionStream (2023 and later): the
// largest contexts of the tree that fit `max_bytes` (LargestContexts), all others as rests with their exact
// sums and counts, the functions that cost most with their figures over the whole tree, and a script that
// draws them by the rules of LayoutView(). Text of the profile is never markup: it is in compressed columns,
// and a policy in the page allows only its own scripts and style. Names are spelled out as for a terminal,
// and cut with a count of the missing bytes. Metrics beyond the first few are left out. O(contexts of the
// tree) for the functions, otherwise O(max_bytes). Errors: those of the sink, kCancelled, kLimit if not even
// the view root fits.
[[nodiscard]] Result<PageContents> WritePage(const Cct& tree, const PageRequest& request,
                                             const TextSink& sink, JobControl* job = nullptr);

// The bytes as they stand in an address that begins with "data:".
[[nodiscard]] std::string Base64(std::string_view bytes);

}  // namespace ringscope
