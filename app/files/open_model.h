#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/files/files_on_disk.h"
#include "app/view/state/app_state.h"

namespace ringscope {

enum class OpenPlace : uint8_t { kFolder, kRecent };

// What the open dialog lists.
struct OpenModel {
  std::shared_ptr<const FolderListing> listing;  // null before the disk has answered
  std::vector<uint32_t> rows;                    // entries whose name contains the filter
  std::string message;                           // in place of rows
  bool is_problem = false;
  std::string missing;  // says that the typed path does not exist; empty: it exists
  bool can_go_up = false;
};

// Whether a file of that name may hold folded stacks, whose metric the user has to name.
[[nodiscard]] bool MayBeFolded(std::string_view name);

[[nodiscard]] OpenModel BuildOpenModel(const AppState& state, OpenPlace place, std::string_view filter);

}  // namespace ringscope
