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

// What a trace memory holds, as tables. Everything but the values of nodes is a copy, taken once: the file
// may change at any time, as it belongs to a program that is running.
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

  // By cell: the caller's, kNoNode where the cell is no node; 0 of roots.
  static constexpr uint32_t kNoNode = 0xffffffffu;
  std::vector<uint32_t> caller_of;
  std::vector<uint32_t> function_of;
  std::span<const std::byte> bytes;  // of the file

  [[nodiscard]] uint32_t cell_count() const { return static_cast<uint32_t>(caller_of.size()); }
  [[nodiscard]] bool IsNode(uint32_t cell) const { return cell < cell_count() && caller_of[cell] != kNoNode; }
  // As they are now. `cell` < cell_count().
  [[nodiscard]] std::array<uint64_t, kTraceNodeValues> ValuesOf(uint32_t cell) const;
};

// A measure's scale, a power of ten whatever the file says.
[[nodiscard]] uint64_t ScaleOf(const TraceMeasure& measure);

// Whether a file that begins so is a trace memory.
[[nodiscard]] bool IsTraceMemory(std::string_view prefix);

// Reads a trace memory, which may be that of a running program, or nonsense. `bytes` has to stay with the
// result. Records that cannot be read are counted in `report`. Memory: 8 bytes a cell of 64, and the names.
// Errors: kMalformed (no header, counts beyond the layout's), kUnsupported (a newer version), kCancelled.
[[nodiscard]] Result<TraceContent> ReadTraceContent(std::span<const std::byte> bytes, ImportReport& report,
                                                    JobControl& job);

// Gives frames what a trace memory knows of their functions: classes with their superclasses, the hash of the
// code, and what was found out in calls. `frame_of` has the frame of each function that the tree has.
// Functions that are one frame are joined (frame_table.h). Classes that are named without a record are left
// out.
void SetTraceFacts(const TraceContent& content, const std::unordered_map<uint32_t, FrameId>& frame_of,
                   FrameInterner& frames, ImportReport& report);

// Gives the builder the points of a trace memory: by context and input size, with the fields that reports of
// aprof have, so that whatever reads those reads these. `node_of` is by cell; points of cells without a node
// are counted in `report`.
void SetTracePoints(std::span<const TracePoint> points, std::span<const BuildNode> node_of,
                    std::string_view cost_unit, CctBuilder& builder, ImportReport& report);

// Gives the builder the types that objects of calls had, likewise.
void SetTraceTypes(const TraceContent& content, std::span<const BuildNode> node_of, CctBuilder& builder,
                   ImportReport& report);

}  // namespace ringscope
