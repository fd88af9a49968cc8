#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/import/bytes/line_blocks.h"
#include "cct/import/import_preview.h"
#include "cct/import/importers.h"
#include "cct/import/limits.h"
#include "cct/import/perf/perf_form.h"
#include "cct/import/perf/perf_line.h"
#include "cct/import/perf/perf_worker.h"
#include "cct/import/read_lines.h"
#include "cct/import/report_notes.h"

namespace ringscope {
namespace {

using PerfWorkers = std::vector<std::unique_ptr<PerfWorker>>;

bool SniffPerf(std::string_view prefix) {
  return PerfFormOf(prefix, prefix.size() < kSniffBytes) != PerfForm::kNone;
}

// Whether blank lines separate the samples: one follows a frame.
bool HasBlankLinesBehindFrames(std::string_view text) {
  bool behind_frame = false;
  while (!text.empty()) {
    const std::string_view line = TrimmedBack(TakeLine(text));
    if (line.empty() && behind_frame) return true;
    behind_frame = ParsePerfFrameLine(line) || (behind_frame && LooksLikePerfSourceLine(line));
  }
  return false;
}

// The names of "# event : name = cpu-clock, ..." at the start of a file: the order the user recorded them in.
std::vector<std::string_view> ListedEvents(std::string_view start_of_file) {
  constexpr std::string_view kKey = "# event : name = ";
  std::vector<std::string_view> names;
  while (start_of_file.starts_with('#')) {
    std::string_view line = TakeLine(start_of_file);
    if (line.starts_with(kKey)) {
      line.remove_prefix(kKey.size());
      names.push_back(line.substr(0, std::min(line.find(", "), line.size())));
    }
  }
  return names;
}

// The events of all workers: in the order of the header, the others behind them in the order of the samples.
std::vector<PerfEvent> CollectEvents(const PerfWorkers& workers,
                                     const std::vector<std::string_view>& listed) {
  std::vector<PerfEvent> all;
  std::unordered_map<std::string_view, size_t> places;
  for (const auto& worker : workers) {
    for (const PerfEvent& event : worker->events()) {
      const auto [known, is_new] = places.try_emplace(event.name, all.size());
      if (is_new) {
        all.push_back(event);
      } else {
        PerfEvent& same = all[known->second];
        same.first_offset_bytes = std::min(same.first_offset_bytes, event.first_offset_bytes);
        same.has_period |= event.has_period;
      }
    }
  }
  std::unordered_map<std::string_view, size_t> ranks;
  for (const std::string_view name : listed) ranks.try_emplace(name, ranks.size());
  const auto rank = [&](const PerfEvent& event) {
    const auto listed_at = ranks.find(event.name);
    return listed_at == ranks.end() ? ranks.size() : listed_at->second;
  };
  std::ranges::sort(all, {}, [&](const PerfEvent& event) {
    return std::tuple(rank(event), event.first_offset_bytes, std::string_view(event.name));
  });
  return all;
}

// Gives the worker's tree the metrics of `events` in their order.
void AlignMetrics(PerfWorker& worker, const std::vector<PerfEvent>& events) {
  std::vector<MetricIndex> order;
  auto& own = worker.events();
  std::unordered_map<std::string, size_t> places;
  for (const PerfEvent& event : own) places.emplace(event.name, places.size());
  for (const PerfEvent& event : events) {
    const auto [at, is_new] = places.try_emplace(event.name, own.size());
    if (is_new) {
      worker.builder().AddMetric({});
      worker.builder().AddMetric({});
      own.push_back(event);
    }
    const auto index = static_cast<MetricIndex>(at->second);
    order.push_back(2 * index);
    order.push_back(2 * index + 1);
  }
  worker.builder().PermuteMetrics(order);
}

// Called between two blocks. While only one event or thread is known, names are those of a file with one.
void AddToPreview(ImportPreview& preview, uint32_t index, PerfWorker& worker, ThreadRing ring) {
  const bool one_thread = ring == ThreadRing::kWhenSeveral && worker.threads().size() == 1;
  CctBuilder& builder = worker.builder();
  const BuildNode from = one_thread ? builder.Child(kBuildRoot, worker.threads().entry(0).frame) : kBuildRoot;
  preview.Add(index, {builder, PerfMetricsOf(worker.events()), from});
}

// Collects the samples of all workers by event while their trees are merged.
class CollectedSamples {
 public:
  CollectedSamples(const PerfTextFindings& found, const std::vector<PerfEvent>& events)
      : events_(events), series_(std::min<size_t>(events.size(), kMaxSampleSeries)) {
    // Times with a 0 are those of `--reltime`, which never decrease, or deltas.
    are_deltas_ = found.all_have_times && found.has_time_zero && found.GoesBackInTime();
    has_times_ = found.all_have_times && !are_deltas_;
    for (size_t event = 0; event < events.size(); ++event) places_.emplace(events[event].name, event);
    for (size_t event = 0; event < series_.size(); ++event) {
      const auto period = static_cast<MetricIndex>(2 * event);
      series_[event] = SampleList::Of(period, period + 1);
    }
  }

