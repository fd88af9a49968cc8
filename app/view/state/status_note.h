#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/core/ids.h"
#include "app/view/state/view_state.h"

namespace ringscope {

// What ends a note, besides that its view is left or closed.
enum class NoteEnd : uint8_t {
  kMovedOn,    // the view shows another place or another tree
  kAnswered,   // also something else is pointed at, selected or searched for: the note asked for it
  kRead,       // the profile is whole
  kEditorSet,  // the settings name an editor
};

// A short sentence in the status bar; `serial` grows, so that showing it again can be told from showing it
// still. Shown with the document it is about, or with the one that was before the user then; 0: on the start
// page. It goes when what it is about is over.
struct StatusNote {
  std::string text;
  DocumentId document = 0;
  uint64_t serial = 0;
  NoteEnd end = NoteEnd::kMovedOn;
  // The view that showed the document, and what it showed; nothing on the start page.
  ViewId view = 0;
  bool was_active = false;
  CctPtr tree;
  ViewRoot root;
  std::optional<Pointed> pointed;
  ContextId selected = kNoContext;
  bool searches = false;
};

}  // namespace ringscope
