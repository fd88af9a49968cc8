#include "cct/import/jfr/jfr_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cct/import/frame_names.h"
#include "cct/import/jfr/jfr_kinds.h"
#include "cct/import/limits.h"
#include "cct/import/report_notes.h"

namespace ringscope {
namespace {

constexpr uint64_t kPollTreeEvents = 1 << 12;
constexpr uint64_t kPollFrames = 1 << 16;
// Types of events without a metric that the report names.
constexpr size_t kMaxNamedTypes = 8;
constexpr size_t kMaxTypeNameBytes = 100;
// What --labels may name.
constexpr std::string_view kThreadLabel = "thread";
constexpr std::string_view kStateLabel = "state";
constexpr uint64_t kNsPerSecond = 1'000'000'000;

// Wanted fields of an event, by slot.
enum EventSlot : uint8_t { kStack, kEventThread, kSampledThread, kValue, kFactor, kStart, kState };
enum StackSlot : uint8_t { kTruncated, kMethods, kFrameTypes };

// 0: it is that of the ticks.
uint64_t NsOf(JfrTimeUnit unit) {
  if (unit == JfrTimeUnit::kNanoseconds) return 1;
  if (unit == JfrTimeUnit::kMicroseconds) return 1'000;
  if (unit == JfrTimeUnit::kMilliseconds) return 1'000'000;
  return unit == JfrTimeUnit::kSeconds ? kNsPerSecond : 0;
}

// value * numerator / denominator, or 2^63 where it does not fit.
uint64_t Scaled(uint64_t value, uint64_t numerator, uint64_t denominator) {
  constexpr uint64_t kTooLarge = uint64_t{1} << 63;
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(value) * numerator / std::max<uint64_t>(denominator, 1);
  return product >= kTooLarge ? kTooLarge : static_cast<uint64_t>(product);
}

}  // namespace

JfrTree::JfrTree(const ImportRun& run)
    : run_(run),
      builder_(run.options.build),
      frames_(builder_, run.report),
      preview_(run.options.preview, run.job),
      metrics_(JfrEventKinds().size()),
      samples_(JfrEventKinds().size()) {}

Result<void> JfrTree::Add(JfrChunk& chunk) {
  FindSources(chunk);
  uint64_t count = 0;
  for (JfrEvents event = chunk.events(); event.Next();) {
    if (++count % kPollTreeEvents == 0 && run_.job.cancelled())
      return Fail(ErrorCode::kCancelled, "cancelled");
    if (event.position() == chunk.header().metadata_position) continue;
    const uint32_t type = chunk.types().Find(event.type_id());
    if (type != JfrTypes::kNone && sources_[type].kind < JfrEventKinds().size()) {
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
  return builder_.status();
}

void JfrTree::FindSources(JfrChunk& chunk) {
  JfrTypes& types = chunk.types();
  contexts_.clear();
  frames_.BeginChunk();
  sources_.assign(types.size(), {});
  for (uint32_t type = 0; type < types.size(); ++type) {
    Source& source = sources_[type];
    source.kind = FindJfrEventKind(types.name(type));
    const bool has_metric = source.kind < JfrEventKinds().size();
    const JfrEventKind kind = has_metric ? JfrEventKinds()[source.kind] : JfrEventKind{};
    const std::string_view paths[] = {"stackTrace",      "eventThread", "sampledThread", kind.value_field,
                                      kind.factor_field, "startTime",   "state"};
    if (!has_metric && !types.HasField(type, paths[kStack])) continue;
    source.layout = types.LayoutOf(type, paths, false);
    if (!source.layout.readable) source.kind = JfrEventKinds().size();
    source.has_value = types.HasField(type, kind.value_field);
    source.unit = types.TimeUnitOf(type, kind.value_field);
  }
}

Result<void> JfrTree::AddEvent(JfrChunk& chunk, const Source& source, const JfrEvents& event) {
  const uint64_t offset = chunk.OffsetOf(event.position());
  Sample sample;
  JfrCursor cursor = event.fields();
  const bool whole = ReadJfrValue(source.layout, cursor, [&sample](uint8_t slot, const JfrValue& value) {
    switch (slot) {
      case kStack:
        sample.stack = {value.type, value.number};
        break;
      case kEventThread:
      case kSampledThread:
        // Who samples is no thread of the program's: the sampled one goes first.
        if (slot == kSampledThread || sample.thread.type == JfrTypes::kNone)
          sample.thread = {value.type, value.number};
        break;
      case kValue:
        sample.value = value.number;
        break;
      case kFactor:
        sample.factor = value.real;
        break;
      case kStart:
        sample.start_ticks = value.number;
        break;
      case kState:
        sample.state = {value.type, value.number};
        break;
      default:
        break;
    }
  });
  if (!whole) {
    run_.report.Skip("an event that is shorter than its type says", offset);
    return {};
  }
  const JfrEventKind& kind = JfrEventKinds()[source.kind];
  JfrKindMetrics& metrics = metrics_[source.kind];
  RINGSCOPE_ASSIGN(const StackContext context, ContextOf(chunk, sample, offset));
  if (context.cut_off) ++run_.report.truncated_stack_count;
  CountState(chunk, sample);
  const bool has_value = !kind.value_metric.empty() && (source.has_value || kind.count_metric.empty());
  uint64_t value = 0;
  if (has_value) {
    if (metrics.value == JfrKindMetrics::kNone)
      metrics.value = AddMetric(kind.value_metric, kind.value_unit, 2 * source.kind);
    RINGSCOPE_ASSIGN(value, ValueOf(chunk, source, sample, offset));
    builder_.AddSelf(context.node, metrics.value, value);
  }
  if (!kind.count_metric.empty()) {
    if (metrics.count == JfrKindMetrics::kNone)
      metrics.count = AddMetric(kind.count_metric, "count", 2 * source.kind + 1);
    builder_.AddSelf(context.node, metrics.count, 1);
  }
  samples_.Add(chunk.header(), source.kind, sample.start_ticks, context.node, value);
  ++run_.report.record_count;
  return {};
}

MetricIndex JfrTree::AddMetric(std::string_view name, std::string_view unit, size_t rank) {
  const MetricIndex metric = builder_.AddMetric({std::string(name), std::string(unit), 1});
  metric_order_[rank] = metric;
  return metric;
}

Result<uint64_t> JfrTree::ValueOf(const JfrChunk& chunk, const Source& source, const Sample& sample,
                                  uint64_t offset) {
  if (!source.has_value) return 1;  // an event counts for itself
  if (sample.value >> 63 != 0) {
    run_.report.Keep("a value below zero, taken for 0", offset);
    return 0;
  }
  uint64_t value = sample.value;
  if (JfrEventKinds()[source.kind].value_unit == "ns") {
    const uint64_t ns = NsOf(source.unit);
    value = ns > 0 ? Scaled(value, ns, 1) : Scaled(value, kNsPerSecond, chunk.header().ticks_per_second);
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
    return FailAt(ErrorCode::kOverflow, offset,
                  fmt::format("expected values below 2^63, found a larger one of {}",
                              JfrEventKinds()[source.kind].value_metric));
  }
  return value;
}

BuildNode JfrTree::RingsOf(JfrChunk& chunk, const Sample& sample) {
  BuildNode context = kBuildRoot;
  if (run_.options.labels.empty() && run_.options.threads != ThreadRing::kMerged)
    return builder_.Child(context, frames_.OfThread(chunk, sample.thread));
  for (const std::string& label : run_.options.labels) {
    if (label == kThreadLabel) context = builder_.Child(context, frames_.OfThread(chunk, sample.thread));
    if (label == kStateLabel) context = builder_.Child(context, frames_.OfState(chunk, sample.state));
  }
  return context;
}

void JfrTree::CountState(JfrChunk& chunk, const Sample& sample) {
  if (sample.state.type != JfrTypes::kNone) ++states_[frames_.OfState(chunk, sample.state)];
}

Result<JfrTree::StackContext> JfrTree::ContextOf(JfrChunk& chunk, const Sample& sample, uint64_t offset) {
  const BuildNode outside = RingsOf(chunk, sample);
  if (sample.stack.type == JfrTypes::kNone) return StackContext{outside, false};
  const uint32_t stack = chunk.FindConstant(sample.stack.type, sample.stack.id);
  if (stack == JfrChunk::kNone) {
    if (sample.stack.id == 0) return StackContext{outside, false};
    run_.report.Keep("a stack that is not in its chunk", offset);
    return StackContext{builder_.Child(outside, UnknownFrame(builder_)), false};
  }
  const auto [known, is_new] = contexts_[sample.stack.type].try_emplace(uint64_t{outside} << 32 | stack);
  if (!is_new) return known->second;
  RINGSCOPE_ASSIGN(const StackContext context, AddStack(chunk, sample.stack.type, stack, outside, offset));
  known->second = context;
  RINGSCOPE_TRY(builder_.status());
  return context;
}

Result<JfrTree::StackContext> JfrTree::AddStack(JfrChunk& chunk, uint32_t type, uint32_t stack,
                                                BuildNode below, uint64_t offset) {
  stack_methods_.clear();
  stack_types_.clear();
  bool cut_off = false;
  const bool whole =
      chunk.ReadConstant(type, stack, JfrChunk::Role::kStack, [&](uint8_t slot, const JfrValue& value) {
        if (slot == kTruncated) cut_off = value.number != 0;
        if (slot == kMethods) stack_methods_.push_back({value.type, value.number});
        if (slot == kFrameTypes) stack_types_.push_back({value.type, value.number});
      });
  if (!whole) {
    run_.report.Keep("a stack that cannot be read", offset);
    return StackContext{builder_.Child(below, UnknownFrame(builder_)), false};
  }
  if (stack_methods_.size() > run_.options.max_stack_depth)
    return FailAt(ErrorCode::kLimit, offset, TooDeep(run_.options.max_stack_depth, stack_methods_.size()));
  stack_types_.resize(stack_methods_.size());
  StackContext context{below, cut_off && !stack_methods_.empty()};
  // The innermost comes first.
  for (size_t i = stack_methods_.size(); i-- > 0;) {
    if (frames_.work() >= work_at_poll_ + kPollFrames) {
      work_at_poll_ = frames_.work();
      if (run_.job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
      RINGSCOPE_TRY(builder_.status());
    }
    const FrameId frame = frames_.OfMethod(chunk, stack_methods_[i], stack_types_[i], offset);
    context.node = builder_.Child(context.node, frame);
    if (context.cut_off && i + 1 == stack_methods_.size()) builder_.MarkContext(context.node, kCallersCutOff);
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
  if (other_count_ > 0)
    run_.report.notes.push_back(
        fmt::format("Events without a stack and a metric, left out: {}.", other_count_));
  if (others_with_stacks_.empty()) return;
  std::vector<std::pair<uint64_t, std::string_view>> others;
  uint64_t count = 0;
  for (const auto& [name, events] : others_with_stacks_) {
    others.emplace_back(events, name);
    count += events;
  }
  std::stable_sort(others.begin(), others.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string names;
  for (size_t i = 0; i < std::min(others.size(), kMaxNamedTypes); ++i)
    names += fmt::format("{}{} {}", i == 0 ? "" : ", ", others[i].second, others[i].first);
  if (others.size() > kMaxNamedTypes) names += ", ...";
  run_.report.notes.push_back(
      fmt::format("Events with a stack but no metric, left out: {} ({}).", count, names));
}

void JfrTree::NoteStates() {
  const std::vector<std::string>& labels = run_.options.labels;
  for (const std::string& label : labels) {
    if (label != kThreadLabel && !(label == kStateLabel && !states_.empty()))
      NoteMissingLabel(run_.report, label);
  }
  if (states_.size() < 2 || std::find(labels.begin(), labels.end(), kStateLabel) != labels.end()) return;
  run_.report.notes.push_back(fmt::format(
      "The samples tell {} states of their threads, such as running and sleeping: the label \"{}\" "
      "makes a ring of them (--labels {}).",
      states_.size(), kStateLabel, kStateLabel));
}

std::vector<MetricIndex> JfrTree::MetricOrder() const {
  std::vector<MetricIndex> order;
  for (const auto& [rank, metric] : metric_order_) order.push_back(metric);
  return order;
}

BuildNode JfrTree::Top() {
  const bool one_thread = run_.options.labels.empty() && run_.options.threads == ThreadRing::kWhenSeveral &&
                          frames_.threads().size() == 1;
  return one_thread ? builder_.Child(kBuildRoot, *frames_.threads().begin()) : kBuildRoot;
}

void JfrTree::AddToPreview() {
  preview_.Add({builder_, {}, Top(), [this](CctBuilder& copy) {
                  copy.PermuteMetrics(MetricOrder());
                  return true;
                }});
}

void JfrTree::Finish() {
  const std::vector<MetricIndex> order = MetricOrder();
  std::vector<SampleList> samples = std::move(samples_).Take(metrics_, order);
  builder_.PermuteMetrics(order);
  if (const BuildNode top = Top(); top != kBuildRoot) {
    const std::vector<BuildNode> moved = run_.builder.MergeSubtree(builder_, top, kBuildRoot);
    for (SampleList& list : samples) {
      for (BuildNode& node : list.context) node = moved[node - top];
    }
  } else {
    run_.builder = std::move(builder_);
  }
  run_.builder.SetSamples(std::move(samples));
  NoteOthers();
  NoteStates();
}

}  // namespace ringscope
