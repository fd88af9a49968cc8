#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/text/number_text.h"
#include "cct/import/below_zero.h"
#include "cct/import/compact_lists.h"
#include "cct/import/frame_names.h"
#include "cct/import/id_index.h"
#include "cct/import/import_preview.h"
#include "cct/import/importers.h"
#include "cct/import/json/json_document.h"
#include "cct/import/limits.h"
#include "cct/import/report_notes.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

// Limits of the numbers in all stacks, and of frames; a recording of hours has about ten million numbers.
constexpr size_t kMaxStackprofNumbers = size_t{1} << 30;
constexpr size_t kMaxStackprofFrames = size_t{1} << 28;

bool SniffStackprof(std::string_view prefix) {
  if (FirstOf(prefix) != '{' || !Has(prefix, "\"mode\"") || !Has(prefix, "\"frames\"")) return false;
  return Has(prefix, "\"gc_samples\"") || Has(prefix, "\"missed_samples\"") || Has(prefix, "\"raw\"");
}

// The number as a count; nullopt below zero.
std::optional<uint64_t> Count(int64_t number) {
  if (number < 0) return std::nullopt;
  return static_cast<uint64_t>(number);
}

// Reads all members, in any order, and then makes the tree of the stacks.
class StackprofProfile final : public JsonDocument {
 public:
  using JsonDocument::JsonDocument;

  Result<void> BuildTree() {
    RINGSCOPE_TRY(run_.builder.status());
    if (!has_raw_) {
      return Fail(ErrorCode::kUnsupported,
                  "expected stacks, found only the sums of each function: record with `raw: true`");
    }
    index_.Build(frame_ids_, [this](size_t) { run_.report.Skip("a frame with the id of another", 0); });

    const bool times = mode_ == "wall" || mode_ == "cpu";
    const bool known_interval = interval_ && *interval_ > 0;
    if (mode_ == "wall" && !deltas_.empty()) {
      weight_ = Weight::kDeltas;
    } else if (known_interval && (times || (mode_ == "object" && *interval_ > 1))) {
      weight_ = Weight::kInterval;
    }
    if (weight_ != Weight::kNone)
      weight_metric_ = run_.builder.AddMetric({times ? "time" : "allocations", times ? "us" : "count", 1});
    const bool all_allocations = mode_ == "object" && interval_ == 1;
    samples_metric_ = run_.builder.AddMetric({all_allocations ? "allocations" : "samples", "count", 1});

    RINGSCOPE_TRY(ReadStacks());
    below_zero_.AddNote(run_.report);
    if (weight_ == Weight::kDeltas && next_delta_ < deltas_.size())
      run_.report.Skip("a time without a sample", deltas_offset_bytes_, deltas_.size() - next_delta_);
    if (times && known_interval) {
      Note(run_.report, "Sampled every {} us.", *interval_);
    } else if (weight_ == Weight::kInterval) {
      Note(run_.report, "One allocation in {} was recorded, and counts for all.", *interval_);
    }
    if (missed_count_ > 0)
      Note(run_.report, "Missed by the profiler: {}.", CountedText(missed_count_, "sample"));
    return run_.builder.status();
  }

 private:
  // The weight of a sample beside its count: none, the time since the last one, or the sampling interval.
  enum class Weight : uint8_t { kNone, kDeltas, kInterval };

  bool ReadTopMember(std::string_view key) override {
    if (key == "mode") return ReadText(mode_);
    if (key == "interval") return ReadNumberIfAny([this] { interval_ = json_.RoundedInteger(); });
    if (key == "missed_samples")
      return ReadNumberIfAny(
          [this] { missed_count_ = Count(json_.RoundedInteger().value_or(0)).value_or(0); });
    if (key == "frames") return ReadObject([this](std::string_view id) { return ReadFrame(id); });
    if (key == "raw") {
      if (has_raw_) return FailWith(ErrorCode::kMalformed, "expected one list of stacks, found a second one");
      has_raw_ = true;
      raw_offset_bytes_ = json_.offset_bytes();
      return ReadNumbers(raw_);
    }
    if (key == "raw_timestamp_deltas" && deltas_.empty()) {
      deltas_offset_bytes_ = json_.offset_bytes();
      return ReadNumbers(deltas_);
    }
    return json_.SkipValue();
  }

  bool ReadFrame(std::string_view id_text) {
    const uint64_t offset = json_.offset_bytes();
    const std::optional<uint64_t> id = ParseNumber<uint64_t>(id_text);
    if (!id) run_.report.Skip("a frame whose id is no number", json_.offset_bytes());
    if (frames_.size() >= kMaxStackprofFrames)
      return FailWith(ErrorCode::kLimit, TooMany(kMaxStackprofFrames, "frames"));
    std::string name;
    std::string file;
    uint32_t line = 0;
    const bool read = ReadMembers(json_.Next(), "a frame (an object)", [&](std::string_view key) {
      if (key == "name") return ReadText(name);
      if (key == "file") return ReadText(file);
      if (key != "line") return json_.SkipValue();
      return ReadNumberIfAny([&] { line = PlaceOf(json_.Integer().value_or(line)); });
    });
    if (!read || !id) return read;
    Frame frame{.name = name, .file = file, .line = line};
    // "(garbage collection)", "(marking)", "(sweeping)"; a method's name may be in parentheses too.
    if (name.empty()) {
      run_.report.Keep("a frame without a name", offset);
      frame.name = "[unknown]";
    }
    if (name.empty() || (file.empty() && name.starts_with('(') && name.ends_with(')')))
      frame.kind = FrameKind::kSynthetic;
    frame_ids_.push_back(*id);
    frames_.push_back(run_.builder.InternFrame(frame));
    return true;
  }

