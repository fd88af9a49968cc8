#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/import/import_preview.h"
#include "cct/import/importers.h"
#include "cct/import/json/json_document.h"
#include "cct/import/limits.h"
#include "cct/import/report_notes.h"
#include "cct/import/speedscope/speedscope_tree.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

// More profiles than any program has threads; each is a context with a name in the ring.
constexpr size_t kMaxProfiles = size_t{1} << 20;

bool SniffSpeedscope(std::string_view prefix) {
  if (FirstOf(prefix) != '{') return false;
  const auto has = [&](std::string_view part) { return Has(prefix, part); };
  if (has("speedscope.app/file-format-schema")) return true;
  if (has("\"profiles\"") && (has("\"evented\"") || has("\"sampled\""))) return true;
  // The prefix may end within the frames, before the profiles.
  const bool frames_first = has("\"shared\"") && has("\"frames\"") && has("\"name\"");
  return frames_first && !has("\"threads\"") && !has("\"nodes\"");
}

// Keys may come in any order, and the frames mostly come last, so a file is read twice: first for its frames
// and the heads of its profiles, then for the stacks.
class HeadPass final : public JsonDocument {
 public:
  using JsonDocument::JsonDocument;

  std::vector<FrameId> frames;
  std::vector<SpeedscopeHead> heads;
  std::string exporter;

 private:
  bool ReadTopMember(std::string_view key) override {
    if (key == "exporter") return ReadText(exporter);
    if (key == "shared") {
      return ReadObject([this](std::string_view member) {
        if (member != "frames") return json_.SkipValue();
        return ReadArray([this](JsonToken token) { return ReadFrame(token); });
      });
    }
    if (key == "profiles") return ReadArray([this](JsonToken token) { return ReadHead(token); });
    return json_.SkipValue();
  }

  bool ReadFrame(JsonToken begin) {
    if (!ReadFrameMembers(begin, "file", "col", frame_)) return false;
    const std::string_view name = frame_.has_name ? std::string_view(frame_.name) : "[unknown]";
    frames.push_back(
        run_.builder.InternFrame({name, {}, frame_.file, frame_.line, frame_.column, FrameKind::kUser}));
    return true;
  }

  bool ReadHead(JsonToken begin) {
    if (heads.size() >= kMaxProfiles) return FailWith(ErrorCode::kLimit, TooMany(kMaxProfiles, "profiles"));
    SpeedscopeHead& head = heads.emplace_back();
    return ReadMembers(begin, "a profile (an object)", [&](std::string_view key) {
      if (key == "name") return ReadText(head.name);
      if (key == "unit") return ReadText(head.unit);
      if (key != "endValue") return json_.SkipValue();
      const JsonToken token = json_.Next();
      if (token == JsonToken::kNumber) {
        head.end = ParseDecimal(json_.text());
        return true;
      }
      return token == JsonToken::kNull || FailWith("a number");
    });
  }

  JsonFrame frame_;
};

class StackPass final : public JsonDocument {
 public:
  StackPass(const ImportRun& run, SpeedscopeTree& tree)
      : JsonDocument(run), tree_(tree), preview_(run.options.preview, run.job) {}

  void AddNotes() {
    NoteCount(run_.report, unweighed_count_, "sample",
              "of a profile without a list of weights: each counts as 1.");
  }

 private:
  // A weight without a sample takes two bytes of a file, and must not take much more memory than that.
  static constexpr size_t kMaxWaitingWeights = size_t{1} << 24;

  struct Weight {
    DecimalCount value;
    uint64_t offset_bytes;
  };

  bool ReadTopMember(std::string_view key) override {
    if (key == "profiles") return ReadArray([this](JsonToken token) { return ReadProfile(token); });
    return json_.SkipValue();
  }

  bool ReadProfile(JsonToken begin) {
    contexts_.clear();
    weights_.clear();
    weighed_contexts_ = taken_weights_ = 0;
    has_weights_ = false;
    bool has_records = false;
    const uint64_t offset = json_.offset_bytes();
    if (!tree_.BeginProfile()) return FailOfTree();
    const bool read = ReadMembers(begin, "a profile (an object)", [&](std::string_view key) {
      has_records |= key == "samples" || key == "events";
      if (key == "samples")
        return ReadArray([this](JsonToken token) { return ReadSample(token); }) && AddSamples();
      if (key == "weights") {
        has_weights_ = true;
        return ReadArray([this](JsonToken token) { return ReadWeight(token); });
      }
      if (key == "events") return ReadEvents();
      return json_.SkipValue();
    });
    if (read && !has_records) run_.report.Skip("a profile without samples and events", offset);
    return read && FinishSamples();
  }

  bool ReadSample(JsonToken begin) {
    if (begin != JsonToken::kBeginArray) return FailWith("a sample (an array of frames)");
    if (const std::string_view numbers = json_.PlainNumbersAtHand();
        !numbers.empty() && tree_.AddPlainStack(numbers)) {
      json_.TakeNumbers(numbers);
      return json_.Next() == JsonToken::kEndArray && (!tree_.many_waiting() || AddSamples());
    }
    tree_.BeginStack();
    while (true) {
      bool pushed = true;
      json_.ReadIntegers([&](int64_t index, uint64_t offset) {
        pushed = tree_.PushFrame(index, offset);
        return pushed;
      });
      if (!pushed) return FailOfTree();
      const JsonToken token = json_.Next();
      if (token == JsonToken::kEndArray) break;
      if (token != JsonToken::kNumber) return FailWith("the number of a frame");
      if (!tree_.PushFrame(json_.Integer().value_or(SpeedscopeTree::kOutside), json_.offset_bytes()))
        return FailOfTree();
    }
    tree_.EndStack();
    return !tree_.many_waiting() || AddSamples();
  }

