#pragma once

#include <cstdint>
#include <string>

#include "app/core/ids.h"

namespace ringscope {

// Something the user has to know, shown in a dialog until dismissed.
struct ErrorNotice {
  std::string title;
  std::string message;
};

// A text field that takes the keyboard when it comes up.
enum class TextBox : uint8_t { kNone, kSearch, kPalette, kTransform, kOpen, kSave };

// A short sentence in the status bar; `serial` grows, so that showing it again can be told from showing it
// still. Shown with the document it is about, or with the one that was before the user then; 0: on the start
// page.
struct StatusNote {
  std::string text;
  DocumentId document = 0;
  uint64_t serial = 0;
};

}  // namespace ringscope
