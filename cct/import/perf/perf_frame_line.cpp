#include "cct/import/perf/perf_line.h"

#include <algorithm>

#include "cct/base/text/ascii.h"
#include "cct/import/frame_names.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

// Addresses are printed with 16 columns behind a blank or tab.
constexpr size_t kAddressColumns = 17;

bool IsAddress(std::string_view word) { return !word.empty() && std::ranges::all_of(word, IsHexDigit); }

// The end of the blanks, or of the word, that begin at `at`.
size_t BlanksEnd(std::string_view text, size_t at) {
  while (at < text.size() && IsBlank(text[at])) ++at;
  return at;
}
size_t WordEnd(std::string_view text, size_t at) {
  while (at < text.size() && !IsBlank(text[at])) ++at;
  return at;
}

// Whether the word at [begin, end), behind blanks from `at` on, is an address in its columns.
bool IsAddressInColumns(std::string_view text, size_t at, size_t begin, size_t end) {
  if (end == begin || end - at < kAddressColumns) return false;
  // A number that fills all columns is a period: addresses that long are the kernel's and begin with "f".
  const std::string_view word = text.substr(begin, end - begin);
  return word.size() < kAddressColumns && IsAddress(word) &&
         (word.size() + 1 < kAddressColumns || !IsNumber(word));
}

// A branch, "0x401000/0x401100/P/-/-/0": its source, its target and its prediction.
bool IsBranch(std::string_view word) {
  const auto is_any_of = [](char c, std::string_view of) { return of.find(c) != std::string_view::npos; };
  for (size_t at = word.find('/'); at != std::string_view::npos; at = word.find('/', at + 1)) {
    const std::string_view flags = word.substr(at + 1);
    if (flags.size() >= 5 && is_any_of(flags[0], "PM-") && flags[1] == '/' && is_any_of(flags[2], "X-") &&
        flags[3] == '/' && is_any_of(flags[4], "A-"))
      return true;
  }
  return false;
}

// "4K", "N/A": the size of a page of memory.
bool IsPageSize(std::string_view word) {
  return word == "N/A" || (word.size() >= 2 && IsNumber(word.substr(0, word.size() - 1)) &&
                           std::string_view("KMG").find(word.back()) != std::string_view::npos);
}

// The end of the first offset in a symbol ("+0x17") that has a blank after it; npos if there is none.
size_t SymbolOffsetEnd(std::string_view text) {
  constexpr std::string_view kPlus = "+0x";
  for (size_t at = text.find(kPlus); at != std::string_view::npos; at = text.find(kPlus, at + 1)) {
    const size_t digits = at + kPlus.size();
    const size_t end = text.find_first_of(" \t", digits);
    if (end != std::string_view::npos && IsAddress(text.substr(digits, end - digits))) return end;
  }
  return std::string_view::npos;
}

// The end of the first module, "(/lib/x.so)" or "([kernel.kallsyms])"; npos if there is none.
size_t ModuleEnd(std::string_view text) {
  int tries = 8;  // a name of a function hardly holds as many parentheses that are never closed
  for (size_t open = text.find(" ("); open != std::string_view::npos; open = text.find(" (", open + 1)) {
    if (open + 2 >= text.size() || (text[open + 2] != '/' && text[open + 2] != '[')) continue;
    if (tries-- == 0) break;
    size_t depth = 0;
    for (size_t at = open + 1; at < text.size(); ++at) {
      if (text[at] == '(') ++depth;
      if (text[at] == ')' && --depth == 0) return at + 1;
    }
  }
  return std::string_view::npos;
}

// A frame without the page sizes after it and the physical address before these, which stands in the columns
// of an address without a blank before the columns.
std::string_view WithoutMemory(std::string_view text) {
  constexpr size_t kColumns = kAddressColumns - 1;
  std::string_view before = text = TrimmedBack(text);
  while (IsPageSize(TakeLastWord(before))) text = before;
  if (text.size() <= kColumns || text[text.size() - kColumns] != ' ') return text;
  const std::string_view field = text.substr(text.size() - kColumns);
  const std::string_view rest = TrimmedBack(text.substr(0, text.size() - kColumns));
  // If perf prints only addresses, the address is the frame.
  return rest.empty() || !IsAddress(TrimmedFront(field)) ? text : rest;
}

