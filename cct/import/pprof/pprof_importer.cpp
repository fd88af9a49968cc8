#include <algorithm>
#include <array>
#include <cstdint>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "cct/import/below_zero.h"
#include "cct/import/bytes/byte_source.h"
#include "cct/import/context_finder.h"
#include "cct/import/import_preview.h"
#include "cct/import/importers.h"
#include "cct/import/limits.h"
#include "cct/import/pprof/pprof_samples.h"
#include "cct/import/pprof/pprof_tables.h"
#include "cct/import/report_notes.h"
#include "cct/tree/building/frame_interner.h"

namespace ringscope {
namespace {

// Below this a second thread costs more than it saves.
constexpr uint64_t kPprofBytesWorthAWorker = uint64_t{1} << 20;

// The keys of the labels in which profilers give a sample's thread, and of those with the thread's number.
constexpr std::string_view kThreadKeys[] = {"thread_name", "thread name", "thread"};
constexpr std::string_view kThreadIdKeys[] = {"thread_id", "thread id", "tid"};

constexpr uint64_t kSamplesBetweenPolls = uint64_t{1} << 16;

// A file with larger field numbers is taken for another format.
constexpr uint64_t kMaxNumber = 31;

enum class FieldCheck : uint8_t { kWrong, kPlain, kTelling };

// Whether a message has at least one of the fields in `varints` and `messages` (bit sets of field numbers),
// and all of them with that type. Other fields may be of newer versions.
bool LooksLike(std::string_view message, uint32_t varints, uint32_t messages) {
  ProtoReader reader(message);
  bool some = false;
  while (reader.Next()) {
    if (reader.number() > kMaxNumber) return false;
    const uint32_t bit = 1u << reader.number();
    if (((varints | messages) & bit) == 0) continue;
    const bool fits = (reader.wire() == ProtoWire::kVarint && (varints & bit) != 0) ||
                      (reader.wire() == ProtoWire::kBytes && (messages & bit) != 0);
    if (!fits) return false;
    some = true;
  }
  return reader.problem().empty() && (some || message.empty());
}

constexpr uint32_t Bits(uint32_t first, uint32_t last) { return (2u << last) - (1u << first); }

// Whether a top-level field may stand in a profile. A profile has no magic number, so the fields of its
// messages have to tell it from other data.
FieldCheck CheckField(const ProtoReader& field) {
  const uint64_t number = field.number();
  if (number > pprof::kDocUrl) return number <= kMaxNumber ? FieldCheck::kPlain : FieldCheck::kWrong;
  if (field.wire() == ProtoWire::kVarint)
    return number >= pprof::kDropFrames ? FieldCheck::kPlain : FieldCheck::kWrong;
  if (field.wire() != ProtoWire::kBytes) return FieldCheck::kWrong;
  if (number == pprof::kStringTable || number == pprof::kComment) return FieldCheck::kPlain;
  uint32_t varints = 0, messages = 0;
  const bool is_type = number == pprof::kSampleType || number == pprof::kPeriodType;
  if (is_type || number == pprof::kSample) varints = Bits(1, 2);
  if (number == pprof::kMapping) varints = Bits(1, 10);
  if (number == pprof::kLocation) varints = Bits(1, 3) | Bits(5, 5);
  if (number == pprof::kFunction) varints = Bits(1, 5);
  if (number == pprof::kSample) messages = Bits(1, 3);
  if (number == pprof::kLocation) messages = Bits(4, 4);
  if (varints == 0 || !LooksLike(field.bytes(), varints, messages)) return FieldCheck::kWrong;
  return field.bytes().empty() ? FieldCheck::kPlain : FieldCheck::kTelling;
}

bool SniffPprof(std::string_view prefix) {
  ProtoReader reader(prefix);
  bool telling = false;
  // The prefix may end within a field, and so may a file that was cut off.
  while (reader.Next()) {
    const FieldCheck check = CheckField(reader);
    if (check == FieldCheck::kWrong) return false;
    telling |= check == FieldCheck::kTelling;
  }
  return telling;
}

uint64_t FindKey(const PprofTables& tables, std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    if (const uint64_t key = tables.FindString(name); key != PprofTables::kNoString) return key;
  }
  return PprofTables::kNoString;
}

// The ring of threads; its keys are kNoString if the file tells no threads.
PprofRing ThreadRingOf(const PprofTables& tables) {
  return {FindKey(tables, kThreadKeys), FindKey(tables, kThreadIdKeys), FrameKind::kThread, "thread"};
}

// Whether the samples have two or more values of the label. Stops reading at the second value.
bool HasSeveralValues(std::string_view profile, uint64_t key, const JobControl& job) {
  std::optional<std::pair<uint64_t, uint64_t>> first;
  uint64_t count = 0;
  for (ProtoReader reader(profile); reader.Next();) {
    if (!reader.IsBytes(pprof::kSample)) continue;
    if (++count % kSamplesBetweenPolls == 0 && job.cancelled()) return false;
    for (ProtoReader sample(reader.bytes()); sample.Next();) {
      if (!sample.IsBytes(pprof::kLabel)) continue;
      uint64_t label_key = 0;
      std::pair<uint64_t, uint64_t> value;
      ProtoReader label(sample.bytes());
      ReadNumbers(label, label_key, value.first, value.second);
      if (label_key != key) continue;
      if (!first) first = value;
      if (*first != value) return true;
    }
  }
  return false;
}

std::vector<PprofRing> ChooseRings(const PprofTables& tables, std::string_view profile,
                                   const ImportRun& run) {
  constexpr uint64_t kNone = PprofTables::kNoString;
  std::vector<PprofRing> rings;
  for (const std::string& label : run.options.labels) {
    PprofRing ring{tables.FindString(label), kNone, FrameKind::kSynthetic, label};
    if (label == "thread") ring = ThreadRingOf(tables);
    if (ring.key == kNone && ring.id_key == kNone) {
      NoteMissingLabel(run.report, label);
    } else {
      rings.push_back(ring);
    }
  }
  if (!run.options.labels.empty() || run.options.threads == ThreadRing::kMerged) return rings;
  const PprofRing thread = ThreadRingOf(tables);
  if (thread.key == kNone && thread.id_key == kNone) return rings;
  const auto several = [&](uint64_t key) { return key != kNone && HasSeveralValues(profile, key, run.job); };
  if (run.options.threads == ThreadRing::kAlways || several(thread.key) || several(thread.id_key))
    rings.push_back(thread);
  return rings;
}

// Go limits locations: inlined calls of the last one may exceed the limit.
constexpr uint32_t kGoLimitSlack = 8;

// Our own export writes values with decimals in units like "count/1000".
Metric MetricOf(const PprofTables::ValueType& type) {
  std::string_view unit = type.unit;
  uint64_t scale = 1;
  if (const size_t slash = unit.rfind('/'); slash != std::string_view::npos) {
    const std::string_view divisor = unit.substr(slash + 1);
    const bool power_of_ten = divisor.size() > 1 && divisor.size() <= 19 && divisor[0] == '1' &&
                              divisor.find_first_not_of('0', 1) == std::string_view::npos;
    if (power_of_ten) {
      for (size_t zeros = divisor.size() - 1; zeros > 0; --zeros) scale *= 10;
      unit = unit.substr(0, slash);
    }
  }
  return {std::string(type.type.empty() ? "samples" : type.type), std::string(ShortUnit(unit)), scale};
}

// Puts batches of samples into a tree, with a metric for each sample type.
class PprofTree {
 public:
  PprofTree(const PprofTables& tables, std::span<const PprofRing> rings, const ImportRun& run)
      : tables_(tables),
        rings_(rings.begin(), rings.end()),
        types_(tables.SampleTypes()),
        builder_(run.builder),
        has_call_lines_(run.options.call_sites),
        has_values_(types_.size(), 0) {
    for (const PprofTables::ValueType& type : types_) (void)builder_.AddMetric(MetricOf(type));
  }

