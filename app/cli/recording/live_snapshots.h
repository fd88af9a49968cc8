#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>

namespace ringscope {

// Writes what a recorder has left so far into a .cct file, again and again while the program runs. Each tree
// costs what it costs to read everything anew, so the next one waits until what the trees have taken is at
// most 3 % of one core again: of this process and of those that it has started and waited for. Nothing is
// told of what fails: a file may be half-written.
class LiveSnapshots {
 public:
  // `folder` and `prefix`: where the recorder's files are (RecordedProfiles).
  LiveSnapshots(std::filesystem::path folder, std::string prefix, std::filesystem::path live)
      : folder_(std::move(folder)), prefix_(std::move(prefix)), live_(std::move(live)) {}

  // Writes a tree where it is time for one.
  void Update();

 private:
  using Clock = std::chrono::steady_clock;

  std::filesystem::path folder_;
  std::string prefix_;
  std::filesystem::path live_;
  Clock::time_point due_{};
};

}  // namespace ringscope
