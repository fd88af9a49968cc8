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
  std::string name;    // printable
  std::string beside;  // the folder, if the list has files of several folders
  bool is_folder = false;
  std::string size;     // of files
  std::string changed;  // "2026-11-20 14:03", of files
};

// What the open dialog asks the disk for.
struct FolderRequest {
  std::vector<std::filesystem::path> places;  // the first of them that is a folder is listed
  bool with_hidden = false;
  bool opens_file = false;  // the user typed the first place, which may be a file
  MetricNaming naming = {};  // of the file
  uint64_t serial = 0;      // grows with every question, as a folder may have changed
  friend bool operator==(const FolderRequest&, const FolderRequest&) = default;
};

// One folder: folders first, then files, both by name without regard to case.
struct FolderListing {
  std::filesystem::path folder;
  std::vector<FolderEntry> entries;
  std::string error;           // why the folder cannot be read
  std::filesystem::path file;     // set if the typed place is this file
  std::filesystem::path missing;  // set if the typed place does not exist: the next place is listed
};

// What the disk knows of a file that the start page offers.
struct FileFacts {
  std::string path;
  bool exists = false;
  uint64_t bytes = 0;
  std::time_t changed = 0;
};

// A profile that comes with the program.
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

// The name of a file in the save dialog.
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
  Task<FolderRequest, FolderListing> open_folder;  // of the open dialog; empty while the dialog is closed
  uint64_t folders_asked = 0;
  Task<SaveTargetRequest, SaveTarget> save_target;  // of the save dialog; empty while the dialog is closed

  void VisitTasks(auto&& visit) {
    visit(start_files);
    visit(open_folder);
    visit(save_target);
  }
};

// The size of a folder.
inline constexpr uint64_t kFolderBytes = UINT64_MAX;

// Asks the disk. Folders, except those of `track`, pipes and devices are not files.
[[nodiscard]] FileFacts FactsOf(std::string path);

// "12.3 MiB", or "folder", and "2026-11-20 14:03", in local time.
[[nodiscard]] std::string FileSizeText(const FileFacts& file);
[[nodiscard]] std::string FileDateText(const FileFacts& file);

inline constexpr size_t kMaxFolderEntries = 20000;

// Asks the disk, which may take long if remote. Hidden entries are left out unless asked for. Never throws;
// unreadable entries are left out. Null if cancelled.
[[nodiscard]] std::shared_ptr<const FolderListing> RunListFolder(const FolderRequest& request,
                                                                 JobControl& job);

// The examples beside a program, in its build folder or its installation.
[[nodiscard]] std::vector<ExampleFile> FindExamples(const std::filesystem::path& program);

// Asks the disk, which may take long if remote. Null if cancelled.
[[nodiscard]] std::shared_ptr<const StartFiles> RunStartFiles(const StartFilesRequest& request, JobControl& job);

}  // namespace ringscope