  void Add(const PprofBatch& batch, ImportReport& report) {
    report.Add(batch.report);
    for (const PprofBatch::NewRingEntry& entry : batch.ring_entries)
      ring_frames_.push_back(builder_.InternFrame({.name = entry.text, .kind = rings_[entry.ring].kind}));
    const int64_t* values = batch.values.data();
    for (size_t begin = 0; begin < batch.samples.size(); begin += ContextFinder::kTogether) {
      const auto samples =
          std::span(batch.samples)
              .subspan(begin, std::min(ContextFinder::kTogether, batch.samples.size() - begin));
      contexts_.assign(samples.size(), kBuildRoot);
      finder_.Find(
          builder_, contexts_, [&](size_t i) { return samples[i].stack_size; },
          [&](size_t i, size_t level) {
            return FrameOf(batch.StackOf(samples[i])[samples[i].stack_size - 1 - level]);
          });
      for (size_t i = 0; i < samples.size(); ++i) {
        for (size_t type = 0; type < types_.size(); ++type, ++values) {
          if (*values != 0) AddValue(contexts_[i], type, *values, samples[i].is_base);
        }
        NoteDepth(samples[i], batch.StackOf(samples[i]));
      }
    }
    report.record_count += batch.samples.size();
  }

  // Sorts the metrics of `builder`, which is the tree's or a copy: the one of the file's default type (or the
  // last type) comes first. The metrics of a difference become those of a comparison.
  void PutMetricsInOrder(CctBuilder& builder) const {
    std::vector<std::vector<MetricIndex>> columns;  // by type
    for (MetricIndex type = 0; type < types_.size(); ++type) {
      if (IsDifference())
        columns.push_back(Compare(type, builder));
      else if (below_zero_.MetricOf(type) != BelowZero::kNone)
        columns.push_back({type, below_zero_.MetricOf(type)});
      else
        columns.push_back({type});
    }
    // This is the rule of pprof's tools, except that a metric without values never comes first.
    size_t first = types_.size() - 1;
    for (size_t type = 0; type < types_.size(); ++type) {
      if (!tables_.DefaultSampleType().empty() && types_[type].type == tables_.DefaultSampleType())
        first = type;
    }
    const auto counted = static_cast<size_t>(std::ranges::find(has_values_, 1) - has_values_.begin());
    if (has_values_[first] == 0 && counted < types_.size()) first = counted;
    std::vector<MetricIndex> order = columns[first];
    for (size_t type = 0; type < types_.size(); ++type) {
      if (type != first) order.insert(order.end(), columns[type].begin(), columns[type].end());
    }
    builder.PermuteMetrics(order);
  }

