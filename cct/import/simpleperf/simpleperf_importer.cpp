#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/import/bytes/byte_source.h"
#include "cct/import/bytes/proto_reader.h"
#include "cct/import/frame_names.h"
#include "cct/import/id_index.h"
#include "cct/import/import_preview.h"
#include "cct/import/importers.h"
#include "cct/import/limits.h"
#include "cct/import/read_lines.h"
#include "cct/import/report_notes.h"
#include "cct/import/simpleperf/simpleperf_tree.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

// Recognizes the output of `simpleperf report-sample --show-callchain`.
bool SniffSimpleperf(std::string_view text) {
  const bool has_sample = text.starts_with("sample:") || Has(text, "\nsample:");
  return has_sample && Has(text, "\n  event_type: ") && Has(text, "\n  event_count: ") &&
         Has(text, "\n  thread_id: ");
}

// A sample is "sample:" and lines "  key: value" below it, some of which describe the innermost frame. The
// lines of its callers, innermost first, follow "  callchain:" with a deeper indent.
class SimpleperfReader : public LineReader {
 public:
  static constexpr bool kHasPreviews = true;
  static constexpr bool kLeavesOutCutLine = true;
  explicit SimpleperfReader(const ImportRun& run) : LineReader(run), tree_(run) {}

  [[nodiscard]] Result<void> ReadLine(std::string_view line) {
    const std::string_view text = Trimmed(line);
    if (text.empty()) return {};
    if (line == text) {
      // A line without indent begins a block: a sample, a switch, lost samples or facts of the recording.
      RINGSCOPE_TRY(EndSample());
      EndSwitch();
      in_sample_ = text == "sample:";
      in_switch_ = text == "context_switch:";
      begin_offset_ = offset_;
      return text.find(':') == std::string_view::npos ? Skip("a line that is no key and value")
                                                      : Result<void>();
    }
    if (!in_sample_) {
      ReadOutsideSample(text);
      return {};
    }
    const size_t colon = text.find(':');
    if (colon == std::string_view::npos) return Skip("a line that is no key and value");
    return ReadMember(text.substr(0, colon), Trimmed(text.substr(colon + 1)));
  }

  [[nodiscard]] Result<void> Finish() {
    // A list of frames has no end mark: further frames may have followed before a cut.
    if (in_sample_ &&
        (ends_early_ || !has_count_line_ || thread_id_.empty() || (in_frame_ && symbol_.empty()))) {
      in_sample_ = false;
      SkipAt("a sample within which the file is cut off", begin_offset_);
      run_.report.notes.emplace_back("The file is cut off within its last sample, which is left out.");
    } else {
      NoteCutLine();
    }
    RINGSCOPE_TRY(EndSample());
    EndSwitch();
    return tree_.Finish();
  }

 private:
  // Reads a line of another block than a sample.
  void ReadOutsideSample(std::string_view text) {
    const auto value_of = [text](std::string_view key) {
      return text.starts_with(key) ? std::optional(Trimmed(text.substr(key.size()))) : std::nullopt;
    };
    if (const auto count = value_of("lost_count: ")) tree_.NoteLost(*count);
    if (const auto name = value_of("app_package_name: ")) tree_.NoteApp(*name);
    if (text == "trace_offcpu: true") tree_.TraceOffCpu();
    if (!in_switch_) return;
    if (text == "switch_on: true") switches_on_ = true;
    if (const auto time = value_of("time: ")) time_ns_ = ParseNumber<uint64_t>(*time);
    if (const auto id = value_of("thread_id: ")) thread_id_ = *id;
  }

  void EndSwitch() {
    if (std::exchange(in_switch_, false) && std::exchange(switches_on_, false) && time_ns_)
      tree_.SwitchOn(thread_id_, *time_ns_);
    time_ns_.reset();
    thread_id_.clear();
  }

  [[nodiscard]] Result<void> ReadMember(std::string_view key, std::string_view value) {
    if (key == "event_type") event_ = value;
    if (key == "thread_id") thread_id_ = value;
    if (key == "thread_name") thread_name_ = value;
    if (key == "time") time_ns_ = ParseNumber<uint64_t>(value);
    if (key == "event_count") {
      count_ = ParseNumber<uint64_t>(value);
      has_count_line_ = true;
    }
    if (key == "vaddr_in_file") {
      RINGSCOPE_TRY(CheckDepth(stack_.size()));
      // A frame begins with its address; its other lines follow.
      EndFrame();
      address_ = value.starts_with("0x") ? value.substr(2) : value;
      in_frame_ = true;
    }
    if (!in_frame_) return {};
    if (key == "file") file_ = value;
    if (key == "symbol") symbol_ = value;
    if (key == "execution_type") execution_ = value;
    return {};
  }

