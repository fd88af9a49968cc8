#pragma once

#include <type_traits>
#include <utility>

#include "app/colors/colors_actions.h"
#include "app/commands/commands_actions.h"
#include "app/core/action_of_kind.h"
#include "app/core/core_actions.h"
#include "app/core/one_of.h"
#include "app/documents/documents_actions.h"
#include "app/panes/panes_actions.h"
#include "app/saving/saving_actions.h"
#include "app/search/search_actions.h"
#include "app/settings/settings_actions.h"
#include "app/source/source_actions.h"
#include "app/steps/steps_actions.h"
#include "app/tables/tables_actions.h"
#include "app/view/view_actions.h"
#include "app/window/window_actions.h"

namespace ringscope {

// One a line, in the order of their declarations: parts of the program add theirs without touching others'.
// clang-format off
class Action : public OneOf<
    action::OpenFile,
    action::CloseDocument,
    action::ActivateView,
    action::DuplicateView,
    action::CloseView,
    action::ActivatePane,
    action::ShowBeside,
    action::ClosePane,
    action::SetLinked,
    action::SetPipeline,
    action::AddTransform,
    action::UndoTransform,
    action::RedoTransform,
    action::SetPipelineText,
    action::ShowTransformMenu,
    action::SetThreadsMerged,
    action::SaveAs,
    action::ForgetRecentFile,
    action::ZoomTo,
    action::OpenRest,
    action::LeaveCenter,
    action::GoBack,
    action::GoForward,
    action::GoToCaller,
    action::GoToWholeTree,
    action::SetKind,
    action::SetMetric,
    action::PointAt,
    action::Select,
    action::ChooseFunction,
    action::Clear,
    action::CopyText,
    action::ExpandRow,
    action::CollapseTree,
    action::ExpandHotPath,
    action::SetHotPathShare,
    action::ShowInTree,
    action::OpenSource,
    action::ReloadSource,
    action::OpenInEditor,
    action::ShowTable,
    action::SortTable,
    action::SetTableFilter,
    action::HoverFunction,
    action::ShowNeighbours,
    action::StepNeighbours,
    action::SortNeighbours,
    action::SetColumnWidth,
    action::OpenFunctionMenu,
    action::SetSearchText,
    action::FocusSearch,
    action::KeyboardTaken,
    action::StepMatch,
    action::GoToMatch,
    action::SortMatches,
    action::FilterBySearch,
    action::SetColor,
    action::ShowLegend,
    action::ShowDerivedMetrics,
    action::SetDerivedMetrics,
    action::OpenContextMenu,
    action::CloseContextMenu,
    action::ShowPalette,
    action::ShowSettings,
    action::SetZoom,
    action::SetDefaultView,
    action::SetSourceSettings,
    action::SetTheme,
    action::SetAnimations,
    action::SetWindowSize,
    action::SetSidePanelWidth,
    action::ShowDock,
    action::ShowDockTab,
    action::SetDockHeight,
    action::ShowKeyList,
    action::ShowOpenDialog,
    action::ShowSaveDialog,
    action::ShowReport,
    action::ShowNote,
    action::ReportError,
    action::DismissError,
    action::Quit,
    action::CancelJob,
    action::JobProgressed,
    action::TaskFinished,
    action::JobFailed,
    action::PreviewLoaded,
    action::LoadFinished,
    action::WindowLoaded,
    action::SaveFinished,
    action::OfKind> {
  // clang-format on
 public:
  template <typename T>
  requires(kHolds<T> || ActionOfKind<T>) Action(T value)  // NOLINT: meant to convert
      : OneOf(Listed(std::move(value))) {}

  // Null when it is another one.
  template <typename T>
  [[nodiscard]] const T* As() const {
    if constexpr (std::is_same_v<T, action::OfKind> || !ActionOfKind<T>) {
      return OneOf::As<T>();
    } else {
      const auto* of_kind = OneOf::As<action::OfKind>();
      return of_kind == nullptr ? nullptr : of_kind->As<T>();
    }
  }

 private:
  template <typename T>
  static auto Listed(T value) {
    if constexpr (kHolds<T>) {
      return value;
    } else {
      return action::OfKind(std::move(value));
    }
  }
};

}  // namespace ringscope