  // After the last batch: sorts the metrics, marks the stacks that a Go program cut, and notes both.
  void Finish(ImportReport& report) {
    PutMetricsInOrder(builder_);
    if (IsDifference()) {
      report.executions = {{"base", Side::kBefore, {}, {}}, {"profile", Side::kAfter, {}, {}}};
      report.notes.push_back(
          "The profile is a difference: it is compared with the one that was subtracted, its base.");
    } else {
      below_zero_.AddNote(report);
    }
    // Only Go cuts stacks at these depths.
    if (tables_.IsGo()) MarkCutStacks(report);
  }

 private:
  // Depths at which Go's profilers stop, by version and kind of profile.
  static constexpr std::array<uint32_t, 3> kGoLimits = {32, 64, 128};

  // True if exactly the values below zero belong to a profile that was subtracted from this one.
  [[nodiscard]] bool IsDifference() const { return below_zero_are_base_ && below_zero_.has_some(); }

  // The columns of a comparison of both profiles; the values below zero are the ones before.
  [[nodiscard]] std::vector<MetricIndex> Compare(MetricIndex after, CctBuilder& builder) const {
    const Metric metric = builder.metric(after);
    MetricIndex before = below_zero_.MetricOf(after);
    if (before == BelowZero::kNone) before = builder.AddMetric(metric);
    const MetricIndex change =
        builder.AddMetric({metric.name + "@change", metric.unit, metric.scale, MetricRole::kChange});
    builder.metric(before) = {metric.name + "@before", metric.unit, metric.scale, MetricRole::kBefore};
    builder.metric(after) = {metric.name + "@after", metric.unit, metric.scale, MetricRole::kAfter};
    for (BuildNode node = 0; node < builder.node_count(); ++node) {
      const uint64_t old_value = builder.Self(node, before), new_value = builder.Self(node, after);
      builder.AddSelf(node, change, std::max(old_value, new_value) - std::min(old_value, new_value));
    }
    return {before, after, change};
  }

  void AddValue(BuildNode node, size_t type, int64_t value, bool is_base) {
    has_values_[type] = 1;
    below_zero_are_base_ &= is_base == (value < 0);
    below_zero_.AddSelf(builder_, node, static_cast<MetricIndex>(type), value);
  }

  void NoteDepth(const PprofBatch::Sample& sample, std::span<const uint32_t> stack) {
    auto frame_count = static_cast<uint32_t>(stack.size() - rings_.size()) - (sample.has_line ? 1 : 0);
    if (has_call_lines_) {
      frame_count -= static_cast<uint32_t>(std::ranges::count_if(
          stack, [&](uint32_t entry) { return IsCallLine(builder_.frames()[FrameOf(entry)]); }));
    }
    max_locations_ = std::max(max_locations_, sample.location_count);
    max_frames_ = std::max(max_frames_, frame_count);
    if (frame_count == 0 || sample.begins_in_go_runtime) return;
    for (size_t i = 0; i < kGoLimits.size(); ++i) {
      if (frame_count < kGoLimits[i] || frame_count > kGoLimits[i] + kGoLimitSlack) continue;
      BuildNode outermost = kBuildRoot;
      for (size_t level = 0; level <= rings_.size(); ++level)
        outermost = builder_.Child(outermost, FrameOf(stack[stack.size() - 1 - level]));
      ++at_limit_[i][outermost];
    }
  }

  void MarkCutStacks(ImportReport& report) {
    for (size_t i = 0; i < kGoLimits.size(); ++i) {
      if (max_locations_ > kGoLimits[i] || max_frames_ > kGoLimits[i] + kGoLimitSlack) continue;
      for (const auto& [context, count] : at_limit_[i]) {
        builder_.MarkContext(context, kCallersCutOff);
        report.truncated_stack_count += count;
      }
      return;
    }
  }

