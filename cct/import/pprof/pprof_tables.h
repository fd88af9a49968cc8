#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/base/text/unit_names.h"
#include "cct/import/bytes/proto_reader.h"
#include "cct/import/id_index.h"
#include "cct/import/importer.h"
#include "cct/symbols/symbolizer.h"

namespace ringscope {

// The field numbers of profile.proto (https://github.com/google/pprof/blob/main/proto/profile.proto).
namespace pprof {
enum Profile : uint32_t {
  kSampleType = 1,
  kSample,
  kMapping,
  kLocation,
  kFunction,
  kStringTable,
  kDropFrames,
  kKeepFrames,
  kTimeNanos,
  kDurationNanos,
  kPeriodType,
  kPeriod,
  kComment,
  kDefaultSampleType,
  kDocUrl,
};
enum Sample : uint32_t { kLocationId = 1, kValue, kLabel };
}  // namespace pprof

// The paths of a pprof profile: the frames of each location, outermost first. Locations with the same frames,
// as the addresses of one function, share a path.
class PprofPaths {
 public:
  struct Path {
    uint32_t number;
    uint32_t frame_count;
    FrameId outermost;
  };
  // The path of a location; kMissing if the file lacks the location.
  [[nodiscard]] Path PathOf(uint64_t location_id) const {
    const uint32_t location = locations_.Find(location_id);
    return location == IdIndex::kNone ? Path{kMissing, 1, frames_[0]} : path_of_location_[location];
  }
  // The only frame of a location. kNone: ask PathOf(), which is slower.
  static constexpr FrameId kNone = 0xffffffffu;
  [[nodiscard]] FrameId OnlyFrameOf(uint64_t location_id) const {
    return location_id < only_frames_.size() ? only_frames_[location_id] : kNone;
  }
  // The frame of a location's innermost function at the line that the location tells. kNone if lines are not
  // asked for, or the location tells only the function's own line.
  [[nodiscard]] FrameId LineOf(uint64_t location_id) const {
    if (line_of_location_.empty()) return kNone;
    const uint32_t location = locations_.Find(location_id);
    return location == IdIndex::kNone ? kNone : line_of_location_[location];
  }
  [[nodiscard]] std::span<const FrameId> frames(uint32_t path) const {
    return std::span(frames_).subspan(begin_[path], begin_[path + 1] - begin_[path]);
  }
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(begin_.size() - 1); }

  // Whether the outermost function is of Go's runtime, which starts goroutines and threads.
  [[nodiscard]] bool BeginsInGoRuntime(uint32_t path) const { return begins_in_go_runtime_[path] != 0; }

  // The path of one frame, "[unknown]".
  static constexpr uint32_t kMissing = 0;

 private:
  friend class PprofTables;
  IdIndex locations_;
  std::vector<Path> path_of_location_;
  std::vector<FrameId> only_frames_;       // by location id, if ids are small: enough for most samples
  std::vector<FrameId> line_of_location_;  // empty: lines are not asked for
  std::vector<FrameId> frames_;
  std::vector<uint64_t> begin_;                // paths + 1
  std::vector<uint8_t> begins_in_go_runtime_;  // by path
};

// All of a profile except its samples. Fields come in any order and may refer to later ones, so Read() reads
// all of them and MakePaths() resolves the references. The views borrow from the profile's bytes.
class PprofTables {
 public:
  // Reads all top-level fields of the profile. Errors: kMalformed with the offset of the field, kLimit,
  // kCancelled.
  [[nodiscard]] Result<void> Read(std::string_view profile, const JobControl& job);

  struct ValueType {
    std::string_view type, unit;
  };
  [[nodiscard]] std::vector<ValueType> SampleTypes() const;
  // The name of the sample type that tools show first; empty if the file names none.
  [[nodiscard]] std::string_view DefaultSampleType() const {
    return String(numbers_[pprof::kDefaultSampleType]);
  }

  // The number of a string, or kNoString.
  static constexpr uint64_t kNoString = ~uint64_t{0};
  [[nodiscard]] uint64_t FindString(std::string_view text) const;
  // Empty if the table lacks the string.
  [[nodiscard]] std::string_view String(uint64_t index) const {
    return index < strings_.size() ? strings_[index] : std::string_view();
  }

  // Interns the frames of all locations; `symbolizer`, unless null, names those without a function. Counts
  // references to missing parts of the file in the report.
  [[nodiscard]] Result<PprofPaths> MakePaths(const ImportRun& run, Symbolizer* symbolizer) const;
  // Notes when and how the profile was recorded, and the comments in it.
  void AddNotes(ImportReport& report) const;

  // Whether the program was written in Go: its runtime is on every stack.
  [[nodiscard]] bool IsGo() const;

 private:
  struct Mapping {
    uint64_t start = 0, limit = 0, offset = 0, filename = 0, build_id = 0;
  };
  struct Function {
    uint64_t name = 0, system_name = 0, filename = 0;
    int64_t start_line = 0;
  };
  struct Line {
    uint64_t function = 0;
    int64_t line = 0, column = 0;
  };
  struct Location {
    uint64_t mapping = 0, address = 0;
    uint64_t lines_begin = 0;
    uint32_t line_count = 0;
    uint64_t offset_bytes = 0;
  };
  class PathMaker;

  [[nodiscard]] Result<void> ReadField(const ProtoReader& field, uint64_t offset);
  void AddPeriodNote(ImportReport& report) const;
  [[nodiscard]] Result<void> ReadLocation(std::string_view message, uint64_t offset);

  std::vector<std::string_view> strings_;
  std::vector<std::pair<uint64_t, uint64_t>> sample_types_;
  std::pair<uint64_t, uint64_t> period_type_{};
  std::vector<Mapping> mappings_;
  std::vector<uint64_t> mapping_ids_;
  std::vector<Function> functions_;
  std::vector<uint64_t> function_ids_;
  std::vector<Location> locations_;
  std::vector<uint64_t> location_ids_;
  std::vector<Line> lines_;
  std::vector<uint64_t> comments_;
  std::array<uint64_t, pprof::kDocUrl + 1> numbers_{};  // by field of the profile
};

// This program's name of a unit of pprof, which ignores case and takes "kB" and "MB" for powers of 1024.
[[nodiscard]] inline std::string ShortUnit(std::string_view unit) {
  if (unit.empty()) return "count";
  std::string small(unit);
  std::transform(small.begin(), small.end(), small.begin(), ToLower);
  std::string known = CanonicalUnit(small);
  return known == small ? std::string(unit) : known;
}

// Whether the function belongs to Go's runtime.
[[nodiscard]] inline bool IsOfGoRuntime(std::string_view function) {
  return function.starts_with("runtime.");
}

// The error for a malformed message: what was expected and what the reader found.
[[nodiscard]] tl::unexpected<Error> FailPprof(uint64_t offset_bytes, std::string_view expected,
                                              std::string_view problem);

}  // namespace ringscope