constexpr std::string_view kCycles = " IPC: ";  // "1.23 (123/100)" behind it

// The start of what perf prints after a frame on request (registers, instructions, branches), or npos.
size_t ExtraBegin(std::string_view text) {
  size_t begin = std::string_view::npos;
  for (const std::string_view mark :
       {std::string_view(" ABI:"), std::string_view(" ilen: "), std::string_view(" insn: "), kCycles}) {
    const size_t at = text.find(mark);
    if (at != std::string_view::npos && at + mark.size() < text.size()) begin = std::min(begin, at);
  }
  for (size_t at = 0; at < std::min(begin, text.size());) {
    const size_t word = BlanksEnd(text, at);
    const size_t end = WordEnd(text, word);
    if (IsBranch(text.substr(word, end - word))) return std::min(begin, word);
    at = end;
  }
  return begin;
}

// Stands before a disassembled instruction, behind a frame or below a call chain (-F +disasm).
constexpr std::string_view kBeforeDisassembly = "\t\t";

// The fields of a trace point may hold two tabs too, but before a frame.
std::string_view WithoutDisassembly(std::string_view text) {
  const size_t at = text.rfind(kBeforeDisassembly);
  return at == std::string_view::npos || !LastPerfAddress(text.substr(at)).empty() ? text
                                                                                   : text.substr(0, at);
}

std::string_view WithoutOffset(std::string_view symbol) {
  const size_t plus = symbol.rfind("+0x");
  return plus != std::string_view::npos && IsAddress(symbol.substr(plus + 3)) ? symbol.substr(0, plus)
                                                                              : symbol;
}

constexpr std::string_view kInlinedMark = " (inlined)";

std::string_view WithoutExtra(std::string_view line) {
  return WithoutMemory(line.substr(0, ExtraBegin(line)));
}

}  // namespace

bool BeginsWithPerfAddress(std::string_view text) {
  const size_t begin = BlanksEnd(text, 0);
  return IsAddressInColumns(text, 0, begin, WordEnd(text, begin));
}

std::string_view LastPerfAddress(std::string_view line) {
  size_t last = line.size();
  for (size_t at = 0; at < line.size();) {
    const size_t begin = BlanksEnd(line, at);
    const size_t end = WordEnd(line, begin);
    if (IsAddressInColumns(line, at, begin, end)) last = at;
    at = end;
  }
  return line.substr(last);
}

PerfBehindEvent ReadBehindPerfEvent(std::string_view text, bool is_tracepoint) {
  PerfBehindEvent found;
  text = TrimmedBack(text);
  if (text.empty()) return found;
  // Most lines end in a module.
  const std::string_view code_free = TrimmedBack(WithoutDisassembly(text));
  const bool ends_in_frame = code_free.ends_with(')') && code_free.find(kCycles) == std::string_view::npos;
  const std::string_view told =
      ends_in_frame ? code_free : WithoutMemory(code_free.substr(0, ExtraBegin(code_free)));
  std::string_view line = LastPerfAddress(told);
  const bool in_columns = !line.empty();
  if (!in_columns) {
    // Without columns only a module tells a frame from other words.
    if (is_tracepoint) return found;
    line = told;
  }
  found.frame_begin = static_cast<size_t>(line.data() - text.data());
  if (!line.ends_with(')')) {
    size_t end = ModuleEnd(line);
    if (end == std::string_view::npos) end = SymbolOffsetEnd(line);
    line = TrimmedBack(line.substr(0, end));
  }
  std::optional<PerfFrameLine> frame = ParsePerfFrameLine(line);
  if (!frame) return found;
  const bool is_frame = frame->text.ends_with(')') ||
                        (in_columns && (!is_tracepoint || !frame->text.empty() || found.frame_begin == 0));
  if (!is_frame) return found;
  found.frame = frame;
  found.has_extra = found.frame_begin + line.size() < text.size();
  return found;
}

