#pragma once

#include <filesystem>
#include <memory>

#include "app/core/ids.h"
#include "app/source/source_state.h"
#include "cct/tree/cct.h"

namespace ringscope::action {

// Selects the context and shows its source.
struct OpenSource {
  ContextId context = kNoContext;
};
// The file or the path mappings changed.
struct ReloadSource {};
struct OpenInEditor {
  std::filesystem::path path;
  uint32_t line = 0;
};

}  // namespace ringscope::action
