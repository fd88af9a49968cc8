#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "cct/tree/metric.h"

namespace ringscope {

// A row of the open dialog.
struct FolderEntry {
  std::filesystem::path path;
  std::string name;    // as it can be shown
  std::string beside;  // the folder, where the list is not of one folder
  bool is_folder = false;
  std::string size;     // of files
  std::string changed;  // "2026-11-20 14:03", of files
};

// What the open dialog asks the disk for.
struct FolderRequest {
  std::vector<std::filesystem::path> places;  // the first one that is a folder is listed
  bool with_hidden = false;
  bool opens_file = false;  // the first place was typed, and may be a file
  MetricNaming naming = {};  // that it is opened with
  uint64_t serial = 0;      // grows with every question: a folder may have changed meanwhile
  friend bool operator==(const FolderRequest&, const FolderRequest&) = default;
};

// One folder: folders first, then files, both by name without regard to case.
struct FolderListing {
  std::filesystem::path folder;
  std::vector<FolderEntry> entries;
  std::string error;           // why the folder cannot be read
  std::filesystem::path file;     // what was asked for is no folder but this
  std::filesystem::path missing;  // what was asked for is not there: the next place is listed
};

}  // namespace ringscope
