#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/import/compact_lists.h"
#include "cct/import/import_preview.h"
#include "cct/import/importers.h"
#include "cct/import/json/json_document.h"
#include "cct/import/json/json_reader.h"
#include "cct/import/report_notes.h"
#include "cct/import/text_parts.h"
#include "cct/import/v8/cpuprofile.h"

namespace ringscope {
namespace {

bool SniffCpuProfile(std::string_view text) {
  if (FirstOf(text) != '{') return false;
  const auto has = [&](std::string_view key) { return Has(text, key); };
  // Heap profiles and traces share some of the keys.
  if (has("\"selfSize\"") || has("\"traceEvents\"") || has("\"$schema\"") || has("\"stackTable\""))
    return false;
  const bool nodes =
      (has("\"nodes\"") && has("\"callFrame\"")) || (has("\"head\"") && has("\"functionName\""));
  if (nodes) return true;
  // The nodes may come behind the samples, beyond the prefix.
  const size_t quote = text.find_first_not_of(" \t\r\n", text.find('{') + 1);
  const std::string_view rest = quote == std::string_view::npos ? std::string_view() : text.substr(quote);
  for (const std::string_view key :
       {"\"samples\"", "\"timeDeltas\"", "\"startTime\"", "\"endTime\"", "\"nodes\""}) {
    if (rest.starts_with(key) && text.size() == kSniffBytes) return true;
  }
  return rest.starts_with("\"nodes\"") && has("\"timeDeltas\"");
}

// The samples of the document.
struct ListedSamples {
  CompactIntegers node_ids;
  CompactIntegers deltas_us;  // "timeDeltas", or differences of "timestamps"
  bool has_samples = false;
  bool has_deltas = false;
  bool is_read = false;  // all of node_ids
  uint64_t samples_offset = 0;
};

class CpuProfileReader final : public JsonDocument {
 public:
  explicit CpuProfileReader(const ImportRun& run)
      : JsonDocument(run, run.options.max_stack_depth * 2 + 16),
        nodes_(run.builder, run.report),
        preview_(run.options.preview, run.job) {
    nodes_.AfterEachNode([this] { OfferPreview(); });
  }

  Result<void> Import() {
    if (json_.Next() != JsonToken::kBeginObject) return FailNow("a JSON object");
    while (true) {
      const JsonToken token = json_.Next();
      if (token == JsonToken::kError) return FailNow("");
      if (token == JsonToken::kEnd) break;
      if (token != JsonToken::kKey) continue;  // the end of an object
      if (!ReadTopMember(json_.text())) return FailNow("");
    }
    run_.report.input_bytes = json_.read_bytes();
    if (!found_nodes_)
      return Fail(ErrorCode::kMalformed, "expected a .cpuprofile with \"nodes\" or \"head\", found neither");
    AddTree(run_.builder, run_.report);
    return run_.builder.status();
  }

 private:
  Result<void> FailNow(std::string_view expected) const {
    if (nodes_.error()) return tl::unexpected(*nodes_.error());
    if (error_) return tl::unexpected(*error_);
    if (json_.failed()) return tl::unexpected(json_.error());
    return FailAt(ErrorCode::kMalformed, json_.offset_bytes(), "expected {}", expected);
  }

  bool ReadTopMember(std::string_view key) override {
    if (key == "nodes") return ReadNodes(JsonToken::kBeginArray);
    if (key == "head") return ReadNodes(JsonToken::kBeginObject);
    if (key == "samples") {
      samples_.has_samples = true;
      samples_.samples_offset = json_.offset_bytes();
      if (!ReadNumbers(samples_.node_ids, false)) return false;
      samples_.is_read = true;
      return true;
    }
    if (key == "timeDeltas" || key == "timestamps") {
      const bool differences = key == "timestamps";
      samples_.has_deltas = true;
      return ReadNumbers(samples_.deltas_us, differences);
    }
    // The answer of the inspector protocol wraps the profile; its members follow one level deeper.
    if (key == "result" || key == "profile") {
      const JsonToken token = json_.Next();
      if (token == JsonToken::kBeginArray) return json_.SkipToDepth(json_.depth() - 1);
      return token != JsonToken::kError;
    }
    return json_.SkipValue();
  }

  bool ReadNodes(JsonToken begin) {
    const JsonToken token = json_.Next();
    if (token == JsonToken::kError) return false;
    if (found_nodes_)
      return FailWith(ErrorCode::kMalformed, "expected one profile, found the nodes of a second one");
    if (token != begin) return FailWith("the profile's nodes");
    found_nodes_ = true;
    return begin == JsonToken::kBeginArray ? nodes_.ReadArray(json_) : nodes_.ReadNested(json_);
  }

  bool ReadNumbers(CompactIntegers& values, bool differences) {
    const JsonToken token = json_.Next();
    if (token == JsonToken::kNull) return true;
    if (token != JsonToken::kBeginArray) return FailOnNumber();
    values.Clear();
    std::optional<int64_t> before;
    const bool read = ReadRounded(json_, [&](int64_t value) {
      int64_t added = differences ? 0 : value;
      if (before && __builtin_sub_overflow(value, *before, &added)) return false;
      if (differences) before = value;
      values.Add(added);
      OfferPreview();
      return true;
    });
    return read || FailOnNumber();
  }

  bool FailOnNumber() { return FailWith("an array of numbers below 2^63"); }

  void OfferPreview() {
    if (!preview_.Wanted() || nodes_.nodes().empty()) return;
    preview_.Add({run_.builder, {}, kBuildRoot, [this](CctBuilder& copy) { return AddPreview(copy); }});
  }

