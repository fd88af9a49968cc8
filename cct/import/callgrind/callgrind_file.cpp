#include "cct/import/callgrind/callgrind_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "cct/base/text/ascii.h"
#include "cct/import/limits.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

// Costs of functions and arcs together, 2 GiB. The largest files have about ten million costs.
constexpr uint64_t kMaxCosts = uint64_t{1} << 28;

// Whether the word begins like a position: "12", "0x1f", "+3", "-4" or "*".
bool IsPosition(std::string_view word) {
  if (word == "*") return true;
  if (word.starts_with('+') || word.starts_with('-')) word.remove_prefix(1);
  return !word.empty() && IsDigit(word[0]);
}

}  // namespace

NumberFault ParseCost(std::string_view word, int64_t& value) {
  int base = 10;
  const bool negative = word.starts_with('-');
  if (negative) word.remove_prefix(1);
  // Comparing with "0x" would call the C library for each number.
  if (word.starts_with('0') && word.substr(1).starts_with('x')) {
    word.remove_prefix(2);
    base = 16;
  }
  const char* const end = word.data() + word.size();
  // from_chars() would accept a second sign.
  if (word.empty() || word[0] == '-') return NumberFault::kNoNumber;
  const auto [at, error] = std::from_chars(word.data(), end, value, base);
  if (at != end) return NumberFault::kNoNumber;
  if (error == std::errc::result_out_of_range) return NumberFault::kTooLarge;
  if (error != std::errc()) return NumberFault::kNoNumber;
  if (negative) value = -value;
  return NumberFault::kNone;
}

void CallgrindNumbers::Set(uint64_t number, uint32_t name) {
  ++count_;
  if (number >= small_.size() && number < 4 * count_ + 1024)
    small_.resize(std::max<size_t>(number + 1, small_.size() * 2), kNone);
  if (number < small_.size())
    small_[number] = name;
  else
    large_[number] = name;
}

uint32_t CallgrindNumbers::Find(uint64_t number) const {
  if (number < small_.size() && small_[number] != kNone) return small_[number];
  const auto found = large_.find(number);
  return found == large_.end() ? kNone : found->second;
}

CallgrindFile::CallgrindFile(const ImportRun& run)
    : LineReader(run), by_parts_(std::ranges::count(run.options.labels, kPartLabel) > 0) {
  texts_.Add({}, FrameTexts::Hash({}), 0);
}

Result<void> CallgrindFile::ReadLine(std::string_view line) {
  line = TrimmedFront(line);
  if (line.empty() || line[0] == '#') return {};
  const char first = line[0];
  if (IsDigit(first) || first == '+' || first == '-' || first == '*') return ReadCosts(line);
  return ReadKey(line);
}

Result<void> CallgrindFile::ReadKey(std::string_view line) {
  const size_t key_end = std::min(line.find('='), line.find(':'));
  const std::string_view key = line.substr(0, key_end);
  if (key_end == std::string_view::npos) return Skip("a line of an unknown kind");
  const std::string_view value = TrimmedFront(line.substr(key_end + 1));
  if (line[key_end] == ':') return ReadHeader(key, value);
  if (key == "calls") {
    ReadCalls(value);
    return {};
  }
  const auto into = [&](uint32_t& name, Kind kind) -> Result<void> {
    RINGSCOPE_ASSIGN(name, ReadName(value, kind));
    return {};
  };
  if (key == "fn") {
    RINGSCOPE_ASSIGN(const uint32_t name, ReadName(value, Kind::kFunction));
    RINGSCOPE_ASSIGN(function_, FunctionOf(function_place_, name));
    has_body_[function_] = true;
    line_file_ = function_place_.file;
    sequence_.BeginBlock(function_, name, offset_);
    if (std::exchange(expects_inclusive_, false)) Skip("calls without their cost");
    return {};
  }
  if (key == "cfn") return into(callee_name_, Kind::kFunction);
  if (key == "fl") {
    RINGSCOPE_TRY(into(function_place_.file, Kind::kFile));
    line_file_ = function_place_.file;
    return {};
  }
  if (key == "fi" || key == "fe") return into(line_file_, Kind::kFile);
  if (key == "cfi" || key == "cfl") return into(callee_file_, Kind::kFile);
  if (key == "ob") return into(function_place_.object, Kind::kObject);
  if (key == "cob") return into(callee_object_, Kind::kObject);
  // Jumps are no calls, but may introduce the number of a name.
  if (key == "jump" || key == "jcnd" || key == "rcalls") return {};
  if (key == "jfi" || key == "jfn" || key == "rfn" || key == "frfn") {
    const Kind kind = key == "jfi" ? Kind::kFile : Kind::kFunction;
    RINGSCOPE_TRY(ReadName(value, kind));
    return {};
  }
  return Skip("a line of an unknown kind");
}

