#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/import/bytes/byte_source.h"
#include "cct/import/frame_names.h"
#include "cct/import/import_preview.h"
#include "cct/import/importer.h"
#include "cct/import/limits.h"
#include "cct/import/perf/perf_data_frames.h"
#include "cct/import/perf/perf_data_head.h"
#include "cct/import/perf/perf_data_records.h"
#include "cct/import/perf/perf_form.h"
#include "cct/import/report_notes.h"
#include "cct/tree/samples.h"

namespace ringscope {
namespace {

namespace st = perf_sample_type;

constexpr uint32_t kTracepoint = 2;              // a type of events
constexpr uint64_t kBranchCallStack = 1u << 11;  // of branch_sample_type
// Of a record's misc.
constexpr uint16_t kMiscMapBuildId = 1u << 14;
constexpr uint16_t kMiscForkOfRunning = 1u << 13;
constexpr size_t kMaxPerfNoteBytes = 300;

// Adds the costs of a perf.data to the tree: two metrics for each event, its periods and its samples.
class PerfDataCosts {
 public:
  explicit PerfDataCosts(const ImportRun& run) : run_(run) {}

  // Adds a sample to a context. `place` is the attribute's index in the head. Errors: kOverflow, and kLimit
  // if there are too many events.
  [[nodiscard]] Result<void> Add(const PerfAttribute& attribute, uint32_t place,
                                 std::optional<uint64_t> period, std::optional<uint64_t> time_ns,
                                 BuildNode node, uint64_t offset) {
    // perf prints no periods of tracepoints: each sample counts 1.
    const bool has_period = period && attribute.type != kTracepoint;
    const uint64_t value = has_period ? *period : 1;
    if (value >> 63 != 0)
      return FailAt(ErrorCode::kOverflow, offset, "expected a period below 2^63, found a larger one");
    RINGSCOPE_ASSIGN(const uint32_t event, EventOf(attribute, place, has_period, offset));
    run_.builder.AddSelf(node, 2 * event, value);
    run_.builder.AddSelf(node, 2 * event + 1, 1);
    ++run_.report.record_count;
    if (!all_have_times_) return {};
    if (!time_ns || *time_ns >> 63 != 0) {
      all_have_times_ = false;
      samples_.clear();
      return {};
    }
    samples_[event].Add(*time_ns, node, value);
    return {};
  }

  // The metrics so far, in the order in which their events appeared.
  [[nodiscard]] std::vector<Metric> Metrics() const { return PerfMetricsOf(events_); }

  // Puts the metrics into the order in which perf was told to record their events, and names them. Returns
  // the samples; none if one of them has no time.
  [[nodiscard]] std::vector<SampleList> Finish() {
    std::vector<uint32_t> order(events_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::stable_sort(order, {}, [this](uint32_t event) { return place_of_event_[event]; });
    std::vector<PerfEvent> events;
    std::vector<SampleList> series;
    std::vector<MetricIndex> metric_order;
    for (const uint32_t event : order) {
      const auto metric = static_cast<MetricIndex>(metric_order.size());
      metric_order.insert(metric_order.end(), {2 * event, 2 * event + 1});
      if (all_have_times_ && series.size() < kMaxSampleSeries) {
        SampleList& list = series.emplace_back(std::move(samples_[event]));
        list.counted = {metric + 1};
        if (events_[event].has_period) {
          list.valued = {metric};
        } else {
          list.counted.push_back(metric);
          list.values.clear();
        }
      }
      events.push_back(std::move(events_[event]));
    }
    run_.builder.PermuteMetrics(metric_order);
    if (all_have_times_) NoteEventsWithoutTimes(events.size(), run_.report);
    const std::vector<Metric> metrics = PerfMetricsOf(events);
    for (MetricIndex i = 0; i < metrics.size(); ++i) run_.builder.metric(i) = metrics[i];
    return series;
  }

 private:
  [[nodiscard]] Result<uint32_t> EventOf(const PerfAttribute& attribute, uint32_t place, bool has_period,
                                         uint64_t offset) {
    const auto [known, is_new] = event_of_place_.try_emplace(place, static_cast<uint32_t>(events_.size()));
    if (is_new) {
      const auto same = std::ranges::find(events_, attribute.name, &PerfEvent::name);
      known->second = static_cast<uint32_t>(same - events_.begin());
      if (same == events_.end()) {
        if (events_.size() == kMaxPerfEvents)
          return FailAt(ErrorCode::kLimit, offset, TooMany(kMaxPerfEvents, "events"));
        events_.push_back({attribute.name, offset, has_period});
        place_of_event_.push_back(place);
        if (all_have_times_) samples_.emplace_back();
        run_.builder.AddMetric({attribute.name, "events", 1});
        run_.builder.AddMetric({attribute.name + " samples", "count", 1});
      }
    }
    const uint32_t index = known->second;
    events_[index].has_period |= has_period;
    return index;
  }

  const ImportRun run_;
  std::vector<PerfEvent> events_;
  std::vector<uint32_t> place_of_event_;
  std::unordered_map<uint32_t, uint32_t> event_of_place_;
  std::vector<SampleList> samples_;  // by event
  bool all_have_times_ = true;
};

std::string NoteText(std::string_view text) {
  std::string printed(text.substr(0, kMaxPerfNoteBytes));
  std::replace_if(printed.begin(), printed.end(), IsControl, ' ');
  return printed;
}

class PerfDataReader {
 public:
  PerfDataReader(std::string_view file, PerfDataHead head, const ImportRun& run)
      : file_(file),
        head_(std::move(head)),
        run_(run),
        frames_(processes_, head_, run),
        costs_(run),
        preview_(run.options.preview, run.job) {}

