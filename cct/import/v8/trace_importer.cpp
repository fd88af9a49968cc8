#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/import/frame_names.h"
#include "cct/import/import_preview.h"
#include "cct/import/importers.h"
#include "cct/import/json/json_document.h"
#include "cct/import/report_notes.h"
#include "cct/import/text_parts.h"
#include "cct/import/v8/trace_samples.h"
#include "cct/import/v8/trace_slices.h"

namespace ringscope {
namespace {

double ValueOf(const std::optional<DecimalCount>& count) {
  if (!count) return 0;
  const double value =
      static_cast<double>(count->mantissa) / static_cast<double>(PowerOfTen(count->decimals));
  return count->negative ? -value : value;
}

// A time in us as SampleList has it, in ns.
std::optional<uint64_t> TimeOf(const std::optional<DecimalCount>& at) {
  constexpr uint32_t kDecimals = 3;
  if (!at || at->too_large) return std::nullopt;
  const uint64_t divisor = at->decimals > kDecimals ? PowerOfTen(at->decimals - kDecimals) : 1;
  const auto at_ns = ScaledCount(*at, std::max<uint32_t>(at->decimals, kDecimals));
  if (!at_ns) return std::nullopt;
  const auto clock_ns = static_cast<int64_t>(*at_ns / divisor);
  return SampleList::TimeOf(at->negative ? -clock_ns : clock_ns);
}

// Reads a trace event by event in one pass, and collects its slices, samples and profiles.
class TraceReader final : public JsonDocument {
 public:
  explicit TraceReader(const ImportRun& run)
      : JsonDocument(run, run.options.max_stack_depth * 2 + 16),
        slices_(run.options, run.report),
        profiles_(run.builder, run.report),
        stacks_(run.report),
        preview_(run.options.preview, run.job) {}

  [[nodiscard]] Result<void> Import() {
    if (!ReadDocument()) {
      if (json_.failed()) return tl::unexpected(json_.error());
      for (const auto& error : {slices_.error(), profiles_.error(), error_}) {
        if (error) return tl::unexpected(*error);
      }
      return run_.builder.status();
    }
    run_.report.input_bytes = json_.read_bytes();
    if (!found_events_)
      return Fail(ErrorCode::kMalformed, "expected a trace with \"traceEvents\", found none");
    RINGSCOPE_TRY(AddTo(run_.builder, threads_, run_.report));
    NoteCount(run_.report, other_count_, "event",
              "of other kinds than slices (asynchronous, instant, counter, flow and others): left out.");
    return run_.builder.status();
  }

 private:
  // An event as it is read; its keys may come in any order.
  struct Event {
    std::string phase, name, pid, tid, id;
    std::string argument_name;  // args.name, of those that name a thread or a process
    std::optional<DecimalCount> at, duration, thread_duration;
    std::optional<TraceProfilePart> part;
    std::string frame_id;  // "sf" of a sample
    std::optional<int64_t> weight = 1;
    uint64_t offset = 0;
    void Clear();
  };

  [[nodiscard]] bool ReadDocument() {
    const JsonToken begin = json_.Next();
    if (begin == JsonToken::kBeginArray) {
      if (!ReadEvents(false)) return false;
      // Writers that are stopped leave the array open.
      if (json_.depth() > 0) return true;
    } else if (begin == JsonToken::kBeginObject) {
      if (!ReadMembers(begin, "an object", [this](std::string_view key) { return ReadTopMember(key); }))
        return false;
    } else {
      return FailWith("an array of events, or an object");
    }
    return json_.Next() == JsonToken::kEnd || FailWith("the end of the document");
  }

  [[nodiscard]] bool ReadTopMember(std::string_view key) override {
    if (key == "traceEvents" || key == "samples") {
      const bool samples = key == "samples";
      const JsonToken token = json_.Next();
      if (token != JsonToken::kBeginArray) return SkipRest(token);
      if (!ReadEvents(samples)) return false;
      return json_.depth() == 1 || json_.Next() != JsonToken::kError;  // an error where the input ended
    }
    if (key == "stackFrames") return ReadStackFrames();
    return json_.SkipValue();
  }