std::optional<PerfFrameLine> ParsePerfChainLine(std::string_view line) {
  if (line.size() < kAddressColumns || line[0] != '\t') return std::nullopt;
  if (line.size() > kAddressColumns && line[kAddressColumns] != ' ') return std::nullopt;
  const size_t digits = line.find_first_not_of(' ', 1);
  if (digits >= kAddressColumns || !IsAddress(line.substr(digits, kAddressColumns - digits)))
    return std::nullopt;
  return PerfFrameLine{line.substr(digits, kAddressColumns - digits), Trimmed(line.substr(kAddressColumns)),
                       digits == 1 && line.substr(1).starts_with("ffff")};
}

std::optional<PerfFrameLine> ParsePerfFrameLine(std::string_view line) {
  line = Trimmed(line);
  size_t digits = 0;
  while (digits < line.size() && IsHexDigit(line[digits])) ++digits;
  if (digits == 0 || digits > 16 || (digits < line.size() && !IsBlank(line[digits]))) return std::nullopt;
  return PerfFrameLine{line.substr(0, digits), TrimmedFront(line.substr(digits)),
                       digits == 16 && line.starts_with("ffff")};
}

bool LooksLikePerfSourceLine(std::string_view line) {
  line = WithoutExtra(line);
  if (line.ends_with(kInlinedMark)) line.remove_suffix(kInlinedMark.size());
  if (line.ends_with(']')) {
    const size_t open = line.rfind('[');
    return open != std::string_view::npos && line.size() - open > 2 &&
           line.substr(open + 1, line.size() - open - 2).find_first_not_of("0123456789abcdef") ==
               std::string_view::npos;
  }
  const size_t colon = line.rfind(':');
  return colon != std::string_view::npos && colon > 0 && IsNumber(line.substr(colon + 1));
}

bool LooksLikePerfInlinedSourceLine(std::string_view line) {
  return LooksLikePerfSourceLine(line) && WithoutExtra(line).ends_with(kInlinedMark);
}

bool LooksLikePerfExtraLine(std::string_view line) {
  if (line.empty()) return false;
  if (line[0] == '|') return line.size() > 1 && IsDigit(line[1]);  // source code, with its line
  if (ExtraBegin(line) != std::string_view::npos) return !HasPerfTime(line);
  if (line.starts_with(kBeforeDisassembly)) return true;
  if (line[0] == '\t')  // the code between branches, below the name of its function
    return line.back() == ':' || (line.size() > kAddressColumns && line[kAddressColumns] == '\t' &&
                                  IsAddress(line.substr(1, kAddressColumns - 1)));
  std::string_view before = line;
  while (IsPageSize(TakeLastWord(before))) line = before;
  return line.empty() || (line.size() == kAddressColumns - 1 && IsAddress(TrimmedFront(line)));
}

PerfSymbol ParsePerfSymbol(const PerfFrameLine& frame) {
  PerfSymbol result;
  std::string_view symbol = frame.text;
  std::string_view module;
  if (symbol.ends_with(')')) {
    // Modules may hold parentheses ("/tmp/x (deleted)"), so the parenthesis that matches opens the module.
    size_t open = FindOpening(symbol);
    if (open == std::string_view::npos || (open > 0 && !IsBlank(symbol[open - 1]))) {
      open = symbol.rfind(" (");
      if (open != std::string_view::npos) ++open;
    }
    if (open != std::string_view::npos) {
      module = symbol.substr(open + 1, symbol.size() - open - 2);
      symbol = TrimmedBack(symbol.substr(0, open));
    }
  }
  result.symbol = WithoutOffset(symbol);
  if (module == "inlined") {
    result.inlined = true;
    result.kind = FrameKind::kInlined;
    return result;
  }
  if (module != "[unknown]" && module != "unknown") result.module = WithoutOffset(module);
  const bool named = !result.symbol.empty() && result.symbol != "[unknown]";
  result.kind = frame.kernel_address ? FrameKind::kKernel : KindOfModule(result.module);
  if (result.kind == FrameKind::kUser && !named && result.module.empty()) {
    result.kind = FrameKind::kSynthetic;
  }
  return result;
}

}  // namespace ringscope
