#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cct/import/count_text.h"
#include "cct/import/frame_text.h"
#include "cct/import/import_preview.h"
#include "cct/import/importer.h"
#include "cct/import/json/json_reader.h"
#include "cct/import/v8/trace_profiles.h"
#include "cct/import/v8/trace_slices.h"
#include "cct/import/v8/trace_stacks.h"
#include "cct/import/v8/trace_threads.h"
#include "cct/tree/builder.h"
#include "cct/tree/import_report.h"

namespace ringscope {

// Reads a trace event by event in one pass and hands what it holds to those who make contexts of it.
class TraceReader {
 public:
  TraceReader(ByteSource& source, const ImportOptions& options, CctBuilder& builder, ImportReport& report,
              JobControl& job);

  [[nodiscard]] Result<void> Read();

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
  [[nodiscard]] bool ReadTopMember();
  [[nodiscard]] bool ReadEvents(bool samples);
  [[nodiscard]] bool ReadEvent();
  [[nodiscard]] bool ReadEventMember();
  [[nodiscard]] bool ReadArguments();
  [[nodiscard]] bool ReadData();
  [[nodiscard]] bool ReadProfile();
  [[nodiscard]] bool ReadStackFrames();
  [[nodiscard]] bool ReadNumbers(CompactIntegers& values);
  // Calls read_member() for the members of an object if that is what comes next; other values are skipped.
  template <typename ReadMember>
  [[nodiscard]] bool ReadObject(ReadMember read_member);
  // A string, or a number as written; others leave `text` empty.
  [[nodiscard]] bool ReadText(std::string& text);
  // The same for an id, of which a whole number is one however it is written.
  [[nodiscard]] bool ReadId(std::string& text);
  [[nodiscard]] bool ReadCount(std::optional<DecimalCount>& count);
  [[nodiscard]] bool SkipRest(JsonToken token);
  [[nodiscard]] bool FailWith(std::string_view expected);

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
  [[nodiscard]] Result<void> AddToTree();

  JsonReader json_;
  ThreadRing rings_;
  CctBuilder& builder_;
  ImportReport& report_;
  JobControl& job_;
  TraceThreads threads_;
  TraceSlices slices_;
  TraceProfiles profiles_;
  TraceStacks stacks_;
  RecordPreview preview_;
  Event event_;
  FrameTexts slice_names_;
  bool found_events_ = false;
  uint64_t other_count_ = 0;
  std::optional<Error> error_;
};

}  // namespace ringscope