  // Reads the elements of an array whose first token has been read.
  [[nodiscard]] bool ReadEvents(bool samples) {
    found_events_ |= !samples;
    while (json_.GoToElement()) {
      const JsonToken token = json_.Next();
      if (token == JsonToken::kEndArray) return true;
      if (token == JsonToken::kError) return false;
      if (token != JsonToken::kBeginObject) {
        run_.report.Skip("an event that is no object", json_.offset_bytes());
        if (!SkipRest(token)) return false;
        continue;
      }
      event_.Clear();
      event_.offset = json_.offset_bytes();
      if (!ReadMembers(token, "an event", [this](std::string_view key) { return ReadEventMember(key); }))
        return false;
      if (samples) {
        AddSample();
      } else if (!AddEvent()) {
        return false;
      }
      if (preview_.Wanted()) AddToPreview();
    }
    return true;
  }

  [[nodiscard]] bool ReadEventMember(std::string_view key) {
    if (key == "ph") return ReadTextOrNumber(event_.phase);
    if (key == "name") return ReadTextOrNumber(event_.name);
    if (key == "ts") return ReadCount(event_.at);
    if (key == "dur") return ReadCount(event_.duration);
    if (key == "tdur") return ReadCount(event_.thread_duration);
    if (key == "pid") return ReadId(event_.pid);
    if (key == "tid") return ReadId(event_.tid);
    if (key == "id") return ReadId(event_.id);
    if (key == "sf") return ReadId(event_.frame_id);
    if (key == "args") return ReadArguments();
    if (key == "weight") {
      std::string text;
      if (!ReadId(text)) return false;
      event_.weight = ParseNumber<int64_t>(text);
      return true;
    }
    return json_.SkipValue();
  }

  [[nodiscard]] bool ReadArguments() {
    return ReadObjectIfAny([this](std::string_view key) {
      if (key == "name") return ReadTextOrNumber(event_.argument_name);
      if (key == "data") return ReadData();
      return json_.SkipValue();
    });
  }

  [[nodiscard]] bool ReadData() {
    return ReadObjectIfAny([this](std::string_view key) {
      if (key != "cpuProfile" && key != "timeDeltas" && key != "startTime") return json_.SkipValue();
      const bool is_profile = key == "cpuProfile";
      const bool is_start = key == "startTime";
      if (is_start && event_.name != "Profile") return json_.SkipValue();
      if (!event_.part) event_.part.emplace(run_.builder, run_.report);
      if (is_start) return ReadStart();
      return is_profile ? ReadProfile() : ReadNumbers(event_.part->deltas_us);
    });
  }

  [[nodiscard]] bool ReadProfile() {
    return ReadObjectIfAny([this](std::string_view key) {
      TraceProfilePart& part = *event_.part;
      if (key == "samples") return ReadNumbers(part.node_ids);
      if (key == "timeDeltas") return ReadNumbers(part.deltas_us);
      if (key == "startTime") return ReadStart();
      if (key != "nodes") return json_.SkipValue();
      const JsonToken token = json_.Next();
      if (token != JsonToken::kBeginArray) return SkipRest(token);
      if (part.nodes.ReadArray(json_)) return true;
      if (!error_) error_ = part.nodes.error();
      return false;
    });
  }

  [[nodiscard]] bool ReadStart() {
    return ReadNumberIfAny([this] { event_.part->start_us = json_.RoundedInteger(); });
  }

  // An object of frames by their ids.
  [[nodiscard]] bool ReadStackFrames() {
    std::string id, name, parent;
    return ReadObjectIfAny([&](std::string_view key) {
      id = key;
      name.clear();
      parent.clear();
      const uint64_t offset = json_.offset_bytes();
      const bool read = ReadObjectIfAny([&](std::string_view member) {
        if (member == "name") return ReadTextOrNumber(name);
        if (member == "parent") return ReadId(parent);
        return json_.SkipValue();
      });
      if (read && name.empty()) run_.report.Keep("a stack frame without a name", offset);
      const FrameId frame =
          name.empty() ? UnknownFrame(run_.builder) : run_.builder.InternFrame({.name = name});
      if (read) stacks_.AddFrame(id, frame, parent, offset);
      return read;
    });
  }

