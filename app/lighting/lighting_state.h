#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/core/task.h"
#include "app/search/search_outcome.h"
#include "cct/query/metrics/derived_metric.h"
#include "cct/query/sets/function_index.h"
#include "cct/query/sets/search.h"
#include "cct/tree/cct.h"
#include "renderer/layout/view.h"

namespace ringscope {

// What lights up in the charts of a view: the contexts of one function, or those that a query selects. Neither:
// nothing does.
struct Light {
  FunctionId function = kNoFunction;
  std::string query;  // where it is no function

  [[nodiscard]] bool is_off() const { return function == kNoFunction && query.empty(); }
  friend bool operator==(const Light&, const Light&) = default;
};

struct LightRequest {
  CctPtr tree;
  FunctionIndexPtr functions;  // of the tree
  ViewRoot root;               // contexts are counted below it
  MetricIndex metric = 0;
  std::vector<DerivedMetric> derived;  // that conditions of the query may name
  Light light;
  friend bool operator==(const LightRequest&, const LightRequest&) = default;
};

// Where the light is. Immutable once made.
struct LitContexts {
  LightRequest request;
  std::shared_ptr<const SearchHits> hits;  // in the whole tree
  MatchTotals totals;                      // of these, below the view root
};

// Belongs to a view.
struct LightingState {
  std::string pointed_query;  // of the row, the legend entry or the line under the pointer; mostly empty
  Task<LightRequest, LitContexts> task;
};

}  // namespace ringscope
