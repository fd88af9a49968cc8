#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/base/text/number_text.h"
#include "cct/import/compact_lists.h"
#include "cct/import/frame_names.h"
#include "cct/import/import_preview.h"
#include "cct/import/importers.h"
#include "cct/import/limits.h"
#include "cct/import/read_lines.h"
#include "cct/import/report_notes.h"
#include "cct/import/text_parts.h"
#include "cct/tree/verify.h"

namespace ringscope {
namespace {

constexpr uint64_t kFirstVersion = 1;
constexpr uint64_t kLastVersion = 3;
// The tool that wrote version 1 without its number.
constexpr uint64_t kToolOfVersion1 = 0x10200;

// Functions inlined into each other at one address; real files stay below a hundred.
constexpr size_t kMaxFunctionsOfAddress = 1024;
// Of strings, addresses, traces and kinds of allocations each; large recordings have about ten million.
constexpr size_t kMaxRecords = size_t{1} << 28;

constexpr size_t kMaxCommandBytes = 200;
constexpr uint64_t kFramesPerPoll = 1 << 18;

std::string_view WithoutReturn(std::string_view text) {
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

// The numbers of a record: hexadecimal, separated by blanks.
class HeaptrackFields {
 public:
  explicit HeaptrackFields(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  // Reads the next number. False at the end and before other text (see broken()).
  [[nodiscard]] bool Next(uint64_t& value) {
    while (at_ < end_ && *at_ == ' ') ++at_;
    const char* const begin = at_;
    uint64_t number = 0;
    for (; at_ < end_; ++at_) {
      const int8_t digit = kDigits[static_cast<unsigned char>(*at_)];
      if (digit < 0) break;
      if (number >> 60 != 0) {
        broken_ = true;
        return false;
      }
      number = number << 4 | static_cast<uint8_t>(digit);
    }
    if (at_ < end_ && *at_ != ' ') broken_ = true;
    if (at_ == begin || broken_) return false;
    value = number;
    return true;
  }
  [[nodiscard]] bool broken() const { return broken_; }
  // The text behind the numbers read so far.
  [[nodiscard]] std::string_view rest() const { return {at_, static_cast<size_t>(end_ - at_)}; }

 private:
  static constexpr std::array<int8_t, 256> kDigits = [] {
    std::array<int8_t, 256> digits{};
    for (size_t c = 0; c < digits.size(); ++c)
      digits[c] = static_cast<int8_t>(HexDigit(static_cast<char>(c)));
    return digits;
  }();

  const char* at_;
  const char* end_;
  bool broken_ = false;
};

// Follows the allocations and frees of a program in their order. An event has just a kind of allocation: a
// size in bytes and a call trace.
//
// Only the end of the program decides which peak is the highest. So each kind keeps its number of live
// allocations at the highest peak so far, and updates it at its first event after that peak: an event costs
// O(1), and one pass over the file is enough.
class HeaptrackCosts {
 public:
  // Adds the next kind; kinds are 0, 1, ...
  void AddKind(uint64_t size_bytes, BuildNode context) { kinds_.push_back({size_bytes, context}); }
  [[nodiscard]] size_t kind_count() const { return kinds_.size(); }

  // Counts an allocation of a kind, which must exist. False if more than 2^63 - 1 bytes would be alive.
  [[nodiscard]] bool Allocate(size_t index) {
    Kind& kind = kinds_[index];
    if (kind.size_bytes >= kTotalLimit - alive_bytes_) return false;
    KeepPeak(kind);
    ++kind.allocated_count;
    ++kind.alive_count;
    ++allocation_count_;
    alive_bytes_ += kind.size_bytes;
    last_allocated_ = index;
    if (alive_bytes_ > peak_bytes_) {
      peak_bytes_ = alive_bytes_;
      ++peak_;
    }
    return true;
  }
  // Counts a free of a kind. False if no allocation of it is alive. A free right behind the allocation makes
  // that a temporary one.
  [[nodiscard]] bool Free(size_t index) {
    Kind& kind = kinds_[index];
    if (kind.alive_count == 0) return false;
    KeepPeak(kind);
    --kind.alive_count;
    alive_bytes_ -= kind.size_bytes;
    if (last_allocated_ == index) ++kind.temporary_count;
    last_allocated_ = kNoKind;
    return true;
  }

  [[nodiscard]] uint64_t allocation_count() const { return allocation_count_; }

  // Adds the metrics and the self values of all kinds; `builder` detects sums that overflow.
  void AddTo(CctBuilder& builder) const {
    const MetricIndex first = builder.AddMetric({"allocations", "count", 1});
    for (const char* const name : {"allocated", "leaked", "peak"}) builder.AddMetric({name, "bytes", 1});
    builder.AddMetric({"temporary", "count", 1});
    for (const Kind& kind : kinds_) {
      const uint64_t alive_at_peak = kind.peak == peak_ ? kind.alive_count_at_peak : kind.alive_count;
      const uint64_t values[] = {kind.allocated_count, Product(kind.allocated_count, kind.size_bytes),
                                 Product(kind.alive_count, kind.size_bytes),
                                 Product(alive_at_peak, kind.size_bytes), kind.temporary_count};
      for (MetricIndex i = 0; i < std::size(values); ++i) {
        if (values[i] != 0) builder.AddSelf(kind.context, first + i, values[i]);
      }
    }
  }

 private:
  static constexpr size_t kNoKind = SIZE_MAX;

  struct Kind {
    uint64_t size_bytes;
    BuildNode context;
    uint64_t allocated_count = 0;
    uint64_t temporary_count = 0;
    uint64_t alive_count = 0;
    uint64_t alive_count_at_peak = 0;  // at the peak of number `peak`
    uint64_t peak = 0;
  };
  // The product, saturated on overflow, which the builder refuses.
  [[nodiscard]] static uint64_t Product(uint64_t count, uint64_t size_bytes) {
    uint64_t product = 0;
    return __builtin_mul_overflow(count, size_bytes, &product) ? UINT64_MAX : product;
  }
  // Call before alive_count changes.
  void KeepPeak(Kind& kind) const {
    if (kind.peak == peak_) return;
    kind.alive_count_at_peak = kind.alive_count;
    kind.peak = peak_;
  }

  std::vector<Kind> kinds_;
  uint64_t allocation_count_ = 0;
  uint64_t alive_bytes_ = 0;
  uint64_t peak_bytes_ = 0;
  uint64_t peak_ = 0;                // the number of the highest peak so far
  size_t last_allocated_ = kNoKind;  // the kind of the last event if that was an allocation
};

// Makes a tree of the lines of a heaptrack file in one pass. Strings, addresses and traces have the numbers
// 1, 2, ... in the order of their lines, kinds of allocations 0, 1, ...; a line comes before its uses.
class HeaptrackReader : public LineReader {
 public:
  static constexpr bool kLeavesOutReturns = false;  // a '\r' may be a part of a string, and of its length
  explicit HeaptrackReader(const ImportRun& run) : LineReader(run), preview_(run.options.preview, run.job) {}

  [[nodiscard]] Result<void> ReadLine(std::string_view line) {
    const std::string_view whole = line;
    line = WithoutReturn(line);
    if (line.empty() || line[0] == '#') return {};
    const std::string_view rest = line.size() < 2 ? std::string_view() : line.substr(2);
    if (line.size() > 1 && line[1] != ' ') return Skip("a line of an unknown kind");
    switch (line[0]) {
      case '+':
        return ReadAllocation(rest);
      case '-':
        return ReadFree(rest);
      case 'a':
        return ReadKind(rest);
      case 't':
        return ReadTrace(rest);
      case 'i':
        return ReadAddress(rest);
      case 's':
        return ReadString(whole.size() < 2 ? std::string_view() : whole.substr(2));
      case 'v':
        return ReadVersion(rest);
      case 'c':
        if (!HeaptrackFields(rest).Next(duration_ms_)) Skip("a time that is no number");
        return {};
      case 'X':
        command_ = rest.substr(0, kMaxCommandBytes);
        return {};
      case 'S':
        ++suppression_count_;
        return {};
      case 'A':
        attached_ = true;
        return {};
      case 'I':  // size and number of memory pages
      case 'R':  // memory in use, as the system counts it
        return {};
      case 'x':
      case 'm':
        return FailHere(ErrorCode::kUnsupported,
                        "expected a recording with names, found heaptrack's raw data: convert it with "
                        "`heaptrack_interpret < RAW_FILE > FILE`");
      default:
        return Skip("a line of an unknown kind");
    }
  }

  // Adds the metrics and notes.
  [[nodiscard]] Result<void> Finish() {
    costs_.AddTo(run_.builder);
    run_.report.record_count = costs_.allocation_count();
    if (!command_.empty()) Note(run_.report, "Command: {}", command_);
    if (duration_ms_ > 0) Note(run_.report, "Recorded for {}.", ValueText(duration_ms_, "ms", 1));
    if (attached_) {
      run_.report.notes.emplace_back(
          "heaptrack was attached to the running program: earlier allocations are not in the file.");
    }
    if (suppression_count_ > 0)
      Note(run_.report, "The program asks to leave out {}: kept.",
           CountedText(suppression_count_, "kind of leaks", "kinds of leaks"));
    return run_.builder.status();
  }

 private:
  struct Trace {
    BuildNode context;
    uint32_t depth;
  };
  struct Function {
    uint64_t name;
    uint64_t file;
  };

  [[nodiscard]] Result<void> ReadVersion(std::string_view text) {
    if (version_ != 0)
      return FailHere(ErrorCode::kMalformed, "expected one recording, found the start of a second one");
    HeaptrackFields fields(text);
    uint64_t tool = 0;
    if (!fields.Next(tool))
      return FailHere(ErrorCode::kMalformed, "expected heaptrack's version, found no number");
    if (!fields.Next(version_) && !fields.broken()) version_ = tool == kToolOfVersion1 ? 1 : 0;
    if (version_ < kFirstVersion || version_ > kLastVersion) {
      return FailHere(ErrorCode::kUnsupported,
                      fmt::format("expected a heaptrack file of version {} to {}, found version {}",
                                  kFirstVersion, kLastVersion, version_));
    }
    return {};
  }

  [[nodiscard]] Result<void> ReadString(std::string_view text) {
    if (version_ >= 3) {
      HeaptrackFields fields(text);
      uint64_t size_bytes = 0;
      // One blank follows the length; further blanks belong to the string.
      const bool has_size = fields.Next(size_bytes);
      text = fields.rest();
      if (text.starts_with(' ')) text.remove_prefix(1);
      if (!has_size || size_bytes > text.size()) {
        Keep("a string that is shorter than its announced length");
        text = WithoutReturn(text);
      } else {
        text = text.substr(0, size_bytes);
      }
    } else {
      text = WithoutReturn(text);
    }
    if (strings_.size_bytes() + text.size() > run_.options.build.max_string_bytes)
      return FailHere(ErrorCode::kLimit, TooLongNames(run_.options.build.max_string_bytes));
    if (strings_.size() >= kMaxRecords) return FailHere(ErrorCode::kLimit, TooMany(kMaxRecords, "strings"));
    strings_.Add(text);
    return {};
  }

  [[nodiscard]] Result<void> ReadAddress(std::string_view text) {
    HeaptrackFields fields(text);
    uint64_t address = 0;
    uint64_t module_number = 0;
    if (!fields.Next(address) || (!fields.Next(module_number) && fields.broken()))
      Keep("an address that is no number");
    functions_.clear();
    bool dangling = module_number > strings_.size();
    for (Function function{}; fields.Next(function.name);) {
      if (functions_.size() >= kMaxFunctionsOfAddress)
        return FailHere(ErrorCode::kLimit, TooMany(kMaxFunctionsOfAddress, "functions of an address"));
      function.file = 0;
      uint64_t line = 0;  // a call site, no part of the frame
      if (fields.Next(function.file)) static_cast<void>(fields.Next(line));
      dangling |= function.name > strings_.size() || function.file > strings_.size();
      functions_.push_back(function);
    }
    if (fields.broken()) Keep("a function of an address that is no number");
    if (dangling) Keep("a name that is not in the file");

    if (address_begin_.size() > kMaxRecords)
      return FailHere(ErrorCode::kLimit, TooMany(kMaxRecords, "addresses"));
    const std::string_view module = StringAt(module_number);
    if (functions_.empty()) functions_.push_back({});
    // The innermost function comes first; the others are inlined into the last.
    for (size_t i = functions_.size(); i-- > 0;) {
      Frame frame{
          .name = StringAt(functions_[i].name), .module = module, .file = StringAt(functions_[i].file)};
      std::string unnamed;
      if (i + 1 < functions_.size()) frame.kind = FrameKind::kInlined;
      if (frame.name.empty()) {
        unnamed = fmt::format("0x{:x}", address);
        frame.name = unnamed;
      }
      frames_.push_back(run_.builder.InternFrame(frame));
    }
    address_begin_.push_back(frames_.size());
    return {};
  }

  [[nodiscard]] Result<void> ReadTrace(std::string_view text) {
    HeaptrackFields fields(text);
    uint64_t address = 0;
    uint64_t caller = 0;
    if (!fields.Next(address) || !fields.Next(caller)) Keep("a trace without its two numbers");
    if (traces_.size() >= kMaxRecords) return FailHere(ErrorCode::kLimit, TooMany(kMaxRecords, "traces"));

    Trace trace{kBuildRoot, 0};
    if (caller > traces_.size()) {
      Keep("a trace whose caller is not in the file");
    } else if (caller > 0) {
      trace = traces_[caller - 1];
    }
    FrameId unknown = 0;
    std::span<const FrameId> frames;
    if (address == 0 || address >= address_begin_.size()) {
      Keep("a trace whose address is not in the file");
      unknown = UnknownFrame(run_.builder);
      frames = {&unknown, 1};
    } else {
      const uint64_t begin = address_begin_[address - 1];
      frames = std::span(frames_).subspan(begin, address_begin_[address] - begin);
    }
    if (trace.depth + frames.size() > run_.options.max_stack_depth)
      return FailHere(ErrorCode::kLimit, TooDeep(run_.options.max_stack_depth));
    for (const FrameId frame : frames) trace.context = run_.builder.Child(trace.context, frame);
    trace.depth += static_cast<uint32_t>(frames.size());
    traces_.push_back(trace);

    frames_since_poll_ += frames.size();
    if (frames_since_poll_ < kFramesPerPoll) return {};
    frames_since_poll_ = 0;
    if (run_.job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
    return run_.builder.status();
  }

  [[nodiscard]] Result<void> ReadKind(std::string_view text) {
    HeaptrackFields fields(text);
    uint64_t size_bytes = 0;
    uint64_t trace = 0;
    if (!fields.Next(size_bytes) || !fields.Next(trace)) Keep("a kind of allocation without its two numbers");
    if (costs_.kind_count() >= kMaxRecords)
      return FailHere(ErrorCode::kLimit, TooMany(kMaxRecords, "kinds of allocations"));
    BuildNode context = kBuildRoot;
    if (trace > traces_.size()) {
      Keep("a kind of allocation whose trace is not in the file");
      context = run_.builder.Child(kBuildRoot, UnknownFrame(run_.builder));
    } else if (trace > 0) {
      context = traces_[trace - 1].context;
    }
    costs_.AddKind(size_bytes, context);
    return {};
  }

  [[nodiscard]] Result<void> ReadAllocation(std::string_view text) {
    size_t kind = 0;
    if (!ReadKindNumber(text, kind)) {
      Skip("an allocation of a kind that is not in the file");
    } else if (!costs_.Allocate(kind)) {
      return FailHere(ErrorCode::kOverflow, "expected less than 2^63 bytes in use at a time, found more");
    }
    if (preview_.Wanted()) {
      preview_.Add({run_.builder, {}, kBuildRoot, [this](CctBuilder& copy) {
                      costs_.AddTo(copy);
                      return true;
                    }});
    }
    return {};
  }

  Result<void> ReadFree(std::string_view text) {
    size_t kind = 0;
    if (!ReadKindNumber(text, kind)) return Skip("a free of a kind that is not in the file");
    return costs_.Free(kind) ? Result<void>() : Skip("a free without an allocation");
  }

  // Reads the number of a kind of allocation. False if there is no such kind.
  [[nodiscard]] bool ReadKindNumber(std::string_view text, size_t& kind) {
    uint64_t number = 0;
    if (!HeaptrackFields(text).Next(number) || number >= costs_.kind_count()) return false;
    kind = number;
    return true;
  }

  // The string of a number; empty for 0 and unknown numbers.
  [[nodiscard]] std::string_view StringAt(uint64_t number) const {
    return number == 0 ? std::string_view() : strings_[number - 1];
  }

  uint64_t version_ = 0;  // 0: not yet read
  TextList strings_;
  std::vector<FrameId> frames_;             // of all addresses, the outermost of each first
  std::vector<uint64_t> address_begin_{0};  // by address: begin in frames_; one element more at the end
  std::vector<Function> functions_;         // of the current address
  std::vector<Trace> traces_;
  HeaptrackCosts costs_;
  RecordPreview preview_;
  uint64_t frames_since_poll_ = 0;
  uint64_t suppression_count_ = 0;
  uint64_t duration_ms_ = 0;
  std::string command_;
  bool attached_ = false;
};

// The oldest tool that wrote the format, 1.0, in its notation; lower numbers are counts of folded stacks.
constexpr uint64_t kFirstTool = 0x10000;

// Looks for "v TOOL [VERSION]", then for a line of a letter and a blank.
bool SniffHeaptrack(std::string_view text) {
  const std::string_view first = WithoutReturn(TakeLine(text));
  if (!first.starts_with("v ")) return false;
  HeaptrackFields fields(first.substr(2));
  uint64_t tool = 0;
  uint64_t version = 0;
  if (!fields.Next(tool) || tool < kFirstTool) return false;
  if ((!fields.Next(version) && fields.broken()) || !fields.rest().empty()) return false;
  constexpr std::string_view kKinds = "XxIsSAtiamc+-R#";
  const std::string_view second = WithoutReturn(TakeLine(text));
  return second.empty() ||
         (kKinds.find(second[0]) != std::string_view::npos && (second.size() == 1 || second[1] == ' '));
}

}  // namespace

const Importer kHeaptrackImporter{"heaptrack", &SniffHeaptrack, &ImportLines<HeaptrackReader>};

}  // namespace ringscope
