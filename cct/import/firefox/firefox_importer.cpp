#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "cct/import/count_text.h"
#include "cct/import/firefox/firefox_document.h"
#include "cct/import/firefox/firefox_profile.h"
#include "cct/import/frame_names.h"
#include "cct/import/import_preview.h"
#include "cct/import/importers.h"
#include "cct/import/limits.h"
#include "cct/import/report_notes.h"
#include "cct/import/stack_rows.h"
#include "cct/import/text_parts.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/samples.h"

namespace ringscope {
namespace {

bool SniffFirefox(std::string_view prefix) {
  if (FirstOf(prefix) != '{') return false;
  const auto has = [&](std::string_view key) { return Has(prefix, key); };
  // The list of modules or a table may be larger than the prefix.
  const bool is_meta = has("\"preprocessedProfileVersion\"") || (has("\"stackwalk\"") && has("\"meta\""));
  const bool is_module = has("\"breakpadId\"") && (has("\"debugName\"") || has("\"pdbName\""));
  const bool is_table = has("\"stackTable\"") || has("\"frameTable\"") || has("\"funcTable\"");
  const bool is_texts = has("\"stringArray\"") || has("\"stringTable\"");
  // Before there were tables, samples listed their frames.
  const bool is_cleopatra =
      has("\"profileJSON\"") || has("\"profileString\"") || has("\"symbolicationTable\"");
  const bool is_list = has("\"frames\"") && has("\"location\"") && has("\"threads\"") && has("\"libs\"");
  const bool is_thread = is_table && (is_texts || has("\"threads\"") || has("\"shared\""));
  return is_meta || is_module || is_thread || is_cleopatra || is_list;
}

// Metrics cost eight bytes a context each.
constexpr size_t kMaxMetrics = 256;
// Metrics of samples cost as many bytes a sample; profilers write at most four.
constexpr size_t kMaxTimedMetrics = 16;
constexpr size_t kSamplesPerPoll = size_t{1} << 14;

bool CountsSamples(const FirefoxThread& thread) {
  return thread.weight_type.empty() || thread.weight_type == "samples";
}

std::string_view NameOfWeight(const FirefoxThread& thread) {
  if (CountsSamples(thread)) return "samples";
  if (thread.weight_type == "tracing-ms") return "time";
  return thread.weight_type == "bytes" ? std::string_view("size") : std::string_view(thread.weight_type);
}

std::string_view UnitOfWeight(const FirefoxThread& thread) {
  if (thread.weight_type == "tracing-ms") return "ms";
  return thread.weight_type == "bytes" ? "bytes" : "count";
}

std::string_view CpuUnit(const FirefoxProcess& process) {
  if (process.cpu_unit == "variable CPU cycles") return "cycles";
  return process.cpu_unit.empty() ? std::string_view("count") : std::string_view(process.cpu_unit);
}

std::string NameOfProcess(const FirefoxThread& thread, const FirefoxProcess& process) {
  if (!thread.process_name.empty()) return thread.process_name;
  const bool main = thread.process_type.empty() || thread.process_type == "default";
  return main ? process.product : thread.process_type;
}

int64_t NanosecondsBetween(double ms) {
  constexpr double kNsInMs = 1e6;
  constexpr double kMost = 4e18;
  return std::llround(std::clamp(ms * kNsInMs, -kMost, kMost));
}

bool AreAllOne(const SampleValueList& values) {
  return values.wide().empty() &&
         std::ranges::all_of(values.narrow(), [](uint32_t value) { return value == 1; });
}

// Collects the samples of all threads with their times in one series: threads share metrics, and a metric
// belongs to one series. Samples have 0 for metrics that their thread does not measure.
class FirefoxSamples {
 public:
  static constexpr MetricIndex kNoMetric = 0xffffffffu;
  // The metrics of a thread's values, by the order in FirefoxThread::timed; kNoMetric if there is none.
  using Metrics = std::array<MetricIndex, kTimedValueCount>;

