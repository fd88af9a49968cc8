#pragma once

// The rooms of Apply(): one function per action, grouped by what they change. Included by apply*.cpp only.

#include <vector>

#include "app/core/action.h"
#include "app/core/app_state.h"
#include "app/core/effect.h"

namespace ringscope::apply {

using Effects = std::vector<Effect>;

// apply_documents.cpp
void Do(AppState& state, const action::OpenFile& open, Effects& effects);
void Do(AppState& state, const action::CloseDocument& close, Effects& effects);
void Do(AppState& state, const action::ForgetRecentFile& forget, Effects& effects);
void Do(AppState& state, const action::PreviewLoaded& preview, Effects& effects);
void Do(AppState& state, const action::LoadFinished& finished, Effects& effects);
void Do(AppState& state, const action::VerifyFinished& finished, Effects& effects);
void Do(AppState& state, const action::CancelJob& cancel, Effects& effects);
void Do(AppState& state, const action::JobProgressed& progress, Effects& effects);

// apply_panes.cpp
void Do(AppState& state, const action::ActivateView& activate, Effects& effects);
void Do(AppState& state, const action::DuplicateView& duplicate, Effects& effects);
void Do(AppState& state, const action::CloseView& close, Effects& effects);
void Do(AppState& state, const action::ActivatePane& activate, Effects& effects);
void Do(AppState& state, const action::ShowBeside& show, Effects& effects);
void Do(AppState& state, const action::ClosePane& close, Effects& effects);
void Do(AppState& state, const action::SetForm& set, Effects& effects);
void Do(AppState& state, const action::SetLinked& set, Effects& effects);
void Do(AppState& state, const action::ShowLens& show, Effects& effects);
void Do(AppState& state, const action::MoveLens& move, Effects& effects);
void Do(AppState& state, const action::LayersDrawn& drawn, Effects& effects);
void Do(AppState& state, const action::ResizeChart& resize, Effects& effects);
// A new tab that shows the whole document, behind those of documents that were asked for earlier.
ViewId AddDocumentView(AppState& state, const DocumentState& document);
// The same, shown in the active pane.
void OpenView(AppState& state, const DocumentState& document);
// Panes whose view is gone show another one, or go too.
void DropOrphanedPanes(AppState& state);
// The same for what is pointed at.
void FollowPointer(AppState& state, const ViewState& leader);
// Nothing is pointed at in the view any more, nor in those that follow it.
void ForgetPointed(AppState& state, ViewState& view);
// Searches the views of other panes for what is searched for in `leader`; with `only_where_none` those alone
// that search for nothing.
void FollowSearch(AppState& state, const ViewState& leader, bool only_where_none, Effects& effects);
// Makes the views of other panes like `leader`: mode, depth, metric, colours, selection. Where its view root
// changed (`moved`) they go there too, as far as their trees have that place, and stay where they have not.
void FollowLeader(AppState& state, const ViewState& leader, bool moved, Effects& effects);

// apply_pipeline.cpp
void Do(AppState& state, const action::SetPipeline& set, Effects& effects);
void Do(AppState& state, const action::AddTransform& add, Effects& effects);
void Do(AppState& state, const action::UndoTransform& undo, Effects& effects);
void Do(AppState& state, const action::RedoTransform& redo, Effects& effects);
void Do(AppState& state, const action::SetPipelineText& set, Effects& effects);
void Do(AppState& state, const action::ShowTransformMenu& show, Effects& effects);
void Do(AppState& state, const action::SetThreadsMerged& set, Effects& effects);
void Do(AppState& state, const action::TransformFinished& finished, Effects& effects);
// After the document's tree or the view's metric changed.
void ReapplyPipeline(AppState& state, ViewState& view, Effects& effects);
void RerunIfMetricMatters(AppState& state, ViewState& view, Effects& effects);

// Shows the view through this pipeline; steps that came before are not remembered.
void WantPipeline(AppState& state, ViewState& view, Pipeline pipeline, Effects& effects);

// apply_saving.cpp
void Do(AppState& state, const action::ShowSaveDialog& show, Effects& effects);
void Do(AppState& state, const action::SaveAs& save, Effects& effects);
void Do(AppState& state, const action::SaveFinished& finished, Effects& effects);
void Do(AppState& state, const action::WindowLoaded& finished, Effects& effects);

// apply_source.cpp
void Do(AppState& state, const action::OpenSource& open, Effects& effects);
void Do(AppState& state, const action::ReloadSource& reload, Effects& effects);
void Do(AppState& state, const action::OpenInEditor& open, Effects& effects);
void Do(AppState& state, const action::SourceLoaded& loaded, Effects& effects);
// Asks for the source of what is looked at, where it is shown and was not asked for yet. After every action.
void RefreshSource(AppState& state, Effects& effects);

// apply_table.cpp
void Do(AppState& state, const action::ShowTable& show, Effects& effects);
void Do(AppState& state, const action::SortTable& sort, Effects& effects);
void Do(AppState& state, const action::SetTableFilter& set, Effects& effects);
void Do(AppState& state, const action::HoverFunction& hover, Effects& effects);
void Do(AppState& state, const action::ShowNeighbours& show, Effects& effects);
void Do(AppState& state, const action::StepNeighbours& step, Effects& effects);
void Do(AppState& state, const action::SortNeighbours& sort, Effects& effects);
void Do(AppState& state, const action::SetColumnWidth& set, Effects& effects);
void Do(AppState& state, const action::TableFinished& finished, Effects& effects);
void Do(AppState& state, const action::NeighboursFinished& finished, Effects& effects);
// Asks for what the shown table has not got yet. After every action.
void RefreshTables(AppState& state, Effects& effects);
// apply_tree_table.cpp
void Do(AppState& state, const action::ExpandRow& expand, Effects& effects);
void Do(AppState& state, const action::CollapseTree& collapse, Effects& effects);
void Do(AppState& state, const action::ExpandHotPath& expand, Effects& effects);
void Do(AppState& state, const action::SetHotPathShare& set, Effects& effects);
void Do(AppState& state, const action::ShowInTree& show, Effects& effects);
// Expands rows down to the selected context, where the table is shown and that was not done yet. After every
// action.
void RevealInTree(AppState& state);
// The table of the view after it got another tree.
void CarryOverTreeTable(const Cct& before, ViewState& view);

// apply_view.cpp
void Do(AppState& state, const action::ZoomTo& zoom, Effects& effects);
void Do(AppState& state, const action::OpenRest& open, Effects& effects);
void Do(AppState& state, const action::LeaveCenter& leave, Effects& effects);
void Do(AppState& state, const action::GoBack& back, Effects& effects);
void Do(AppState& state, const action::GoForward& forward, Effects& effects);
void Do(AppState& state, const action::GoToCaller& go, Effects& effects);
void Do(AppState& state, const action::GoToWholeTree& go, Effects& effects);
void Do(AppState& state, const action::SetMode& set, Effects& effects);
void Do(AppState& state, const action::SetMetric& set, Effects& effects);
void Do(AppState& state, const action::SetDepth& set, Effects& effects);
void Do(AppState& state, const action::ChangeDepth& change, Effects& effects);
void Do(AppState& state, const action::PointAt& point, Effects& effects);
void Do(AppState& state, const action::Select& select, Effects& effects);
void Do(AppState& state, const action::ChooseFunction& choose, Effects& effects);
// How to go on where one path takes most of the layers that the view shows; empty elsewhere.
[[nodiscard]] std::string BranchOffer(const AppState& state, const ViewState& view);
// After a view went from `before` to where it is, whichever way: what was pointed at lies elsewhere, and
// counts are of another subtree.
void AfterMove(AppState& state, ViewState& view, const ViewPosition& before, Effects& effects);

// apply_search.cpp
void Do(AppState& state, const action::SetSearchText& set, Effects& effects);
void Do(AppState& state, const action::FocusSearch& focus, Effects& effects);
void Do(AppState& state, const action::KeyboardTaken& taken, Effects& effects);
void Do(AppState& state, const action::StepMatch& step, Effects& effects);
void Do(AppState& state, const action::GoToMatch& go, Effects& effects);
void Do(AppState& state, const action::FilterBySearch& filter, Effects& effects);
void Do(AppState& state, const action::SearchFinished& finished, Effects& effects);
void Do(AppState& state, const action::SortMatches& sort, Effects& effects);
void Do(AppState& state, const action::MatchesSorted& sorted, Effects& effects);
// Sorts the matches where their list is shown and that was not done yet. After every action.
void RefreshMatches(AppState& state, Effects& effects);
// Counts belong to a view root, a metric and a tree: searches again when one of them changed.
void RestartSearch(AppState& state, ViewState& view, Effects& effects);

// apply_color.cpp
void Do(AppState& state, const action::SetColor& set, Effects& effects);
void Do(AppState& state, const action::ShowDerivedMetrics& show, Effects& effects);
void Do(AppState& state, const action::SetDerivedMetrics& set, Effects& effects);
// Colours as ColorText has them, as far as the tree has the metric; else the ordinary ones.
[[nodiscard]] ColorSpec ColorFor(const Settings& settings, const Cct& tree, const std::string& text);
// Those of a saved window, as far as their names are not taken.
void AddDerivedMetrics(Settings& settings, const std::vector<std::string>& lines);
// The colours of one view for another one's tree: the metric of the same name. What `follower` has where
// there is none.
[[nodiscard]] ColorSpec ColorLike(const ViewState& leader, const ViewState& follower);

// apply_legend.cpp
void Do(AppState& state, const action::ShowLegend& show, Effects& effects);
void Do(AppState& state, const action::WantLegendCosts& want, Effects& effects);
void Do(AppState& state, const action::LegendCostsFinished& finished, Effects& effects);
// Forgets costs of trees that are shown no more, and of legends that are not seen. After every action.
void RefreshLegends(AppState& state, Effects& effects);

// apply_interface.cpp
void Do(AppState& state, const action::OpenContextMenu& open, Effects& effects);
void Do(AppState& state, const action::OpenFunctionMenu& open, Effects& effects);
void Do(AppState& state, const action::CloseContextMenu& close, Effects& effects);
void Do(AppState& state, const action::ShowPalette& show, Effects& effects);
void Do(AppState& state, const action::ShowSettings& show, Effects& effects);
void Do(AppState& state, const action::SetZoom& set, Effects& effects);
void Do(AppState& state, const action::SetDefaultView& set, Effects& effects);
void Do(AppState& state, const action::SetSourceSettings& set, Effects& effects);

// apply_window.cpp
void Do(AppState& state, const action::Clear& clear, Effects& effects);
void Do(AppState& state, const action::CopyText& copy, Effects& effects);
void Do(AppState& state, const action::SetTheme& set, Effects& effects);
void Do(AppState& state, const action::SetAnimations& set, Effects& effects);
void Do(AppState& state, const action::SetWindowSize& set, Effects& effects);
void Do(AppState& state, const action::SetSidePanelWidth& set, Effects& effects);
void Do(AppState& state, const action::ShowDock& show, Effects& effects);
void Do(AppState& state, const action::ShowDockTab& show, Effects& effects);
void Do(AppState& state, const action::SetDockHeight& set, Effects& effects);
void Do(AppState& state, const action::ShowKeyList& show, Effects& effects);
void Do(AppState& state, const action::ShowOpenDialog& show, Effects& effects);
void Do(AppState& state, const action::ShowReport& show, Effects& effects);
void Do(AppState& state, const action::ShowNote& show, Effects& effects);
void Do(AppState& state, const action::ReportError& report, Effects& effects);
void Do(AppState& state, const action::DismissError& dismiss, Effects& effects);
void Do(AppState& state, const action::Quit& quit, Effects& effects);

// Shared.
// A text box comes up and shall get the keyboard, or goes away and shall not.
void AwaitBox(AppState& state, TextBox box, bool open);
[[nodiscard]] JobState* FindJob(AppState& state, JobId id);
JobState& AddJob(AppState& state, JobKind kind, std::string label);
// Asks the job to end and forgets it: what it still delivers is ignored. Nothing for kNoJob.
void StopJob(AppState& state, JobId& id, Effects& effects);
// Takes the job out of the list and returns it; nothing when it is not there (any more).
[[nodiscard]] std::optional<JobState> TakeJob(AppState& state, JobId id);
// About the active document, or about another one.
void SetNote(AppState& state, std::string text);
void SetNote(AppState& state, std::string text, DocumentId document);

}  // namespace ringscope::apply
