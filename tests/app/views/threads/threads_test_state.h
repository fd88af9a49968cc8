#pragma once

#include <any>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/view/document.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/views/threads/threads.h"
#include "app/views/threads/threads_model.h"
#include "tests/app/app_test_state.h"

namespace ringscope::threads {

inline constexpr uint64_t kMs = 1'000'000;

struct Sampled {
  uint64_t at_ms;
  std::string thread;  // empty: none
  std::vector<std::string> stack;
  uint64_t cost_ms;
};

inline CctPtr TreeOf(const std::vector<Sampled>& samples) {
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1});
  SampleList list;
  list.valued = {0};
  list.values.resize(1);
  for (const Sampled& sample : samples) {
    BuildNode node = kBuildRoot;
    if (!sample.thread.empty())
      node = builder.Child(node, builder.InternFrame({.name = sample.thread, .kind = FrameKind::kThread}));
    for (const std::string& name : sample.stack) {
      const bool is_state = name.starts_with("state: ");
      node = builder.Child(
          node,
          builder.InternFrame({.name = name, .kind = is_state ? FrameKind::kThread : FrameKind::kUser}));
    }
    builder.AddSelf(node, 0, sample.cost_ms * kMs);
    list.Add(sample.at_ms * kMs, node);
    list.values[0].Add(sample.cost_ms * kMs);
  }
  builder.SetSamples(std::vector<SampleList>(1, std::move(list)));
  return std::move(builder).Finish({}).value();
}

// "worker" parses for the first half of a second and draws for the other; "main" waits for a tenth of the
// time.
inline CctPtr Tree() {
  std::vector<Sampled> samples;
  for (uint64_t ms = 0; ms < 1000; ++ms) {
    samples.push_back({ms, "worker", {"run", ms < 500 ? "parse" : "draw"}, 1});
    if (ms % 10 == 0) samples.push_back({ms, "main", {"wait"}, 1});
  }
  return TreeOf(samples);
}

inline std::vector<Effect> DoAndFind(AppState& state, Action action) {
  return DoAndAnswer<WantedLanes, WantedSlices>(state, std::move(action));
}

inline AppState StateWithThreads(CctPtr tree = Tree()) {
  AppState state = StateWith(WithFunctions(std::move(tree)), "/p/run.perf");
  DoAndFind(state, action::SetKind{&Kind()});
  return state;
}

inline ThreadsModel ModelOf(const AppState& state, Theme theme = Theme::kDark) {
  const ViewState& view = *ActiveView(state);
  CctPtr tree = TimedTree(state, view);
  if (tree == nullptr) tree = view.shown.tree;
  ThreadColors colors(tree, GroupedMode(view.color.mode), theme);
  return BuildThreadsModel(state, view, nullptr, colors);
}

inline std::vector<std::string> NamesOf(const ThreadsModel& model) {
  std::vector<std::string> names;
  for (const LaneRow& row : model.rows) names.push_back(row.name);
  return names;
}

}  // namespace ringscope::threads