  // `node_of` maps contexts of the worker's tree to those of the merged tree.
  template <typename NodeOf>
  void Take(PerfWorker& worker, NodeOf node_of) {
    if (!has_times_) return;
    for (size_t own = 0; own < worker.samples().size(); ++own) {
      SampleList& taken = worker.samples()[own];
      const size_t event = places_.at(worker.events()[own].name);
      if (event >= series_.size()) {
        taken = {};
        continue;
      }
      SampleList& list = series_[event];
      if (list.size() > 0) {
        list.Append(taken, node_of);
      } else {
        for (BuildNode& node : taken.context) node = node_of(node);
        list.time_ns.swap(taken.time_ns);
        list.context.swap(taken.context);
        list.values.swap(taken.values);
      }
      taken = {};
    }
  }

  void GiveTo(CctBuilder& builder, ImportReport& report) && {
    if (are_deltas_) {
      report.notes.emplace_back(
          "The times seem to count from the sample before, as `perf script --deltatime` prints them: they "
          "are left out.");
    }
    if (!has_times_) return;
    NoteEventsWithoutTimes(events_.size(), report);
    for (size_t event = 0; event < series_.size(); ++event) {
      if (events_[event].has_period) continue;
      // Without periods both metrics count samples.
      SampleList& list = series_[event];
      list.counted.push_back(list.valued[0]);
      list.valued.clear();
      list.values.clear();
    }
    builder.SetSamples(std::move(series_));
  }