// Reads the value of "calls=COUNT POSITIONS".
void CallgrindFile::ReadCalls(std::string_view value) {
  if (expects_inclusive_) Skip("calls without their cost");
  int64_t count = 0;
  if (ParseCost(TakeWord(value), count) != NumberFault::kNone || count < 0) {
    Keep("a number of calls that is no number");
    count = 0;
  }
  calls_ = static_cast<uint64_t>(count);
  expects_inclusive_ = true;
}

Result<void> CallgrindFile::ReadCosts(std::string_view line) {
  if (columns_.empty()) {
    return FailHere(ErrorCode::kMalformed,
                    "expected the events (a line \"events: Ir\") before the costs, found none");
  }
  if (!ReadPositions(line)) {
    Skip("a line of costs without its position");
    expects_inclusive_ = false;
    return {};
  }
  std::array<int64_t, kMaxEvents> costs{};
  size_t count = 0;
  for (; count < columns_.size(); ++count) {
    const std::string_view word = TakeWord(line);
    if (word.empty()) break;
    const NumberFault fault = ReadCost(word, count, costs[count]);
    if (fault == NumberFault::kTooLarge)
      return FailHere(ErrorCode::kOverflow, "expected costs below 2^63, found a larger one");
    if (fault == NumberFault::kNoNumber) {
      Skip("a cost that is no number");
      expects_inclusive_ = false;
      return {};
    }
    if (costs[count] < 0) events_[columns_[count]].negative = true;
  }
  if (!TrimmedFront(line).empty()) Keep("more costs than events");
  if (function_ == kNoFunction) {
    RINGSCOPE_ASSIGN(function_, FunctionOf(function_place_, 0));
    has_body_[function_] = true;
  }

  bool fits = true;
  has_costs_ = true;
  if (!expects_inclusive_) {
    uint32_t spender = function_;
    // Jumps have lines too, but no costs.
    if (keeps_lines_ && HasLine() && count > 0) {
      RINGSCOPE_ASSIGN(spender, AddToLine(false, std::span(costs).first(count), fits));
    }
    for (size_t c = 0; c < count; ++c) {
      fits &= graph_.AddSelf(spender, columns_[c], costs[c]);
      fits &= !__builtin_add_overflow(part_sums_[c], costs[c], &part_sums_[c]);
    }
    sequence_.AddSelf(costs, offset_);
    ++run_.report.record_count;
  } else if (callee_name_ == kNoFunction) {
    Skip("calls without the function they call");
  } else {
    const Place place{callee_object_ == kNoFunction ? function_place_.object : callee_object_,
                      callee_file_ == kNoFunction ? line_file_ : callee_file_};
    RINGSCOPE_ASSIGN(const uint32_t callee, FunctionOf(place, callee_name_));
    uint32_t caller = function_;
    // Recursive calls are folded, so they have no line.
    if (keeps_call_sites_ && HasLine() && callee != function_) {
      RINGSCOPE_ASSIGN(caller, AddToLine(true, std::span(costs).first(count), fits));
    }
    const uint32_t arc = graph_.ArcOf(caller, callee);
    RINGSCOPE_TRY(CheckCosts());
    for (size_t c = 0; c < count; ++c) fits &= graph_.AddInclusive(arc, columns_[c], costs[c]);
    fits &= graph_.AddCalls(arc, static_cast<int64_t>(calls_));
    call_count_ += calls_;
    sequence_.AddCall(callee_name_, calls_, costs, offset_);
    ++run_.report.record_count;
  }
  if (expects_inclusive_) {
    expects_inclusive_ = false;
    callee_object_ = callee_file_ = callee_name_ = kNoFunction;
  }
  if (!fits) return FailHere(ErrorCode::kOverflow, "expected sums of costs below 2^63, found a larger one");
  return {};
}

bool CallgrindFile::ReadPositions(std::string_view& line) {
  for (size_t i = 0; i < position_count_; ++i) {
    const std::string_view word = TakeWord(line);
    if (!IsPosition(word)) return false;
    if ((keeps_lines_ || keeps_call_sites_) && i == line_position_) ReadLineNumber(word);
  }
  return true;
}

