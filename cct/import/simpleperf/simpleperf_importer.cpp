#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/import/frame_names.h"
#include "cct/import/frame_text.h"
#include "cct/import/importers.h"
#include "cct/import/read_lines.h"
#include "cct/import/sniffing.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

constexpr size_t kMaxEvents = kMaxSampleSeries;

// What `simpleperf report-sample --show-callchain` prints.
bool SniffSimpleperf(std::string_view text) {
  const bool has_sample = text.starts_with("sample:") || Has(text, "\nsample:");
  return has_sample && Has(text, "\n  event_type: ") && Has(text, "\n  event_count: ") &&
         Has(text, "\n  thread_id: ");
}

// A sample is "sample:" and lines "  key: value" below it; those of the innermost frame stand among them, and
// those of its callers, the nearest first, under "  callchain:", set in further.
class SimpleperfReader {
 public:
  explicit SimpleperfReader(const ImportRun& run) : run_(run) {}

  [[nodiscard]] Result<void> ReadLine(std::string_view line, uint64_t offset) {
    const std::string_view text = Trimmed(line);
    if (text.empty()) return {};
    if (line == text) {
      // Of the program, or how many were lost.
      RINGSCOPE_TRY(EndSample());
      in_sample_ = text == "sample:";
      offset_ = offset;
      return {};
    }
    if (!in_sample_) {
      ReadFurther(text);
      return {};
    }
    const size_t colon = text.find(':');
    if (colon == std::string_view::npos) {
      run_.report.Skip("a line that is no key and value", offset);
      return {};
    }
    return ReadMember(text.substr(0, colon), Trimmed(text.substr(colon + 1)), offset);
  }

  [[nodiscard]] Result<void> Finish() {
    RINGSCOPE_TRY(EndSample());
    run_.report.notes.insert(run_.report.notes.end(), notes_.begin(), notes_.end());
    const bool leave_out = run_.options.threads == ThreadRing::kWhenSeveral && threads_.size() == 1 &&
                           run_.report.record_count > 0;
    if (!leave_out) {
      if (all_have_times_) run_.builder.SetSamples(std::move(series_));
      return run_.builder.status();
    }
    CctBuilder with_ring = std::move(run_.builder);
    run_.builder = CctBuilder(run_.options.build);
    const BuildNode top = with_ring.Child(kBuildRoot, threads_.entry(0).frame);
    const std::vector<BuildNode> moved = run_.builder.MergeSubtree(with_ring, top, kBuildRoot);
    for (SampleList& list : series_) {
      for (BuildNode& node : list.context) node = moved[node - top];
    }
    if (all_have_times_) run_.builder.SetSamples(std::move(series_));
    return run_.builder.status();
  }

 private:
  void ReadFurther(std::string_view text) {
    constexpr size_t kMaxNoteBytes = 200;
    if (text.starts_with("lost_count: ") && text != "lost_count: 0")
      notes_.push_back(
          fmt::format("Samples that were lost: {}.", Trimmed(text.substr(12)).substr(0, kMaxNoteBytes)));
    if (text.starts_with("app_package_name: "))
      notes_.push_back(fmt::format("App: {}.", Trimmed(text.substr(18)).substr(0, kMaxNoteBytes)));
  }

  [[nodiscard]] Result<void> ReadMember(std::string_view key, std::string_view value, uint64_t offset) {
    if (key == "event_type") {
      event_ = value;
    } else if (key == "time") {
      time_ns_ = ParseNumber<uint64_t>(value);
    } else if (key == "event_count") {
      count_ = ParseNumber<uint64_t>(value);
    } else if (key == "thread_id") {
      thread_id_ = value;
    } else if (key == "thread_name") {
      thread_name_ = value;
    } else if (key == "vaddr_in_file") {
      if (stack_.size() >= run_.options.max_stack_depth)
        return FailAt(ErrorCode::kLimit, offset, TooDeep(run_.options.max_stack_depth));
      // A frame begins; what is told of it follows.
      EndFrame();
      address_ = value.starts_with("0x") ? value.substr(2) : value;
      in_frame_ = true;
    } else if (key == "file" && in_frame_) {
      file_ = value;
    } else if (key == "symbol" && in_frame_) {
      symbol_ = value;
    } else if (key == "execution_type" && in_frame_) {
      execution_ = value;
    }
    return {};
  }