  [[nodiscard]] Result<void> Read() {
    PerfRecords records(file_, head_, run_, [this](const PerfRecord& record) { return ReadRecord(record); });
    RINGSCOPE_TRY(records.Read());
    AddNotes();
    return Finish();
  }

  [[nodiscard]] PerfDataGaps gaps() const {
    return {without_frames_count_, stack_copy_count_ + branch_stack_count_, frames_.named_count(),
            frames_.nameless_count()};
  }

 private:
  [[nodiscard]] Result<void> ReadRecord(const PerfRecord& record) {
    const auto is = [&](PerfRecordType type) { return IsOf(record, type); };
    if (is(PerfRecordType::kSample)) return ReadSample(record);
    if (is(PerfRecordType::kMap) || is(PerfRecordType::kMap2)) return ReadMap(record);
    if (is(PerfRecordType::kKernelSymbol)) return ReadKernelSymbol(record);
    if (is(PerfRecordType::kComm)) ReadComm(record);
    if (is(PerfRecordType::kFork)) ReadFork(record);
    if (is(PerfRecordType::kAttribute)) AddPerfAttribute(record.body, head_);
    if (is(PerfRecordType::kBuildId)) AddPerfBuildId(record.body, record.misc, head_);
    if (is(PerfRecordType::kEventUpdate)) AddPerfEventName(record.body, head_);
    if (is(PerfRecordType::kFeature)) AddPerfFeature(record.body, head_);
    lost_.Add(record, head_);
    return {};
  }

  [[nodiscard]] PerfBytes BytesOf(const PerfRecord& record) const { return {record.body, head_.big_endian}; }

  [[nodiscard]] Result<void> ReadMap(const PerfRecord& record) {
    PerfBytes bytes = BytesOf(record);
    PerfMapping mapping;
    mapping.pid = bytes.U32();
    bytes.Skip(4);
    mapping.begin = bytes.U64();
    const uint64_t size = bytes.U64();
    mapping.end = size > ~uint64_t{0} - mapping.begin ? ~uint64_t{0} : mapping.begin + size;
    mapping.file_offset = bytes.U64();
    if (IsOf(record, PerfRecordType::kMap2)) {
      if ((record.misc & kMiscMapBuildId) != 0) {
        const std::string_view id_size = bytes.Take(4);
        const std::string_view id = bytes.Take(20);
        mapping.build_id =
            PerfHexText(id.substr(0, id_size.empty() ? 0 : static_cast<unsigned char>(id_size[0])));
      } else {
        bytes.Skip(8);
        mapping.inode = bytes.U64();
        bytes.Skip(8);
      }
      bytes.Skip(8);
    }
    mapping.path = bytes.Text(bytes.left());
    if (!bytes.ok()) {
      run_.report.Skip("a mapping that is cut off", record.offset);
      return {};
    }
    mapping.is_kernel = ModeOf(record.misc) == PerfMode::kKernel;
    // The name of the kernel's first symbol follows the kernel's own name.
    if (mapping.is_kernel && mapping.path.starts_with("[kernel.kallsyms]"))
      mapping.path.resize(std::string_view("[kernel.kallsyms]").size());
    if (const auto id = head_.build_ids.find(mapping.path);
        mapping.build_id.empty() && id != head_.build_ids.end())
      mapping.build_id = id->second;
    return Map(std::move(mapping), record);
  }

