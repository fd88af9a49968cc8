#pragma once

#include <algorithm>
#include <any>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/core/job.h"
#include "app/files/documents.h"
#include "app/view/state/app_state.h"
#include "app/view/state/apply.h"
#include "app/views/rings/rings.h"
#include "app/views/rings/rings_depth.h"
#include "cct/file/cct_file.h"
#include "cct/tree/building/builder.h"
#include "tests/temporary_folder.h"

namespace ringscope {

// A tree from "a;b;c 12" lines with one metric; names "T:x" become threads.
inline LoadedTree TreeFromFolded(std::string_view lines, std::string unit = "ns") {
  CctBuilder builder;
  builder.AddMetric({"time", std::move(unit), 1});
  builder.AddMetric({"calls", "count", 1});
  while (!lines.empty()) {
    const size_t end = lines.find('\n');
    const std::string_view line = lines.substr(0, end);
    lines = end == std::string_view::npos ? std::string_view{} : lines.substr(end + 1);
    const size_t blank = line.rfind(' ');
    if (blank == std::string_view::npos) continue;
    BuildNode node = kBuildRoot;
    std::string_view path = line.substr(0, blank);
    while (!path.empty()) {
      const size_t semicolon = path.find(';');
      const std::string_view name = path.substr(0, semicolon);
      path = semicolon == std::string_view::npos ? std::string_view{} : path.substr(semicolon + 1);
      Frame frame;
      frame.name = name;
      frame.module = "app";
      frame.file = "app.cpp";
      frame.line = 7;
      if (name.starts_with("T:")) frame = {name.substr(2), {}, {}, 0, 0, FrameKind::kThread};
      node = builder.Child(node, builder.InternFrame(frame));
    }
    builder.AddSelf(node, 0, std::stoull(std::string(line.substr(blank + 1))));
    builder.AddSelf(node, 1, 1);
  }
  auto tree = std::move(builder).Finish({});
  if (!tree) return {};
  return {*tree, std::make_shared<const FunctionIndex>((*tree)->frames())};
}

// The same, mapped from a .cct file, which is gone when this returns: the viewer checks such trees.
inline LoadedTree FileBackedTree(std::string_view lines) {
  const test::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "tree.cct";
  Result<CctPtr> opened = Fail(ErrorCode::kIo, "not written");
  if (WriteCctFile(*TreeFromFolded(lines).tree, path)) opened = OpenCctFile(path);
  return opened ? WithFunctions(std::move(*opened)) : LoadedTree{};
}

// The example of the calling context ring chart papers, in executed bytecodes.
inline constexpr std::string_view kWorkedExample =
    "main 1066\n"
    "main;f 180\nmain;f;g 180\nmain;f;g;h 60\nmain;f;g;h;i 50\nmain;f;g;g 90\nmain;f;g;g;h "
    "60\nmain;f;g;g;h;i 50\n"
    "main;f;h 120\nmain;f;h;i 100\n"
    "main;g 180\nmain;g;h 60\nmain;g;h;i 50\nmain;g;g 90\nmain;g;g;h 60\nmain;g;g;h;i 50\n"
    "main;h 432\nmain;h;i 360\n";

// A stack of `step`s, each but the innermost with a callee `leaf` before the next one. All cost is in the
// leaves and the innermost step, which has most.
inline CctPtr DeepTree(uint32_t layers) {
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1});
  const FrameId step = builder.InternFrame({"step", {}, {}, 0, 0, FrameKind::kUser});
  const FrameId leaf = builder.InternFrame({"leaf", {}, {}, 0, 0, FrameKind::kUser});
  BuildNode node = kBuildRoot;
  for (uint32_t i = 0; i < layers; ++i) {
    builder.AddSelf(builder.Child(node, leaf), 0, 1);
    node = builder.Child(node, step);
  }
  builder.AddSelf(node, 0, 1'000'000);
  return std::move(builder).Finish({}).value();
}

// The context at a ';'-separated path of plain names; kNoContext where there is none.
inline ContextId At(const Cct& tree, std::string_view path) {
  ContextId context = kRootContext;
  while (!path.empty()) {
    const size_t semicolon = path.find(';');
    const std::string_view name = path.substr(0, semicolon);
    path = semicolon == std::string_view::npos ? std::string_view{} : path.substr(semicolon + 1);
    const ContextRange children = tree.ChildrenOf(context);
    context = kNoContext;
    for (ContextId child = children.begin; child < children.end; ++child) {
      if (tree.FrameAt(child).name == name) context = child;
    }
    if (context == kNoContext) return kNoContext;
  }
  return context;
}

// The first frame of that name.
inline FrameId FrameNamed(const Cct& tree, std::string_view name) {
  FrameId frame = 0;
  while (frame < tree.frames().size() && tree.frames().name(frame) != name) ++frame;
  return frame;
}

