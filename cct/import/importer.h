#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/import/bytes/byte_source.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/import_report.h"

namespace ringscope {

class ImportPreview;

// Decides if the threads or processes of a profile become the first ring.
enum class ThreadRing : uint8_t {
  kWhenSeveral,  // a ring if the profile has more than one thread
  kAlways,
  kMerged,  // no ring: equal stacks of all threads are one context
};

// The limits of an import and how it reads. The limits turn hostile input into an error; the defaults are
// generous.
struct ImportOptions {
  BuildLimits build;
  ThreadRing threads = ThreadRing::kWhenSeveral;
  // Names of sample labels that become rings around the root, in this order, instead of the threads; the
  // name "thread" asks for the ring of threads. For formats that have labels (pprof, OTLP), callgrind
  // ("part"), and JFR, whose samples have a "state".
  std::vector<std::string> labels;
  // Names the metric of folded stacks, which have no name for it. An import of another format fails if this
  // is not empty.
  MetricNaming naming;
  // Puts the self cost of a function into a context below it for each source line, if the format has the
  // lines of costs (callgrind, pprof). Other formats ignore this.
  bool lines = false;
  // Gives a function a context for each line of the caller that calls it, if the format has the lines of
  // calls (docs/importers.md).
  bool call_sites = false;
  uint64_t max_stack_depth = uint64_t{1} << 24;    // frames of one stack
  uint64_t max_record_bytes = uint64_t{64} << 20;  // one line or one sample
  uint64_t max_inflated_bytes = uint64_t{1} << 42;
  // About how many contexts a call graph becomes, for formats that have no more than a call graph. Beyond
  // this, small contexts stay together.
  uint64_t max_estimated_contexts = uint64_t{1} << 20;
  size_t block_bytes = size_t{4} << 20;  // text that a worker takes at a time; tests use small blocks
  uint32_t worker_count = 0;             // threads to use; 0 = as many as the machine has cores
  // Looks up the names of nameless code in the files that the code was loaded from, if these files exist
  // here. If false, an import opens no other file.
  bool look_up_symbols = false;
  // Reads perf.data itself even if perf is installed; by default, an installed perf prints the file.
  bool without_perf = false;
  // Takes trees of the part that has been read so far; may be null. Formats whose tree is known only at the
  // end give no preview.
  ImportPreview* preview = nullptr;
};

// The inputs and outputs of one import. The referenced objects outlive the import's readers, which keep a
// copy of this struct.
struct ImportRun {
  ByteSource& source;
  const ImportOptions& options;
  CctBuilder& builder;
  ImportReport& report;
  JobControl& job;

  // The same import, but of another source.
  [[nodiscard]] ImportRun From(ByteSource& other) const { return {other, options, builder, report, job}; }
};

// One profile format. `sniff` returns true if an input with these first bytes has the format: it gets up to
// kSniffBytes of the inflated input (decoded to UTF-8 if there is a byte order mark), never throws and never
// reads beyond them. `import` reads everything into `builder`, counts skipped records in `report`, polls
// `job` for cancellation and adds the bytes that it has read to job->done_units.
struct Importer {
  std::string_view name;
  bool (*sniff)(std::string_view prefix);
  Result<void> (*import)(const ImportRun& run);
  bool is_text = true;  // errors have a line and a column; in binary formats, a byte offset
};

inline constexpr size_t kSniffBytes = 64 * 1024;

// Text may have many other lines, such as terminal output, before the first line of its format. If no
// importer takes the first kSniffBytes, the importers that skip such lines get this many bytes in `sniff`.
inline constexpr size_t kFarSniffBytes = size_t{16} << 20;

// All importers in the order in which they are asked: the most particular formats first, folded stacks last,
// because almost any text could be folded stacks.
[[nodiscard]] std::span<const Importer* const> AllImporters();

}  // namespace ringscope
