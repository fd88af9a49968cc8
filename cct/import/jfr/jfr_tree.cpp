#include "cct/import/jfr/jfr_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

#include "cct/import/frame_names.h"
#include "cct/import/limits.h"
#include "cct/import/report_notes.h"

namespace ringscope {

namespace {

constexpr uint64_t kPollTreeEvents = 1 << 12;
constexpr uint64_t kPollFrames = 1 << 16;
// Types of events without a metric that the report names.
constexpr size_t kMaxNamedTypes = 8;
constexpr size_t kMaxTypeNameBytes = 100;
// The labels that --labels may name.
constexpr std::string_view kThreadLabel = "thread";
constexpr std::string_view kStateLabel = "state";
constexpr uint64_t kNsPerSecond = 1'000'000'000;

// Wanted fields of an event, by slot.
enum EventSlot : uint8_t { kStack, kEventThread, kSampledThread, kValue, kFactor, kStart, kState };
enum StackSlot : uint8_t { kTruncated, kMethods, kFrameTypes, kLines };

// The metrics of the events of one type: one that counts them, one that sums up a field, or both.
struct JfrEventKind {
  std::string_view event;         // name of the type, without the prefix that JDK 9 puts before it
  std::string_view count_metric;  // empty = none
  std::string_view value_metric;  // empty = none
  std::string_view value_unit;    // "ns" fields are times in whatever unit the type says
  std::string_view value_field;
  std::string_view factor_field = {};  // multiplies the value, if the type has the field
};

// Events that tell most about where a program spends its time come first. Several events tell of the same
// allocated bytes in different ways, so these metrics are never added together.
constexpr JfrEventKind kEventKinds[] = {
    {"jdk.ExecutionSample", "execution samples", "", "", ""},
    {"jdk.CPUTimeSample", "cpu time samples", "cpu time", "ns", "samplingPeriod"},
    {"datadog.ExecutionSample", "", "cpu samples", "count", "weight"},
    {"profiler.WallClockSample", "", "wall samples", "count", "samples"},
    {"datadog.MethodSample", "", "method samples", "count", "weight"},
    {"jdk.NativeMethodSample", "native samples", "", "", ""},
    {"jdk.ObjectAllocationSample", "allocation samples", "allocated", "bytes", "weight"},
    {"jdk.ObjectAllocationInNewTLAB", "allocations in new TLABs", "allocated in new TLABs", "bytes",
     "tlabSize"},
    {"jdk.ObjectAllocationOutsideTLAB", "allocations outside TLABs", "allocated outside TLABs", "bytes",
     "allocationSize"},
    {"datadog.ObjectSample", "object samples", "allocated objects", "bytes", "size", "weight"},
    {"profiler.LiveObject", "live objects", "live", "bytes", "allocationSize"},
    {"datadog.HeapLiveObject", "live object samples", "live heap", "bytes", "size", "weight"},
    {"jdk.OldObjectSample", "old objects", "", "", ""},
    {"profiler.Malloc", "mallocs", "malloc", "bytes", "size"},
    {"jdk.JavaMonitorEnter", "lock waits", "lock time", "ns", "duration"},
    {"jdk.ThreadPark", "parks", "park time", "ns", "duration"},
    {"profiler.NativeLock", "native lock waits", "native lock time", "ns", "duration"},
    {"jdk.JavaMonitorWait", "monitor waits", "monitor wait time", "ns", "duration"},
    {"jdk.ThreadSleep", "sleeps", "sleep time", "ns", "duration"},
    {"jdk.VirtualThreadPinned", "pins", "pinned time", "ns", "duration"},
    {"jdk.SocketRead", "socket reads", "socket read time", "ns", "duration"},
    {"jdk.SocketWrite", "socket writes", "socket write time", "ns", "duration"},
    {"jdk.FileRead", "file reads", "file read time", "ns", "duration"},
    {"jdk.FileWrite", "file writes", "file write time", "ns", "duration"},
    {"jdk.FileForce", "file syncs", "file sync time", "ns", "duration"},
    {"jdk.JavaExceptionThrow", "exceptions", "", "", ""},
    {"jdk.JavaErrorThrow", "errors", "", "", ""},
    {"jdk.MethodTrace", "method calls", "method time", "ns", "duration"},
    {"profiler.MethodTrace", "traced calls", "traced time", "ns", "duration"},
};

std::optional<size_t> FindEventKind(std::string_view type_name) {
  constexpr std::string_view kOldPrefix = "com.oracle.";
  if (type_name.starts_with(kOldPrefix)) type_name.remove_prefix(kOldPrefix.size());
  const auto* const found = std::ranges::find(kEventKinds, type_name, &JfrEventKind::event);
  if (found == std::end(kEventKinds)) return std::nullopt;
  return static_cast<size_t>(found - std::begin(kEventKinds));
}

// value * numerator / denominator, or 2^63 if that is larger.
uint64_t Scaled(uint64_t value, uint64_t numerator, uint64_t denominator) {
  constexpr uint64_t kTooLarge = uint64_t{1} << 63;
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(value) * numerator / std::max<uint64_t>(denominator, 1);
  return product >= kTooLarge ? kTooLarge : static_cast<uint64_t>(product);
}

}  // namespace

JfrTree::JfrTree(const ImportRun& run)
    : run_(run),
      frames_(run.builder, run.report),
      preview_(run.options.preview, run.job),
      kinds_(std::size(kEventKinds)) {}

Result<void> JfrTree::Add(JfrChunk& chunk) {
  FindSources(chunk);
  uint64_t count = 0;
  for (JfrEvents event = chunk.events(); event.Next();) {
    if (++count % kPollTreeEvents == 0 && run_.job.cancelled())
      return Fail(ErrorCode::kCancelled, "cancelled");
    if (event.position() == chunk.header().metadata_position) continue;
    const uint32_t type = chunk.types().Find(event.type_id());
    if (type != JfrTypes::kNone && sources_[type].kind) {
      RINGSCOPE_TRY(AddEvent(chunk, sources_[type], event));
      if (preview_.Wanted()) AddToPreview();
    } else if (event.type_id() == JfrEvents::kMetadata || event.type_id() == JfrEvents::kCheckpoint) {
      continue;
    } else if (type != JfrTypes::kNone) {
      CountOther(chunk, type, event);
    } else {
      run_.report.Skip("an event of an unknown type", chunk.OffsetOf(event.position()));
    }
  }
  return run_.builder.status();
}

void JfrTree::FindSources(JfrChunk& chunk) {
  JfrTypes& types = chunk.types();
  contexts_.clear();
  frames_.BeginChunk();
  sources_.assign(types.size(), {});
  for (uint32_t type = 0; type < types.size(); ++type) {
    Source& source = sources_[type];
    source.kind = FindEventKind(types.name(type));
    const JfrEventKind kind = source.kind ? kEventKinds[*source.kind] : JfrEventKind{};
    const std::string_view paths[] = {"stackTrace",      "eventThread", "sampledThread", kind.value_field,
                                      kind.factor_field, "startTime",   "state"};
    if (!source.kind && !types.HasField(type, paths[kStack])) continue;
    source.layout = types.LayoutOf(type, paths, false);
    if (!source.layout.readable) source.kind.reset();
    source.has_value = types.HasField(type, kind.value_field);
    source.unit_ns = types.UnitNsOf(type, kind.value_field);
  }
}

Result<void> JfrTree::AddEvent(JfrChunk& chunk, const Source& source, const JfrEvents& event) {
  const uint64_t offset = chunk.OffsetOf(event.position());
  Sample sample;
  JfrCursor cursor = event.fields();
  const bool whole = ReadJfrValue(source.layout, cursor, [&sample](uint8_t slot, const JfrValue& value) {
    const JfrReference reference{value.type, value.number};
    if (slot == kStack) sample.stack = reference;
    // The event's thread may be the profiler's, so the sampled thread comes first.
    if (slot == kSampledThread || (slot == kEventThread && sample.thread.type == JfrTypes::kNone))
      sample.thread = reference;
    if (slot == kValue) sample.value = value.number;
    if (slot == kFactor) sample.factor = value.real;
    if (slot == kStart) sample.start_ticks = value.number;
    if (slot == kState) sample.state = reference;
  });
  if (!whole) {
    run_.report.Skip("an event that is shorter than its type says", offset);
    return {};
  }
  const JfrEventKind& kind = kEventKinds[*source.kind];
  Kind& made = kinds_[*source.kind];
  RINGSCOPE_ASSIGN(const StackContext context, ContextOf(chunk, sample, offset));
  if (context.cut_off) ++run_.report.truncated_stack_count;
  if (sample.state.type != JfrTypes::kNone) ++states_[frames_.OfState(chunk, sample.state)];
  const bool has_value = !kind.value_metric.empty() && (source.has_value || kind.count_metric.empty());
  uint64_t value = 0;
  if (has_value) {
    if (!made.value) made.value = AddMetric(kind.value_metric, kind.value_unit, 2 * *source.kind);
    RINGSCOPE_ASSIGN(value, ValueOf(chunk, source, sample, offset));
    run_.builder.AddSelf(context.node, *made.value, value);
  }
  if (!kind.count_metric.empty()) {
    if (!made.count) made.count = AddMetric(kind.count_metric, "count", 2 * *source.kind + 1);
    run_.builder.AddSelf(context.node, *made.count, 1);
  }
  AddTime(chunk.header(), made, sample.start_ticks, context.node, value);
  ++run_.report.record_count;
  return {};
}

MetricIndex JfrTree::AddMetric(std::string_view name, std::string_view unit, size_t rank) {
  const MetricIndex metric = run_.builder.AddMetric({std::string(name), std::string(unit), 1});
  metric_order_[rank] = metric;
  return metric;
}

Result<uint64_t> JfrTree::ValueOf(const JfrChunk& chunk, const Source& source, const Sample& sample,
                                  uint64_t offset) {
  if (!source.has_value) return 1;  // each event counts 1
  if (sample.value >> 63 != 0) {
    run_.report.Keep("a value below zero, taken for 0", offset);
    return 0;
  }
  uint64_t value = sample.value;
  if (kEventKinds[*source.kind].value_unit == "ns") {
    value = source.unit_ns > 0 ? Scaled(value, source.unit_ns, 1)
                               : Scaled(value, kNsPerSecond, chunk.header().ticks_per_second);
  }
  if (sample.factor != 1) {
    const double product = static_cast<double>(value) * sample.factor;
    if (!(product >= 0)) {
      run_.report.Keep("a value below zero, taken for 0", offset);
      return 0;
    }
    value = product >= 0x1p63 ? uint64_t{1} << 63 : static_cast<uint64_t>(product + 0.5);
  }
  if (value >> 63 != 0) {
    return FailAt(ErrorCode::kOverflow, offset, "expected values below 2^63, found a larger one of {}",
                  kEventKinds[*source.kind].value_metric);
  }
  return value;
}

BuildNode JfrTree::RingsOf(JfrChunk& chunk, const Sample& sample) {
  BuildNode context = kBuildRoot;
  if (run_.options.labels.empty() && run_.options.threads != ThreadRing::kMerged)
    return run_.builder.Child(context, frames_.OfThread(chunk, sample.thread));
  for (const std::string& label : run_.options.labels) {
    if (label == kThreadLabel) context = run_.builder.Child(context, frames_.OfThread(chunk, sample.thread));
    if (label == kStateLabel) context = run_.builder.Child(context, frames_.OfState(chunk, sample.state));
  }
  return context;
}

Result<JfrTree::StackContext> JfrTree::ContextOf(JfrChunk& chunk, const Sample& sample, uint64_t offset) {
  const BuildNode outside = RingsOf(chunk, sample);
  if (sample.stack.type == JfrTypes::kNone) return StackContext{outside, false};
  const uint32_t stack = chunk.FindConstant(sample.stack.type, sample.stack.id);
  if (stack == JfrChunk::kNone) {
    if (sample.stack.id == 0) return StackContext{outside, false};
    run_.report.Keep("a stack that is not in its chunk", offset);
    return StackContext{run_.builder.Child(outside, UnknownFrame(run_.builder)), false};
  }
  const auto [known, is_new] = contexts_[sample.stack.type].try_emplace(uint64_t{outside} << 32 | stack);
  if (!is_new) return known->second;
  RINGSCOPE_ASSIGN(const StackContext context, AddStack(chunk, sample.stack.type, stack, outside, offset));
  known->second = context;
  RINGSCOPE_TRY(run_.builder.status());
  return context;
}

Result<JfrTree::StackContext> JfrTree::AddStack(JfrChunk& chunk, uint32_t type, uint32_t stack,
                                                BuildNode below, uint64_t offset) {
  stack_methods_.clear();
  stack_types_.clear();
  stack_lines_.clear();
  bool cut_off = false;
  const bool whole =
      chunk.ReadConstant(type, stack, JfrChunk::Role::kStack, [&](uint8_t slot, const JfrValue& value) {
        if (slot == kTruncated) cut_off = value.number != 0;
        if (slot == kMethods) stack_methods_.push_back({value.type, value.number});
        if (slot == kFrameTypes) stack_types_.push_back({value.type, value.number});
        if (slot == kLines) stack_lines_.push_back(value.number);
      });
  if (!whole) {
    run_.report.Keep("a stack that cannot be read", offset);
    return StackContext{run_.builder.Child(below, UnknownFrame(run_.builder)), false};
  }
  if (stack_methods_.size() > run_.options.max_stack_depth)
    return FailAt(ErrorCode::kLimit, offset, TooDeep(run_.options.max_stack_depth, stack_methods_.size()));
  stack_types_.resize(stack_methods_.size());
  stack_lines_.resize(run_.options.call_sites ? stack_methods_.size() : 0);
  StackContext context{below, cut_off && !stack_methods_.empty()};
  // A stack lists its innermost frame first.
  for (size_t i = stack_methods_.size(); i-- > 0;) {
    if (frames_.work() >= work_at_poll_ + kPollFrames) {
      work_at_poll_ = frames_.work();
      if (run_.job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
      RINGSCOPE_TRY(run_.builder.status());
    }
    const FrameId frame = frames_.OfMethod(chunk, stack_methods_[i], stack_types_[i], offset);
    context.node = run_.builder.Child(context.node, frame);
    if (context.cut_off && i + 1 == stack_methods_.size())
      run_.builder.MarkContext(context.node, kCallersCutOff);
    if (i < stack_lines_.size() && stack_lines_[i] > 0 && stack_lines_[i] <= INT32_MAX)
      context.node =
          run_.builder.Child(context.node, run_.builder.CallLine(static_cast<uint32_t>(stack_lines_[i])));
  }
  return context;
}

void JfrTree::CountOther(const JfrChunk& chunk, uint32_t type, const JfrEvents& event) {
  uint64_t stack = 0;
  if (sources_[type].layout.readable) {
    JfrCursor cursor = event.fields();
    static_cast<void>(ReadJfrValue(sources_[type].layout, cursor, [&](uint8_t slot, const JfrValue& value) {
      if (slot == kStack) stack = value.number;
    }));
  }
  if (stack == 0) {
    ++other_count_;
  } else {
    ++others_with_stacks_[std::string(chunk.types().name(type).substr(0, kMaxTypeNameBytes))];
  }
}

void JfrTree::NoteOthers() {
  if (other_count_ > 0) Note(run_.report, "Events without a stack and a metric, left out: {}.", other_count_);
  if (others_with_stacks_.empty()) return;
  std::vector<std::pair<uint64_t, std::string_view>> others;
  uint64_t count = 0;
  for (const auto& [name, events] : others_with_stacks_) {
    others.emplace_back(events, name);
    count += events;
  }
  std::ranges::stable_sort(others, std::greater(), [](const auto& each) { return each.first; });
  std::string names;
  for (size_t i = 0; i < std::min(others.size(), kMaxNamedTypes); ++i)
    names += fmt::format("{}{} {}", i == 0 ? "" : ", ", others[i].second, others[i].first);
  if (others.size() > kMaxNamedTypes) names += ", ...";
  Note(run_.report, "Events with a stack but no metric, left out: {} ({}).", count, names);
}

void JfrTree::NoteStates() {
  const std::vector<std::string>& labels = run_.options.labels;
  for (const std::string& label : labels) {
    if (label != kThreadLabel && !(label == kStateLabel && !states_.empty()))
      NoteMissingLabel(run_.report, label);
  }
  if (states_.size() < 2 || std::ranges::find(labels, kStateLabel) != labels.end()) return;
  Note(run_.report,
       "The samples tell {} states of their threads, such as running and sleeping: the label "
       "\"{}\" makes a ring of them (--labels {}).",
       states_.size(), kStateLabel, kStateLabel);
}

std::vector<MetricIndex> JfrTree::MetricOrder() const {
  std::vector<MetricIndex> order;
  for (const auto& [rank, metric] : metric_order_) order.push_back(metric);
  return order;
}

BuildNode JfrTree::Top() {
  const bool one_thread = run_.options.labels.empty() && run_.options.threads == ThreadRing::kWhenSeveral &&
                          frames_.threads().size() == 1;
  return one_thread ? run_.builder.Child(kBuildRoot, *frames_.threads().begin()) : kBuildRoot;
}

void JfrTree::AddToPreview() {
  preview_.Add({run_.builder, {}, Top(), [this](CctBuilder& copy) {
                  copy.PermuteMetrics(MetricOrder());
                  return true;
                }});
}

// Adds the time at which an event began.
void JfrTree::AddTime(const JfrHeader& header, Kind& kind, std::optional<uint64_t> start_ticks,
                      BuildNode context, uint64_t value) {
  all_have_times_ &= start_ticks.has_value() && header.ticks_per_second > 0;
  if (!all_have_times_) return;
  // The chunk tells its start in ticks and in ns. In a damaged file the sum may wrap around.
  __extension__ using Wide = __int128;
  const auto ticks = static_cast<int64_t>(*start_ticks - header.start_ticks);
  const Wide since_start_ns = static_cast<Wide>(ticks) * Wide{kNsPerSecond} / header.ticks_per_second;
  const uint64_t time_ns = header.start_ns + static_cast<uint64_t>(since_start_ns);
  kind.samples.Add(SampleList::TimeOf(static_cast<int64_t>(time_ns)), context, value);
}

// Makes a series for each kind, with metrics as `order` places them. None if some event has no time.
std::vector<SampleList> JfrTree::TakeSamples(std::span<const MetricIndex> order) {
  std::vector<SampleList> series;
  const auto place_of = [order](MetricIndex metric) {
    return static_cast<MetricIndex>(std::ranges::find(order, metric) - order.begin());
  };
  for (Kind& kind : kinds_) {
    if (!all_have_times_ || kind.samples.size() == 0) continue;
    if (kind.count) kind.samples.counted = {place_of(*kind.count)};
    if (kind.value)
      kind.samples.valued = {place_of(*kind.value)};
    else
      kind.samples.values.clear();
    series.push_back(std::move(kind.samples));
  }
  return series;
}

void JfrTree::Finish() {
  const std::vector<MetricIndex> order = MetricOrder();
  std::vector<SampleList> series = TakeSamples(order);
  run_.builder.PermuteMetrics(order);
  if (Top() != kBuildRoot) LeaveOutOnlyThread(run_.builder, *frames_.threads().begin(), series);
  run_.builder.SetSamples(std::move(series));
  NoteOthers();
  NoteStates();
}

}  // namespace ringscope