  // Maps code that the kernel has got at run time and that lies in none of its files.
  [[nodiscard]] Result<void> ReadKernelSymbol(const PerfRecord& record) {
    constexpr uint16_t kUnregister = 1;
    PerfBytes bytes = BytesOf(record);
    PerfMapping mapping;
    mapping.begin = bytes.U64();
    mapping.end = mapping.begin + std::min<uint64_t>(bytes.U32(), ~uint64_t{0} - mapping.begin);
    bytes.Skip(2);
    const uint16_t flags = bytes.U16();
    mapping.path = bytes.Text(bytes.left());
    mapping.is_kernel = mapping.is_symbol = true;
    if (!bytes.ok() || mapping.path.empty() || (flags & kUnregister) != 0) return {};
    return Map(std::move(mapping), record);
  }

  [[nodiscard]] Result<void> Map(PerfMapping mapping, const PerfRecord& record) {
    if (processes_.Map(std::move(mapping))) return {};
    return FailAt(ErrorCode::kLimit, record.offset, "expected processes with fewer mappings, found too many");
  }

  void ReadComm(const PerfRecord& record) {
    PerfBytes bytes = BytesOf(record);
    bytes.Skip(4);
    const uint32_t tid = bytes.U32();
    const std::string_view name = bytes.Text(bytes.left());
    if (bytes.ok()) processes_.Name(tid, name);
  }

  void ReadFork(const PerfRecord& record) {
    PerfBytes bytes = BytesOf(record);
    const uint32_t pid = bytes.U32();
    const uint32_t parent_pid = bytes.U32();
    const uint32_t tid = bytes.U32();
    const uint32_t parent_tid = bytes.U32();
    // perf describes processes that ran before it started as forked, and then lists all their mappings.
    const bool has_memory_of_parent = (record.misc & kMiscForkOfRunning) == 0;
    if (bytes.ok()) processes_.Fork(pid, parent_pid, tid, parent_tid, has_memory_of_parent);
  }

  [[nodiscard]] Result<void> ReadSample(const PerfRecord& record) {
    const std::optional<PerfSample> sample = ReadPerfSample(record, head_);
    if (!sample) {
      run_.report.Skip(head_.attributes.empty() ? "a sample in front of its event"
                                                : "a sample that is cut off or of an event that is not told",
                       record.offset);
      return {};
    }
    const PerfAttribute& attribute = *sample->attribute;
    RINGSCOPE_TRY(ReadStack(*sample, record));
    BuildNode node = kBuildRoot;
    if (run_.options.threads != ThreadRing::kMerged) node = run_.builder.Child(node, ThreadOf(*sample));
    BuildNode outermost = kNoBuildNode;
    for (auto frame = stack_.rbegin(); frame != stack_.rend(); ++frame) {
      node = run_.builder.Child(node, *frame);
      if (outermost == kNoBuildNode) outermost = node;
    }
    without_frames_count_ += outermost == kNoBuildNode ? 1 : 0;
    const uint64_t limit = attribute.max_stack > 0 ? attribute.max_stack : kDefaultPerfStackLimit;
    if (address_count_ == limit && outermost != kNoBuildNode) {
      ++run_.report.truncated_stack_count;
      run_.builder.MarkContext(outermost, kCallersCutOff);
    }
    if (const uint64_t unknown = frames_.TakeUnknownCount(); unknown > 0) {
      frames_.unknown().frame_count += unknown;
      ++frames_.unknown().sample_count;
    }
    if ((attribute.sample_type & st::kStackUser) != 0) ++stack_copy_count_;
    if ((attribute.branch_sample_type & kBranchCallStack) != 0) ++branch_stack_count_;
    if ((attribute.sample_type & st::kRead) != 0)
      RINGSCOPE_TRY(AddCounts(*sample, node, record));
    else
      RINGSCOPE_TRY(AddCost(attribute, sample->period, *sample, node, record));
    RINGSCOPE_TRY(run_.builder.status());
    if (preview_.Wanted()) preview_.Add({run_.builder, costs_.Metrics()});
    return {};
  }

