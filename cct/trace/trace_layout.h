#pragma once

// The layout of a trace memory: what a recorder that counts every call keeps its calling context trees in
// while the program runs. It is a file that the recorder maps, shared, so that whoever reads the file sees
// the trees grow, and still has them when the program crashes or is killed: no step at the end is needed.
// docs/trace_memory.md describes it.
//
// All numbers are little endian and aligned to their size. A file consists of blocks of 64 KiB, block 0 being
// the header. A block holds cells of 64 bytes; a cell's number is its offset in the file / 64, so 0 is the
// header and no node. The first cell of every other block is its TraceBlock.
//
// Who writes: one process; a node's values and links by its thread alone, with plain stores of whole 32- or
// 64-bit words. Who reads must expect anything: a program may write nonsense over its own memory, and a file
// may come from elsewhere.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ringscope {

inline constexpr char kTraceMagic[8] = {'R', 'S', 'T', 'R', 'A', 'C', 'E', '1'};
inline constexpr uint32_t kTraceVersion = 1;
inline constexpr uint64_t kTraceBlockBytes = 64 * 1024;
inline constexpr uint64_t kTraceCellBytes = 64;
inline constexpr uint32_t kTraceCellsPerBlock = kTraceBlockBytes / kTraceCellBytes;
inline constexpr uint32_t kTraceNodeValues = 5;
inline constexpr uint32_t kTraceFunctionValues = 6;
// A node of a function above this number and below twice as much, of which no record tells, stands for a line
// of its caller, which is the rest of the number: what is called there lies below it. Its values, which are none of calls, are its caller's.
inline constexpr uint32_t kTraceCallLines = 0x60000000u;
[[nodiscard]] inline bool IsTraceCallLine(uint32_t function) {
  return function > kTraceCallLines && function < 2 * kTraceCallLines;
}
// The function of a thread's root.
inline constexpr uint32_t kTraceNoFunction = 0xffffffffu;
// No metric.
inline constexpr uint32_t kTraceNoMetric = 0xffffffffu;

// Attributes with a meaning of their own: the patterns of functions that are left out, with ';' between them,
// and each of them of which a function was met, one by one. An empty one says that those are told.
inline constexpr std::string_view kLeftOutAttribute = "left out";
inline constexpr std::string_view kLeftOutMetAttribute = "left out, met";

// What the values of nodes or functions count; texts end with 0.
struct TraceMeasure {
  char name[40];
  char unit[16];   // as Metric::unit
  uint64_t scale;  // as Metric::scale: a power of ten; 0 counts as 1
};

enum class TraceState : uint32_t { kRunning = 0, kFinished = 1 };

// Block 0.
struct TraceHeader {
  char magic[8];
  uint32_t version;
  uint32_t process_id;
  uint64_t block_count;  // blocks in use, this one included; grows, written after the block's TraceBlock
  TraceState state;
  uint32_t metric_count;          // <= kTraceNodeValues: which of a node's values are used
  uint32_t function_value_count;  // <= kTraceFunctionValues
  uint32_t time_metric;   // whose unit is ns and that the cost of probes is part of; kTraceNoMetric: none
  uint32_t calls_metric;  // that counts calls; kTraceNoMetric: none
  uint32_t point_metric;  // that the costs of points are in; kTraceNoMetric: no points
  int64_t start_time_s;   // since 1970, UTC
  uint64_t lost_calls;    // that were not counted, as no memory was to be had
  // Odd while trees of threads that ended are being added to others: what is read then may count some of it
  // twice.
  uint64_t merge_count;
  // What a call and its return cost the recorder, calibrated at start, in 1/1000 ns: the part that falls into
  // the time of the function that is called, and the part that falls into its caller's.
  uint64_t probe_in_callee_ps;
  uint64_t probe_in_caller_ps;
  char tool[64];
  TraceMeasure metrics[kTraceNodeValues];
  TraceMeasure function_values[kTraceFunctionValues];
};

enum class TraceBlockKind : uint32_t {
  kFree = 0,       // holds nothing (any more)
  kNodes = 1,      // TraceNode
  kRecords = 2,    // TraceRecord after TraceRecord, each aligned to 8 bytes
  kFunctions = 3,  // TraceFunctionCell
  kPoints = 4,     // TracePoint
  kTypes = 5,      // TraceTypes
};

// The first cell of a block.
struct TraceBlock {
  TraceBlockKind kind;
  // Cells in use after this one; for records: bytes. Written after what it counts.
  uint32_t used;
  uint32_t unused[14];
};

// A context of one thread.
struct TraceNode {
  uint32_t function;  // id of a function record, kTraceCallLines and a line, or kTraceNoFunction
  uint32_t caller;    // cell; 0: this is the root of a thread
  uint32_t
      first_callee;  // cell, 0: none; the callees are a list. Of use to the recorder: readers go by `caller`
  uint32_t next_callee;               // of the same caller
  uint32_t recent_callee;             // the callee that was called last
  uint32_t recorder;                  // what the recorder likes
  uint64_t values[kTraceNodeValues];  // self values: what the context costs without its callees
};