  void EndFrame() {
    if (!in_frame_) return;
    in_frame_ = false;
    const SimpleperfFrame frame{symbol_, file_, KindOf(execution_),
                                ParseNumber<uint64_t>(address_, 16).value_or(0)};
    key_ = fmt::format("{}\n{}\n{}\n{}", symbol_, file_, execution_,
                       IsNameless(frame) ? address_ : std::string());
    stack_.push_back(frames_.FrameOf(key_, [&] { return tree_.FrameOf(frame); }));
    for (std::string* text : {&address_, &file_, &symbol_, &execution_}) text->clear();
  }
  [[nodiscard]] static FrameKind KindOf(std::string_view execution) {
    if (execution == "jit_jvm_method") return FrameKind::kJit;
    return execution == "interpreted_jvm_method" ? FrameKind::kInterpreted : FrameKind::kUser;
  }

  [[nodiscard]] Result<void> EndSample() {
    if (!std::exchange(in_sample_, false)) return {};
    EndFrame();
    RINGSCOPE_TRY(
        tree_.AddSample({event_, thread_id_, thread_name_, time_ns_, count_, stack_, begin_offset_}));
    stack_.clear();
    for (std::string* text : {&event_, &thread_id_, &thread_name_}) text->clear();
    time_ns_.reset();
    count_.reset();
    has_count_line_ = false;
    return {};
  }

  SimpleperfTree tree_;
  FrameTexts frames_;

  // The current sample or switch, and the current frame in it.
  bool in_sample_ = false;
  bool in_switch_ = false, switches_on_ = false;
  uint64_t begin_offset_ = 0;
  std::string event_, thread_id_, thread_name_;
  std::optional<uint64_t> time_ns_, count_;
  bool has_count_line_ = false;
  std::vector<FrameId> stack_;  // the innermost first
  bool in_frame_ = false;
  std::string address_, file_, symbol_, execution_;
  std::string key_;
};

// The file is the magic, a version of two bytes, and messages, each after its length in four bytes; a length
// of 0 ends the file. Numbers of two and four bytes are little endian. The messages are those of
// cmd_report_sample.proto of Android's simpleperf; files and threads come after the samples that refer to
// them.
constexpr std::string_view kMagic = "SIMPLEPERF";
constexpr uint64_t kSimpleperfVersion = 1;
constexpr size_t kSimpleperfHeaderBytes = 12;

// Fields of a record; each record has one of them.
constexpr uint64_t kSample = 1, kLost = 2, kFile = 3, kThread = 4, kMetaInfo = 5, kContextSwitch = 6;

constexpr size_t kMaxSymbols = size_t{1} << 27;
constexpr uint64_t kSimpleperfPollRecords = 1 << 12;

bool SniffSimpleperfProto(std::string_view prefix) { return prefix.starts_with(kMagic); }

