#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/import/frame_names.h"
#include "cct/import/importers.h"
#include "cct/import/read_lines.h"
#include "cct/import/simpleperf/simpleperf_tree.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

// What `simpleperf report-sample --show-callchain` prints.
bool SniffSimpleperf(std::string_view text) {
  const bool has_sample = text.starts_with("sample:") || Has(text, "\nsample:");
  return has_sample && Has(text, "\n  event_type: ") && Has(text, "\n  event_count: ") &&
         Has(text, "\n  thread_id: ");
}

// A sample is "sample:" and lines "  key: value" below it; those of the innermost frame stand among them, and
// those of its callers, the nearest first, under "  callchain:", set in further.
class SimpleperfReader : public LineReader {
 public:
  static constexpr bool kHasPreviews = true;
  static constexpr bool kLeavesOutCutLine = true;
  explicit SimpleperfReader(const ImportRun& run) : LineReader(run), tree_(run) {}

  [[nodiscard]] Result<void> ReadLine(std::string_view line) {
    const std::string_view text = Trimmed(line);
    if (text.empty()) return {};
    if (line == text) {
      // Of the program, of switches, or how many were lost.
      RINGSCOPE_TRY(EndSample());
      EndSwitch();
      in_sample_ = text == "sample:";
      in_switch_ = text == "context_switch:";
      begin_offset_ = offset_;
      return text.find(':') == std::string_view::npos ? Skip("a line that is no key and value")
                                                      : Result<void>();
    }
    if (!in_sample_) {
      ReadFurther(text);
      return {};
    }
    const size_t colon = text.find(':');
    if (colon == std::string_view::npos) return Skip("a line that is no key and value");
    return ReadMember(text.substr(0, colon), Trimmed(text.substr(colon + 1)));
  }

  [[nodiscard]] Result<void> Finish() {
    // Lists of frames have no end of their own: in front of a cut nobody knows whether further ones followed.
    if (in_sample_ &&
        (ends_early_ || !has_count_line_ || thread_id_.empty() || (in_frame_ && symbol_.empty()))) {
      in_sample_ = false;
      SkipAt("a sample within which the file is cut off", begin_offset_);
      run_.report.notes.emplace_back("The file is cut off within its last sample, which is left out.");
    } else {
      NoteCutLine();
    }
    RINGSCOPE_TRY(EndSample());
    EndSwitch();
    return tree_.Finish();
  }

 private:
  // Of what is no sample.
  void ReadFurther(std::string_view text) {
    const auto value_of = [text](std::string_view key) {
      return text.starts_with(key) ? std::optional(Trimmed(text.substr(key.size()))) : std::nullopt;
    };
    if (const auto count = value_of("lost_count: ")) tree_.SayLost(*count);
    if (const auto name = value_of("app_package_name: ")) tree_.SayApp(*name);
    if (text == "trace_offcpu: true") tree_.TraceOffCpu();
    if (!in_switch_) return;
    if (text == "switch_on: true") switches_on_ = true;
    if (const auto time = value_of("time: ")) time_ns_ = ParseNumber<uint64_t>(*time);
    if (const auto id = value_of("thread_id: ")) thread_id_ = *id;
  }

  void EndSwitch() {
    if (std::exchange(in_switch_, false) && std::exchange(switches_on_, false) && time_ns_)
      tree_.SwitchOn(thread_id_, *time_ns_);
    time_ns_.reset();
    thread_id_.clear();
  }

  [[nodiscard]] Result<void> ReadMember(std::string_view key, std::string_view value) {
    if (key == "event_type") {
      event_ = value;
    } else if (key == "time") {
      time_ns_ = ParseNumber<uint64_t>(value);
    } else if (key == "event_count") {
      count_ = ParseNumber<uint64_t>(value);
      has_count_line_ = true;
    } else if (key == "thread_id") {
      thread_id_ = value;
    } else if (key == "thread_name") {
      thread_name_ = value;
    } else if (key == "vaddr_in_file") {
      RINGSCOPE_TRY(CheckDepth(stack_.size()));
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
    const SimpleperfFrame frame{symbol_, file_, KindOf(execution_),
                                ParseNumber<uint64_t>(address_, 16).value_or(0)};
    key_ = fmt::format("{}\n{}\n{}\n{}", symbol_, file_, execution_,
                       IsNameless(frame) ? address_ : std::string());
    stack_.push_back(frames_.FrameOf(key_, [&] { return tree_.FrameOf(frame); }));
    for (std::string* text : {&address_, &file_, &symbol_, &execution_}) text->clear();
  }
  [[nodiscard]] static FrameKind KindOf(std::string_view execution) {
    if (execution == "jit_jvm_method") return FrameKind::kJit;
    return execution == "interpreted_jvm_method" ? FrameKind::kInterpreted : FrameKind::kUser;
  }

  [[nodiscard]] Result<void> EndSample() {
    if (!std::exchange(in_sample_, false)) return {};
    EndFrame();
    RINGSCOPE_TRY(
        tree_.AddSample({event_, thread_id_, thread_name_, time_ns_, count_, stack_, begin_offset_}));
    stack_.clear();
    for (std::string* text : {&event_, &thread_id_, &thread_name_}) text->clear();
    time_ns_.reset();
    count_.reset();
    has_count_line_ = false;
    return {};
  }

  SimpleperfTree tree_;
  FrameTexts frames_;

  // The sample or switch at hand, and the frame at hand in it.
  bool in_sample_ = false;
  bool in_switch_ = false, switches_on_ = false;
  uint64_t begin_offset_ = 0;
  std::string event_, thread_id_, thread_name_;
  std::optional<uint64_t> time_ns_, count_;
  bool has_count_line_ = false;
  std::vector<FrameId> stack_;  // the innermost first
  bool in_frame_ = false;
  std::string address_, file_, symbol_, execution_;
  std::string key_;
};

}  // namespace

const Importer kSimpleperfImporter{"simpleperf", &SniffSimpleperf, &ImportLines<SimpleperfReader>};

}  // namespace ringscope
