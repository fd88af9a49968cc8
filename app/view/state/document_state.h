#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "app/view/difference/compare_request.h"
#include "app/core/ids.h"
#include "app/core/task.h"
#include "app/view/state/loaded_tree.h"
#include "app/view/state/slots.h"
#include "cct/tree/metric.h"

namespace ringscope {

// A check of every column of a tree. One that was imported a moment ago is right by construction; one from a
// file may have been damaged on disk.
struct CheckRequest {
  CctPtr tree;
  friend bool operator==(const CheckRequest&, const CheckRequest&) = default;
};
struct TreeCheck {
  std::string problem;  // empty: it is right
};

// One opened profile.
struct DocumentState {
  DocumentId id = 0;
  JobId asked_by = kNoJob;  // grows in the order in which files were asked for
  std::filesystem::path path;
  bool has_file = true;  // false: the program made it, and `path` is only its name
  std::string title;  // file name, with folders where another one open has it too (DistinctTitles)
  MetricNaming naming;  // that it was opened with, also to open it again
  bool lines = false;   // so was this
  LoadedTree opened;  // as the file or the import gave it
  bool has_thread_ring = false;
  Task<CheckRequest, TreeCheck> check;
  bool damage_told = false;
  std::shared_ptr<const CompareRequest> compared;  // what it was made of; null: it was read, or is no comparison
  Slots slots;  // what single rooms remember of it
  JobId reading = kNoJob;  // the load that goes on; `opened` is what it has read so far
};

}  // namespace ringscope