uint64_t NumberAt(std::string_view bytes, size_t at, size_t size) {
  uint64_t value = 0;
  for (size_t i = size; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

class SimpleperfProtoReader {
 public:
  SimpleperfProtoReader(std::string_view input, const ImportRun& run)
      : input_(input), run_(run), tree_(run), preview_(run.options.preview, run.job) {}

  [[nodiscard]] Result<void> Read() {
    if (input_.size() < kSimpleperfHeaderBytes)
      return FailAt(ErrorCode::kMalformed, kMagic.size(),
                    "expected the version of simpleperf's protobuf, found the end of the file");
    if (const uint64_t version = NumberAt(input_, kMagic.size(), 2); version != kSimpleperfVersion)
      return FailAt(ErrorCode::kUnsupported, kMagic.size(),
                    "expected version {} of simpleperf's protobuf, found {}", kSimpleperfVersion, version);
    RINGSCOPE_TRY(ForEachRecord(true, [this](const ProtoReader& field) { return ReadTables(field); }));
    files_by_id_.Build(file_ids_, [&](size_t) { ++repeated_count_; });
    threads_by_id_.Build(thread_ids_, [](size_t) {});
    RINGSCOPE_TRY(ForEachRecord(false, [this](const ProtoReader& field) { return ReadSample(field); }));
    NoteCount(run_.report, repeated_count_, "file", "with the number of another one: left out.");
    return tree_.Finish();
  }

 private:
  struct File {
    std::string_view path;
    size_t first_symbol = 0, symbol_count = 0;
    size_t first_mangled = 0, mangled_count = 0;
  };

  [[nodiscard]] uint64_t OffsetOf(const char* at) const { return static_cast<uint64_t>(at - input_.data()); }

  // Calls read(field) for the fields of all records. Only the pass with `report` reports faulty records.
  template <typename ReadField>
  [[nodiscard]] Result<void> ForEachRecord(bool report, ReadField read) {
    size_t at = kSimpleperfHeaderBytes;
    for (uint64_t count = 1;; ++count) {
      if (count % kSimpleperfPollRecords == 0) {
        if (run_.job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
        run_.job.done_units.store(run_.source.size_bytes() / 2 + (report ? 0 : at / 2),
                                  std::memory_order_relaxed);
      }
      const size_t left = input_.size() - at;
      const uint64_t size = left < 4 ? 0 : NumberAt(input_, at, 4);
      if (left < 4 || size > left - 4) {
        if (report) run_.report.Skip("a record in which the file ends", at);
        return {};
      }
      if (size == 0) return {};
      if (size > run_.options.max_record_bytes && IsSample(input_.substr(at + 4, size)))
        return FailAt(ErrorCode::kLimit, at, "expected samples of at most {} bytes, found one of {}",
                      run_.options.max_record_bytes, size);
      ProtoReader record(input_.substr(at + 4, size));
      while (record.Next()) RINGSCOPE_TRY(read(record));
      if (report && !record.problem().empty())
        run_.report.Skip("a record that is no message of simpleperf", at);
      at += 4 + size;
    }
  }
  static bool IsSample(std::string_view record) {
    ProtoReader reader(record);
    return reader.Next() && reader.IsBytes(kSample);
  }

  [[nodiscard]] Result<void> ReadTables(const ProtoReader& field) {
    if (field.IsBytes(kFile)) return ReadFile(field.bytes());
    if (field.IsBytes(kMetaInfo)) return ReadMetaInfo(field.bytes());
    if (field.IsBytes(kLost)) ReadLost(field.bytes());
    if (field.IsBytes(kThread)) ReadThread(field.bytes());
    if (field.IsBytes(kContextSwitch)) ReadSwitch(field.bytes());
    return {};
  }

  void ReadLost(std::string_view bytes) {
    for (ProtoReader reader(bytes); reader.Next();) {
      if (reader.IsVarint(2)) tree_.NoteLost(fmt::format("{}", reader.value()));
    }
  }

  [[nodiscard]] Result<void> ReadFile(std::string_view bytes) {
    File file;
    uint64_t id = 0;
    file.first_symbol = symbols_.size();
    file.first_mangled = mangled_.size();
    for (ProtoReader reader(bytes); reader.Next();) {
      if (reader.IsVarint(1)) id = reader.value();
      if (reader.IsBytes(2)) file.path = reader.bytes();
      if (reader.IsBytes(3)) symbols_.push_back(reader.bytes());
      if (reader.IsBytes(4)) mangled_.push_back(reader.bytes());
      if (symbols_.size() > kMaxSymbols || mangled_.size() > kMaxSymbols)
        return FailAt(ErrorCode::kLimit, OffsetOf(reader.field_begin()), TooMany(kMaxSymbols, "symbols"));
    }
    file.symbol_count = symbols_.size() - file.first_symbol;
    file.mangled_count = mangled_.size() - file.first_mangled;
    files_.push_back(file);
    file_ids_.push_back(id);
    return {};
  }

  void ReadThread(std::string_view bytes) {
    uint64_t id = 0;
    std::string_view name;
    for (ProtoReader reader(bytes); reader.Next();) {
      if (reader.IsVarint(1)) id = reader.value();
      if (reader.IsBytes(3)) name = reader.bytes();
    }
    thread_ids_.push_back(id);
    thread_names_.push_back(name);
  }

  [[nodiscard]] Result<void> ReadMetaInfo(std::string_view bytes) {
    for (ProtoReader reader(bytes); reader.Next();) {
      if (reader.IsBytes(1)) events_.push_back(reader.bytes());
      if (reader.IsBytes(2)) tree_.NoteApp(reader.bytes());
      if (reader.IsVarint(6) && reader.value() != 0) tree_.TraceOffCpu();
      if (events_.size() > kMaxSampleSeries)
        return FailAt(ErrorCode::kLimit, OffsetOf(reader.field_begin()), TooMany(kMaxSampleSeries, "events"));
    }
    return {};
  }

  void ReadSwitch(std::string_view bytes) {
    bool on = false;
    uint64_t time_ns = 0;
    uint64_t thread = 0;
    ProtoReader reader(bytes);
    ReadNumbers(reader, on, time_ns, thread);
    if (on) tree_.SwitchOn(fmt::format("{}", thread), time_ns);
  }

  [[nodiscard]] Result<void> ReadSample(const ProtoReader& record) {
    if (!record.IsBytes(kSample)) return {};
    SimpleperfSample sample;
    sample.offset = OffsetOf(record.field_begin());
    uint64_t thread = 0;
    uint64_t event = 0;
    stack_.clear();
    ProtoReader reader(record.bytes());
    while (reader.Next()) {
      if (reader.IsVarint(1)) sample.time_ns = reader.value();
      if (reader.IsVarint(2)) thread = reader.value();
      if (reader.IsBytes(3)) {
        if (stack_.size() >= run_.options.max_stack_depth)
          return FailAt(ErrorCode::kLimit, OffsetOf(reader.field_begin()),
                        TooDeep(run_.options.max_stack_depth));
        stack_.push_back(FrameAt(reader.bytes()));
      }
      if (reader.IsVarint(4)) sample.count = reader.value();
      if (reader.IsVarint(5)) event = reader.value();
    }
    if (!reader.problem().empty()) {
      run_.report.Skip("a sample that is no message of simpleperf", sample.offset);
      return {};
    }
    const std::string event_name =
        event < events_.size() ? std::string(events_[event]) : fmt::format("event {}", event);
    const std::string thread_id = fmt::format("{}", thread);
    const uint32_t known = threads_by_id_.Find(thread);
    sample.event = event_name;
    sample.thread_id = thread_id;
    if (known != IdIndex::kNone) sample.thread_name = thread_names_[known];
    sample.stack = stack_;
    RINGSCOPE_TRY(tree_.AddSample(sample));
    if (preview_.Wanted()) preview_.Add({run_.builder});
    return {};
  }

  // Equal frames have equal bytes, so the bytes are the key.
  [[nodiscard]] FrameId FrameAt(std::string_view entry) {
    return frames_.FrameOf(entry, [&] { return MakeFrame(entry); });
  }
  [[nodiscard]] FrameId MakeFrame(std::string_view entry) {
    uint64_t file_id = 0;
    uint64_t symbol = ~uint64_t{0};  // -1 is none
    SimpleperfFrame frame;
    for (ProtoReader reader(entry); reader.Next();) {
      if (reader.IsVarint(1)) frame.address = reader.value();
      if (reader.IsVarint(2)) file_id = reader.value();
      if (reader.IsVarint(3)) symbol = reader.value();
      if (reader.IsVarint(4) && reader.value() == 1) frame.kind = FrameKind::kInterpreted;
      if (reader.IsVarint(4) && reader.value() == 2) frame.kind = FrameKind::kJit;
    }
    const uint32_t index = files_by_id_.Find(file_id);
    if (index == IdIndex::kNone) {
      run_.report.Keep("a frame whose file is not told", OffsetOf(entry.data()));
    } else {
      const File& file = files_[index];
      frame.file = file.path;
      if (symbol < file.symbol_count)
        frame.symbol = symbols_[file.first_symbol + symbol];
      else if (symbol < file.mangled_count)
        frame.symbol = mangled_[file.first_mangled + symbol];
      else if (symbol >> 63 == 0)
        run_.report.Keep("a frame whose symbol is not told", OffsetOf(entry.data()));
    }
    return tree_.FrameOf(frame);
  }

  std::string_view input_;
  const ImportRun run_;
  SimpleperfTree tree_;
  RecordPreview preview_;
  std::vector<std::string_view> events_;
  std::vector<File> files_;
  std::vector<uint64_t> file_ids_;
  IdIndex files_by_id_;
  std::vector<std::string_view> symbols_, mangled_;
  std::vector<uint64_t> thread_ids_;
  std::vector<std::string_view> thread_names_;
  IdIndex threads_by_id_;
  uint64_t repeated_count_ = 0;
  FrameTexts frames_;
  std::vector<FrameId> stack_;  // of the current sample, the innermost first
};

Result<void> ImportSimpleperfProto(const ImportRun& run) {
  RINGSCOPE_ASSIGN(const WholeInput whole, ReadWhole(run.source, 0.5, run.job));
  const std::string_view input = whole.text;
  run.report.input_bytes = input.size();
  return SimpleperfProtoReader(input, run).Read();
}

}  // namespace

const Importer kSimpleperfImporter{"simpleperf", &SniffSimpleperf, &ImportLines<SimpleperfReader>};
const Importer kSimpleperfProtoImporter{"simpleperf protobuf", &SniffSimpleperfProto, &ImportSimpleperfProto,
                                        false};

}  // namespace ringscope