  bool AddSamples() {
    for (const BuildNode context : tree_.FindContexts()) {
      // Weights may come before their samples, and wait for them.
      if (taken_weights_ < weights_.size()) {
        const Weight& weight = weights_[taken_weights_++];
        if (!AddWeight(context, weight.value, weight.offset_bytes)) return false;
      } else {
        contexts_.push_back(context);
      }
    }
    return run_.builder.status().has_value() || FailOfTree();
  }

  bool ReadWeight(JsonToken token) {
    if (token != JsonToken::kNumber) return FailWith("a weight (a number)");
    const DecimalCount value = ParseDecimal(json_.text());
    if (weighed_contexts_ < contexts_.size())
      return AddWeight(contexts_[weighed_contexts_++], value, json_.offset_bytes());
    if (weights_.size() >= kMaxWaitingWeights)
      return FailWith(fmt::format("the samples before more than {} weights", kMaxWaitingWeights));
    weights_.push_back({value, json_.offset_bytes()});
    return true;
  }

  bool AddWeight(BuildNode context, const DecimalCount& weight, uint64_t offset) {
    if (!tree_.AddWeight(context, weight, offset)) return FailOfTree();
    if (preview_.Wanted()) preview_.Add({run_.builder});
    return true;
  }

  bool FinishSamples() {
    if (!has_weights_) {
      DecimalCount one;
      one.mantissa = 1;
      for (const BuildNode context : contexts_) {
        if (!AddWeight(context, one, json_.offset_bytes())) return false;
      }
      unweighed_count_ += contexts_.size();
      return true;
    }
    if (const size_t left = contexts_.size() - weighed_contexts_; left > 0)
      run_.report.Skip("a sample without a weight", json_.offset_bytes(), left);
    if (const size_t left = weights_.size() - taken_weights_; left > 0)
      run_.report.Skip("a weight without a sample", json_.offset_bytes(), left);
    return true;
  }

  bool ReadEvents() {
    tree_.BeginEvents();
    const bool read = ReadArray([this](JsonToken begin) {
      if (!ReadEvent(begin)) return false;
      SpeedscopeEvent event;
      while (true) {
        const std::string_view object = json_.FlatObjectAtHand();
        if (!ParsePlainEvent(object, event)) return true;
        json_.TakeObject(object);
        if (!AddEvent(event, json_.offset_bytes())) return false;
      }
    });
    return read && (tree_.EndEvents(json_.offset_bytes()) || FailOfTree());
  }

  bool ReadEvent(JsonToken begin) {
    SpeedscopeEvent event;
    const uint64_t offset = json_.offset_bytes();
    const bool read = ReadMembers(begin, "an event (an object)", [&](std::string_view key) {
      if (key != "type" && key != "frame" && key != "at") return json_.SkipValue();
      const char which = key[0];
      const JsonToken token = json_.Next();
      if (which == 't') {
        if (token != JsonToken::kString) return FailWith("\"O\" or \"C\"");
        if (json_.text() == "O") event.type = SpeedscopeEvent::Type::kOpen;
        if (json_.text() == "C") event.type = SpeedscopeEvent::Type::kClose;
        return true;
      }
      if (token != JsonToken::kNumber) return FailWith("a number");
      if (which == 'f')
        event.frame = json_.Integer();
      else
        event.at = ParseDecimal(json_.text());
      return true;
    });
    return read && AddEvent(event, offset);
  }

  bool AddEvent(const SpeedscopeEvent& event, uint64_t offset) {
    if (event.type == SpeedscopeEvent::Type::kNone || !event.at) {
      run_.report.Skip("an event without a type or a time", offset);
      return true;
    }
    if (!tree_.AddEvent(event, offset) || !PollTree()) return FailOfTree();
    if (preview_.Wanted()) preview_.Add({run_.builder});
    return true;
  }

  // Returns false if the tree is beyond a limit; checks every kPollInterval calls.
  bool PollTree() {
    constexpr uint32_t kPollInterval = 1024;
    return ++polled_ % kPollInterval != 0 || run_.builder.status().has_value();
  }

  bool FailOfTree() {
    if (tree_.error()) {
      error_ = *tree_.error();
    } else if (const Result<void> status = run_.builder.status(); !status) {
      error_ = status.error();
    }
    return false;
  }

  SpeedscopeTree& tree_;
  RecordPreview preview_;
  std::vector<BuildNode> contexts_;  // of samples that came before their weights
  std::vector<Weight> weights_;      // weights that came before their samples
  // The number of contexts_ that have got their weight, and of weights_ that have got their sample.
  size_t weighed_contexts_ = 0, taken_weights_ = 0;
  bool has_weights_ = false;
  uint64_t unweighed_count_ = 0;
  uint32_t polled_ = 0;
};

Result<void> ImportSpeedscope(const ImportRun& run) {
  std::optional<HeadPass> heads(std::in_place, run);
  RINGSCOPE_TRY(heads->Read());
  run.report.input_bytes = heads->read_bytes();
  if (heads->heads.empty()) return Fail(ErrorCode::kMalformed, "expected profiles, found none");
  const bool own_export = std::string_view(heads->exporter).starts_with("ringscope");
  SpeedscopeTree tree(run, std::move(heads->heads), std::move(heads->frames), own_export);
  heads.reset();  // frees its memory
  run.source.Rewind();
  StackPass stacks(run, tree);
  RINGSCOPE_TRY(stacks.Read());
  stacks.AddNotes();
  tree.AddNotes();
  return run.builder.status();
}

}  // namespace

const Importer kSpeedscopeImporter{"speedscope", &SniffSpeedscope, &ImportSpeedscope};

}  // namespace ringscope