  // The period of an event is the difference to its count in the last sample that told it.
  [[nodiscard]] Result<void> AddCounts(const PerfSample& sample, BuildNode node, const PerfRecord& record) {
    for (const PerfCount& count : sample.counts) {
      const PerfAttribute* const attribute = head_.AttributeOf(count.id);
      if (attribute == nullptr) {
        run_.report.Skip("a count of an event that is not told", record.offset);
        continue;
      }
      uint64_t& before = counted_[{count.id, attribute->is_inherited ? sample.tid : 0}];
      const uint64_t value = std::exchange(before, count.value);
      if (count.value < value)
        run_.report.Skip("a count that is less than the one before", record.offset);
      else if (count.value > value)
        RINGSCOPE_TRY(AddCost(*attribute, count.value - value, sample, node, record));
    }
    return {};
  }

  [[nodiscard]] Result<void> AddCost(const PerfAttribute& attribute, std::optional<uint64_t> period,
                                     const PerfSample& sample, BuildNode node, const PerfRecord& record) {
    const auto place = static_cast<uint32_t>(&attribute - head_.attributes.data());
    return costs_.Add(attribute, place, period, sample.time_ns, node, record.offset);
  }

  // Makes stack_, innermost first.
  [[nodiscard]] Result<void> ReadStack(const PerfSample& sample, const PerfRecord& record) {
    stack_.clear();
    address_count_ = 0;
    if (sample.chain.size() / 8 > run_.options.max_stack_depth)
      return FailAt(ErrorCode::kLimit, record.offset,
                    TooDeep(run_.options.max_stack_depth, sample.chain.size() / 8));
    PerfMode mode = ModeOf(record.misc);
    bool is_caller = false;
    for (PerfBytes chain(sample.chain, head_.big_endian); chain.left() >= 8;) {
      const uint64_t entry = chain.U64();
      if (const std::optional<PerfMode> mark = PerfModeMark(entry)) {
        // The first address of another mode is where that mode was left, not a return address.
        is_caller = is_caller && *mark == mode;
        mode = *mark;
        continue;
      }
      AddAddress(sample.pid, entry, mode, std::exchange(is_caller, true));
    }
    if (address_count_ == 0 && (sample.attribute->sample_type & st::kIp) != 0)
      AddAddress(sample.pid, sample.ip, ModeOf(record.misc), false);
    return {};
  }

  void AddAddress(uint32_t pid, uint64_t address, PerfMode mode, bool is_caller) {
    ++address_count_;
    // The reader does not know the code of guests.
    const bool is_guest = mode == PerfMode::kGuest || mode == PerfMode::kHypervisor;
    if (is_guest)
      stack_.push_back(run_.builder.InternFrame({.name = "[guest]", .kind = FrameKind::kSynthetic}));
    else
      frames_.Append(pid, address, mode == PerfMode::kKernel, is_caller, stack_);
  }

  [[nodiscard]] FrameId ThreadOf(const PerfSample& sample) {
    const std::string name = RingName(processes_.NameOf(sample.tid), "tid", fmt::format("{}", sample.tid));
    return threads_.FrameOf(
        name, [&] { return run_.builder.InternFrame({.name = name, .kind = FrameKind::kThread}); });
  }

  [[nodiscard]] Result<void> Finish() {
    std::vector<SampleList> series = costs_.Finish();
    if (run_.options.threads == ThreadRing::kWhenSeveral && threads_.size() == 1 &&
        run_.report.record_count > 0)
      LeaveOutOnlyThread(run_.builder, threads_.entry(0).frame, series);
    if (!series.empty()) run_.builder.SetSamples(std::move(series));
    return run_.builder.status();
  }

