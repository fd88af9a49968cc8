#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/import/bytes/line_blocks.h"
#include "cct/import/frame_names.h"
#include "cct/import/importer.h"
#include "cct/import/perf/perf_form.h"
#include "cct/import/perf/perf_line.h"
#include "cct/tree/samples.h"

namespace ringscope {

// The most frames of a stack: as the comments at the start of a file tell, else kDefaultPerfStackLimit.
[[nodiscard]] uint64_t PerfStackLimit(std::string_view start_of_file);

// The facts about a text that go into the report.
struct PerfTextFindings {
  uint64_t source_line_count = 0;
  uint64_t extra_count = 0;  // samples with registers, instructions, branches or the like behind frames
  uint64_t without_frames_count = 0;  // samples
  PerfUnknown unknown;
  bool saw_modules = false;  // of frames
  bool all_have_times = true;
  bool has_time_zero = false;      // of some sample
  bool goes_back_in_time = false;  // within a block some sample is earlier than the sample before
  // The times of the first and the last sample of each block that has any, in the order of reading.
  struct BlockTimes {
    uint64_t offset_bytes = 0, first_ns = 0, last_ns = 0;
  };
  std::vector<BlockTimes> block_times;
  // The offset of the last sample if the input seems to end within it: its last line has neither an end nor a
  // module, or no frame follows its first line. Only counts if saw_modules.
  std::optional<uint64_t> cut_sample;

  void Add(const PerfTextFindings& other);
  // Whether some sample of the whole text is earlier than the sample before, whichever worker read which
  // block.
  [[nodiscard]] bool GoesBackInTime() const;
};

// Reads blocks of `perf script` text into a tree of its own, with every thread as a context below the root
// unless options.threads is kMerged.
class PerfWorker {
 public:
  // Stacks of exactly `stack_limit` frames are taken to be cut at the root side.
  PerfWorker(const ImportOptions& options, PerfForm form, uint64_t stack_limit);

  // `whole_samples` says that blocks end where a sample does. Errors carry an offset.
  [[nodiscard]] Result<void> ReadBlock(const LineBlock& block, bool whole_samples);
  // After the last block.
  [[nodiscard]] Result<void> FinishInput();

  [[nodiscard]] CctBuilder& builder() { return builder_; }
  [[nodiscard]] std::vector<PerfEvent>& events() { return events_; }
  // By event, with periods as values, where all samples have a time; else empty.
  [[nodiscard]] std::vector<SampleList>& samples() { return samples_; }
  [[nodiscard]] const PerfTextFindings& found() const { return found_; }
  [[nodiscard]] const ImportReport& report() const { return report_; }
  // Names of the ring frames below the root, in order of appearance.
  [[nodiscard]] const FrameTexts& threads() const { return threads_; }

 private:
  // The meaning of a frame line's text.
  struct KnownLine {
    FrameId frame = 0;    // not for inlined ones, which are resolved per module
    uint32_t module = 0;  // in KnownLines::modules
    bool inlined = false;
    bool unknown = false;
  };
  struct PathStep {
    FrameId frame;
    BuildNode node;
  };