 private:
  const std::vector<PerfEvent>& events_;
  std::unordered_map<std::string_view, size_t> places_;  // of the events
  std::vector<SampleList> series_;
  bool has_times_ = true;
  bool are_deltas_ = false;
};

// Merges the workers' trees; ThreadRing::kWhenSeveral leaves out the ring of a single thread.
void MergeTrees(PerfWorkers& workers, ThreadRing ring, CctBuilder& builder, CollectedSamples& samples) {
  std::set<std::string> threads;
  for (const auto& worker : workers) {
    for (uint32_t i = 0; i < worker->threads().size() && threads.size() < 2; ++i) {
      threads.emplace(worker->threads().text(i));
    }
  }
  if (ring == ThreadRing::kWhenSeveral && threads.size() == 1) {
    for (auto& worker : workers) {
      if (worker->threads().size() == 0) continue;
      CctBuilder& from = worker->builder();
      const BuildNode ring_node = from.Child(kBuildRoot, worker->threads().entry(0).frame);
      const std::vector<BuildNode> moved = builder.MergeSubtree(from, ring_node, kBuildRoot);
      samples.Take(*worker, [&](BuildNode node) { return moved[node - ring_node]; });
      worker.reset();
    }
    return;
  }
  // The largest tree moves, the others are added to it.
  std::ranges::sort(workers, std::greater(),
                    [](const auto& worker) { return worker->builder().node_count(); });
  builder = std::move(workers[0]->builder());
  samples.Take(*workers[0], [](BuildNode node) { return node; });
  for (size_t i = 1; i < workers.size(); ++i) {
    const std::vector<BuildNode> moved = builder.MergeFrom(workers[i]->builder());
    samples.Take(*workers[i], [&](BuildNode node) { return moved[node]; });
    workers[i].reset();
  }
}

}  // namespace

Result<uint64_t> ImportPerfText(const ImportRun& run, bool has_other_text) {
  // Other lines may stand in front of the samples.
  RINGSCOPE_ASSIGN(const LineBlock start, ReadStart(run, [&](std::string_view text) {
                     return !has_other_text || PerfFormOf(text, true) != PerfForm::kNone;
                   }));
  const uint64_t stack_limit = PerfStackLimit(start.text);
  const PerfForm form = PerfFormOf(start.text, true);
  if (form == PerfForm::kUnclear) {
    return Fail(ErrorCode::kUnsupported,
                "expected samples that tell a thread with its time or event, or the modules of their frames, "
                "found neither: print them with `perf script -F comm,pid,tid,time,event,ip,sym,dso`");
  }
  // Samples on one line each have no blank lines between them; then one worker reads on across blocks.
  const uint32_t worker_count =
      HasBlankLinesBehindFrames(start.text) ? WorkerCountFor(run.options.worker_count, run.source) : 1;
  const bool whole_samples = worker_count > 1;

  PerfWorkers workers;
  for (uint32_t i = 0; i < worker_count; ++i)
    workers.push_back(std::make_unique<PerfWorker>(run.options, form, stack_limit));
  if (run.options.preview != nullptr) run.options.preview->Begin(worker_count, run.job);
  RINGSCOPE_ASSIGN(
      run.report.input_bytes,
      ForEachLineBlock(run.source, run.options.block_bytes, run.options.max_record_bytes,
                       whole_samples ? BlockEnd::kBlankLine : BlockEnd::kLine, worker_count, run.job,
                       [&](uint32_t worker, const LineBlock& block) -> Result<void> {
                         RINGSCOPE_TRY(workers[worker]->ReadBlock(block, whole_samples));
                         if (run.options.preview != nullptr && run.options.preview->Wanted(worker)) {
                           AddToPreview(*run.options.preview, worker, *workers[worker], run.options.threads);
                         }
                         return {};
                       }));
  PerfTextFindings found;
  for (const auto& worker : workers) {
    RINGSCOPE_TRY(worker->FinishInput());
    run.report.Add(worker->report());
    found.Add(worker->found());
  }
  // In a text without modules a frame is whole without one.
  if (found.cut_sample && found.saw_modules)
    run.report.Keep("a sample in which the input ends", *found.cut_sample);
  const std::vector<PerfEvent> events = CollectEvents(workers, ListedEvents(start.text));
  if (events.empty()) return 0;
  if (events.size() > kMaxPerfEvents)
    return FailAt(ErrorCode::kLimit, events[kMaxPerfEvents].first_offset_bytes,
                  TooMany(kMaxPerfEvents, "events"));
  for (const auto& worker : workers) AlignMetrics(*worker, events);
  CollectedSamples samples(found, events);
  MergeTrees(workers, run.options.threads, run.builder, samples);
  std::move(samples).GiveTo(run.builder, run.report);
  const std::vector<Metric> metrics = PerfMetricsOf(events);
  for (MetricIndex i = 0; i < metrics.size(); ++i) run.builder.metric(i) = metrics[i];
  if (!run.options.call_sites)
    NoteCount(run.report, found.source_line_count, "source line", "behind frames: left out.");
  NoteCount(run.report, found.extra_count, "sample",
            "with registers, instructions, branches or the like behind frames: these are left out.");
  NotePerfSamplesWithoutFrames(found.without_frames_count, run.report);
  NotePerfUnknown(found.unknown, run.report);
  RINGSCOPE_TRY(run.builder.status());
  return found.without_frames_count;
}

namespace {

Result<void> ImportPerf(const ImportRun& run) {
  RINGSCOPE_TRY(ImportPerfText(run, true));
  return {};
}

}  // namespace

const Importer kPerfImporter{"perf script", &SniffPerf, &ImportPerf};

}  // namespace ringscope
