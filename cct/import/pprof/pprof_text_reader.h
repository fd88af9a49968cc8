#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "cct/import/importer.h"
#include "cct/import/pprof/address_frames.h"
#include "cct/import/pprof/pprof_text_line.h"
#include "cct/import/pprof/pprof_text_samples.h"
#include "cct/import/pprof/trimmed_lines.h"
#include "cct/symbols/symbolizer.h"

namespace ringscope {

enum class PprofTextForm : uint8_t {
  kHeap,
  kJemalloc,
  kJavaHeap,
  kContention,
  kMutex,
  kJavaContention,
  kCount,
  kThreads,
  kCpu  // binary, behind symbols
};

// Reads one text profile, whichever of the forms it has, into the builder. What is below the first line is
// read by a function of the form. `text` outlives it. Errors: kMalformed, kUnsupported, kLimit, kOverflow,
// kCancelled.
class PprofTextReader {
 public:
  PprofTextReader(std::string_view text, const ImportRun& run) : lines_(text), run_(run) {}

  Result<void> Read();

 private:
  // Goes to the line that tells what the profile is, past symbols in front of it.
  Result<void> FindHeader();
  Result<void> ReadBody();
  // Every now and then: whether to go on, and how far it is.
  Result<void> Poll();

  Result<void> ReadHeap();
  Result<void> ReadTimesAndCounts();
  Result<void> ReadCounts();
  Result<void> ReadThreads();

  FrameId ThreadFrame(const ThreadCounts& counts);
  Result<void> AddHeap(BuildNode node, const HeapCounts& counts);
  Result<BuildNode> StackNode(BuildNode above) {
    ends_in_bare_line_ = stack_.empty() && lines_.rest().empty();
    return samples_->ContextOf(stack_, above, lines_.offset());
  }
  // Where the first line counts more than the samples do.
  void NoteMissing(uint64_t told, uint64_t found, std::string_view one, std::string_view many);

  TrimmedLines lines_;
  const ImportRun run_;
  AddressNames names_;
  // Of the frames of addresses and of their names, while stacks are read.
  PprofTextSamples* samples_ = nullptr;
  PprofTextForm form_ = PprofTextForm::kHeap;
  std::string_view header_;
  std::vector<uint64_t> stack_;
  uint64_t line_count_ = 0;
  bool ends_in_bare_line_ = false;
  int64_t period_bytes_ = 0;                         // of a heap
  uint64_t in_use_count_ = 0, allocated_count_ = 0;  // of a heap's samples, as they stand there
  bool has_allocations_ = false;
};

}  // namespace ringscope
