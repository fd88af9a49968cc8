#include "cct/import/heaptrack/heaptrack_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cct/base/number_text.h"
#include "cct/import/frame_names.h"
#include "cct/import/limit_texts.h"

namespace ringscope {
namespace {

constexpr uint64_t kFirstVersion = 1;
constexpr uint64_t kLastVersion = 3;
// Which wrote version 1 without naming it.
constexpr uint64_t kToolOfVersion1 = 0x10200;

// Functions inlined into each other at one address; real ones stay below a hundred.
constexpr size_t kMaxFunctionsOfAddress = 1024;
// Strings, addresses, traces and kinds of allocations each: the largest recordings have some ten million.
constexpr size_t kMaxRecords = size_t{1} << 28;

constexpr size_t kMaxCommandBytes = 200;
constexpr uint64_t kFramesPerPoll = 1 << 18;

constexpr uint8_t kNoDigit = 0xff;
constexpr std::array<uint8_t, 256> kDigits = [] {
  std::array<uint8_t, 256> digits{};
  digits.fill(kNoDigit);
  for (uint8_t i = 0; i < 10; ++i) digits[static_cast<size_t>('0') + i] = i;
  for (uint8_t i = 0; i < 6; ++i) {
    digits[static_cast<size_t>('a') + i] = static_cast<uint8_t>(10 + i);
    digits[static_cast<size_t>('A') + i] = static_cast<uint8_t>(10 + i);
  }
  return digits;
}();

std::string_view WithoutReturn(std::string_view text) {
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

}  // namespace

bool HeaptrackFields::Next(uint64_t& value) {
  while (at_ < end_ && *at_ == ' ') ++at_;
  const char* const begin = at_;
  uint64_t number = 0;
  for (; at_ < end_; ++at_) {
    const uint8_t digit = kDigits[static_cast<unsigned char>(*at_)];
    if (digit == kNoDigit) break;
    if (number >> 60 != 0) {
      broken_ = true;
      return false;
    }
    number = number << 4 | digit;
  }
  if (at_ < end_ && *at_ != ' ') broken_ = true;
  if (at_ == begin || broken_) return false;
  value = number;
  return true;
}

Result<void> HeaptrackTree::ReadBlock(const LineBlock& block) {
  RINGSCOPE_TRY(ForEachLine(block, [this](std::string_view line, uint64_t offset_bytes) -> Result<void> {
    offset_bytes_ = offset_bytes;
    if (line.size() > run_.options.max_record_bytes) {
      return FailAt(ErrorCode::kLimit, offset_bytes_,
                    TooLongLine(run_.options.max_record_bytes, line.size()));
    }
    return ReadLine(line);
  }));
  return run_.builder.status();
}

Result<void> HeaptrackTree::ReadLine(std::string_view line) {
  // Lengths of strings count a return that belongs to them.
  const std::string_view whole = line;
  line = WithoutReturn(line);
  if (line.empty() || line[0] == '#') return {};
  const std::string_view rest = line.size() < 2 ? std::string_view() : line.substr(2);
  if (line.size() > 1 && line[1] != ' ') {
    Skip("a line of an unknown kind");
    return {};
  }
  switch (line[0]) {
    case '+':
      return ReadAllocation(rest);
    case '-':
      ReadFree(rest);
      return {};
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
      return FailAt(ErrorCode::kUnsupported, offset_bytes_,
                    "expected a recording with names, found heaptrack's raw data: convert it with "
                    "`heaptrack_interpret < RAW_FILE > FILE`");
    default:
      Skip("a line of an unknown kind");
      return {};
  }
}

Result<void> HeaptrackTree::ReadVersion(std::string_view text) {
  if (version_ != 0) {
    return FailAt(ErrorCode::kMalformed, offset_bytes_,
                  "expected one recording, found the start of a second one");
  }
  HeaptrackFields fields(text);
  uint64_t tool = 0;
  if (!fields.Next(tool)) {
    return FailAt(ErrorCode::kMalformed, offset_bytes_, "expected heaptrack's version, found no number");
  }
  if (!fields.Next(version_) && !fields.broken()) version_ = tool == kToolOfVersion1 ? 1 : 0;
  if (version_ < kFirstVersion || version_ > kLastVersion) {
    return FailAt(ErrorCode::kUnsupported, offset_bytes_,
                  fmt::format("expected a heaptrack file of version {} to {}, found version {}",
                              kFirstVersion, kLastVersion, version_));
  }
  return {};
}

Result<void> HeaptrackTree::ReadString(std::string_view text) {
  if (version_ >= 3) {
    HeaptrackFields fields(text);
    uint64_t size_bytes = 0;
    // One blank sets the length off; further ones belong to the string.
    const bool has_size = fields.Next(size_bytes);
    text = fields.rest();
    if (text.starts_with(' ')) text.remove_prefix(1);
    if (!has_size || size_bytes > text.size()) {
      Keep("a string that is shorter than it says");
      text = WithoutReturn(text);
    } else {
      text = text.substr(0, size_bytes);
    }
  } else {
    text = WithoutReturn(text);
  }
  if (strings_.size_bytes() + text.size() > run_.options.build.max_string_bytes)
    return FailAt(ErrorCode::kLimit, offset_bytes_, TooLongNames(run_.options.build.max_string_bytes));
  if (strings_.size() >= kMaxRecords)
    return FailAt(ErrorCode::kLimit, offset_bytes_, TooMany(kMaxRecords, "strings"));
  strings_.Add(text);
  return {};
}

Result<void> HeaptrackTree::ReadAddress(std::string_view text) {
  HeaptrackFields fields(text);
  uint64_t address = 0;
  uint64_t module_number = 0;
  if (!fields.Next(address) || (!fields.Next(module_number) && fields.broken())) {
    Keep("an address that is no number");
  }
  functions_.clear();
  bool dangling = module_number > strings_.size();
  for (Function function{}; fields.Next(function.name);) {
    if (functions_.size() >= kMaxFunctionsOfAddress) {
      return FailAt(ErrorCode::kLimit, offset_bytes_,
                    TooMany(kMaxFunctionsOfAddress, "functions of an address"));
    }
    function.file = 0;
    uint64_t line = 0;  // of the call: no part of the function
    if (fields.Next(function.file)) static_cast<void>(fields.Next(line));
    dangling |= function.name > strings_.size() || function.file > strings_.size();
    functions_.push_back(function);
  }
  if (fields.broken()) Keep("a function of an address that is no number");
  if (dangling) Keep("a name that is not in the file");

  if (address_begin_.size() > kMaxRecords)
    return FailAt(ErrorCode::kLimit, offset_bytes_, TooMany(kMaxRecords, "addresses"));
  const std::string_view module = StringAt(module_number);
  if (functions_.empty()) functions_.push_back({});
  // The innermost comes first; the last one is the function that the others are inlined into.
  for (size_t i = functions_.size(); i-- > 0;) {
    Frame frame{.name = StringAt(functions_[i].name), .module = module, .file = StringAt(functions_[i].file)};
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

Result<void> HeaptrackTree::ReadTrace(std::string_view text) {
  HeaptrackFields fields(text);
  uint64_t address = 0;
  uint64_t caller = 0;
  if (!fields.Next(address) || !fields.Next(caller)) Keep("a trace without its two numbers");
  if (traces_.size() >= kMaxRecords)
    return FailAt(ErrorCode::kLimit, offset_bytes_, TooMany(kMaxRecords, "traces"));

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
    return FailAt(ErrorCode::kLimit, offset_bytes_, TooDeep(run_.options.max_stack_depth));
  for (const FrameId frame : frames) trace.context = run_.builder.Child(trace.context, frame);
  trace.depth += static_cast<uint32_t>(frames.size());
  traces_.push_back(trace);

  frames_since_poll_ += frames.size();
  if (frames_since_poll_ < kFramesPerPoll) return {};
  frames_since_poll_ = 0;
  if (run_.job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
  return run_.builder.status();
}

Result<void> HeaptrackTree::ReadKind(std::string_view text) {
  HeaptrackFields fields(text);
  uint64_t size_bytes = 0;
  uint64_t trace = 0;
  if (!fields.Next(size_bytes) || !fields.Next(trace)) Keep("a kind of allocation without its two numbers");
  if (costs_.kind_count() >= kMaxRecords)
    return FailAt(ErrorCode::kLimit, offset_bytes_, TooMany(kMaxRecords, "kinds of allocations"));
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

bool HeaptrackTree::ReadKindNumber(std::string_view text, size_t& kind) {
  uint64_t number = 0;
  if (!HeaptrackFields(text).Next(number) || number >= costs_.kind_count()) return false;
  kind = number;
  return true;
}

Result<void> HeaptrackTree::ReadAllocation(std::string_view text) {
  size_t kind = 0;
  if (!ReadKindNumber(text, kind)) {
    Skip("an allocation of a kind that is not in the file");
  } else if (!costs_.Allocate(kind)) {
    return FailAt(ErrorCode::kOverflow, offset_bytes_,
                  "expected less than 2^63 bytes in use at a time, found more");
  }
  if (preview_.Wanted()) {
    preview_.Add({run_.builder, {}, kBuildRoot, [this](CctBuilder& copy) {
                    costs_.AddTo(copy);
                    return true;
                  }});
  }
  return {};
}

void HeaptrackTree::ReadFree(std::string_view text) {
  size_t kind = 0;
  if (!ReadKindNumber(text, kind)) {
    Skip("a free of a kind that is not in the file");
  } else if (!costs_.Free(kind)) {
    Skip("a free of what is not allocated");
  }
}

void HeaptrackTree::Finish() {
  costs_.AddTo(run_.builder);
  run_.report.record_count = costs_.allocation_count();
  if (!command_.empty()) run_.report.notes.push_back(fmt::format("Command: {}", command_));
  if (duration_ms_ > 0)
    run_.report.notes.push_back(fmt::format("Recorded for {}.", ValueText(duration_ms_, "ms", 1)));
  if (attached_) {
    run_.report.notes.emplace_back(
        "heaptrack was attached to the running program: what was allocated before is not in the file.");
  }
  if (suppression_count_ > 0) {
    run_.report.notes.push_back(
        fmt::format("The program asks to leave out {}: kept.",
                    CountedText(suppression_count_, "kind of leaks", "kinds of leaks")));
  }
}

}  // namespace ringscope