  [[nodiscard]] bool ReadNumbers(CompactIntegers& values) {
    const JsonToken begin = json_.Next();
    if (begin != JsonToken::kBeginArray) return SkipRest(begin);
    values.Clear();
    const bool read = ReadRounded(json_, [&](int64_t value) {
      values.Add(value);
      return true;
    });
    return read || FailWith("a number below 2^63");
  }

  // A string, or a number as written. Other values leave `text` as it is.
  [[nodiscard]] bool ReadTextOrNumber(std::string& text) {
    return ReadNumberOrTextIfAny([&] { text = json_.text(); });
  }

  [[nodiscard]] bool ReadCount(std::optional<DecimalCount>& count) {
    return ReadNumberOrTextIfAny([&] { count = ParseNumberText(json_.text()); });
  }

  [[nodiscard]] bool AddEvent() {
    const char phase = event_.phase.size() == 1 ? event_.phase[0] : '\0';
    switch (phase) {
      case 'B':
      case 'E':
      case 'X':
        if (!AddSlice(phase)) return false;
        break;
      case 'M':
        AddMetadata();
        return true;
      case '\0':
        run_.report.Skip("an event without a phase", event_.offset);
        return true;
      default:
        other_count_ += event_.name != "Profile" && event_.name != "ProfileChunk" && !event_.part ? 1 : 0;
    }
    return AddProfileEvent();
  }

  [[nodiscard]] bool AddSlice(char phase) {
    if (event_.name == "CpuProfile" && event_.part) return true;
    if (!event_.at) {
      run_.report.Skip("a slice without a time", event_.offset);
      return true;
    }
    const uint32_t thread = threads_.IndexOf(event_.pid, event_.tid);
    threads_.MarkUsed(thread);
    if (phase != 'E' && event_.name.empty()) run_.report.Keep("a slice without a name", event_.offset);
    if (phase == 'X' && !event_.duration && !event_.thread_duration)
      run_.report.Keep("a slice without a duration", event_.offset);
    if (phase == 'B')
      return slices_.AddMoment(TraceSlices::Kind::kBegin, thread, SliceFrame(), *event_.at, event_.offset);
    if (phase == 'E') {
      const FrameId frame = event_.name.empty() ? TraceSlices::kNoFrame : SliceFrame();
      return slices_.AddMoment(TraceSlices::Kind::kEnd, thread, frame, *event_.at, event_.offset);
    }
    const DecimalCount length = event_.duration.value_or(event_.thread_duration.value_or(DecimalCount{}));
    return slices_.AddWhole(thread, SliceFrame(), *event_.at, length, event_.offset);
  }

  void AddSample() {
    if (event_.frame_id.empty()) {
      run_.report.Skip("a sample without a stack frame", event_.offset);
    } else if (!event_.weight) {
      run_.report.Skip("a sample whose weight is no whole number", event_.offset);
    } else {
      stacks_.AddSample(threads_.IndexOf(event_.pid, event_.tid), event_.frame_id, *event_.weight,
                        TimeOf(event_.at), event_.offset);
    }
  }

  void AddMetadata() {
    if (event_.argument_name.empty()) return;
    if (event_.name == "thread_name")
      threads_.NameThread(threads_.IndexOf(event_.pid, event_.tid), event_.argument_name);
    if (event_.name == "process_name") threads_.NameProcess(event_.pid, event_.argument_name);
  }

  [[nodiscard]] bool AddProfileEvent() {
    const bool begins = event_.name == "Profile";
    const bool goes_on = event_.name == "ProfileChunk";
    if (!begins && !goes_on && (event_.name != "CpuProfile" || !event_.part)) return true;
    const uint32_t thread = threads_.IndexOf(event_.pid, event_.tid);
    if (!begins && !goes_on) {
      profiles_.AddWhole(thread, std::move(*event_.part), event_.offset);
      return true;
    }
    if (begins) profiles_.Start(event_.pid, event_.id, thread, ValueOf(event_.at));
    if (!event_.part) return true;
    return profiles_.AddPart(event_.pid, event_.id, thread, ValueOf(event_.at), std::move(*event_.part),
                             event_.offset);
  }

