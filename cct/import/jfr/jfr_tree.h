#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/import/import_preview.h"
#include "cct/import/importer.h"
#include "cct/import/jfr/jfr_chunk.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/import_report.h"
#include "cct/tree/samples.h"

namespace ringscope {

// A constant of a chunk, as events and other constants refer to it.
struct JfrReference {
  uint32_t type = JfrTypes::kNone;
  uint64_t id = 0;
  friend bool operator==(const JfrReference&, const JfrReference&) = default;
};

// Makes the frames of threads, states and methods that the events of a chunk refer to, each once per chunk.
class JfrFrames {
 public:
  static constexpr FrameId kNone = 0xffffffffu;

  JfrFrames(CctBuilder& builder, ImportReport& report) : builder_(builder), report_(report) {}

  void BeginChunk();
  [[nodiscard]] FrameId OfThread(JfrChunk& chunk, JfrReference thread);
  // "state: STATE_SLEEPING", a ring of samples of threads in that state; "state: (none)" if they tell
  // none.
  [[nodiscard]] FrameId OfState(JfrChunk& chunk, JfrReference state);
  // `offset` is that of the event, for the report.
  [[nodiscard]] FrameId OfMethod(JfrChunk& chunk, JfrReference method, JfrReference frame_type,
                                 uint64_t offset);
  // The threads of all chunks so far.
  [[nodiscard]] const std::set<FrameId>& threads() const { return threads_of_all_; }
  // The work of finding methods so far; a known method takes 1.
  [[nodiscard]] uint64_t work() const { return work_; }

 private:
  [[nodiscard]] FrameId Make(JfrChunk& chunk, uint32_t type, uint32_t method, FrameKind kind);
  [[nodiscard]] FrameKind KindOf(JfrChunk& chunk, JfrReference frame_type);

  CctBuilder& builder_;
  ImportReport& report_;
  // Of the current chunk.
  std::unordered_map<uint64_t, FrameId> threads_;               // by constant
  std::unordered_map<uint64_t, FrameId> states_;                // by constant
  std::unordered_map<uint64_t, FrameKind> kinds_;               // by constant
  std::unordered_map<uint32_t, std::vector<FrameId>> methods_;  // by type; by number and kind
  JfrReference last_frame_type_;
  FrameKind last_kind_ = FrameKind::kUser;

  std::set<FrameId> threads_of_all_;
  uint64_t work_ = 0;
};

// Puts the events of chunks into one tree.
class JfrTree {
 public:
  explicit JfrTree(const ImportRun& run);

  // Adds the events of a chunk that has types. Errors: kLimit, kOverflow, kCancelled.
  [[nodiscard]] Result<void> Add(JfrChunk& chunk);
  // After the last chunk: sorts the metrics, hands over the samples, and notes what was left out.
  void Finish();

 private:
  // How to read events of one type.
  struct Source {
    std::optional<size_t> kind;  // nullopt: the events are only counted, by whether they have stacks
    JfrLayout layout;
    bool has_value = false;
    uint64_t unit_ns = 0;  // of a time; 0: ticks
  };
  // The metrics and samples of the events of one kind so far.
  struct Kind {
    std::optional<MetricIndex> count, value;
    SampleList samples;
  };
  struct Sample {
    JfrReference stack, thread, state;
    uint64_t value = 0;
    double factor = 1;
    std::optional<uint64_t> start_ticks;
  };
  struct StackContext {
    BuildNode node = kBuildRoot;
    bool cut_off = false;
  };

  void FindSources(JfrChunk& chunk);
  [[nodiscard]] Result<void> AddEvent(JfrChunk& chunk, const Source& source, const JfrEvents& event);
  [[nodiscard]] Result<uint64_t> ValueOf(const JfrChunk& chunk, const Source& source, const Sample& sample,
                                         uint64_t offset);
  [[nodiscard]] Result<StackContext> ContextOf(JfrChunk& chunk, const Sample& sample, uint64_t offset);
  [[nodiscard]] Result<StackContext> AddStack(JfrChunk& chunk, uint32_t type, uint32_t stack, BuildNode below,
                                              uint64_t offset);
  [[nodiscard]] MetricIndex AddMetric(std::string_view name, std::string_view unit, size_t rank);
  void AddTime(const JfrHeader& header, Kind& kind, std::optional<uint64_t> start_ticks, BuildNode context,
               uint64_t value);
  [[nodiscard]] std::vector<MetricIndex> MetricOrder() const;
  [[nodiscard]] std::vector<SampleList> TakeSamples(std::span<const MetricIndex> order);
  // The context that becomes the root: the ring of the only thread, or the root itself.
  [[nodiscard]] BuildNode Top();
  void AddToPreview();
  void CountOther(const JfrChunk& chunk, uint32_t type, const JfrEvents& event);
  void NoteOthers();
  // The context of the rings around an event's stack.
  [[nodiscard]] BuildNode RingsOf(JfrChunk& chunk, const Sample& sample);
  void NoteStates();

  const ImportRun run_;
  JfrFrames frames_;
  RecordPreview preview_;
  std::vector<Kind> kinds_;
  std::map<size_t, MetricIndex> metric_order_;  // by rank
  bool all_have_times_ = true;

  // Of the current chunk.
  std::vector<Source> sources_;  // by type
  // By type of stack; by ring and number of the stack.
  std::unordered_map<uint32_t, std::unordered_map<uint64_t, StackContext>> contexts_;
  std::vector<JfrReference> stack_methods_, stack_types_;
  std::vector<uint64_t> stack_lines_;  // lines where frames stopped or called; empty without call sites

  std::map<FrameId, uint64_t> states_;  // number of events by state of their thread
  std::map<std::string, uint64_t> others_with_stacks_;
  uint64_t other_count_ = 0;
  uint64_t work_at_poll_ = 0;
};

}  // namespace ringscope
