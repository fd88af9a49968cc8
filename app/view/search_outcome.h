#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cct/query/metrics/derived_metric.h"
#include "cct/query/sets/context_set.h"
#include "cct/query/sets/function_index.h"
#include "cct/query/sets/search.h"
#include "cct/table/type_sums.h"
#include "cct/tree/cct.h"
#include "renderer/layout/view.h"

namespace ringscope {

// A search for a query, as text, in one tree.
struct SearchRequest {
  CctPtr tree;
  FunctionIndexPtr functions;  // of the tree
  ViewRoot root;               // the totals count the contexts below it
  MetricIndex metric = 0;
  std::string text;                    // as it was typed
  std::vector<DerivedMetric> derived;  // metrics that conditions may name
  friend bool operator==(const SearchRequest&, const SearchRequest&) = default;
};

// The contexts of one tree that a query selects.
struct SearchHits {
  ContextSet matches;
  // The contexts with a match below them, however deep; a match itself only if another match lies below it.
  ContextSet above_matches;
};

// Matches by inclusive value, largest first.
using SortedMatches = std::vector<ContextId>;

// The result of a search, with its request. A chart of another tree does not light up. Immutable once made.
struct SearchOutcome : SearchRequest {
  // The matching frames of a query that depends on frames alone: known long before the hits.
  std::optional<FrameMatches> frames;
  // The error of a valid query in this tree (it lacks a metric); if set, the members below are empty.
  std::string error;

  // Another text for a query of one word without matches: one of the tree's names that was perhaps meant, or
  // the word without its *; else empty.
  std::string suggestion;

  bool complete = false;  // false: only `frames` are known yet
  std::shared_ptr<const SearchHits> hits;
  MatchList below_root;     // the matches below the view root in drawing order: from the centre outwards,
                            // clockwise on each ring
  MatchTotals totals;       // of the matches below the view root
  uint64_t view_total = 0;  // of the view root, in the same metric
};

// Asks for the contexts that light up in the charts of a view: those of a function, else those that the text
// selects.
struct LightRequest : SearchRequest {
  FunctionId function = kNoFunction;
  friend bool operator==(const LightRequest&, const LightRequest&) = default;
};

// The contexts that light up. Immutable once made.
struct LitContexts {
  LightRequest request;
  std::string name;                        // of the function, else the text
  std::shared_ptr<const SearchHits> hits;  // in the whole tree
  MatchTotals totals;                      // of the matches below the view root
  std::vector<MatchTotals> of_metrics;     // of a function in every metric; empty if that takes too long
  TypeSumsByRole types;                    // of a function's calls below the view root
};

}  // namespace ringscope