  // Adds the tree read so far. Nodes come first and count their samples, so their counts stand for the list
  // of samples until that is read. False if nothing has a cost yet.
  bool AddPreview(CctBuilder& copy) const {
    ImportReport later;  // missing parts may follow
    const CpuProfileContexts contexts(nodes_, kBuildRoot, copy, later);
    const bool has_hits =
        std::ranges::any_of(nodes_.nodes(), [](const CpuProfileNodes::Node& node) { return node.cost > 0; });
    if (has_hits && !samples_.is_read) {
      contexts.AddCosts(nodes_, copy.AddMetric({"samples", "count", 1}), copy, later);
      return true;
    }
    static_cast<void>(AddSamples(contexts, copy, later));
    return later.record_count > 0;
  }

  void AddTree(CctBuilder& builder, ImportReport& report) const {
    const CpuProfileContexts contexts(nodes_, kBuildRoot, builder, report);
    if (!samples_.has_samples || samples_.node_ids.empty()) {
      contexts.AddCosts(nodes_, builder.AddMetric({"samples", "count", 1}), builder, report);
      report.record_count = nodes_.nodes().size();
      report.notes.push_back("The file lists no samples: values are the hit counts of its nodes.");
      NoteCount(report, samples_.deltas_us.size(), "time delta", "without a sample: left out.");
      return;
    }
    if (SampleList samples = AddSamples(contexts, builder, report); samples.size() > 0)
      builder.SetSamples(std::vector<SampleList>(1, std::move(samples)));
  }

  SampleList AddSamples(const CpuProfileContexts& contexts, CctBuilder& builder, ImportReport& report) const {
    const bool timed = samples_.has_deltas && !samples_.deltas_us.empty();
    std::optional<MetricIndex> time;
    if (timed) time = builder.AddMetric({"time", "us", 1});
    const MetricIndex count = builder.AddMetric({"samples", "count", 1});
    CpuProfileSamples samples(builder, report);
    samples.Add(contexts, samples_.node_ids, samples_.deltas_us, samples_.samples_offset, time, count);
    samples.AddNotes();
    return samples.TakeSamples();
  }

  CpuProfileNodes nodes_;
  ListedSamples samples_;
  bool found_nodes_ = false;
  RecordPreview preview_;
};

Result<void> ImportCpuProfile(const ImportRun& run) { return CpuProfileReader(run).Import(); }

}  // namespace

const Importer kCpuProfileImporter{"cpuprofile", &SniffCpuProfile, &ImportCpuProfile};

namespace {

bool SniffHeapProfile(std::string_view prefix) {
  return FirstOf(prefix) == '{' && Has(prefix, "\"head\"") && Has(prefix, "\"callFrame\"") &&
         Has(prefix, "\"selfSize\"");
}

// Returns the number of nodes with a size.
uint64_t AddTree(const CpuProfileNodes& nodes, CctBuilder& builder, ImportReport& report) {
  const CpuProfileContexts contexts(nodes, kBuildRoot, builder, report);
  return contexts.AddCosts(nodes, builder.AddMetric({"size", "bytes", 1}), builder, report);
}

Result<void> ImportHeapProfile(const ImportRun& run) {
  JsonReader json(
      run.source,
      {.max_depth = run.options.max_stack_depth * 2 + 16, .max_string_bytes = run.options.max_record_bytes},
      run.job);
  CpuProfileNodes nodes(run.builder, run.report);
  RecordPreview preview(run.options.preview, run.job);
  nodes.AfterEachNode([&] {
    if (!preview.Wanted()) return;
    preview.Add({run.builder, {}, kBuildRoot, [&](CctBuilder& copy) {
                   ImportReport later;  // the nodes that are missing may follow
                   return AddTree(nodes, copy, later) > 0;
                 }});
  });
  const auto fail = [&](std::string_view message) -> Result<void> {
    if (nodes.error()) return tl::unexpected(*nodes.error());
    if (json.failed()) return tl::unexpected(json.error());
    return FailAt(ErrorCode::kMalformed, json.offset_bytes(), std::string(message));
  };
  if (json.Next() != JsonToken::kBeginObject) return fail("expected a JSON object, found another value");
  bool found_head = false;
  while (true) {
    const JsonToken token = json.Next();
    if (token == JsonToken::kError) return fail("");
    if (token == JsonToken::kEnd) break;
    if (token != JsonToken::kKey) continue;  // the end of an object
    const std::string_view key = json.text();
    // The answer of the inspector protocol wraps the profile; its members follow one level deeper.
    const bool wrapper = key == "result" || key == "profile";
    if (!wrapper && key != "head") {
      if (!json.SkipValue()) return fail("");
      continue;
    }
    if (json.Next() != JsonToken::kBeginObject) return fail("expected an object, found another value");
    if (wrapper) continue;
    if (found_head) return fail("expected one profile, found the nodes of a second one");
    found_head = true;
    if (!nodes.ReadNested(json)) return fail("");
  }
  run.report.input_bytes = json.read_bytes();
  if (!found_head) return fail("expected a .heapprofile with \"head\", found none");
  run.report.record_count = AddTree(nodes, run.builder, run.report);
  // A heap without live objects is a valid profile.
  if (run.report.record_count == 0) run.report.record_count = nodes.nodes().size();
  return run.builder.status();
}

}  // namespace

const Importer kHeapProfileImporter{"heapprofile", &SniffHeapProfile, &ImportHeapProfile};

}  // namespace ringscope