// A state with one opened profile, as the load job would have left it.
inline AppState StateWith(LoadedTree tree, const std::string& path = "/profiles/example.folded",
                          const Settings& settings = {}) {
  AppState state;
  state.settings = settings;
  std::vector<Effect> effects;
  Apply(state, action::OpenFile{path}, effects);
  Apply(state, action::LoadFinished{state.jobs.back().id, std::move(tree)}, effects);
  return state;
}

inline std::vector<Effect> Do(AppState& state, Action action) {
  std::vector<Effect> effects;
  Apply(state, action, effects);
  return effects;
}

// Opens one more profile, as the load job would have delivered it.
inline std::vector<Effect> OpenMore(AppState& state, const std::string& path, Result<LoadedTree> tree) {
  Do(state, action::OpenFile{path});
  return Do(state, action::LoadFinished{state.jobs.back().id, std::move(tree)});
}

inline ViewPosition RingsPosition(ViewRoot root, RingMode mode = RingMode::kLength,
                                  uint32_t depth_limit = kAllLayers) {
  ViewPosition position;
  position.root = root;
  return WithRings(position, {mode, depth_limit, Settings{}.compress_chains, Settings{}.ring_sizing, {}});
}

template <typename T>
const T* FindEffect(const std::vector<Effect>& effects) {
  for (const Effect& effect : effects) {
    if (const T* found = effect.As<T>()) return found;
  }
  return nullptr;
}

// The worked example, opened.
class ExampleTest : public ::testing::Test {
 protected:
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  const Cct& tree() { return state.views[0].tree(); }
  ContextId at(std::string_view path) { return At(tree(), path); }
};

// What the layout of a chart finds out.
inline void DrawLayers(AppState& state, size_t pane, const LayersOfLayout& layers) {
  std::vector<ChartMeasured> measured(state.panes.size());
  for (size_t i = 0; i < measured.size(); ++i) measured[i].values = state.panes[i].measured;
  measured[pane].values.Set(DrawnLayersOf(*ViewOfPane(state, pane), state.panes[pane], layers));
  std::vector<Effect> ignored;
  EXPECT_TRUE(TakeMeasured(state, measured, ignored));
  EXPECT_FALSE(TakeMeasured(state, measured, ignored)) << "known by now";
}

// The start of a task by what it works on; null where there is none.
template <typename Request>
const effect::StartTask* FindTask(const std::vector<Effect>& effects) {
  for (const Effect& effect : effects) {
    const auto* start = effect.As<effect::StartTask>();
    if (start != nullptr && std::any_cast<std::shared_ptr<const Request>>(&start->request) != nullptr)
      return start;
  }
  return nullptr;
}
// And that itself. Valid as long as the effects.
template <typename Request>
const Request* FindRequest(const std::vector<Effect>& effects) {
  const effect::StartTask* start = FindTask<Request>(effects);
  return start == nullptr ? nullptr : std::any_cast<std::shared_ptr<const Request>>(start->request).get();
}

// What the job delivers.
inline std::vector<Action> Deliver(const effect::StartTask& start) {
  std::vector<Action> actions;
  JobControl control;
  start.work(control, [&](const Action& action) { actions.push_back(action); });
  return actions;
}

// What a job would deliver that made this.
template <typename Result>
Action Finished(JobId job, Result result) {
  return action::TaskFinished{job, std::make_shared<const Result>(std::move(result)), true};
}

// Does on the spot what the jobs of tasks would do, and what follows from their results. Requests that were
// cancelled meanwhile answer too; the state has to ignore them.
inline std::vector<Effect> RunEffects(AppState& state, std::vector<Effect> effects) {
  for (size_t i = 0; i < effects.size(); ++i) {
    const Effect effect = effects[i];  // the list grows
    const auto* start = effect.As<effect::StartTask>();
    const auto job = std::find_if(state.jobs.begin(), state.jobs.end(), [&](const JobState& one) {
      return start != nullptr && one.id == start->job;
    });
    if (job == state.jobs.end() || !job->is_task) continue;
    for (const Action& action : Deliver(*start)) Apply(state, action, effects);
  }
  return effects;
}

// Applies an action, and what the jobs deliver that were asked for with such requests.
template <typename... Requests>
std::vector<Effect> DoAndAnswer(AppState& state, Action action) {
  std::vector<Effect> effects = Do(state, std::move(action));
  for (size_t i = 0; i < effects.size(); ++i) {
    const Effect effect = effects[i];  // the list grows
    const auto* start = effect.As<effect::StartTask>();
    if (start == nullptr) continue;
    if ((std::any_cast<std::shared_ptr<const Requests>>(&start->request) || ...)) {
      for (const Action& made : Deliver(*start)) Apply(state, made, effects);
    }
  }
  return effects;
}

// Applies an action and everything that follows from it.
inline std::vector<Effect> DoAll(AppState& state, Action action) {
  return RunEffects(state, Do(state, std::move(action)));
}

}  // namespace ringscope
