#include "cct/import/perf/perf_form.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "cct/import/perf/perf_line.h"

namespace ringscope {
namespace {

std::string_view WithoutLineEnd(std::string_view line) {
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  return line;
}

// Takes the next line off `text`; nullopt behind the last one, or where that may be cut in its middle.
std::optional<std::string_view> TakeLine(std::string_view& text, bool complete) {
  const size_t newline = text.find('\n');
  if (text.empty() || (newline == std::string_view::npos && !complete)) return std::nullopt;
  const std::string_view line = text.substr(0, newline);
  text = newline == std::string_view::npos ? std::string_view() : text.substr(newline + 1);
  return WithoutLineEnd(line);
}

bool HasTasks(std::string_view text, bool complete) {
  // A terminal's text may have some lines before the samples; what has many only speaks of samples.
  constexpr uint64_t kMostOtherLines = 64;
  uint64_t headers = 0;
  uint64_t others = 0;
  bool after_header = false;
  while (others <= kMostOtherLines) {
    const auto line = TakeLine(text, complete);
    if (!line) break;
    if (line->empty() || line->starts_with('#')) continue;
    const auto frame = ParsePerfFrameLine(*line);
    // An address alone is not much, unless it is indented as perf does it.
    if (after_header && frame && (frame->text.ends_with(')') || line->starts_with('\t'))) return true;
    const auto header = ParsePerfHeader(*line);
    after_header = header.has_value();
    if (header) {
      ++headers;
      if (header->frame && header->frame->text.ends_with(')')) return true;
    } else {
      ++others;
    }
  }
  // Samples of which only the first lines were printed.
  return headers > 0 && others == 0;
}

// Samples behind each other, each of a first line or none and its call chain, and a blank line behind it.
class BlockTally {
 public:
  // False: no such text.
  bool Add(std::string_view line) {
    if (line.empty()) {
      EndBlock();
    } else if (IsPerfChainLine(line)) {
      if (!in_block_) ++headless_;
      in_block_ = has_frame_ = true;
    } else if (!in_block_) {
      ++headers_;
      in_block_ = true;
    } else {
      return has_frame_ && LooksLikePerfSourceLine(line);
    }
    return true;
  }

  [[nodiscard]] PerfForm Form() {
    EndBlock();
    // perf knows no stack of some samples.
    if (with_frames_ == 0 || with_frames_ < without_frames_) return PerfForm::kNone;
    if (headers_ == 0) return PerfForm::kFramesOnly;
    return headless_ == 0 ? PerfForm::kFields : PerfForm::kNone;
  }

 private:
  void EndBlock() {
    if (in_block_) ++(has_frame_ ? with_frames_ : without_frames_);
    in_block_ = has_frame_ = false;
  }

  bool in_block_ = false;
  bool has_frame_ = false;
  uint64_t headers_ = 0;
  uint64_t headless_ = 0;
  uint64_t with_frames_ = 0;
  uint64_t without_frames_ = 0;
};

// Samples of one line each. Without a module only whole addresses tell them from a table.
class LineTally {
 public:
  bool Add(std::string_view line) {
    const std::string_view frame = PerfFrameInLine(line);
    if (frame.empty()) return lines_ > 0 && LooksLikePerfSourceLine(line);
    const size_t begin = frame.find_first_not_of(" \t");
    const std::string_view address = frame.substr(begin, frame.find(' ', begin) - begin);
    const bool is_whole = address.size() == kUserDigits || address.size() == kKernelDigits;
    if (is_whole) ++whole_addresses_;
    has_letter_ |= is_whole && address.find_first_of("abcdef") != std::string_view::npos;
    if (line.ends_with(')')) ++modules_;
    ++lines_;
    return true;
  }

  [[nodiscard]] PerfForm Form() const {
    if (!has_letter_) return PerfForm::kNone;
    if (modules_ == lines_) return PerfForm::kFields;
    return whole_addresses_ == lines_ ? PerfForm::kUnclear : PerfForm::kNone;
  }

 private:
  static constexpr size_t kUserDigits = 12;
  static constexpr size_t kKernelDigits = 16;

  uint64_t lines_ = 0;
  uint64_t modules_ = 0;
  uint64_t whole_addresses_ = 0;
  bool has_letter_ = false;  // in one of these
};

}  // namespace

bool IsPerfChainLine(std::string_view line) {
  constexpr size_t kAddressEnd = 17;
  return line.starts_with('\t') && line.size() >= kAddressEnd &&
         (line.size() == kAddressEnd || line[kAddressEnd] == ' ') &&
         line.substr(1).find_first_not_of(' ') < kAddressEnd - 1 &&
         ParsePerfFrameLine(line.substr(0, kAddressEnd));
}

bool LooksLikePerfSourceLine(std::string_view line) {
  if (line.ends_with(']')) {
    const size_t open = line.rfind('[');
    return open != std::string_view::npos && line.size() - open > 2 &&
           line.substr(open + 1, line.size() - open - 2).find_first_not_of("0123456789abcdef") ==
               std::string_view::npos;
  }
  const size_t colon = line.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == line.size() || colon == 0) return false;
  return line.substr(colon + 1).find_first_not_of("0123456789") == std::string_view::npos;
}

PerfForm PerfFormOf(std::string_view text, bool complete) {
  // `perf report` begins with the same header.
  if (text.find("\n# Event count (approx.): ") != std::string_view::npos) return PerfForm::kNone;
  if (HasTasks(text, complete)) return PerfForm::kTasks;
  const bool has_header = text.starts_with("# ========\n# captured on");
  BlockTally blocks;
  LineTally lines;
  bool are_blocks = true;
  bool are_lines = true;
  while (are_blocks || are_lines) {
    const auto line = TakeLine(text, complete);
    if (!line) break;
    if (line->starts_with('#')) continue;
    are_blocks = are_blocks && blocks.Add(*line);
    are_lines = are_lines && (line->empty() || lines.Add(*line));
  }
  PerfForm form = are_blocks ? blocks.Form() : PerfForm::kNone;
  if (form == PerfForm::kNone && are_lines) form = lines.Form();
  return form == PerfForm::kNone && has_header ? PerfForm::kTasks : form;
}

}  // namespace ringscope