  // Adds the samples of a thread whose process started `started_ms` after the first one. `context_of` gives
  // the context of a stack; samples of stacks without a context are left out.
  void Add(const SampleList& timed, const Metrics& metrics, double started_ms,
           const std::function<BuildNode(uint32_t)>& context_of) {
    std::vector<std::pair<size_t, size_t>> places;  // of a value in `timed`, and in series_
    for (size_t value = 0; value < metrics.size(); ++value) {
      if (metrics[value] != kNoMetric) places.emplace_back(value, PlaceOf(metrics[value]));
    }
    // Modulo 2^64: times are within 2^62 of 0.
    const auto moved_by = static_cast<uint64_t>(NanosecondsBetween(started_ms));
    for (size_t sample = 0; sample < timed.size(); ++sample) {
      const BuildNode context = context_of(timed.context[sample]);
      if (context == kNoBuildNode) continue;
      series_.Add(timed.time_ns[sample] + moved_by, context);
      for (const auto& [there, here] : places) series_.values[here].Add(timed.values[there][sample]);
      for (SampleValueList& values : series_.values) {
        if (values.size() < series_.size()) values.Add(0);
      }
    }
  }

  [[nodiscard]] std::vector<SampleList> Take() && {
    for (size_t i = series_.valued.size(); i-- > 0;) {
      if (!AreAllOne(series_.values[i])) continue;
      series_.counted.push_back(series_.valued[i]);
      series_.valued.erase(series_.valued.begin() + static_cast<ptrdiff_t>(i));
      series_.values.erase(series_.values.begin() + static_cast<ptrdiff_t>(i));
    }
    std::vector<SampleList> all;
    all.push_back(std::move(series_));
    return all;
  }

 private:
  // The index of a metric's values in series_; adds a new metric.
  [[nodiscard]] size_t PlaceOf(MetricIndex metric) {
    const auto known = std::ranges::find(series_.valued, metric);
    const auto place = static_cast<size_t>(known - series_.valued.begin());
    if (known != series_.valued.end()) return place;
    series_.valued.push_back(metric);
    SampleValueList& values = series_.values.emplace_back();
    for (size_t sample = 0; sample < series_.size(); ++sample) values.Add(0);
    return place;
  }

  SampleList series_;
};

// Puts the threads of a Firefox profile into one tree: rings of processes and threads, the stacks that have
// costs, and the metrics that some thread has.
class FirefoxTree {
 public:
  // Takes the samples with times out of `profile`.
  FirefoxTree(const ImportRun& run, FirefoxProfile& profile)
      : run_(run),
        profile_(profile),
        preview_(run.options.preview, run.job),
        frames_(run.builder, run.report) {}

  // Errors: kLimit (a stack too deep, too many metrics, too much memory), kCancelled.
  [[nodiscard]] Result<void> Build() {
    MakeRings();
    RINGSCOPE_TRY(MakeMetrics());
    keeps_times_ = ShouldKeepTimes();
    FirefoxSamples samples;
    for (size_t index = 0; index < profile_.threads.size(); ++index) RINGSCOPE_TRY(AddThread(index, samples));
    if (keeps_times_) run_.builder.SetSamples(std::move(samples).Take());
    AddNotes();
    return run_.builder.status();
  }

 private:
  static constexpr MetricIndex kNoMetric = 0xffffffffu;
  // The metrics of the values of a list of costs.
  using Metrics = std::array<MetricIndex, FirefoxCosts::kValueCount>;
  // The metrics of a thread's lists.
  struct ThreadMetrics {
    Metrics samples, js_allocations, native_allocations;
    uint64_t weight_factor = 1;
  };

  // Whether to keep the times of samples; each then has a value of every metric that some thread measures.
  [[nodiscard]] bool ShouldKeepTimes() {
    if (!profile_.all_have_times || std::ranges::any_of(profile_.processes, &FirefoxProcess::time_is_bytes))
      return false;
    std::set<MetricIndex> measured;
    for (const ThreadMetrics& metrics : thread_metrics_)
      measured.insert(metrics.samples.begin(), metrics.samples.end());
    measured.erase(kNoMetric);
    if (measured.size() <= kMaxTimedMetrics) return true;
    Note(run_.report, "The samples measure more than {} metrics: their times are left out.",
         kMaxTimedMetrics);
    return false;
  }

