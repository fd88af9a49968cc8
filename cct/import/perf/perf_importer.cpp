#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "cct/import/bytes/line_blocks.h"
#include "cct/import/import_preview.h"
#include "cct/import/importers.h"
#include "cct/import/limit_texts.h"
#include "cct/import/perf/perf_events.h"
#include "cct/import/perf/perf_form.h"
#include "cct/import/perf/perf_line.h"
#include "cct/import/perf/perf_worker.h"
#include "cct/import/report_notes.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

using Workers = std::vector<std::unique_ptr<PerfWorker>>;

bool SniffPerf(std::string_view prefix) {
  return PerfFormOf(prefix, prefix.size() < kSniffBytes) != PerfForm::kNone;
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
std::vector<PerfEvent> CollectEvents(const Workers& workers, const std::vector<std::string_view>& listed) {
  std::vector<PerfEvent> all;
  for (const auto& worker : workers) {
    for (const PerfEvent& event : worker->events()) {
      const auto known =
          std::find_if(all.begin(), all.end(), [&](const PerfEvent& e) { return e.name == event.name; });
      if (known == all.end()) {
        all.push_back(event);
      } else {
        known->first_offset_bytes = std::min(known->first_offset_bytes, event.first_offset_bytes);
        known->has_period |= event.has_period;
      }
    }
  }
  const auto rank = [&](const PerfEvent& event) {
    return std::find(listed.begin(), listed.end(), event.name) - listed.begin();
  };
  std::sort(all.begin(), all.end(), [&](const PerfEvent& a, const PerfEvent& b) {
    return std::tuple(rank(a), a.first_offset_bytes, std::string_view(a.name)) <
           std::tuple(rank(b), b.first_offset_bytes, std::string_view(b.name));
  });
  return all;
}

// Gives the worker's tree the metrics of `events` in their order.
void AlignMetrics(PerfWorker& worker, const std::vector<PerfEvent>& events) {
  std::vector<MetricIndex> order;
  for (const PerfEvent& event : events) {
    auto& own = worker.events();
    auto at = std::find_if(own.begin(), own.end(), [&](const PerfEvent& e) { return e.name == event.name; });
    if (at == own.end()) {
      worker.builder().AddMetric({});
      worker.builder().AddMetric({});
      own.push_back(event);
      at = own.end() - 1;
    }
    const auto index = static_cast<MetricIndex>(at - own.begin());
    order.push_back(2 * index);
    order.push_back(2 * index + 1);
  }
  worker.builder().PermuteMetrics(order);
}

// Between two blocks. While only one event or thread has been met, names are those of a file with one.
void AddToPreview(ImportPreview& preview, uint32_t index, PerfWorker& worker, ThreadRing ring) {
  const bool one_thread = ring == ThreadRing::kWhenSeveral && worker.threads().size() == 1;
  CctBuilder& builder = worker.builder();
  const BuildNode from = one_thread ? builder.Child(kBuildRoot, worker.threads().entry(0).frame) : kBuildRoot;
  preview.Add(index, {builder, PerfMetricsOf(worker.events()), from});
}

// The samples of all workers by event, as their trees come together.
class CollectedSamples {
 public:
  CollectedSamples(const Workers& workers, const std::vector<PerfEvent>& events)
      : events_(events), series_(events.size()) {
    for (const auto& worker : workers) has_times_ &= worker->all_have_times();
    for (size_t event = 0; event < events.size(); ++event) {
      const auto period = static_cast<MetricIndex>(2 * event);
      series_[event].valued = {period};
      series_[event].values.resize(1);
      series_[event].counted = {period + 1};
    }
  }

  // `node_of` says where the worker's contexts are now.
  template <typename NodeOf>
  void Take(PerfWorker& worker, NodeOf node_of) {
    if (!has_times_) return;
    for (size_t own = 0; own < worker.samples().size(); ++own) {
      const auto is_same = [&](const PerfEvent& event) { return event.name == worker.events()[own].name; };
      const auto event = std::find_if(events_.begin(), events_.end(), is_same) - events_.begin();
      SampleList& list = series_[static_cast<size_t>(event)];
      SampleList& taken = worker.samples()[own];
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

  void GiveTo(CctBuilder& builder) && {
    if (!has_times_) return;
    for (size_t event = 0; event < events_.size(); ++event) {
      if (events_[event].has_period) continue;
      // Then both metrics count samples.
      SampleList& list = series_[event];
      list.counted.push_back(list.valued[0]);
      list.valued.clear();
      list.values.clear();
    }
    builder.SetSamples(std::move(series_));
  }

 private:
  const std::vector<PerfEvent>& events_;
  std::vector<SampleList> series_;
  bool has_times_ = true;
};

// Brings the workers' trees together, without the ring of threads where it would hold a single one.
void MergeTrees(Workers& workers, ThreadRing ring, CctBuilder& builder, CollectedSamples& samples) {
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
  std::sort(workers.begin(), workers.end(), [](const auto& a, const auto& b) {
    return a->builder().node_count() > b->builder().node_count();
  });
  builder = std::move(workers[0]->builder());
  samples.Take(*workers[0], [](BuildNode node) { return node; });
  for (size_t i = 1; i < workers.size(); ++i) {
    const std::vector<BuildNode> moved = builder.MergeFrom(workers[i]->builder());
    samples.Take(*workers[i], [&](BuildNode node) { return moved[node]; });
    workers[i].reset();
  }
}

Result<void> ImportPerf(const ImportRun& run) {
  LineBlockReader peek(run.source, kSniffBytes, run.options.max_record_bytes, BlockEnd::kLine);
  RINGSCOPE_ASSIGN(const LineBlock start, peek.Next());
  run.source.Rewind();
  const uint64_t stack_limit = PerfStackLimit(start.text);
  const PerfForm form = PerfFormOf(start.text, true);
  if (form == PerfForm::kUnclear) {
    return Fail(
        ErrorCode::kUnsupported,
        "expected samples that tell a thread with its time or event, or the modules of their frames, found "
        "neither: print them with `perf script -F comm,pid,tid,time,event,ip,sym,dso`");
  }
  // Samples on one line each have no blank lines between them; then one worker reads on across blocks.
  const bool blank_lines = start.text.find("\n\n") != std::string_view::npos ||
                           start.text.find("\n\r\n") != std::string_view::npos;
  const uint32_t worker_count = blank_lines ? WorkerCountFor(run.options.worker_count, run.source) : 1;
  const bool whole_samples = worker_count > 1;

  Workers workers;
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
  uint64_t source_line_count = 0;
  PerfUnknown unknown;
  bool saw_modules = false;
  std::optional<uint64_t> cut_sample;
  for (const auto& worker : workers) {
    RINGSCOPE_TRY(worker->FinishInput());
    run.report.Add(worker->report());
    source_line_count += worker->source_line_count();
    unknown.frame_count += worker->unknown().frame_count;
    unknown.sample_count += worker->unknown().sample_count;
    unknown.in_kernel |= worker->unknown().in_kernel;
    unknown.in_user_code |= worker->unknown().in_user_code;
    unknown.prints_modules |= worker->unknown().prints_modules;
    saw_modules |= worker->saw_modules();
    if (worker->cut_sample()) cut_sample = worker->cut_sample();
  }
  // Without modules anywhere a frame without one is whole.
  if (cut_sample && saw_modules) run.report.Keep("a sample in which the input ends", *cut_sample);
  const std::vector<PerfEvent> events = CollectEvents(workers, ListedEvents(start.text));
  if (events.empty()) return {};
  if (events.size() > kMaxPerfEvents)
    return FailAt(ErrorCode::kLimit, events[kMaxPerfEvents].first_offset_bytes,
                  TooMany(kMaxPerfEvents, "events"));
  for (const auto& worker : workers) AlignMetrics(*worker, events);
  CollectedSamples samples(workers, events);
  MergeTrees(workers, run.options.threads, run.builder, samples);
  std::move(samples).GiveTo(run.builder);
  const std::vector<Metric> metrics = PerfMetricsOf(events);
  for (MetricIndex i = 0; i < metrics.size(); ++i) run.builder.metric(i) = metrics[i];
  NoteCount(run.report, source_line_count, "source line", "behind frames: left out.");
  if (std::string note = PerfUnknownNote(unknown); !note.empty()) run.report.notes.push_back(std::move(note));
  return run.builder.status();
}

}  // namespace

const Importer kPerfImporter{"perf script", &SniffPerf, &ImportPerf};

}  // namespace ringscope