// What was found out of a function.
struct TraceFunctionCell {
  uint32_t function;
  uint32_t known;     // bit i: values[i] is known
  uint32_t at_least;  // bit i: counting values[i] stopped, the truth is not less
  uint32_t unused;
  uint64_t values[kTraceFunctionValues];
};

// What calls of a context with inputs of one size cost. A context may have several points of one size: they
// add up.
struct TracePoint {
  uint32_t node;  // cell
  uint32_t unused;
  uint64_t input_size;
  uint64_t calls;
  uint64_t cost;      // sum, inclusive, in the unit of the point metric
  uint64_t cost_min;  // of one call
  uint64_t cost_max;
  double cost_squares;  // sum of the squares
  uint64_t unused_bytes;
};

// How many types are told apart of a context and role, and of those by one cell.
inline constexpr uint32_t kTraceTypes = 8;
inline constexpr uint32_t kTraceTypesPerCell = 4;

// Roles of objects in calls, as TypeRole has them, and how many arguments recorders look at.
inline constexpr uint16_t kTraceReceiver = 0;
inline constexpr uint16_t kTraceResult = 1;
inline constexpr uint16_t kTraceFirstArgument = 2;
inline constexpr uint16_t kTraceArguments = 8;

// Of which types the objects of a context's calls were in one role. A context and role may have several
// cells: they add up.
struct TraceTypes {
  uint32_t node;                       // cell
  uint16_t role;                       // at most 255
  uint16_t recorder;                   // what the recorder likes
  uint32_t type[kTraceTypesPerCell];   // ids of type records, 0: none
  uint64_t calls[kTraceTypesPerCell];  // by type
  uint64_t other_calls;                // with objects of other types
};

enum class TraceRecordKind : uint32_t {
  kFunction = 1,
  kClass = 2,
  kThread = 3,
  kAttribute = 4,
  kModule = 5,
  kCode = 6,
  kType = 7,
};

// Followed by what its kind says, then texts of the given lengths in bytes, without an ending 0.
struct TraceRecord {
  TraceRecordKind kind;
  uint32_t
      size_bytes;  // of the record with this and its texts, rounded up to a multiple of 8; fits the block
};

struct TraceFunctionRecord {
  TraceRecord record;
  uint32_t id;          // any number but kTraceNoFunction; of two records of one id the last one counts
  uint32_t class_id;    // of a class record, 0: none
  uint32_t line;        // of the definition, from 1; 0: unknown
  uint32_t frame_kind;  // FrameKind
  uint64_t code_hash;   // 0: unknown
  uint32_t name_bytes;
  uint32_t module_bytes;
  uint32_t file_bytes;
  uint32_t unused;
  // name, module, file
};

struct TraceClassRecord {
  TraceRecord record;
  uint32_t id;             // from 1
  uint32_t superclass_id;  // 0: none; may be the id of a record that comes later, or never
  uint32_t name_bytes;
  uint32_t module_bytes;  // package or module
  // name, module
};

struct TraceThreadRecord {
  TraceRecord record;
  uint32_t root;  // cell of its root; of two records of one root the last one counts
  uint32_t name_bytes;
  uint64_t thread_id;
  // name
};

// An attribute of the execution.
struct TraceAttributeRecord {
  TraceRecord record;
  uint32_t name_bytes;
  uint32_t value_bytes;
  // name, value
};

// A file that code was mapped from, and the part of it that is code.
struct TraceModuleRecord {
  TraceRecord record;
  uint32_t id;
  uint32_t path_bytes;
  uint32_t build_id_bytes;  // 0: it has none
  uint32_t unused;
  uint64_t code_offset;  // in the file, of what was mapped
  uint64_t code_bytes;   // that were mapped
  uint64_t inode;
  // path, build id in hexadecimal
};

// Where a function lies that has no record of its own: its name is that which the module has for this place.
struct TraceCodeRecord {
  TraceRecord record;
  uint32_t function;  // id
  uint32_t module;    // of a module record
  uint64_t offset;    // in the module's file
};

// A type that objects of calls have.
struct TraceTypeRecord {
  TraceRecord record;
  uint32_t id;  // from 1
  uint32_t name_bytes;
  // name
};

static_assert(sizeof(TraceMeasure) == 64);
static_assert(sizeof(TraceHeader) <= kTraceBlockBytes && sizeof(TraceHeader) == 152 + 64 * 11);
static_assert(sizeof(TraceBlock) == kTraceCellBytes);
static_assert(sizeof(TraceNode) == kTraceCellBytes && offsetof(TraceNode, values) == 24);
static_assert(sizeof(TraceFunctionCell) == kTraceCellBytes);
static_assert(sizeof(TracePoint) == kTraceCellBytes);
static_assert(sizeof(TraceTypes) == kTraceCellBytes);
static_assert(sizeof(TraceFunctionRecord) == 48 && sizeof(TraceClassRecord) == 24 &&
              sizeof(TraceThreadRecord) == 24 && sizeof(TraceAttributeRecord) == 16 &&
              sizeof(TraceModuleRecord) == 48 && sizeof(TraceCodeRecord) == 24 &&
              sizeof(TraceTypeRecord) == 16);

}  // namespace ringscope
