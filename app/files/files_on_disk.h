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

// The open dialog's question to the disk.
struct FolderRequest {
  std::vector<std::filesystem::path> places;  // the first one that is a folder is listed
  bool with_hidden = false;
  bool opens_file = false;   // the user typed the first place, which may be a file
  MetricNaming naming = {};  // of the file
  uint64_t serial = 0;       // grows with every question, as a folder may have changed
  friend bool operator==(const FolderRequest&, const FolderRequest&) = default;
};

// One folder: folders first, then files, both by name without regard to case.
struct FolderListing {
  std::filesystem::path folder;
  std::vector<FolderEntry> entries;
  std::string error;              // why the folder cannot be read
  std::filesystem::path file;     // the typed place, if it is a file
  std::filesystem::path missing;  // the typed place, if it does not exist: then the next place is listed
};

// The facts on disk about a file that the start page offers.
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

// Asks whether the file that the save dialog names exists.
struct SaveTargetRequest {
  std::filesystem::path path;
  bool has_caption = true;  // of a picture
  friend bool operator==(const SaveTargetRequest&, const SaveTargetRequest&) = default;
};
struct SaveTarget {
  bool exists = false;
};

// The questions to the disk and the answers. Belongs to the window.
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

// FileFacts::bytes of a folder.
inline constexpr uint64_t kFolderBytes = UINT64_MAX;

// Asks the disk. Only regular files and folders of `track` exist here, not other folders, pipes or devices.
[[nodiscard]] FileFacts FactsOf(std::string path);

// "12.3 MiB", or "folder"; "2026-11-20 14:03" in local time.
[[nodiscard]] std::string FileSizeText(const FileFacts& file);
[[nodiscard]] std::string FileDateText(const FileFacts& file);

inline constexpr size_t kMaxFolderEntries = 20000;

// Asks the disk, which may take long if remote. Leaves out unreadable entries, and hidden ones unless asked
// for. Never throws. Null if cancelled.
[[nodiscard]] std::shared_ptr<const FolderListing> RunListFolder(const FolderRequest& request,
                                                                 JobControl& job);

// The examples beside a program, in its build folder or its installation.
[[nodiscard]] std::vector<ExampleFile> FindExamples(const std::filesystem::path& program);

// Asks the disk, which may take long if remote. Null if cancelled.
[[nodiscard]] std::shared_ptr<const StartFiles> RunStartFiles(const StartFilesRequest& request,
                                                              JobControl& job);

}  // namespace ringscope