  // Threads of equal name and number, as in compared profiles, stay apart.
  void MakeRings() {
    contexts_.assign(profile_.threads.size(), kBuildRoot);
    if (run_.options.threads == ThreadRing::kMerged) return;
    if (run_.options.threads == ThreadRing::kWhenSeveral && profile_.threads.size() < 2) return;
    const auto distinct_name = [](std::string name, uint32_t& before) {
      if (before++ > 0) name += fmt::format(" ({})", before);
      return name;
    };
    std::map<std::string, BuildNode> processes;
    for (const FirefoxThread& thread : profile_.threads) processes.emplace(ProcessKey(thread), kBuildRoot);
    std::map<std::string, uint32_t> process_names;
    std::map<std::pair<BuildNode, std::string>, uint32_t> thread_names;
    for (size_t i = 0; i < profile_.threads.size(); ++i) {
      const FirefoxThread& thread = profile_.threads[i];
      BuildNode outside = kBuildRoot;
      if (processes.size() > 1) {
        BuildNode& process = processes[ProcessKey(thread)];
        if (process == kBuildRoot) {
          std::string name =
              RingName(NameOfProcess(thread, profile_.processes[thread.process]), "pid", thread.pid);
          name = distinct_name(name, process_names[name]);
          process = run_.builder.Child(kBuildRoot,
                                       run_.builder.InternFrame({.name = name, .kind = FrameKind::kProcess}));
        }
        outside = process;
      }
      std::string name = RingName(thread.name, "tid", thread.tid);
      name = distinct_name(name, thread_names[{outside, name}]);
      contexts_[i] =
          run_.builder.Child(outside, run_.builder.InternFrame({.name = name, .kind = FrameKind::kThread}));
    }
  }

  [[nodiscard]] std::string ProcessKey(const FirefoxThread& thread) const {
    // Raw profiles of old versions have no ids, but an object for each process.
    return thread.pid.empty() ? fmt::format("#{}", thread.process) : thread.pid;
  }

  [[nodiscard]] Result<void> MakeMetrics() {
    Metrics none;
    none.fill(kNoMetric);
    thread_metrics_.assign(profile_.threads.size(), {none, none, none, 1});
    MakeWeightMetrics();
    const auto for_all = [this](auto make) {
      for (size_t i = 0; i < profile_.threads.size(); ++i) make(profile_.threads[i], thread_metrics_[i]);
    };
    for_all([this](const FirefoxThread& thread, ThreadMetrics& metrics) {
      // In profiles of sizes the time is a place in a file; in traces the weight is the time.
      const bool timed = CountsSamples(thread) && !profile_.processes[thread.process].time_is_bytes;
      if (timed && thread.samples.has(FirefoxCosts::kTime))
        SetMetric(metrics.samples, FirefoxCosts::kTime, {"time", "ns"});
    });
    for_all([this](const FirefoxThread& thread, ThreadMetrics& metrics) {
      if (!thread.samples.has(FirefoxCosts::kCpu)) return;
      const std::string_view unit = CpuUnit(profile_.processes[thread.process]);
      SetMetric(metrics.samples, FirefoxCosts::kCpu, {"cpu", std::string(unit)});
    });
    const auto add_allocations = [this](const FirefoxCosts& costs, Metrics& metrics, std::string_view kind) {
      if (costs.has(FirefoxCosts::kWeight)) {
        SetMetric(metrics, FirefoxCosts::kWeight, {fmt::format("{} allocated", kind), "bytes"});
        SetMetric(metrics, FirefoxCosts::kAllocations, {fmt::format("{} allocations", kind), "count"});
      }
      if (costs.has(FirefoxCosts::kWeightBelowZero))
        SetMetric(metrics, FirefoxCosts::kWeightBelowZero, {fmt::format("{} freed", kind), "bytes"});
    };
    for_all([&](const FirefoxThread& thread, ThreadMetrics& metrics) {
      add_allocations(thread.js_allocations, metrics.js_allocations, "JavaScript");
    });
    for_all([&](const FirefoxThread& thread, ThreadMetrics& metrics) {
      add_allocations(thread.native_allocations, metrics.native_allocations, "native");
    });
    if (metrics_.size() > kMaxMetrics) return Fail(ErrorCode::kLimit, TooMany(kMaxMetrics, "metrics"));
    return {};
  }