  [[nodiscard]] bool ReadLine(std::string_view line, uint64_t offset);
  // Reads a line outside of call chains, in a text whose samples are recognized by their place.
  [[nodiscard]] bool ReadPlacedLine(std::string_view line, uint64_t offset);
  // Reads a frame that is indented like those of call chains.
  [[nodiscard]] bool ReadChainLine(const PerfFrameLine& frame, uint64_t offset);
  // Reads a line that perf prints after frames and samples; nullopt for others.
  [[nodiscard]] std::optional<bool> ReadLineBehindFrames(std::string_view line, uint64_t offset);
  [[nodiscard]] bool ReadFrame(const PerfFrameLine& frame, uint64_t offset);
  // Reads a line that perf prints between samples; nullopt for others.
  [[nodiscard]] std::optional<bool> ReadNotice(std::string_view line, uint64_t offset);
  [[nodiscard]] bool ReadFrameWithoutModule(const PerfFrameLine& frame, uint64_t offset);
  [[nodiscard]] bool BeginSample(const PerfHeader& header, uint64_t offset);
  [[nodiscard]] bool AddFrame(const PerfFrameLine& frame, uint64_t offset);
  // Adds the frames of `waiting_` to the stack, before anything else reads the stack.
  [[nodiscard]] bool AddWaiting();
  [[nodiscard]] bool FinishSample();
  // `line` comes from KnownLineOf().
  [[nodiscard]] bool AddLine(uint32_t line, uint64_t offset);
  // Takes a source line, which perf prints after the frame that stopped or called there.
  [[nodiscard]] bool AddCallLine(std::string_view text, uint64_t offset);
  [[nodiscard]] std::string_view LineText(uint32_t line) const {
    return known_.texts[line & 1].text(line >> 1);
  }
  void AddTime(BuildNode node);
  // Twice the index of the line, plus 1 if its address is the kernel's.
  uint32_t KnownLineOf(const PerfFrameLine& frame, uint64_t hash);
  void AddKnownLine(const PerfFrameLine& frame, uint32_t half);
  uint32_t ModuleIndex(std::string_view module);
  void ResolveInlined(uint32_t module);
  // nullopt if there are too many.
  [[nodiscard]] std::optional<uint32_t> EventIndex(std::string_view name, uint64_t offset);
  FrameId ThreadFrame(const PerfHeader& header);
  [[nodiscard]] bool FailWith(ErrorCode code, uint64_t offset, std::string message);

  const ImportOptions& options_;
  PerfForm form_;
  CctBuilder builder_;
  std::vector<PerfEvent> events_;
  std::vector<SampleList> samples_;  // by event
  ImportReport report_;
  PerfTextFindings found_;
  uint64_t stack_limit_;
  std::optional<uint64_t> unended_line_;  // offset of the block's last line, if it has no end
  std::optional<Error> error_;

  // Frame lines read, by the half of the address space (1 is the kernel's), which decides the kind of an
  // unnamed symbol.
  struct KnownLines {
    FrameTexts texts[2];
    std::vector<KnownLine> lines[2];
    FrameTexts modules;
    std::unordered_map<uint64_t, FrameId> inlined_frames;  // by line and module
  };
  KnownLines known_;
  FrameTexts event_names_;  // in the order of events_
  FrameTexts threads_;      // header text up to the time -> ring frame
  std::string thread_name_;
  PerfFileHeader file_header_;
  // A line like a comment. It is the first line of a sample if frames follow.
  std::string comment_;
  uint64_t comment_offset_ = 0;
  bool is_behind_sample_ = false;  // lines that belong to the sample may follow

  // The sample being read.
  struct Pending {
    uint32_t position;
    uint32_t line;
  };
  bool in_sample_ = false;
  uint64_t sample_offset_ = 0;
  bool sample_has_modules_ = false;
  bool has_trailer_ = false;
  bool has_frame_in_header_ = false;   // and no other frame so far
  bool has_chain_ = false;             // indented frames
  std::optional<uint32_t> held_line_;  // of the last frame, not in stack_ yet
  struct WaitingFrame {
    PerfFrameLine frame;  // a part of the block
    uint64_t hash, offset;
  };
  std::vector<WaitingFrame> waiting_;  // behind stack_; looked up together, as a look-up waits for memory
  uint32_t event_ = 0;
  uint64_t period_ = 0;
  uint64_t block_offset_ = 0;  // of the block that is read
  std::optional<uint64_t> time_ns_;
  uint64_t real_frame_count_ = 0;
  uint64_t unknown_in_sample_ = 0;
  std::optional<FrameId> thread_;
  std::vector<FrameId> stack_;  // innermost first
  std::vector<Pending> pending_inlined_;
  bool has_call_line_ = false;  // of the last frame
  std::vector<PathStep> path_;  // of the sample before, outermost first
};

}  // namespace ringscope
