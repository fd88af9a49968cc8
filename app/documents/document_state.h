#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "app/core/ids.h"
#include "app/documents/loaded_tree.h"

namespace ringscope {

// How far the background check of a document's columns is.
enum class VerifyStatus : uint8_t { kNotNeeded, kRunning, kPassed, kFailed, kCancelled };

// One opened profile.
struct DocumentState {
  DocumentId id = 0;
  JobId asked_by = kNoJob;  // grows in the order in which files were asked for
  std::filesystem::path path;
  std::string title;  // file name, with folders where another one open has it too (DistinctTitles)
  LoadedTree opened;  // as the file or the import gave it
  bool has_thread_ring = false;
  VerifyStatus verify = VerifyStatus::kNotNeeded;
  std::string verify_error;
  JobId reading = kNoJob;  // the load that goes on; `opened` is what it has read so far
};

}  // namespace ringscope