  // Makes the metrics of weights, which come first, beginning with those that count samples.
  void MakeWeightMetrics() {
    std::map<std::string_view, uint32_t> decimals;
    for (const FirefoxThread& thread : profile_.threads) {
      uint32_t& most = decimals[NameOfWeight(thread)];
      most = std::max(most, thread.samples.decimals());
    }
    for (const bool samples : {true, false}) {
      for (size_t i = 0; i < profile_.threads.size(); ++i) {
        const FirefoxThread& thread = profile_.threads[i];
        if (CountsSamples(thread) != samples || thread.samples.rows().empty()) continue;
        const std::string name(NameOfWeight(thread));
        const std::string unit(UnitOfWeight(thread));
        const uint64_t scale = PowerOfTen(decimals[name]);
        Metrics& metrics = thread_metrics_[i].samples;
        thread_metrics_[i].weight_factor = PowerOfTen(decimals[name] - thread.samples.decimals());
        SetMetric(metrics, FirefoxCosts::kWeight, {name, unit, scale});
        if (thread.samples.has(FirefoxCosts::kWeightBelowZero))
          SetMetric(metrics, FirefoxCosts::kWeightBelowZero, {name + " (negative)", unit, scale});
      }
    }
  }

  // Gives a value its metric, which all threads share. The file names weights, so a weight named "cpu" is
  // another metric than the CPU time that the same samples may have.
  void SetMetric(Metrics& metrics, size_t value, const Metric& metric) {
    const auto [at, is_new] = metrics_.try_emplace({value, metric.name, metric.unit}, kNoMetric);
    if (is_new && metrics_.size() <= kMaxMetrics) at->second = run_.builder.AddMetric(metric);
    metrics[value] = at->second;
  }

  [[nodiscard]] Result<void> AddThread(size_t index, FirefoxSamples& samples) {
    FirefoxThread& thread = profile_.threads[index];
    const FirefoxProcess& process = profile_.processes[thread.process];
    stacks_ = thread.tables.stacks.is_present ? &thread.tables.stacks : &process.shared.stacks;
    rows_.Begin((*stacks_)[FirefoxField::kFrame].size(), contexts_[index]);
    frames_.Begin(process, thread);
    const ThreadMetrics& metrics = thread_metrics_[index];
    RINGSCOPE_TRY(AddCosts(thread, thread.samples, metrics.samples, metrics.weight_factor));
    const SampleList timed = std::exchange(thread.timed, {});
    if (keeps_times_) {
      samples.Add(timed,
                  {metrics.samples[FirefoxCosts::kWeight], metrics.samples[FirefoxCosts::kTime],
                   metrics.samples[FirefoxCosts::kCpu]},
                  process.start_time_ms - profile_.processes.front().start_time_ms,
                  [this](uint32_t stack) { return ContextOf(stack); });
    }
    RINGSCOPE_TRY(AddCosts(thread, thread.js_allocations, metrics.js_allocations, 1));
    return AddCosts(thread, thread.native_allocations, metrics.native_allocations, 1);
  }

