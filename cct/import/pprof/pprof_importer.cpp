#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "cct/import/bytes/read_whole.h"
#include "cct/import/import_preview.h"
#include "cct/import/importers.h"
#include "cct/import/pprof/pprof_samples.h"
#include "cct/import/pprof/pprof_tables.h"
#include "cct/import/pprof/pprof_tree.h"

namespace ringscope {
namespace {

// Below this a second thread costs more than it saves.
constexpr uint64_t kBytesWorthAWorker = uint64_t{1} << 20;

// Under which keys profilers give a sample's thread, and under which its number beside the name.
constexpr std::string_view kThreadKeys[] = {"thread_name", "thread name", "thread"};
constexpr std::string_view kThreadIdKeys[] = {"thread_id", "thread id", "tid"};

// Larger numbers of fields are believed to be no pprof.
constexpr uint64_t kMaxNumber = 31;

enum class FieldCheck : uint8_t { kWrong, kPlain, kTelling };

// Whether a message has some of its fields, those in `varints` (a bit set of numbers) and `messages` with the
// types that they have, and perhaps others that are newer.
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

// Whether a top-level field may stand in a profile. There is no magic number; what each kind of message holds
// tells it from other data.
FieldCheck CheckField(const ProtoReader& field) {
  const auto telling_if = [&](bool fits) {
    if (!fits) return FieldCheck::kWrong;
    return field.bytes().empty() ? FieldCheck::kPlain : FieldCheck::kTelling;
  };
  if (field.number() > pprof::kDocUrl)
    return field.number() <= kMaxNumber ? FieldCheck::kPlain : FieldCheck::kWrong;
  if (field.wire() == ProtoWire::kVarint)
    return field.number() >= pprof::kDropFrames && field.number() <= pprof::kDocUrl ? FieldCheck::kPlain
                                                                                    : FieldCheck::kWrong;
  if (field.wire() != ProtoWire::kBytes) return FieldCheck::kWrong;
  switch (field.number()) {
    case pprof::kSampleType:
    case pprof::kPeriodType:
      return telling_if(LooksLike(field.bytes(), Bits(1, 2), 0));
    case pprof::kSample:
      return telling_if(LooksLike(field.bytes(), Bits(1, 2), Bits(1, 3)));
    case pprof::kMapping:
      return telling_if(LooksLike(field.bytes(), Bits(1, 10), 0));
    case pprof::kLocation:
      return telling_if(LooksLike(field.bytes(), Bits(1, 3) | Bits(5, 5), Bits(4, 4)));
    case pprof::kFunction:
      return telling_if(LooksLike(field.bytes(), Bits(1, 5), 0));
    case pprof::kStringTable:
    case pprof::kComment:
      return FieldCheck::kPlain;
    default:
      return FieldCheck::kWrong;
  }
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

// The ring of threads; without keys where the file knows none.
PprofRing ThreadRingOf(const PprofTables& tables) {
  return {FindKey(tables, kThreadKeys), FindKey(tables, kThreadIdKeys), FrameKind::kThread, "thread"};
}

std::vector<PprofRing> ChooseRings(const PprofTables& tables, std::string_view profile,
                                   const ImportRun& run) {
  constexpr uint64_t kNone = PprofTables::kNoString;
  std::vector<PprofRing> rings;
  for (const std::string& label : run.options.labels) {
    PprofRing ring{tables.FindString(label), kNone, FrameKind::kSynthetic, label};
    if (label == "thread") ring = ThreadRingOf(tables);
    if (ring.key == kNone && ring.id_key == kNone) {
      run.report.notes.push_back(fmt::format("No sample has a label '{}'.", label));
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

// Reads batches on a thread of its own, each while the one before is added to the tree.
Result<void> AddSamples(PprofSampleReader& reader, PprofTree& tree, bool beside, const ImportRun& run,
                        uint64_t first_units, double units_per_byte) {
  ImportPreview* const preview = run.options.preview;
  PprofBatch batch;
  PprofBatch next;
  if (preview != nullptr) preview->Begin(1, run.job);
  RINGSCOPE_TRY(reader.Next(batch));
  while (!batch.samples.empty() || batch.report.skipped_count() > 0) {
    if (run.job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
    std::future<Result<void>> reading;
    try {
      if (beside) reading = std::async(std::launch::async, [&] { return reader.Next(next); });
    } catch (const std::system_error&) {
      beside = false;  // the system has no more threads to give
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
  std::string memory;
  RINGSCOPE_ASSIGN(const std::string_view profile, ReadWhole(run.source, 0.5, run.job, memory));
  run.report.input_bytes = profile.size();
  PprofTables tables;
  RINGSCOPE_TRY(tables.Read(profile, run.job));
  const size_t type_count = tables.SampleTypes().size();
  if (type_count == 0)
    return Fail(ErrorCode::kMalformed, "expected the types of the samples' values, found none");
  const std::unique_ptr<Symbolizer> symbolizer = run.options.look_up_symbols ? MakeElfSymbolizer() : nullptr;
  RINGSCOPE_ASSIGN(const PprofPaths paths, tables.MakePaths(run, symbolizer.get()));
  if (symbolizer != nullptr) {
    for (std::string& note : symbolizer->Notes()) run.report.notes.push_back(std::move(note));
  }
  const std::vector<PprofRing> rings = ChooseRings(tables, profile, run);

  PprofSampleReader reader(profile, tables, paths, rings, type_count, run.options);
  PprofTree tree(tables, rings, run.builder);
  const bool beside =
      run.options.worker_count == 0 ? profile.size() >= kBytesWorthAWorker : run.options.worker_count > 1;
  // What was inflated counts half.
  const uint64_t first_units = memory.empty() ? 0 : run.source.size_bytes() / 2;
  const double units_per_byte =
      static_cast<double>(run.source.size_bytes() - first_units) / static_cast<double>(profile.size());
  RINGSCOPE_TRY(AddSamples(reader, tree, beside, run, first_units, units_per_byte));
  tree.Finish(run.report);
  tables.AddNotes(run.report);
  return run.builder.status();
}

}  // namespace

const Importer kPprofImporter{"pprof", &SniffPprof, &ImportPprof, false};

}  // namespace ringscope
