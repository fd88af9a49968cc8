#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/import/compact_lists.h"
#include "cct/import/frame_names.h"
#include "cct/import/importers.h"
#include "cct/import/json/json_document.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

constexpr size_t kMaxV8LogNumbers = size_t{1} << 30;
constexpr size_t kTicksPerPoll = 1 << 12;
constexpr uint64_t kNsPerUs = 1000;
constexpr int64_t kNoCode = -1;
// V8's StateTag of ticks in the garbage collector.
constexpr int64_t kCollecting = 1;

// Recognizes the output of `node --prof-process --preprocess`: code, functions and ticks.
bool SniffV8Log(std::string_view text) {
  if (FirstOf(text) != '{' || !Has(text, "\"code\"")) return false;
  const bool is_code =
      Has(text, "\"SHARED_LIB\"") || Has(text, "\"CPP\"") || Has(text, "\"BytecodeHandler\"");
  return is_code && (Has(text, "\"type\"") || Has(text, "\"ticks\""));
}

class V8LogProfile final : public JsonDocument {
 public:
  using JsonDocument::JsonDocument;

  [[nodiscard]] Result<void> BuildTree() {
    if (!has_ticks_) return Fail(ErrorCode::kMalformed, "expected \"ticks\", found a log of V8 without them");
    const MetricIndex samples = run_.builder.AddMetric({"samples", "count", 1});
    const MetricIndex time = run_.builder.AddMetric({"time", "us", 1});
    SampleList list = SampleList::Of(time, samples);
    std::ranges::stable_sort(ticks_, {}, &Tick::at_us);
    for (size_t i = 0; i < ticks_.size(); ++i) {
      if (i % kTicksPerPoll == 0) {
        if (run_.job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
        RINGSCOPE_TRY(run_.builder.status());
      }
      const BuildNode context = ContextOf(ticks_[i]);
      run_.builder.AddSelf(context, samples, 1);
      const uint64_t until_next_us =
          i + 1 < ticks_.size() ? static_cast<uint64_t>(ticks_[i + 1].at_us - ticks_[i].at_us) : 0;
      run_.builder.AddSelf(context, time, until_next_us);
      list.Add(static_cast<uint64_t>(ticks_[i].at_us) * kNsPerUs, context, until_next_us);
      ++run_.report.record_count;
    }
    run_.builder.SetSamples({std::move(list)});
    return run_.builder.status();
  }

 private:
  struct Tick {
    int64_t at_us = 0;
    bool collecting = false;
    size_t begin = 0, end = 0;  // in stacks_
    uint64_t offset = 0;
  };

  bool ReadTopMember(std::string_view key) override {
    if (key == "code") return ReadArray([this](JsonToken begin) { return ReadCode(begin); });
    if (key != "ticks") return json_.SkipValue();
    has_ticks_ = true;
    return ReadArray([this](JsonToken begin) { return ReadTick(begin); });
  }

  bool ReadCode(JsonToken begin) {
    if (begin != JsonToken::kBeginObject) {
      frames_.push_back(UnknownFrame(run_.builder));
      return SkipRest(begin);
    }
    name_.clear();
    type_.clear();
    kind_.clear();
    const bool read = ReadMembers(begin, "code", [this](std::string_view key) {
      if (key == "name") return ReadText(name_);
      if (key == "type") return ReadText(type_);
      if (key == "kind") return ReadText(kind_);
      return json_.SkipValue();
    });
    frames_.push_back(FrameOfCode());
    return read;
  }

  [[nodiscard]] FrameId FrameOfCode() {
    if (name_.empty() && type_ != "JS") return UnknownFrame(run_.builder);
    Frame frame{.name = name_};
    if (type_ == "SHARED_LIB") {
      frame.module = name_;
      frame.name = BaseName(name_);
    } else if (type_ == "JS") {
      SplitPlace(frame);
      frame.kind = kind_ == "Opt" || kind_ == "Sparkplug" || kind_ == "Maglev" ? FrameKind::kJit
                                                                               : FrameKind::kInterpreted;
      if (frame.name.empty()) frame.name = "(anonymous)";
    } else if (type_ == "CODE" && kind_ != "Builtin") {
      frame.kind = FrameKind::kJit;
    }
    return run_.builder.InternFrame(frame);
  }

  // "fib /tmp/fib.js:1:13", of which the name may be missing.
  void SplitPlace(Frame& frame) const {
    std::string_view rest = name_;
    uint32_t places[2] = {0, 0};
    for (uint32_t& place : places) {
      const size_t colon = rest.rfind(':');
      const auto number =
          colon == std::string_view::npos ? std::nullopt : ParseNumber<uint32_t>(rest.substr(colon + 1));
      if (!number) return;
      place = *number;
      rest = rest.substr(0, colon);
    }
    const size_t blank = rest.find(' ');
    if (blank == std::string_view::npos) return;
    frame.name = rest.substr(0, blank);
    frame.file = rest.substr(blank + 1);
    frame.column = places[0];
    frame.line = places[1];
  }

  bool ReadTick(JsonToken begin) {
    if (begin != JsonToken::kBeginObject) {
      run_.report.Skip("a tick that is no object", json_.offset_bytes());
      return SkipRest(begin);
    }
    Tick tick{.begin = stacks_.size(), .offset = json_.offset_bytes()};
    std::optional<int64_t> at_us;
    const bool read = ReadMembers(begin, "a tick", [&](std::string_view key) {
      if (key == "s") return ReadStack();
      if (key != "tm" && key != "vm") return json_.SkipValue();
      const bool is_time = key == "tm";
      const JsonToken token = json_.Next();
      const auto number = token == JsonToken::kNumber ? json_.RoundedInteger() : std::nullopt;
      if (is_time) at_us = number;
      if (!is_time) tick.collecting = number == kCollecting;
      return SkipRest(token);
    });
    tick.end = stacks_.size();
    constexpr int64_t kMaxUs = 9'000'000'000'000'000;  // in ns below 2^63
    if (at_us && *at_us >= 0 && *at_us < kMaxUs) {
      tick.at_us = *at_us;
      ticks_.push_back(tick);
    } else if (read) {
      run_.report.Skip("a tick without a time", tick.offset);
    }
    return read;
  }

  // Reads pairs of a code and an offset in it, the innermost first.
  bool ReadStack() {
    size_t place = 0;
    return ReadArray([&](JsonToken token) {
      if (place++ % 2 != 0) return SkipRest(token);
      if (stacks_.size() >= kMaxV8LogNumbers)
        return FailWith(ErrorCode::kLimit, TooMany(kMaxV8LogNumbers, "numbers"));
      if (place / 2 >= run_.options.max_stack_depth)
        return FailWith(ErrorCode::kLimit, TooDeep(run_.options.max_stack_depth));
      const auto number = token == JsonToken::kNumber ? json_.Integer() : std::nullopt;
      stacks_.Add(number.value_or(kNoCode));
      return SkipRest(token);
    });
  }

  [[nodiscard]] BuildNode ContextOf(const Tick& tick) {
    BuildNode context = kBuildRoot;
    bool was_unknown = false;
    for (size_t at = tick.end; at-- > tick.begin;) {
      const int64_t code = stacks_[at];
      const bool is_known = code >= 0 && static_cast<uint64_t>(code) < frames_.size();
      if (!is_known && code != kNoCode) run_.report.Keep("a code that is not in the table", tick.offset);
      // The log tells only addresses of code that V8 does not know; they differ in every run.
      if (is_known || !was_unknown)
        context = run_.builder.Child(
            context, is_known ? frames_[static_cast<size_t>(code)] : UnknownFrame(run_.builder));
      was_unknown = !is_known;
    }
    if (!tick.collecting) return context;
    return run_.builder.Child(
        context, run_.builder.InternFrame({.name = "(garbage collector)", .kind = FrameKind::kSynthetic}));
  }

  std::vector<FrameId> frames_;  // by code
  std::vector<Tick> ticks_;
  CompactIntegers stacks_;  // codes
  bool has_ticks_ = false;
  std::string name_, type_, kind_;
};

}  // namespace

const Importer kV8LogImporter{"V8 log", &SniffV8Log, &ImportJsonDocument<V8LogProfile>};

}  // namespace ringscope
