#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "cct/import/bytes/byte_source.h"
#include "cct/import/bytes/proto_reader.h"
#include "cct/import/frame_names.h"
#include "cct/import/id_index.h"
#include "cct/import/import_preview.h"
#include "cct/import/importers.h"
#include "cct/import/limits.h"
#include "cct/import/report_notes.h"
#include "cct/import/simpleperf/simpleperf_tree.h"

namespace ringscope {
namespace {

// The file is the magic, a version of two bytes, and messages, each behind its length in four bytes; a length
// of 0 ends it. Numbers of two and four bytes are little endian. The messages are those of
// cmd_report_sample.proto of Android's simpleperf; files and threads come behind the samples that refer to
// them.
constexpr std::string_view kMagic = "SIMPLEPERF";
constexpr uint64_t kSimpleperfVersion = 1;
constexpr size_t kSimpleperfHeaderBytes = 12;

// Fields of a record, one of which it has.
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
      return FailAt(
          ErrorCode::kUnsupported, kMagic.size(),
          fmt::format("expected version {} of simpleperf's protobuf, found {}", kSimpleperfVersion, version));
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

  // What is wrong is told once, when the tables are read.
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
        return FailAt(ErrorCode::kLimit, at,
                      fmt::format("expected samples of at most {} bytes, found one of {}",
                                  run_.options.max_record_bytes, size));
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
    if (field.wire() != ProtoWire::kBytes) return {};
    switch (field.number()) {
      case kLost:
        ReadLost(field.bytes());
        return {};
      case kFile:
        return ReadFile(field.bytes());
      case kThread:
        ReadThread(field.bytes());
        return {};
      case kMetaInfo:
        return ReadMetaInfo(field.bytes());
      case kContextSwitch:
        ReadSwitch(field.bytes());
        return {};
      default:
        return {};
    }
  }

  void ReadLost(std::string_view bytes) {
    for (ProtoReader reader(bytes); reader.Next();) {
      if (reader.IsVarint(2)) tree_.SayLost(fmt::format("{}", reader.value()));
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
      if (reader.IsBytes(2)) tree_.SayApp(reader.bytes());
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

  // Equal frames are equal bytes.
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
  std::vector<FrameId> stack_;  // of the sample at hand, the innermost first
};

Result<void> ImportSimpleperfProto(const ImportRun& run) {
  RINGSCOPE_ASSIGN(const WholeInput whole, ReadWhole(run.source, 0.5, run.job));
  const std::string_view input = whole.text;
  run.report.input_bytes = input.size();
  return SimpleperfProtoReader(input, run).Read();
}

}  // namespace

const Importer kSimpleperfProtoImporter{"simpleperf protobuf", &SniffSimpleperfProto, &ImportSimpleperfProto,
                                        false};

}  // namespace ringscope
