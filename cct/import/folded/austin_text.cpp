#include "cct/import/folded/austin_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cct/base/text/ascii.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

bool IsProcess(std::string_view text) {
  return text.size() > 1 && text[0] == 'P' && IsNumber(text.substr(1));
}

// "T" and a number, mostly; in newer versions the interpreter's number, a colon and a number or a name.
bool IsThread(std::string_view text) {
  if (text.size() < 2 || text[0] != 'T') return false;
  text.remove_prefix(1);
  if (const size_t colon = text.find(':'); colon != std::string_view::npos)
    return colon > 0 && colon + 1 < text.size() && IsNumber(text.substr(0, colon));
  if (text.starts_with("0x")) text.remove_prefix(2);
  return std::all_of(text.begin(), text.end(), IsHexDigit);
}

// The comments at the start of a file: "# key: value".
std::string_view HeaderValue(std::string_view start, std::string_view key) {
  while (start.starts_with('#')) {
    std::string_view line = TakeLine(start);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.size() > key.size() + 4 && line.starts_with("# ") && line.substr(2).starts_with(key) &&
        line.substr(2 + key.size()).starts_with(": ")) {
      return line.substr(key.size() + 4);
    }
  }
  return {};
}

// The first line that is no comment.
std::string_view FirstStack(std::string_view start) {
  while (!start.empty()) {
    const std::string_view line = TakeLine(start);
    if (!IsFoldedComment(line)) return line;
  }
  return {};
}

FoldedColumn TimeColumn(std::string name) {
  std::string negative = name + " (negative)";
  return {{std::move(name), "us", 1}, std::move(negative)};
}

// The resident memory gained since the sample before; what was lost is a metric of its own.
FoldedColumn MemoryColumn() { return {{"memory allocated", "bytes", 1}, "memory freed"}; }

constexpr size_t kMaxNoteBytes = 100;

}  // namespace

std::optional<AustinStack> SplitAustinStack(std::string_view stack) {
  AustinStack result;
  const size_t first = stack.find(';');
  if (first == std::string_view::npos) return std::nullopt;
  result.process = stack.substr(0, first);
  stack.remove_prefix(first + 1);
  const size_t second = std::min(stack.find(';'), stack.size());
  result.thread = stack.substr(0, second);
  if (!IsProcess(result.process) || !IsThread(result.thread)) return std::nullopt;
  result.frames = stack.substr(std::min(second + 1, stack.size()));
  return result;
}

bool LooksLikeAustin(std::string_view start, bool complete) {
  if (start.starts_with("# austin: ")) return true;
  uint64_t stacks = 0;
  while (!start.empty()) {
    const size_t end = start.find('\n');
    if (end == std::string_view::npos && !complete) break;
    const std::string_view line = start.substr(0, end);
    if (!IsFoldedComment(line)) {
      // Its values begin at the last blank.
      const size_t blank = line.find_last_of(" \t");
      if (blank == std::string_view::npos || !SplitAustinStack(line.substr(0, blank))) return false;
      ++stacks;
    }
    if (end == std::string_view::npos) break;
    start.remove_prefix(end + 1);
  }
  return stacks > 0;
}

FoldedForm AustinFormOf(std::string_view start) {
  const std::string_view mode = HeaderValue(start, "mode");
  FoldedForm form;
  const auto values = ReadCommaValues(FirstStack(start));
  if (mode == "full" || (mode.empty() && values && values->count == 3)) {
    form.counts = FoldedForm::Counts::kTimeIdleMemory;
    form.columns = {TimeColumn("wall time"), TimeColumn("CPU time"), MemoryColumn()};
  } else if (mode == "memory") {
    form.columns = {MemoryColumn()};
  } else if (mode == "cpu") {
    form.columns = {TimeColumn("CPU time")};
  } else if (mode == "wall") {
    form.columns = {TimeColumn("wall time")};
  } else {
    form = FoldedForm::Plain();  // a time or a size: without its first lines a file does not tell
  }
  form.austin = true;
  if (const std::string_view version = HeaderValue(start, "austin"); !version.empty())
    form.notes.push_back(fmt::format("Written by Austin {}.", version.substr(0, kMaxNoteBytes)));
  if (const std::string_view interval = HeaderValue(start, "interval"); !interval.empty())
    form.notes.push_back(fmt::format("Sampled every {} us.", interval.substr(0, kMaxNoteBytes)));
  return form;
}

Frame AustinFrame(std::string_view text, std::string& memory) {
  Frame frame;
  frame.name = text;
  if (IsProcess(text)) {
    memory = fmt::format("process {}", text.substr(1));
    frame.name = memory;
    frame.kind = FrameKind::kProcess;
    return frame;
  }
  if (IsThread(text)) {
    memory = fmt::format("thread {}", text.substr(1));
    frame.name = memory;
    frame.kind = FrameKind::kThread;
    return frame;
  }
  const size_t last = text.rfind(':');
  if (last == std::string_view::npos || last == 0) return frame;
  size_t before = text.rfind(':', last - 1);
  // The two of "a::b" in the name of a native function separate nothing.
  while (before != std::string_view::npos && before > 0 && text[before - 1] == ':')
    before = before > 1 ? text.rfind(':', before - 2) : std::string_view::npos;
  if (before == std::string_view::npos) {
    // "file:function", with the line as a frame of its own behind it.
    if (last + 1 == text.size()) return frame;
    frame.file = text.substr(0, last);
    frame.name = text.substr(last + 1);
    return frame;
  }
  const std::string_view line = text.substr(last + 1);
  if (before + 1 == last || (!line.empty() && !IsNumber(line))) return frame;  // "a::b" of native code
  frame.file = text.substr(0, before);
  frame.name = text.substr(before + 1, last - before - 1);
  if (frame.file.empty()) frame.kind = FrameKind::kSynthetic;  // ":GC:", ":INVALID:"
  if (frame.file == "kernel") {
    frame.file = {};
    frame.kind = FrameKind::kKernel;
  }
  return frame;
}

}  // namespace ringscope
