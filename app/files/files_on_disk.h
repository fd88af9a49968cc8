#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/task.h"
#include "cct/base/job_control.h"
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

// What the disk knows of a file that the start page offers.
struct FileFacts {
  std::string path;
  bool exists = false;
  uint64_t bytes = 0;
  std::time_t changed = 0;
};

// A profile that came with the program.
struct ExampleFile {
  FileFacts file;
  std::string_view description;
};

struct StartFilesRequest {
  std::vector<std::string> recent;
  friend bool operator==(const StartFilesRequest&, const StartFilesRequest&) = default;
};

struct StartFiles {
  std::vector<FileFacts> recent;  // in the order of the request
  std::vector<ExampleFile> examples;
};

// A name that the save dialog was told to write to.
struct SaveTargetRequest {
  std::filesystem::path path;
  bool has_caption = true;  // of a picture
  friend bool operator==(const SaveTargetRequest&, const SaveTargetRequest&) = default;
};
struct SaveTarget {
  bool exists = false;
};

// What the disk told. Belongs to the window.
struct FilesState {
  Task<StartFilesRequest, StartFiles> start_files;
  Task<FolderRequest, FolderListing> open_folder;  // of the open dialog; nothing while that is closed
  uint64_t folders_asked = 0;
  Task<SaveTargetRequest, SaveTarget> save_target;  // of the save dialog; nothing while that is closed

  void VisitTasks(auto&& visit) {
    visit(start_files);
    visit(open_folder);
    visit(save_target);
  }
};

// In place of the size of a folder.
inline constexpr uint64_t kFolderBytes = UINT64_MAX;

// Asks the disk. Folders, but for those of `track`, pipes and devices are no files.
[[nodiscard]] FileFacts FactsOf(std::string path);

// "12.3 MiB", or "folder", and "2026-11-20 14:03", in local time.
[[nodiscard]] std::string FileSizeText(const FileFacts& file);
[[nodiscard]] std::string FileDateText(const FileFacts& file);

inline constexpr size_t kMaxFolderEntries = 20000;

// Asks the disk, which may take long where it is far away. Hidden entries are left out unless asked for.
// Never throws; what cannot be looked at is left out. Null where it was cancelled.
[[nodiscard]] std::shared_ptr<const FolderListing> RunListFolder(const FolderRequest& request,
                                                                 JobControl& job);

// The examples that lie beside a program, as the build folder or an installation has them.
[[nodiscard]] std::vector<ExampleFile> FindExamples(const std::filesystem::path& program);

// Asks the disk, which may take long where it is far away. Null where it was cancelled.
[[nodiscard]] std::shared_ptr<const StartFiles> RunStartFiles(const StartFilesRequest& request, JobControl& job);

}  // namespace ringscope
