#pragma once

// The layout of a trace memory: the file in which a recorder that counts every call keeps its calling context
// trees while the program runs. The recorder maps the file shared, so that readers see the trees grow, and
// still have them when the program crashes or is killed: no final step is needed. See docs/trace_memory.md.
//
// All numbers are little endian and aligned to their size. A file consists of blocks of 64 KiB; block 0 is
// the header. A block consists of cells of 64 bytes; the number of a cell is its offset in the file / 64, so
// that cell 0 is the header and never a node. The first cell of every other block is its TraceBlock.
//
// One process writes; the values and links of a node are written only by its thread, with plain stores of
// whole 32- or 64-bit words. Readers must expect any contents: a program may overwrite its own memory, and a
// file may come from elsewhere.

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
// A node whose function is above this number and below twice this number, and has no record, stands for a
// line of its caller: the line is the rest of the number, and the functions called from it are below the
// node. The node's values belong to its caller and count no calls.
inline constexpr uint32_t kTraceCallLines = 0x60000000u;
[[nodiscard]] inline bool IsTraceCallLine(uint32_t function) {
  return function > kTraceCallLines && function < 2 * kTraceCallLines;
}
// The function of a thread's root.
inline constexpr uint32_t kTraceNoFunction = 0xffffffffu;
// No metric.
inline constexpr uint32_t kTraceNoMetric = 0xffffffffu;

// Attributes with a special meaning: the patterns of functions to leave out, separated by ';', and, one
// attribute each, those patterns that a function has matched. An empty one says that matches are recorded.
inline constexpr std::string_view kLeftOutAttribute = "left out";
inline constexpr std::string_view kLeftOutMetAttribute = "left out, met";

// The quantity of a value of nodes or functions; texts end with 0.
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
  uint64_t block_count;  // blocks in use, including this one; grows, written after the block's TraceBlock
  TraceState state;
  uint32_t metric_count;          // <= kTraceNodeValues: the used values of a node
  uint32_t function_value_count;  // <= kTraceFunctionValues
  uint32_t time_metric;           // in ns, including the cost of probes; kTraceNoMetric: none
  uint32_t calls_metric;          // counts calls; kTraceNoMetric: none
  uint32_t point_metric;          // of the costs of points; kTraceNoMetric: no points
  int64_t start_time_s;           // since 1970, UTC
  uint64_t lost_calls;            // not counted, as memory was exhausted
  // Odd while the trees of ended threads are added to others: a reader may then count some values twice.
  uint64_t merge_count;
  // The recorder's cost of a call and its return, calibrated at start, in 1/1000 ns: the part within the time
  // of the callee, and the part within that of its caller.
  uint64_t probe_in_callee_ps;
  uint64_t probe_in_caller_ps;
  char tool[64];
  TraceMeasure metrics[kTraceNodeValues];
  TraceMeasure function_values[kTraceFunctionValues];
};

enum class TraceBlockKind : uint32_t {
  kFree = 0,       // unused
  kNodes = 1,      // TraceNode
  kRecords = 2,    // TraceRecord after TraceRecord, each aligned to 8 bytes
  kFunctions = 3,  // TraceFunctionCell
  kPoints = 4,     // TracePoint
  kTypes = 5,      // TraceTypes
};

// The first cell of a block.
struct TraceBlock {
  TraceBlockKind kind;
  // Cells in use after this one, or bytes of records. Written after the cells or records.
  uint32_t used;
  uint32_t unused[14];
};

// A context of one thread.
struct TraceNode {
  uint32_t function;       // id of a function record, kTraceCallLines and a line, or kTraceNoFunction
  uint32_t caller;         // cell; 0: the root of a thread
  uint32_t first_callee;   // cell, 0: none; begins a list. For the recorder only: readers use `caller`
  uint32_t next_callee;    // the next callee of the same caller
  uint32_t recent_callee;  // the callee that was called last
  uint32_t recorder;       // for the recorder's own use
  uint64_t values[kTraceNodeValues];  // self values
};

// Facts about a function.
struct TraceFunctionCell {
  uint32_t function;
  uint32_t known;     // bit i: values[i] is known
  uint32_t at_least;  // bit i: counting values[i] stopped, so it is a lower bound
  uint32_t unused;
  uint64_t values[kTraceFunctionValues];
};

// The costs of calls of a context with one input size. Several points of a context and size are added up.
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

// The most types that are told apart for a context and role, and the number of types in one cell.
inline constexpr uint32_t kTraceTypes = 8;
inline constexpr uint32_t kTraceTypesPerCell = 4;

// Roles of objects in calls, equal to TypeRole, and the number of arguments that recorders look at.
inline constexpr uint16_t kTraceReceiver = 0;
inline constexpr uint16_t kTraceResult = 1;
inline constexpr uint16_t kTraceFirstArgument = 2;
inline constexpr uint16_t kTraceArguments = 8;

// The types of objects in one role in calls of a context. Several cells of a context and role are added up.
struct TraceTypes {
  uint32_t node;                       // cell
  uint16_t role;                       // at most 255
  uint16_t recorder;                   // for the recorder's own use
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

// The head of a record. The members of its kind follow, then texts of the given lengths in bytes, without a
// final 0.
struct TraceRecord {
  TraceRecordKind kind;
  uint32_t size_bytes;  // of the whole record, rounded up to a multiple of 8; fits the block
};

struct TraceFunctionRecord {
  TraceRecord record;
  uint32_t id;          // not kTraceNoFunction; of two records with one id the last one counts
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
  uint32_t superclass_id;  // 0: none; its record may come later, or never
  uint32_t name_bytes;
  uint32_t module_bytes;  // package or module
  // name, module
};

struct TraceThreadRecord {
  TraceRecord record;
  uint32_t root;  // cell of its root; of two records with one root the last one counts
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
  uint32_t build_id_bytes;  // 0: none
  uint32_t unused;
  uint64_t code_offset;  // of the mapped part, in the file
  uint64_t code_bytes;   // of the mapped part
  uint64_t inode;
  // path, build id in hexadecimal
};

// The place of a function without its own record: readers look up its name in the module.
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