  [[nodiscard]] FrameId SliceFrame() {
    if (event_.name.empty()) return UnknownFrame(run_.builder);
    return slice_names_.FrameOf(event_.name,
                                [this] { return run_.builder.InternFrame({.name = event_.name}); });
  }

  // Adds all that was read so far to a builder that has its frames. JavaScript profiles are added only to the
  // import's own builder, as their parts fit together only at the end.
  [[nodiscard]] Result<void> AddTo(CctBuilder& builder, TraceThreads& threads, ImportReport& report) {
    const bool is_whole = &builder == &run_.builder;
    profiles_.MarkUsed(threads);
    stacks_.MarkUsed(threads);
    threads.MakeRings(run_.options.threads, builder);
    std::vector<MetricIndex> telling, empty;
    std::vector<SampleList> samples;
    if (!slices_.empty()) {
      const MetricIndex time = builder.AddMetric({"time", "ns", 1});
      const MetricIndex count = builder.AddMetric({"slices", "count", 1});
      RINGSCOPE_TRY(slices_.AddTo(builder, threads, time, count, run_.job));
      if (is_whole) slices_.AddNotes();
      // Slices without a length would make the first chart empty.
      (slices_.has_time() ? telling : empty) = {time, count};
    }
    if (is_whole && profiles_.has_samples()) {
      std::optional<MetricIndex> time;
      if (profiles_.has_times()) time = builder.AddMetric({"JavaScript time", "us", 1});
      const MetricIndex count = builder.AddMetric({"JavaScript samples", "count", 1});
      samples.push_back(profiles_.AddTo(threads, time, count));
      if (time) telling.push_back(*time);
      telling.push_back(count);
    }
    if (!stacks_.empty()) {
      const MetricIndex count = builder.AddMetric({"samples", "count", 1});
      const MetricIndex weight = builder.AddMetric({"sample weight", "count", 1});
      std::optional<MetricIndex> time;
      if (stacks_.have_times()) time = builder.AddMetric({"sample time", "ns", 1});
      const size_t metric_count = builder.metric_count();
      samples.push_back(stacks_.AddTo(builder, threads, count, weight, time, report));
      telling.insert(telling.end(), {count, weight});
      if (time) telling.push_back(*time);
      // The metrics of weights below zero.
      for (size_t i = metric_count; i < builder.metric_count(); ++i)
        telling.push_back(static_cast<MetricIndex>(i));
    }
    telling.insert(telling.end(), empty.begin(), empty.end());
    if (is_whole) builder.SetSamples(std::move(samples));
    builder.PermuteMetrics(telling);
    return builder.status();
  }

  void AddToPreview() {
    preview_.Add({run_.builder, {}, kBuildRoot, [this](CctBuilder& copy) {
                    TraceThreads threads = threads_;
                    ImportReport unused;
                    return AddTo(copy, threads, unused).has_value();  // errors come again at the end
                  }});
  }

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

void TraceReader::Event::Clear() {
  for (std::string* text : {&phase, &name, &pid, &tid, &id, &argument_name, &frame_id}) text->clear();
  at.reset();
  duration.reset();
  thread_duration.reset();
  part.reset();
  weight = 1;
}

bool SniffTrace(std::string_view text) {
  if (FirstOf(text) == '[') return Has(text, "\"ph\"") && (Has(text, "\"ts\"") || Has(text, "\"pid\""));
  if (FirstOf(text) != '{' || Has(text, "speedscope.app/file-format-schema")) return false;
  // The events may come after more stack frames than the prefix holds.
  return Has(text, "\"traceEvents\"") || Has(text, "\"stackFrames\"");
}

Result<void> ImportTrace(const ImportRun& run) { return TraceReader(run).Import(); }

}  // namespace

const Importer kTraceImporter{"chrome trace", &SniffTrace, &ImportTrace};

}  // namespace ringscope
