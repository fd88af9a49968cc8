#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/core/app_state.h"
#include "app/core/one_of.h"

namespace ringscope::effect {

// What a change of state asks of the world outside it. Apply() returns these and does none of them.

struct StartLoad {
  JobId job = kNoJob;
  std::filesystem::path path;
};
struct StartVerify {
  JobId job = kNoJob;
  CctPtr tree;
};
struct StartTransform {
  JobId job = kNoJob;
  CctPtr tree;
  Pipeline pipeline;
  MetricIndex metric = 0;              // of conditions that name none
  std::vector<DerivedMetric> derived;  // that conditions may name
};
struct StartSearch {
  JobId job = kNoJob;
  LoadedTree tree;
  ViewRoot root;
  MetricIndex metric = 0;
  std::string text;  // as it was typed
  Query query;
  std::vector<DerivedMetric> derived;  // that conditions may name
  // What the same query selected in the same tree: only the counts are wanted anew. Null: nothing.
  std::shared_ptr<const SearchHits> known;
};
struct StartSortMatches {
  JobId job = kNoJob;
  std::shared_ptr<const SearchOutcome> outcome;
};
// A tree in another format, by the name's ending.
struct StartSaveTree {
  JobId job = kNoJob;
  std::filesystem::path path;
  CctPtr tree;
  MetricIndex metric = 0;
  std::string title;
};
// The chart of a pane as a picture of the same size; only who has a graphics context can do it.
struct SavePicture {
  JobId job = kNoJob;
  std::filesystem::path path;
  size_t pane = 0;
};
struct StartSource {
  JobId job = kNoJob;
  CctPtr tree;
  ViewRoot root;
  std::string file;
  SourceSearchPath search;
};
struct StartTable {
  JobId job = kNoJob;
  LoadedTree tree;
  TableRequest request;
  // What was added up for the same tree, view root and grouping: only rows are wanted anew. Null: nothing.
  std::shared_ptr<const GroupSums> known;
};
struct StartNeighbours {
  JobId job = kNoJob;
  LoadedTree tree;
  NeighbourRequest request;
  std::shared_ptr<const NeighbourSums> known;     // of the same tree, view root and function, or null
  std::shared_ptr<const FrameGrouping> grouping;  // of the tree's functions, or null
};
struct StartLegendCosts {
  JobId job = kNoJob;
  LegendCostsRequest request;
  std::shared_ptr<const LegendCosts> known;  // the same but for those of others, or null
};
// Starts another program and does not wait for it.
struct RunEditor {
  std::vector<std::string> words;  // program and arguments
};
struct SaveText {
  JobId job = kNoJob;
  std::filesystem::path path;
  std::string text;
};
struct CancelJob {
  JobId job = kNoJob;
};
struct SaveSettings {
  Settings settings;
};
struct CopyToClipboard {
  std::string text;
};

}  // namespace ringscope::effect

namespace ringscope {

// One a line, in the order of their declarations: parts of the program add theirs without touching others'.
// clang-format off
class Effect : public OneOf<
    effect::StartLoad,
    effect::StartVerify,
    effect::StartTransform,
    effect::StartSearch,
    effect::StartSortMatches,
    effect::StartSaveTree,
    effect::SavePicture,
    effect::StartSource,
    effect::StartTable,
    effect::StartNeighbours,
    effect::StartLegendCosts,
    effect::RunEditor,
    effect::SaveText,
    effect::CancelJob,
    effect::SaveSettings,
    effect::CopyToClipboard> {
  // clang-format on
 public:
  using OneOf::OneOf;
};

}  // namespace ringscope

namespace ringscope::apply {

// What the functions that change the state (Do() of each action) append to.
using Effects = std::vector<Effect>;

}  // namespace ringscope::apply
