#pragma once

#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

namespace ringscope {

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

}  // namespace ringscope