// Reads a line number, or its distance from the last one: "+3", "-4" or "*". 0 for other words.
void CallgrindFile::ReadLineNumber(std::string_view word) {
  if (word == "*") return;
  const bool is_relative = !IsDigit(word[0]);
  int64_t value = 0;
  if (ParseCost(word.substr(word[0] == '+' ? 1 : 0), value) != NumberFault::kNone ||
      (is_relative && __builtin_add_overflow(value, line_, &value))) {
    value = 0;
  }
  line_ = value;
}

Result<uint32_t> CallgrindFile::AddToLine(bool calls, std::span<const int64_t> costs, bool& fits) {
  RINGSCOPE_ASSIGN(const uint32_t line, InternFunction({function_, calls ? 1u : 0u, calls ? 0u : line_file_,
                                                        0, static_cast<uint32_t>(line_)}));
  const uint32_t arc = graph_.ArcOf(function_, line);
  RINGSCOPE_TRY(CheckCosts());
  for (size_t c = 0; c < costs.size(); ++c) fits &= graph_.AddInclusive(arc, columns_[c], costs[c]);
  // Give the line contexts even if it has no cost; they count no calls.
  if (calls) fits &= graph_.AddCalls(arc, static_cast<int64_t>(calls_));
  return line;
}

NumberFault CallgrindFile::ReadCost(std::string_view word, size_t column, int64_t& cost) {
  const NumberFault fault = ParseCost(word, cost);
  if (fault != NumberFault::kTooLarge) return fault;
  // Old versions of xdebug write negative values (freed memory) as unsigned numbers from 2^63 on.
  const bool wraps = creator_.starts_with("xdebug") && events_[columns_[column]].name.starts_with("Memory");
  const std::optional<uint64_t> bits = wraps ? ParseNumber<uint64_t>(word) : std::nullopt;
  if (!bits || *bits >> 63 == 0) return fault;
  cost = static_cast<int64_t>(*bits);
  ++wrapped_count_;
  return NumberFault::kNone;
}

Result<uint32_t> CallgrindFile::ReadName(std::string_view value, Kind kind) {
  const size_t close = value.starts_with('(') ? value.find(')') : std::string_view::npos;
  std::optional<uint64_t> number;
  if (close != std::string_view::npos) number = ParseNumber<uint64_t>(value.substr(1, close - 1));
  if (!number) return Intern(Trimmed(value));
  CallgrindNumbers& numbers = numbers_[static_cast<size_t>(kind)];
  const std::string_view name = Trimmed(value.substr(close + 1));
  const uint32_t known = name.empty() ? numbers.Find(*number) : CallgrindNumbers::kNone;
  if (known != CallgrindNumbers::kNone) return known;
  // The name of a new number may be empty, such as the file of code without one.
  uint32_t text = 0;
  if (!name.empty()) {
    RINGSCOPE_ASSIGN(text, Intern(name));
  } else if (kind == Kind::kFunction) {
    Keep("a number of a function without its name");
    RINGSCOPE_ASSIGN(text, Intern(fmt::format("[function {}]", *number)));
  }
  numbers.Set(*number, text);
  return text;
}

Result<uint32_t> CallgrindFile::Intern(std::string_view text) {
  if (text == "???") text = {};
  const uint64_t hash = FrameTexts::Hash(text);
  const uint32_t known = texts_.Find(text, hash);
  if (known != FrameTexts::kNotFound) return known;
  if (texts_.text_bytes() + text.size() > run_.options.build.max_string_bytes)
    return FailHere(ErrorCode::kLimit, TooLongNames(run_.options.build.max_string_bytes));
  return texts_.Add(text, hash, 0);
}

Result<uint32_t> CallgrindFile::FunctionOf(Place place, uint32_t name) {
  return InternFunction({thread_, place.object, place.file, name, 0});
}

Result<uint32_t> CallgrindFile::InternFunction(const FunctionKey& key) {
  const uint32_t function = functions_.Intern(key);
  if (function < graph_.function_count()) return function;
  if (functions_.size() > run_.options.build.max_contexts) {
    return FailHere(ErrorCode::kLimit,
                    fmt::format("the tree has more than {} contexts", run_.options.build.max_contexts));
  }
  graph_.SetFunctionCount(functions_.size());
  const bool is_line = key[4] != 0;
  has_body_.push_back(is_line);
  line_count_ += is_line ? 1 : 0;
  RINGSCOPE_TRY(CheckCosts());
  return function;
}

Result<void> CallgrindFile::CheckCosts() const {
  const uint64_t rows = uint64_t{graph_.arc_count()} + graph_.function_count();
  if (rows * events_.size() <= kMaxCosts) return {};
  return FailHere(ErrorCode::kLimit, TooMany(kMaxCosts, "costs of functions and calls"));
}

}  // namespace ringscope