  void AddNotes() {
    ImportReport& report = run_.report;
    report.notes.push_back("Read without perf, which names more code, such as that of kernel modules.");
    if (!head_.command.empty())
      Note(report, "Recorded by `{}`{}{}.", NoteText(head_.command), head_.host.empty() ? "" : " on ",
           NoteText(head_.host));
    frames_.AddNotes(report);
    NotePerfUnknown(frames_.unknown(), report);
    lost_.AddTo(report);
    NotePerfSamplesWithoutFrames(without_frames_count_, report);
    NoteCount(report, stack_copy_count_, "sample",
              "with a copy of the stack (`--call-graph dwarf`), which perf alone unwinds: of user code there "
              "is only the function that ran.");
    NoteCount(
        report, branch_stack_count_, "sample",
        "with the processor's own record of calls (`--call-graph lbr`), which perf alone reads: left out.");
    if (head_.by_simpleperf)
      Note(report,
           "Recorded by simpleperf on Android: `simpleperf report-sample --protobuf --show-callchain` names "
           "more.");
  }

  std::string_view file_;
  PerfDataHead head_;
  const ImportRun run_;
  PerfProcesses processes_;
  PerfDataFrames frames_;
  PerfDataCosts costs_;
  RecordPreview preview_;
  FrameTexts threads_;
  std::vector<FrameId> stack_;  // of the current sample
  uint64_t address_count_ = 0;
  uint64_t stack_copy_count_ = 0, branch_stack_count_ = 0, without_frames_count_ = 0;
  PerfLostEvents lost_;
  std::map<std::pair<uint64_t, uint32_t>, uint64_t> counted_;  // last count, by event and thread
};

}  // namespace

Result<PerfDataGaps> ReadPerfData(const ImportRun& run) {
  RINGSCOPE_ASSIGN(const WholeInput whole, ReadWhole(run.source, 0.5, run.job));
  const std::string_view file = whole.text;
  run.report.input_bytes = file.size();
  RINGSCOPE_ASSIGN(PerfDataHead head, ReadPerfDataHead(file, run.report, run.job));
  PerfDataReader reader(file, std::move(head), run);
  RINGSCOPE_TRY(reader.Read());
  return reader.gaps();
}

bool HasStacksForPerf(const ImportRun& run) {
  const Result<WholeInput> whole = ReadWhole(run.source, 0.5, run.job);
  if (!whole) return false;
  ImportReport report;
  Result<PerfDataHead> head = ReadPerfDataHead(whole->text, report, run.job);
  if (head && head->is_pipe) {
    CctBuilder builder;
    PerfRecords records(whole->text, *head, {run.source, run.options, builder, report, run.job},
                        [&](const PerfRecord& record) -> Result<void> {
                          if (IsOf(record, PerfRecordType::kAttribute)) AddPerfAttribute(record.body, *head);
                          if (!IsOf(record, PerfRecordType::kSample)) return {};
                          // Any error ends the walk.
                          return Fail(ErrorCode::kCancelled, "all events stand in front of the first sample");
                        });
    static_cast<void>(records.Read());
  }
  return head && std::ranges::any_of(head->attributes, [](const PerfAttribute& one) {
           return (one.sample_type & st::kStackUser) != 0 || (one.branch_sample_type & kBranchCallStack) != 0;
         });
}

Result<void> CountLostOfPerfData(const ImportRun& run) {
  RINGSCOPE_ASSIGN(const WholeInput whole, ReadWhole(run.source, 0.5, run.job));
  const std::string_view file = whole.text;
  ImportReport report;
  RINGSCOPE_ASSIGN(PerfDataHead head, ReadPerfDataHead(file, report, run.job));
  CctBuilder builder;
  PerfLostEvents lost;
  PerfRecords records(file, head, {run.source, run.options, builder, report, run.job},
                      [&](const PerfRecord& record) -> Result<void> {
                        if (IsOf(record, PerfRecordType::kAttribute)) AddPerfAttribute(record.body, head);
                        lost.Add(record, head);
                        return {};
                      });
  RINGSCOPE_TRY(records.Read());
  lost.AddTo(run.report);
  return {};
}

}  // namespace ringscope