  void EndFrame() {
    if (!in_frame_) return;
    in_frame_ = false;
    key_ = fmt::format("{}\n{}\n{}\n{}", symbol_, file_, execution_, IsUnknown() ? address_ : std::string());
    stack_.push_back(frames_.entry(frames_.Intern(key_, [this] { return MakeFrame(); })).frame);
    for (std::string* text : {&address_, &file_, &symbol_, &execution_}) text->clear();
  }
  [[nodiscard]] bool IsUnknown() const {
    return symbol_.empty() || symbol_ == "unknown" || symbol_ == "[unknown]" ||
           symbol_.ends_with("[+" + address_ + "]");
  }
  [[nodiscard]] FrameId MakeFrame() {
    const std::string_view module = file_ == "unknown" || file_ == "[unknown]" ? std::string_view() : file_;
    FrameKind kind = KindOfModule(module);
    if (execution_ == "jit_jvm_method") kind = FrameKind::kJit;
    if (execution_ == "interpreted_jvm_method") kind = FrameKind::kInterpreted;
    if (IsUnknown()) {
      const uint64_t address = ParseNumber<uint64_t>(address_, 16).value_or(0);
      return AddressFrame(run_.builder, module, address, address, kind);
    }
    return run_.builder.InternFrame({.name = symbol_, .module = module, .kind = kind});
  }

  [[nodiscard]] Result<void> EndSample() {
    if (!std::exchange(in_sample_, false)) return {};
    EndFrame();
    if (!count_ || *count_ >> 63 != 0) {
      run_.report.Skip(count_ ? "a sample with a count of 2^63 or more" : "a sample without a count",
                       offset_);
    } else {
      RINGSCOPE_TRY(AddSample());
    }
    stack_.clear();
    for (std::string* text : {&event_, &thread_id_, &thread_name_}) text->clear();
    time_ns_.reset();
    count_.reset();
    return {};
  }

  [[nodiscard]] Result<void> AddSample() {
    if (event_.empty()) event_ = "samples";
    const auto known = std::find(events_.begin(), events_.end(), event_);
    const auto event = static_cast<size_t>(known - events_.begin());
    if (known == events_.end()) {
      if (events_.size() >= kMaxEvents)
        return FailAt(ErrorCode::kLimit, offset_, TooMany(kMaxEvents, "events"));
      events_.push_back(event_);
      const bool is_clock = event_.starts_with("cpu-clock") || event_.starts_with("task-clock");
      SampleList& list = series_.emplace_back();
      list.valued = {run_.builder.AddMetric({event_, is_clock ? "ns" : "count", 1})};
      list.counted = {run_.builder.AddMetric({event_ + " samples", "count", 1})};
      list.values.resize(1);
    }
    BuildNode context = kBuildRoot;
    if (run_.options.threads != ThreadRing::kMerged) {
      const std::string name = RingName(thread_name_, "tid", thread_id_);
      const uint32_t ring = threads_.Intern(
          name, [&] { return run_.builder.InternFrame({.name = name, .kind = FrameKind::kThread}); });
      context = run_.builder.Child(context, threads_.entry(ring).frame);
    }
    for (auto frame = stack_.rbegin(); frame != stack_.rend(); ++frame)
      context = run_.builder.Child(context, *frame);
    SampleList& list = series_[event];
    run_.builder.AddSelf(context, list.valued[0], *count_);
    run_.builder.AddSelf(context, list.counted[0], 1);
    all_have_times_ = all_have_times_ && time_ns_ && *time_ns_ >> 63 == 0;
    if (all_have_times_) {
      list.Add(*time_ns_, context);
      list.values[0].Add(*count_);
    }
    ++run_.report.record_count;
    return {};
  }

  const ImportRun run_;
  FrameTexts frames_;
  FrameTexts threads_;
  std::vector<std::string> events_;
  std::vector<SampleList> series_;  // by event
  bool all_have_times_ = true;
  std::vector<std::string> notes_;

  // The sample at hand, and the frame at hand in it.
  bool in_sample_ = false;
  uint64_t offset_ = 0;
  std::string event_, thread_id_, thread_name_;
  std::optional<uint64_t> time_ns_, count_;
  std::vector<FrameId> stack_;  // the innermost first
  bool in_frame_ = false;
  std::string address_, file_, symbol_, execution_;
  std::string key_;
};

Result<void> ImportSimpleperf(const ImportRun& run) {
  SimpleperfReader reader(run);
  RINGSCOPE_TRY(ReadLinesIntoTree(
      run, [&](std::string_view line, uint64_t offset) { return reader.ReadLine(line, offset); }));
  return reader.Finish();
}

}  // namespace

const Importer kSimpleperfImporter{"simpleperf", &SniffSimpleperf, &ImportSimpleperf};

}  // namespace ringscope