  [[nodiscard]] FrameId FrameOf(uint32_t entry) const {
    return entry < PprofBatch::kRingBase ? entry : ring_frames_[entry - PprofBatch::kRingBase];
  }

  const PprofTables& tables_;
  std::vector<PprofRing> rings_;
  std::vector<PprofTables::ValueType> types_;
  CctBuilder& builder_;
  bool has_call_lines_;
  std::vector<FrameId> ring_frames_;
  std::vector<BuildNode> contexts_;  // of the current samples
  ContextFinder finder_;
  BelowZero below_zero_;             // of sample types
  std::vector<uint8_t> has_values_;  // by sample type
  bool below_zero_are_base_ = true;
  uint32_t max_locations_ = 0, max_frames_ = 0;
  // By limit: the outermost contexts of stacks that deep, and the number of these stacks.
  std::array<std::map<BuildNode, uint64_t>, kGoLimits.size()> at_limit_;
};

// Adds all samples to the tree. `reads_ahead`: another thread reads each batch while the one before is added.
Result<void> AddSamples(PprofSampleReader& reader, PprofTree& tree, bool reads_ahead, const ImportRun& run,
                        uint64_t first_units, double units_per_byte) {
  ImportPreview* const preview = run.options.preview;
  PprofBatch batch;
  PprofBatch next;
  ExpansionLimit expansion(run.report.input_bytes);
  if (preview != nullptr) preview->Begin(1, run.job);
  RINGSCOPE_TRY(reader.Next(batch));
  while (!batch.samples.empty() || batch.report.skipped_count() > 0) {
    if (run.job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
    RINGSCOPE_TRY(expansion.Add(batch.stacks.size()));
    std::future<Result<void>> reading;
    try {
      if (reads_ahead) reading = std::async(std::launch::async, [&] { return reader.Next(next); });
    } catch (const std::system_error&) {
      reads_ahead = false;  // the system has no more threads to give
    }
    tree.Add(batch, run.report);
    if (preview != nullptr && preview->Wanted(0)) {
      preview->Add(0, {run.builder, {}, kBuildRoot, [&tree](CctBuilder& copy) {
                         tree.PutMetricsInOrder(copy);
                         return true;
                       }});
    }
    RINGSCOPE_TRY(reading.valid() ? reading.get() : reader.Next(next));
    RINGSCOPE_TRY(run.builder.status());
    run.job.done_units.store(
        first_units + static_cast<uint64_t>(static_cast<double>(reader.offset_bytes()) * units_per_byte),
        std::memory_order_relaxed);
    std::swap(batch, next);
  }
  return {};
}

Result<void> ImportPprof(const ImportRun& run) {
  RINGSCOPE_ASSIGN(const WholeInput whole, ReadWhole(run.source, 0.5, run.job));
  const std::string_view profile = whole.text;
  run.report.input_bytes = profile.size();
  PprofTables tables;
  RINGSCOPE_TRY(tables.Read(profile, run.job));
  const size_t type_count = tables.SampleTypes().size();
  if (type_count == 0)
    return Fail(ErrorCode::kMalformed, "expected the types of the samples' values, found none");
  const std::unique_ptr<Symbolizer> symbolizer =
      run.options.look_up_symbols ? MakeElfSymbolizer(run.options.call_sites) : nullptr;
  RINGSCOPE_ASSIGN(const PprofPaths paths, tables.MakePaths(run, symbolizer.get()));
  if (symbolizer != nullptr) symbolizer->AddNotes(run.report.notes);
  const std::vector<PprofRing> rings = ChooseRings(tables, profile, run);

  PprofSampleReader reader(profile, tables, paths, rings, type_count, run.options);
  PprofTree tree(tables, rings, run);
  const bool reads_ahead = run.options.worker_count == 0 ? profile.size() >= kPprofBytesWorthAWorker
                                                         : run.options.worker_count > 1;
  // Inflating is half of the progress.
  const uint64_t first_units = whole.memory.empty() ? 0 : run.source.size_bytes() / 2;
  const double units_per_byte =
      static_cast<double>(run.source.size_bytes() - first_units) / static_cast<double>(profile.size());
  RINGSCOPE_TRY(AddSamples(reader, tree, reads_ahead, run, first_units, units_per_byte));
  tree.Finish(run.report);
  std::vector<std::string_view> labels;
  for (const uint64_t key : reader.label_keys()) {
    const std::string_view name = tables.String(key);
    if (name != kPprofBaseLabel) labels.push_back(name);
  }
  NoteLabels(run.report, run.options.labels, labels);
  tables.AddNotes(run.report);
  return run.builder.status();
}

}  // namespace

const Importer kPprofImporter{"pprof", &SniffPprof, &ImportPprof, false};

}  // namespace ringscope
