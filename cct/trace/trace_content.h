#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/trace/trace_layout.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/building/frame_interner.h"
#include "cct/tree/import_report.h"

namespace ringscope {

struct TracedFunction {
  std::string name, module, file;
  uint32_t class_id = 0;  // 0: none
  uint32_t line = 0;
  uint32_t frame_kind = 0;
  uint64_t code_hash = 0;
};

struct TracedClass {
  std::string name, module;
  uint32_t superclass_id = 0;
};

struct TracedModule {
  std::string path, build_id;  // the latter in hexadecimal
  uint64_t code_offset = 0, code_bytes = 0;
  uint64_t inode = 0;
};

struct TracedThread {
  std::string name;
  uint64_t id = 0;
};

// The contents of a trace memory as tables. Everything except the values of nodes is copied once, because the
// file may belong to a running program and change at any time.
struct TraceContent {
  TraceHeader header{};
  std::unordered_map<uint32_t, TracedFunction> functions;  // by id
  std::unordered_map<uint32_t, TracedClass> classes;       // by id
  std::unordered_map<uint32_t, TracedModule> modules;      // by id
  std::unordered_map<uint32_t, TraceCodeRecord> codes;     // by id of the function
  std::unordered_map<uint32_t, TracedThread> threads;      // by the cell of their root
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<TraceFunctionCell> function_cells;
  std::vector<TracePoint> points;
  std::vector<TraceTypes> types;
  std::unordered_map<uint32_t, std::string> type_names;  // by id

  // By cell: the caller's cell, 0 for roots, kNoNode if the cell is no node.
  static constexpr uint32_t kNoNode = 0xffffffffu;
  std::vector<uint32_t> caller_of;
  std::vector<uint32_t> function_of;
  std::span<const std::byte> bytes;  // of the file

  [[nodiscard]] uint32_t cell_count() const { return static_cast<uint32_t>(caller_of.size()); }
  [[nodiscard]] bool IsNode(uint32_t cell) const { return cell < cell_count() && caller_of[cell] != kNoNode; }
  // The present values in the file. `cell` < cell_count().
  [[nodiscard]] std::array<uint64_t, kTraceNodeValues> ValuesOf(uint32_t cell) const;
};

// A measure's scale, rounded up to a power of ten, at most 10^9.
[[nodiscard]] uint64_t ScaleOf(const TraceMeasure& measure);

// Whether a file with this begin is a trace memory.
[[nodiscard]] bool IsTraceMemory(std::string_view prefix);

// Reads a trace memory, which may belong to a running program, or be damaged. The result borrows `bytes`.
// Counts records that cannot be read in `report`. Memory: 8 bytes for each cell of 64, and the names. Errors:
// kMalformed (no header, counts beyond the layout's), kUnsupported (another version), kLimit (blocks),
// kCancelled.
[[nodiscard]] Result<TraceContent> ReadTraceContent(std::span<const std::byte> bytes, ImportReport& report,
                                                    JobControl& job);

// Gives frames the facts of a trace memory about their functions: classes with their superclasses, the hash
// of the code, and values measured in calls. `frame_of` has the frame of each function in the tree. Facts of
// functions with one frame are joined (frame_table.h). Classes without a record are left out.
void SetTraceFacts(const TraceContent& content, const std::unordered_map<uint32_t, FrameId>& frame_of,
                   FrameInterner& frames, ImportReport& report);

// Gives the builder the points of a trace memory: by context and input size, with the fields of aprof's
// reports, so that their readers understand them. `node_of` is by cell; points of cells without a node are
// counted in `report`.
void SetTracePoints(std::span<const TracePoint> points, std::span<const BuildNode> node_of,
                    std::string_view cost_unit, CctBuilder& builder, ImportReport& report);

// Gives the builder the types of objects in calls. `node_of` and `report` as above.
void SetTraceTypes(const TraceContent& content, std::span<const BuildNode> node_of, CctBuilder& builder,
                   ImportReport& report);

}  // namespace ringscope