  [[nodiscard]] Result<void> AddCosts(const FirefoxThread& thread, const FirefoxCosts& costs,
                                      const Metrics& metrics, uint64_t weight_factor) {
    size_t count = 0;
    for (const FirefoxCosts::Row& row : costs.rows()) {
      if (count++ % kSamplesPerPoll == 0) {
        if (run_.job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
        RINGSCOPE_TRY(run_.builder.status());
      }
      const BuildNode context = ContextOf(row.stack);
      if (deepest_ > run_.options.max_stack_depth)
        return FailAt(ErrorCode::kLimit, thread.offset_bytes, TooDeep(run_.options.max_stack_depth));
      if (context == kNoBuildNode) {
        run_.report.Skip("a sample of a stack that is not in the table, or without all its callers",
                         thread.offset_bytes, row.records);
        continue;
      }
      run_.report.record_count += row.records;
      for (size_t value = 0; value < FirefoxCosts::kValueCount; ++value) {
        uint64_t amount = row.values[value];
        if (amount == 0 || metrics[value] == kNoMetric) continue;
        // Saturates; the builder refuses such a value.
        if (value <= FirefoxCosts::kWeightBelowZero && __builtin_mul_overflow(amount, weight_factor, &amount))
          amount = std::numeric_limits<uint64_t>::max();
        run_.builder.AddSelf(context, metrics[value], amount);
      }
      if (preview_.Wanted()) preview_.Add({run_.builder});
    }
    return {};
  }

  // The context of a stack; kNoBuildNode if some of its callers are missing.
  [[nodiscard]] BuildNode ContextOf(uint32_t stack) {
    const FirefoxColumn& stack_frames = (*stacks_)[FirefoxField::kFrame];
    const BuildNode context = rows_.ContextOf(
        stack, [this](uint32_t row) { return CallerOf(row); },
        [&](BuildNode caller, uint32_t row) {
          const uint32_t frame = stack_frames.Index(row);
          const BuildNode node = run_.builder.Child(caller, frames_.FrameOf(frame));
          const uint32_t line = run_.options.call_sites ? frames_.LineOf(frame) : 0;
          return line == 0 ? node : run_.builder.Child(node, run_.builder.CallLine(line));
        });
    if (stack < stack_frames.size()) deepest_ = std::max(deepest_, rows_.DepthOf(stack));
    return context;
  }

  [[nodiscard]] uint32_t CallerOf(uint32_t stack) const {
    const FirefoxColumn& offsets = (*stacks_)[FirefoxField::kPrefixOffset];
    if (!offsets.empty()) {
      const uint32_t offset = offsets.Index(stack);
      if (offset == FirefoxColumn::kNone || offset > stack) return StackRows::kMissing;
      return offset > 0 ? stack - offset : StackRows::kNoCaller;
    }
    const FirefoxColumn& prefixes = (*stacks_)[FirefoxField::kPrefix];
    const double prefix = prefixes.Number(stack);
    if (std::isnan(prefix) || prefix == -1) return StackRows::kNoCaller;
    const uint32_t caller = prefixes.Index(stack);
    return caller == FirefoxColumn::kNone ? StackRows::kMissing : caller;
  }

  void AddNotes() {
    const FirefoxProcess& first = profile_.processes.front();
    constexpr double kMsPerSecond = 1000;
    const std::string recorded =
        RecordedOnText((first.start_time_ms + first.recording_begin_ms) / kMsPerSecond);
    if (!recorded.empty()) Note(run_.report, "{}.", recorded);
    if (first.not_symbolicated)
      Note(run_.report,
           "The file has no names of native functions, only addresses in their modules: save it from the "
           "Firefox Profiler, which looks them up, to have them.");
    NoteCount(run_.report, profile_.stackless_count, "sample",
              "without a stack: left out, with the time before.");
    NoteCount(run_.report, profile_.backward_count, "sample",
              "earlier than the one before: counted as taking no time.");
  }

  const ImportRun run_;
  FirefoxProfile& profile_;
  RecordPreview preview_;
  FirefoxFrames frames_;
  std::vector<BuildNode> contexts_;            // by thread
  std::vector<ThreadMetrics> thread_metrics_;  // by thread
  std::map<std::tuple<size_t, std::string, std::string>, MetricIndex> metrics_;
  bool keeps_times_ = false;

  const FirefoxTable* stacks_ = nullptr;
  StackRows rows_;  // of stacks_, for the current thread
  uint32_t deepest_ = 0;
};

Result<void> ImportFirefox(const ImportRun& run) {
  FirefoxProfile profile;
  std::deque<FirefoxEmbedded> embedded;
  {
    FirefoxDocument document(run, profile, embedded);
    RINGSCOPE_TRY(document.Read());
    document.Finish();
    run.report.input_bytes = document.read_bytes();
  }
  // Old versions write child processes as texts in the document, and children of these as texts in the texts.
  for (size_t i = 0; i < embedded.size(); ++i) {
    FirefoxEmbedded& text = embedded[i];
    const auto opened = OpenMemorySource(std::as_bytes(std::span(text.text)), text.text.size(), kSniffBytes);
    if (!opened) {
      run.report.Skip("a process in a text that cannot be read", text.offset_bytes);
      continue;
    }
    const size_t before = embedded.size();
    FirefoxDocument document(run.From(*opened->source), profile, embedded);
    if (const Result<void> read = document.Read(); !read) {
      if (read.error().code != ErrorCode::kMalformed) return read;
      run.report.Skip("a process in a text that cannot be read", text.offset_bytes);
    }
    document.Finish();
    for (size_t k = before; k < embedded.size(); ++k) embedded[k].offset_bytes = text.offset_bytes;
    text.text = {};
  }
  if (profile.processes.empty()) return Fail(ErrorCode::kMalformed, "expected a profile, found none");
  if (!profile.has_threads)
    return Fail(ErrorCode::kMalformed, "expected \"threads\", found a profile of Firefox without them");
  return FirefoxTree(run, profile).Build();
}

}  // namespace

const Importer kFirefoxImporter{"firefox", &SniffFirefox, &ImportFirefox};

}  // namespace ringscope