  bool ReadNumbers(CompactIntegers& numbers) {
    return ReadArray([&](JsonToken token) {
      if (token != JsonToken::kNumber) return FailWith("a number");
      const std::optional<int64_t> number = json_.RoundedInteger();
      if (!number) return FailWith(ErrorCode::kOverflow, "expected a number below 2^63, found a larger one");
      if (numbers.size() >= kMaxStackprofNumbers)
        return FailWith(ErrorCode::kLimit, TooMany(kMaxStackprofNumbers, "numbers"));
      numbers.Add(*number);
      return true;
    });
  }

  [[nodiscard]] FrameId FrameOf(int64_t id) {
    const uint32_t item = index_.Find(static_cast<uint64_t>(id));
    if (item != IdIndex::kNone) return frames_[item];
    run_.report.Keep("a frame that is not in the table", raw_offset_bytes_);
    return UnknownFrame(run_.builder);
  }

  [[nodiscard]] Result<void> ReadStacks() {
    constexpr size_t kNumbersPerPoll = 1 << 16;
    size_t poll_at = kNumbersPerPoll;
    RecordPreview preview(run_.options.preview, run_.job);
    for (size_t at = 0; at < raw_.size();) {
      const std::optional<uint64_t> depth = Count(raw_[at]);
      // The depth comes before the frames, the count behind them.
      if (!depth || raw_.size() - at < 2 || *depth > raw_.size() - at - 2) {
        run_.report.Skip("a stack whose depth does not fit the list of stacks", raw_offset_bytes_);
        return {};
      }
      if (*depth > run_.options.max_stack_depth)
        return FailAt(ErrorCode::kLimit, raw_offset_bytes_, TooDeep(run_.options.max_stack_depth));
      BuildNode context = kBuildRoot;
      for (size_t i = 1; i <= *depth; ++i) context = run_.builder.Child(context, FrameOf(raw_[at + i]));
      at += static_cast<size_t>(*depth) + 1;
      AddSamples(context, raw_[at++]);
      if (preview.Wanted()) preview.Add({run_.builder});
      if (at < poll_at) continue;
      poll_at = at + kNumbersPerPoll;
      if (run_.job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
      RINGSCOPE_TRY(run_.builder.status());
    }
    return {};
  }

  // Adds `count` samples of one stack, the next ones in time.
  void AddSamples(BuildNode context, int64_t count) {
    below_zero_.AddSelf(run_.builder, context, samples_metric_, count);
    ++run_.report.record_count;
    if (weight_ == Weight::kInterval) {
      int64_t weight = 0;
      // The builder refuses this value.
      if (__builtin_mul_overflow(count, *interval_, &weight))
        run_.builder.AddSelf(context, weight_metric_, UINT64_MAX);
      else if (weight != 0)
        below_zero_.AddSelf(run_.builder, context, weight_metric_, weight);
    } else if (weight_ == Weight::kDeltas) {
      uint64_t weight = 0;
      const size_t left = deltas_.size() - next_delta_;
      const uint64_t wanted = Count(count).value_or(0);
      const size_t own = wanted < left ? static_cast<size_t>(wanted) : left;
      if (own < wanted) run_.report.Keep("a sample without a time", raw_offset_bytes_, wanted - own);
      for (const size_t end = next_delta_ + own; next_delta_ < end; ++next_delta_) {
        const std::optional<uint64_t> delta = Count(deltas_[next_delta_]);
        if (!delta) run_.report.Keep("a time below zero", deltas_offset_bytes_);
        // Saturate: the builder refuses this value.
        if (__builtin_add_overflow(weight, delta.value_or(0), &weight)) weight = UINT64_MAX;
      }
      if (weight != 0) run_.builder.AddSelf(context, weight_metric_, weight);
    }
  }

  std::string mode_;
  std::optional<int64_t> interval_;
  uint64_t missed_count_ = 0;
  std::vector<uint64_t> frame_ids_;
  std::vector<FrameId> frames_;
  IdIndex index_;
  CompactIntegers raw_;  // for each stack: its depth, the ids from the outermost frame in, its samples
  uint64_t raw_offset_bytes_ = 0;
  bool has_raw_ = false;
  CompactIntegers deltas_;  // by sample: us since the sample before
  uint64_t deltas_offset_bytes_ = 0;

  Weight weight_ = Weight::kNone;
  MetricIndex weight_metric_ = 0;
  MetricIndex samples_metric_ = 0;
  size_t next_delta_ = 0;
  BelowZero below_zero_;
};

}  // namespace

const Importer kStackprofImporter{"stackprof", &SniffStackprof, &ImportJsonDocument<StackprofProfile>};

}  // namespace ringscope
