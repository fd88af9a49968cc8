#include "cct/import/simpleperf/simpleperf_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cct/import/frame_names.h"
#include "cct/import/limits.h"
#include "cct/import/report_notes.h"

namespace ringscope {
namespace {

constexpr size_t kMaxSimpleperfEvents = kMaxSampleSeries;
constexpr size_t kMaxSimpleperfNoteBytes = 200;
constexpr std::string_view kSwitch = "sched:sched_switch";

}  // namespace

bool IsNameless(const SimpleperfFrame& frame) {
  return frame.symbol.empty() || frame.symbol == "unknown" || frame.symbol == "[unknown]" ||
         (frame.symbol.ends_with(']') && frame.symbol.ends_with(fmt::format("[+{:x}]", frame.address)));
}

FrameId SimpleperfTree::FrameOf(const SimpleperfFrame& frame) {
  const std::string_view module =
      frame.file == "unknown" || frame.file == "[unknown]" ? std::string_view() : frame.file;
  const FrameKind kind = frame.kind == FrameKind::kUser ? KindOfModule(module) : frame.kind;
  if (IsNameless(frame)) return AddressFrame(run_.builder, module, frame.address, frame.address, kind);
  return run_.builder.InternFrame({.name = frame.symbol, .module = module, .kind = kind});
}

uint32_t SimpleperfTree::ThreadOf(std::string_view thread_id) {
  const uint32_t thread = threads_.Intern(thread_id, [] { return FrameId{0}; });
  if (thread == switched_on_ns_.size()) {
    switched_on_ns_.emplace_back();
    sampled_ns_.emplace_back();
  }
  return thread;
}

void SimpleperfTree::SwitchOn(std::string_view thread_id, uint64_t time_ns) {
  switched_on_ns_[ThreadOf(thread_id)].push_back(time_ns);
}

void SimpleperfTree::NoteLost(std::string_view count) {
  if (count != "0")
    notes_.push_back(fmt::format("Samples that were lost: {}.", count.substr(0, kMaxSimpleperfNoteBytes)));
}

void SimpleperfTree::NoteApp(std::string_view name) {
  notes_.push_back(fmt::format("App: {}.", name.substr(0, kMaxSimpleperfNoteBytes)));
}

Result<uint32_t> SimpleperfTree::EventOf(const SimpleperfSample& sample) {
  const std::string_view name = sample.event.empty() ? "samples" : sample.event;
  const auto known = std::find(events_.begin(), events_.end(), name);
  const auto event = static_cast<uint32_t>(known - events_.begin());
  if (known != events_.end()) return event;
  if (events_.size() >= kMaxSimpleperfEvents)
    return FailAt(ErrorCode::kLimit, sample.offset, TooMany(kMaxSimpleperfEvents, "events"));
  events_.emplace_back(name);
  const bool is_clock = name.starts_with("cpu-clock") || name.starts_with("task-clock");
  const MetricIndex counts = run_.builder.AddMetric({events_.back(), is_clock ? "ns" : "count", 1});
  series_.push_back(
      SampleList::Of(counts, run_.builder.AddMetric({events_.back() + " samples", "count", 1})));
  return event;
}

Result<void> SimpleperfTree::AddSample(const SimpleperfSample& sample) {
  if (!sample.count || *sample.count >> 63 != 0) {
    run_.report.Skip(sample.count ? "a sample with a count of 2^63 or more" : "a sample without a count",
                     sample.offset);
    return {};
  }
  RINGSCOPE_ASSIGN(const uint32_t event, EventOf(sample));
  BuildNode context = kBuildRoot;
  if (run_.options.threads != ThreadRing::kMerged) {
    const std::string name = RingName(sample.thread_name, "tid", sample.thread_id);
    context = run_.builder.Child(context, rings_.FrameOf(name, [&] {
      return run_.builder.InternFrame({.name = name, .kind = FrameKind::kThread});
    }));
  }
  for (auto frame = sample.stack.rbegin(); frame != sample.stack.rend(); ++frame)
    context = run_.builder.Child(context, *frame);
  SampleList& list = series_[event];
  run_.builder.AddSelf(context, list.valued[0], *sample.count);
  run_.builder.AddSelf(context, list.counted[0], 1);
  all_have_times_ = all_have_times_ && sample.time_ns && *sample.time_ns >> 63 == 0;
  if (all_have_times_) {
    list.Add(*sample.time_ns, context, *sample.count);
  }
  if (trace_off_cpu_ && all_have_times_) {
    const uint32_t thread = ThreadOf(sample.thread_id);
    sampled_ns_[thread].push_back(*sample.time_ns);
    if (events_[event].starts_with(kSwitch))
      switched_off_.push_back({thread, *sample.time_ns, context, event});
  }
  ++run_.report.record_count;
  return run_.builder.status();
}

// A thread is off the CPU until its next switch on, or, if the recording has none of the thread, until its
// next sample.
void SimpleperfTree::AddOffCpu() {
  if (switched_off_.empty()) return;
  if (!all_have_times_) {
    notes_.push_back("Times off the CPU are left out, as not all samples have a time.");
    return;
  }
  for (auto* times : {&switched_on_ns_, &sampled_ns_}) {
    for (std::vector<uint64_t>& of_thread : *times) std::ranges::sort(of_thread);
  }
  const MetricIndex metric = run_.builder.AddMetric({"off-cpu", "ns", 1});
  // The metric can belong to the series of one event only; a modifier makes another event.
  const uint32_t event = switched_off_[0].event;
  uint64_t endless_count = 0;
  SampleValueList values;
  for (const SwitchOff& off : switched_off_) {
    const std::vector<uint64_t>& on_ns = switched_on_ns_[off.thread];
    const std::vector<uint64_t>& ends_ns = on_ns.empty() ? sampled_ns_[off.thread] : on_ns;
    const auto end = std::ranges::upper_bound(ends_ns, off.time_ns);
    if (end == ends_ns.end()) ++endless_count;
    const uint64_t off_ns = end == ends_ns.end() ? 0 : *end - off.time_ns;
    run_.builder.AddSelf(off.context, metric, off_ns);
    if (off.event == event) values.Add(off_ns);
  }
  const bool is_one_series =
      std::ranges::all_of(switched_off_, [&](const SwitchOff& off) { return off.event == event; });
  if (is_one_series) {
    series_[event].valued.push_back(metric);
    series_[event].values.push_back(std::move(values));
  }
  NoteCount(run_.report, endless_count, "time", "off the CPU had no end within the recording: counted as 0.");
}

Result<void> SimpleperfTree::Finish() {
  AddOffCpu();
  run_.report.notes.insert(run_.report.notes.end(), notes_.begin(), notes_.end());
  if (run_.options.threads == ThreadRing::kWhenSeveral && rings_.size() == 1 &&
      run_.report.record_count > 0) {
    LeaveOutOnlyThread(run_.builder, rings_.entry(0).frame, series_);
  }
  if (all_have_times_) run_.builder.SetSamples(std::move(series_));
  return run_.builder.status();
}

}  // namespace ringscope
