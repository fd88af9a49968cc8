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

// Whether and how the threads or processes of a profile become the first ring.
enum class ThreadRing : uint8_t {
  kWhenSeveral,  // a ring when the profile has more than one thread, else none
  kAlways,
  kMerged,  // never: equal stacks of all threads are one
};

// What an import may cost and how it reads. The limits turn hostile input into an error; the defaults are
// generous.
struct ImportOptions {
  BuildLimits build;
  ThreadRing threads = ThreadRing::kWhenSeveral;
  // Names of labels of the samples that become rings around the root, in this order, instead of the
  // threads ("thread" is theirs). For formats that have labels (pprof, OTLP), callgrind ("part"), and JFR,
  // whose samples have a "state".
  std::vector<std::string> labels;
  // For folded stacks, which name no metric. An import of another format fails where it is not empty.
  MetricNaming naming;
  // What a function costs by itself is in a context below it for each source line, where the format tells the
  // lines of costs (callgrind, pprof). Other formats have no use for it.
  bool lines = false;
  // Contexts of one function that are called from several lines of their caller are several, where the format
  // tells at which line a caller was (docs/importers.md).
  bool call_sites = false;
  uint64_t max_stack_depth = uint64_t{1} << 24;    // frames of one stack
  uint64_t max_record_bytes = uint64_t{64} << 20;  // one line or one sample
  uint64_t max_inflated_bytes = uint64_t{1} << 42;
  // About how many contexts are made of a call graph, for formats that know no more. Beyond it, small ones
  // are left together.
  uint64_t max_estimated_contexts = uint64_t{1} << 20;
  size_t block_bytes = size_t{4} << 20;  // text a worker takes at a time; tests use small ones
  uint32_t worker_count = 0;             // threads to use; 0 = as many as the machine has cores
  // Whether code without a name is looked up in the files it was loaded from, where they are at hand. Off: an
  // import opens no other file.
  bool look_up_symbols = false;
  // perf.data is read here even where perf is installed, which else prints it for us.
  bool without_perf = false;
  // Takes trees of what has been read so far; null: nobody looks. Formats whose trees can be told only at the
  // end give none.
  ImportPreview* preview = nullptr;
};

// One import: what it reads and how, and where it puts what it finds. All of that outlives the import's
// readers, which keep a copy of this.
struct ImportRun {
  ByteSource& source;
  const ImportOptions& options;
  CctBuilder& builder;
  ImportReport& report;
  JobControl& job;

  // The same import of what another source has.
  [[nodiscard]] ImportRun From(ByteSource& other) const { return {other, options, builder, report, job}; }
};

// One profile format. `sniff` says whether an input that begins so has it: it sees the first bytes of the
// inflated input (up to kSniffBytes, decoded to UTF-8 text where a byte order mark says so), never throws and
// never reads beyond them. `import` reads everything into `builder`, counts what it skipped in `report`,
// polls `job` for cancellation and adds the bytes it has read to job->done_units.
struct Importer {
  std::string_view name;
  bool (*sniff)(std::string_view prefix);
  Result<void> (*import)(const ImportRun& run);
  bool is_text = true;  // errors are found by line and column, else by byte
};

inline constexpr size_t kSniffBytes = 64 * 1024;

// Text may have many other lines in front of what tells its format, as what a terminal showed. Where the
// first kSniffBytes are of no format, `sniff` of those that skip such lines sees as much as this.
inline constexpr size_t kFarSniffBytes = size_t{16} << 20;

// All importers in the order they are asked; the most particular formats first, folded stacks last, because
// almost any text could be one.
[[nodiscard]] std::span<const Importer* const> AllImporters();

}  // namespace ringscope
