#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/import/below_zero.h"
#include "cct/import/context_finder.h"
#include "cct/import/count_text.h"
#include "cct/import/importer.h"

namespace ringscope {

// The data of a profile in a speedscope file, except its stacks.
struct SpeedscopeHead {
  std::string name;
  std::string unit = "none";
  std::optional<DecimalCount> end;
};

// An event of an evented profile; members without a value have not been read.
struct SpeedscopeEvent {
  enum class Type : uint8_t { kNone, kOpen, kClose } type = Type::kNone;
  std::optional<int64_t> frame;
  std::optional<DecimalCount> at;
};

// Reads an event in the form that nearly all have, several times as fast as token by token: an object of
// "type", "frame" and "at" in any order, each once, without blanks. Returns false and leaves `event`
// unchanged for any other text, which may still be an event.
[[nodiscard]] bool ParsePlainEvent(std::string_view object, SpeedscopeEvent& event);

// Puts the profiles of a speedscope file into one tree. Profiles with the same unit share a metric and become
// rings (threads, mostly); in our own export, each profile is a metric.
class SpeedscopeTree {
 public:
  // The index of a frame that is not in the file's list.
  static constexpr int64_t kOutside = -1;

  // `frames` is by the file's index of frames.
  SpeedscopeTree(const ImportRun& run, std::vector<SpeedscopeHead> heads, std::vector<FrameId> frames,
                 bool own_export);

  // Begins the next profile. Returns false on an error, like all of the following: see error().
  [[nodiscard]] bool BeginProfile();

  // A sample's stack: BeginStack(), PushFrame() for its frames, the outermost first, and EndStack(). Stacks
  // wait until FindContexts(), which is to be called when many_waiting(). A stack without an end is dropped.
  void BeginStack() {
    stack_frames_.resize(stack_begin_);
    last_numbers_.clear();
  }
  // `index` is negative if the file has no valid one.
  [[nodiscard]] bool PushFrame(int64_t index, uint64_t offset) {
    return PushListedFrame(static_cast<uint64_t>(index)) || PushUnusualFrame(index, offset);
  }
  void EndStack();
  // Adds a whole stack from the text between the brackets of a sample. Reuses the frames of the text that the
  // stack shares with the one before it. Returns false and adds no stack if the text is no list of indices of
  // listed frames; the caller then reads it number by number.
  [[nodiscard]] bool AddPlainStack(std::string_view numbers);
  [[nodiscard]] bool many_waiting() const {
    return stack_ends_.size() >= ContextFinder::kTogether || stack_frames_.size() >= kMaxWaitingFrames;
  }
  // The contexts of the waiting stacks, in their order; valid until the next stack begins.
  [[nodiscard]] std::span<const BuildNode> FindContexts();
  [[nodiscard]] bool AddWeight(BuildNode context, const DecimalCount& weight, uint64_t offset);

  // Events: the time since the event before is self cost of the innermost open frame.
  void BeginEvents();
  // `event` has a type and a time.
  [[nodiscard]] bool AddEvent(const SpeedscopeEvent& event, uint64_t offset);
  // Closes the frames that are still open at the end of the profile.
  [[nodiscard]] bool EndEvents(uint64_t offset);

  // Call after the last profile: notes what had to be repaired.
  void AddNotes();

  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  // A metric and the number of decimals that its values have so far.
  struct Values {
    std::string unit;
    MetricIndex metric = 0;
    uint32_t decimals = 0;
    double cut = 0;  // the sum of the times between the early and the own ends of frames
  };
  struct Level {
    int64_t index;  // of the frame, or kOutside
    BuildNode node;
  };
  static constexpr size_t kMaxWaitingFrames = size_t{1} << 18;

  void ChooseMetrics();
  [[nodiscard]] FrameId RingFrame(size_t profile);
  [[nodiscard]] bool FailWith(ErrorCode code, uint64_t offset, std::string message);
  [[nodiscard]] BuildNode Top() const { return depth_ == 0 ? profile_root_ : levels_[depth_ - 1].node; }
  [[nodiscard]] FrameId FrameOf(int64_t index) const {
    return index == kOutside ? unknown_frame_ : frames_[static_cast<size_t>(index)];
  }
  [[nodiscard]] bool FailOnDepth(uint64_t offset);
  [[nodiscard]] bool Push(int64_t index, uint64_t offset);
  // The number of open levels of this frame.
  [[nodiscard]] uint64_t& OpenCount(int64_t index) {
    return open_count_[index == kOutside ? frames_.size() : static_cast<size_t>(index)];
  }
  // Begins a stack with the outermost `count` frames of the one before, which must have that many.
  void KeepFrames(size_t count);
  // Returns false and does nothing if there is no such frame or the stack is too deep.
  [[nodiscard]] bool PushListedFrame(uint64_t index) {
    if (index >= frames_.size() || stack_frames_.size() - stack_begin_ >= max_depth_) [[unlikely]]
      return false;
    stack_frames_.push_back(frames_[index]);
    return true;
  }
  [[nodiscard]] bool PushUnusualFrame(int64_t index, uint64_t offset);
  [[nodiscard]] int64_t Listed(int64_t index, uint64_t offset);
  [[nodiscard]] std::optional<int64_t> Scaled(const DecimalCount& count, uint64_t offset);
  void AdvanceTo(int64_t at);
  // The time of the last event in the metric's own unit.
  [[nodiscard]] double AtInUnit() const {
    return static_cast<double>(at_.value_or(0)) / static_cast<double>(PowerOfTen(at_values_->decimals));
  }
  [[nodiscard]] std::string CutText() const;

  const ImportRun run_;
  std::vector<SpeedscopeHead> heads_;
  std::vector<FrameId> frames_;
  bool own_export_;
  uint64_t max_depth_;
  FrameId unknown_frame_ = 0;
  bool rings_ = false;
  std::map<std::string, uint32_t> ring_names_;

  std::vector<Values> values_;
  std::vector<size_t> values_of_;  // by profile
  size_t profile_ = 0;             // the next one
  Values* at_values_ = nullptr;
  BelowZero below_zero_;
  BuildNode profile_root_ = kBuildRoot;
  std::vector<Level> levels_;  // the open frames, then frames that were closed and may open again
  size_t depth_ = 0;           // number of open frames
  std::vector<uint64_t> open_count_;
  std::map<int64_t, std::vector<double>> cut_at_;  // by frame: times when the end of a caller closed it
  // The frames of the waiting stacks one after another, and the end of each stack; from stack_begin_ on, the
  // frames of the current stack.
  std::vector<FrameId> stack_frames_;
  std::vector<size_t> stack_ends_;
  size_t stack_begin_ = 0;
  std::vector<FrameId> frames_before_;  // of the last stack before the waiting ones
  std::string last_numbers_;            // the text of the stack before, if AddPlainStack() added it
  std::vector<size_t> stack_shared_;
  std::vector<BuildNode> stack_contexts_, path_;
  ContextFinder finder_;
  std::optional<int64_t> at_;  // of the last event, in units of 10^-decimals

  uint64_t early_count_ = 0, not_open_count_ = 0, not_closed_count_ = 0, open_at_end_count_ = 0;
  uint64_t rounded_count_ = 0;
  bool has_idle_ = false;
  std::optional<Error> error_;
};

}  // namespace ringscope
