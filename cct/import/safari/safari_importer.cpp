#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/import/count_text.h"
#include "cct/import/importers.h"
#include "cct/import/json/json_document.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

constexpr uint32_t kNsDecimals = 9;
constexpr size_t kMaxSamples = size_t{1} << 28;

// Recognizes a timeline recording that Safari's Web Inspector exports.
bool SniffSafari(std::string_view text) {
  if (FirstOf(text) != '{' || !Has(text, "\"recording\"")) return false;
  return Has(text, "\"sampleStackTraces\"") ||
         (Has(text, "\"instrumentTypes\"") && Has(text, "\"discontinuities\""));
}

// Converts seconds with any decimals to ns; nullopt below zero and from 2^63 ns on.
std::optional<uint64_t> ToNs(const DecimalCount& seconds) {
  if (seconds.too_large || (seconds.negative && seconds.mantissa != 0)) return std::nullopt;
  return ScaledCount(seconds, kNsDecimals);
}

// Reads {"version": 1, "recording": {"sampleStackTraces": [{"timestamp": s, "stackFrames": [...]}],
// "sampleDurations": [s, ...], ...}}.
class SafariRecording final : public JsonDocument {
 public:
  using JsonDocument::JsonDocument;

  [[nodiscard]] Result<void> BuildTree() {
    if (!has_stacks_)
      return Fail(ErrorCode::kMalformed,
                  "expected \"sampleStackTraces\", found a recording of Safari without them");
    const MetricIndex time = run_.builder.AddMetric({"time", "ns", 1});
    const MetricIndex samples = run_.builder.AddMetric({"samples", "count", 1});
    SampleList list = SampleList::Of(time, samples);
    bool all_have_times = true;
    for (size_t i = 0; i < samples_.size(); ++i) {
      const std::optional<uint64_t> length_ns = LengthOf(i);
      if (!length_ns) run_.report.Keep("a sample without a duration", samples_[i].offset);
      run_.builder.AddSelf(samples_[i].context, time, length_ns.value_or(0));
      run_.builder.AddSelf(samples_[i].context, samples, 1);
      ++run_.report.record_count;
      all_have_times &= samples_[i].at_ns.has_value();
      if (!all_have_times) continue;
      list.Add(*samples_[i].at_ns, samples_[i].context, length_ns.value_or(0));
    }
    if (durations_ns_.size() > samples_.size())
      run_.report.Skip("a duration without a sample", 0, durations_ns_.size() - samples_.size());
    if (all_have_times) run_.builder.SetSamples({std::move(list)});
    if (!name_.empty())
      run_.report.notes.push_back(
          fmt::format("Recorded by Safari as \"{}\".", std::string_view(name_).substr(0, 200)));
    return run_.builder.status();
  }

 private:
  struct Sample {
    BuildNode context = kBuildRoot;
    std::optional<uint64_t> at_ns;
    uint64_t offset = 0;
  };

  // The sample's duration in the recording, or else the time until the next sample.
  [[nodiscard]] std::optional<uint64_t> LengthOf(size_t sample) const {
    if (has_durations_) return sample < durations_ns_.size() ? durations_ns_[sample] : std::nullopt;
    if (sample + 1 >= samples_.size()) return 0;
    const auto& at = samples_[sample].at_ns;
    const auto& next = samples_[sample + 1].at_ns;
    return at && next && *next >= *at ? std::optional(*next - *at) : std::nullopt;
  }

  bool ReadTopMember(std::string_view key) override {
    if (key != "recording") return json_.SkipValue();
    return ReadObjectIfAny([this](std::string_view member) {
      if (member == "displayName") return ReadText(name_);
      if (member == "sampleStackTraces") {
        has_stacks_ = true;
        return ReadArray([this](JsonToken begin) { return ReadSample(begin); });
      }
      if (member != "sampleDurations") return json_.SkipValue();
      return ReadArrayIfAny([this](JsonToken token) {
        has_durations_ = true;
        if (durations_ns_.size() >= kMaxSamples)
          return FailWith(ErrorCode::kLimit, TooMany(kMaxSamples, "samples"));
        durations_ns_.push_back(token == JsonToken::kNumber ? ToNs(ParseDecimal(json_.text()))
                                                            : std::nullopt);
        return SkipRest(token);
      });
    });
  }

  bool ReadSample(JsonToken begin) {
    if (begin != JsonToken::kBeginObject) {
      run_.report.Skip("a sample that is no object", json_.offset_bytes());
      return SkipRest(begin);
    }
    if (samples_.size() >= kMaxSamples) return FailWith(ErrorCode::kLimit, TooMany(kMaxSamples, "samples"));
    Sample sample{.offset = json_.offset_bytes()};
    stack_.clear();
    const bool read = ReadMembers(begin, "a sample", [&](std::string_view key) {
      if (key == "stackFrames") return ReadArrayIfAny([this](JsonToken frame) { return ReadFrame(frame); });
      if (key != "timestamp") return json_.SkipValue();
      return ReadNumberIfAny([&] { sample.at_ns = ToNs(ParseDecimal(json_.text())); });
    });
    for (size_t at = stack_.size(); at-- > 0;)
      sample.context = run_.builder.Child(sample.context, stack_[at]);
    samples_.push_back(sample);
    return read && Check(run_.builder.status());
  }

  // Reads a frame; the innermost comes first. The line is the function's, not that of the sample.
  bool ReadFrame(JsonToken begin) {
    if (stack_.size() >= run_.options.max_stack_depth)
      return FailWith(ErrorCode::kLimit, TooDeep(run_.options.max_stack_depth));
    const auto& [name, url, line, column, has_name] = frame_;
    const bool read = ReadFrameMembers(begin, "url", "column", frame_);
    const std::string_view nameless =
        has_name ? std::string_view("(anonymous)") : std::string_view("[unknown]");
    Frame frame{.name = name.empty() ? nameless : name, .file = url, .line = line, .column = column};
    if (url.empty() && frame.name.starts_with('(') && frame.name.ends_with(')'))
      frame.kind = FrameKind::kSynthetic;
    stack_.push_back(run_.builder.InternFrame(frame));
    return read;
  }

  std::string name_;
  bool has_stacks_ = false;
  bool has_durations_ = false;
  std::vector<Sample> samples_;
  std::vector<std::optional<uint64_t>> durations_ns_;
  std::vector<FrameId> stack_;  // of the current sample, the innermost first
  JsonFrame frame_;
};

}  // namespace

const Importer kSafariImporter{"Safari", &SniffSafari, &ImportJsonDocument<SafariRecording>};

}  // namespace ringscope
