#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cct/import/count_text.h"
#include "cct/import/frame_text.h"
#include "cct/import/import_preview.h"
#include "cct/import/json/json_document.h"
#include "cct/import/v8/trace_profiles.h"
#include "cct/import/v8/trace_slices.h"
#include "cct/import/v8/trace_stacks.h"
#include "cct/import/v8/trace_threads.h"

namespace ringscope {

// Reads a trace event by event in one pass and hands what it holds to those who make contexts of it.
class TraceReader final : public JsonDocument {
 public:
  explicit TraceReader(const ImportRun& run)
      : JsonDocument(run, run.options.max_stack_depth * 2 + 16),
        slices_(run.options, run.report),
        profiles_(run.builder, run.report),
        stacks_(run.report),
        preview_(run.options.preview, run.job) {}

  [[nodiscard]] Result<void> Import();

 private:
  // An event as it is read; its keys may come in any order.
  struct Event {
    std::string phase, name, pid, tid, id;
    std::string argument_name;  // args.name, of those that name a thread or a process
    std::optional<DecimalCount> at, duration, thread_duration;
    std::optional<TraceProfilePart> part;
    std::string frame_id;  // "sf" of a sample
    int64_t weight = 1;
    uint64_t offset = 0;
    void Clear();
  };

  [[nodiscard]] bool ReadDocument();
  [[nodiscard]] bool ReadTopMember(std::string_view key) override;
  [[nodiscard]] bool ReadEvents(bool samples);
  [[nodiscard]] bool ReadEventMember(std::string_view key);
  [[nodiscard]] bool ReadArguments();
  [[nodiscard]] bool ReadData();
  [[nodiscard]] bool ReadProfile();
  [[nodiscard]] bool ReadStackFrames();
  [[nodiscard]] bool ReadNumbers(CompactIntegers& values);
  // A string, or a number as written. Other values leave `text` as it is.
  [[nodiscard]] bool ReadTextOrNumber(std::string& text);
  [[nodiscard]] bool ReadCount(std::optional<DecimalCount>& count);

  [[nodiscard]] bool AddEvent();
  [[nodiscard]] bool AddSlice(char phase);
  void AddSample();
  void AddMetadata();
  [[nodiscard]] bool AddProfileEvent();
  [[nodiscard]] FrameId SliceFrame();
  // Adds what was read to a builder that has its frames. JavaScript profiles, whose parts fit together only
  // at the end, are left out unless it is the import's own.
  [[nodiscard]] Result<void> AddTo(CctBuilder& builder, TraceThreads& threads, ImportReport& report);
  void AddToPreview();

  TraceThreads threads_;
  TraceSlices slices_;
  TraceProfiles profiles_;
  TraceStacks stacks_;
  RecordPreview preview_;
  Event event_;
  FrameTexts slice_names_;
  bool found_events_ = false;
  uint64_t other_count_ = 0;
};

}  // namespace ringscope
