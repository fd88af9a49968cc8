#include "app/files/saving/tree_save.h"

#include <fmt/format.h>

#include <optional>
#include <span>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "cct/base/text/number_text.h"
#include "cct/base/text/utf8.h"
#include "cct/export/dump.h"
#include "cct/import/folded/folded_form.h"
#include "cct/import/import_profile.h"
#include "cct/names/shown_name.h"
#include "cct/tree/frame_table.h"
#include "renderer/text/name_text.h"

namespace ringscope {
namespace {

constexpr size_t kMaxLostNameBytes = 80;

// Polls the job once in kPollEvery contexts.
bool Cancelled(const JobControl* job, ContextId context) {
  constexpr ContextId kPollEvery = 1 << 16;
  return context % kPollEvery == 0 && job != nullptr && job->cancelled();
}

// Finds the names that readers of folded stacks read differently.
class FoldedNames {
 public:
  FoldedNames(const Cct& tree, MetricIndex metric)
      : tree_(tree), metric_(metric), seen_(tree.frames().size()) {}

  void AddSentences(std::vector<std::string>& sentences, const JobControl* job) {
    const ContextRange outermost = tree_.ChildrenOf(kRootContext);
    // The line of cost outside of any frame ends in one number.
    bool all_end_in_two = tree_.Self(kRootContext, metric_) == 0;
    for (ContextId context = 1; context < tree_.context_count(); ++context) {
      if (Cancelled(job, context)) return;
      if (tree_.Inclusive(context, metric_) == 0) continue;
      const FrameId id = tree_.FrameOf(context);
      const bool ends_line = tree_.Self(context, metric_) != 0;
      if (id < seen_.size() && !IsNew(seen_[id], ends_line, outermost.contains(context))) continue;
      const Frame frame = tree_.frames()[id];
      text_.clear();
      AppendFoldedFrame(text_, frame);
      if (frame.name.find_first_of(";\n\r") != std::string_view::npos) changed_.insert(frame.name);
      if (FoldedFrame(text_).name.size() != frame.name.size())
        Add(frame.name, "its ending is read as the kind of function");
      if (outermost.contains(context)) CheckStart(frame.name, ends_line);
      if (ends_line) all_end_in_two &= CheckEnd(frame.name);
    }
    if (all_end_in_two && !end_in_number_.empty()) {
      Add(first_in_number_, "where every line ends in two numbers, both are read as counts");
      misread_.insert(end_in_number_.begin(), end_in_number_.end());
    }
    if (!changed_.empty()) {
      sentences.push_back(
          fmt::format("folded stacks have no escapes: {} changed, ';' to ':' and line breaks to blanks",
                      CountedText(changed_.size(), "name")));
    }
    if (!misread_.empty()) {
      sentences.push_back(fmt::format("{} will not read back as written, such as '{}': {}",
                                      CountedText(misread_.size(), "name"),
                                      DisplayText(example_, kMaxLostNameBytes), reason_));
    }
  }

 private:
  // Whether the frame has not been at this place of a line before: each frame is checked once a place.
  static bool IsNew(uint8_t& seen, bool ends_line, bool begins_line) {
    const auto place =
        static_cast<uint8_t>(1 << (2 * static_cast<int>(begins_line) + static_cast<int>(ends_line)));
    const bool is_new = (seen & place) == 0;
    seen |= place;
    return is_new;
  }

  void Add(std::string_view name, std::string_view reason) {
    if (misread_.empty()) {
      example_ = name;
      reason_ = reason;
    }
    misread_.insert(name);
  }

  // text_: a frame at the beginning of lines. `is_line`: it has self cost, so one line holds it alone.
  void CheckStart(std::string_view name, bool is_line) {
    if (IsFoldedComment(text_ + ";") || (is_line && IsFoldedComment(text_ + " 1")))
      Add(name, "a line that begins so is read as a comment and its cost is lost");
    else if (is_line && text_.empty())
      Add(name, "a line without a name is read as cost outside of any function");
  }

  // text_: a frame in front of a count. Returns whether a reader takes its end for a second count.
  bool CheckEnd(std::string_view name) {
    const FoldedLine line = ReadFoldedLine("_;" + text_ + " 1", true);
    if (line.second_last) {
      if (end_in_number_.empty()) first_in_number_ = name;
      end_in_number_.insert(name);
    }
    if (!text_.empty() && (text_.back() == ' ' || text_.back() == '\t'))
      Add(name, "blanks in front of a count are not read as part of a name");
    return line.second_last.has_value();
  }

  const Cct& tree_;
  const MetricIndex metric_;
  std::vector<uint8_t> seen_;  // per frame
  std::string text_;           // the frame being checked, as lines have it
  std::unordered_set<std::string_view> changed_;
  std::unordered_set<std::string_view> misread_;
  std::string_view example_;                            // the first misread name
  std::string_view reason_;                             // why it is misread
  std::unordered_set<std::string_view> end_in_number_;  // behind a blank, in front of a count
  std::string_view first_in_number_;
};

// The first kSniffBytes of the tree's file of folded stacks, by which readers tell the format.
std::string FoldedPrefix(const Cct& tree, MetricIndex metric) {
  std::string begin;
  // The only error is that of the sink, which ends the export.
  static_cast<void>(DumpFolded(tree, metric, [&begin](std::string_view text) -> Result<void> {
    begin += text;
    if (begin.size() < kSniffBytes) return {};
    return Fail(ErrorCode::kCancelled, "enough");
  }));
  return begin;
}

// The sentence for a file of folded stacks with this beginning that readers take for another format, or for
// no profile: a function's name can look like the first line of another format, or like numbers or prose.
std::optional<std::string> OtherFormatSentence(std::string_view begin) {
  const Result<std::string_view> format = ImporterFor(std::as_bytes(std::span(begin)));
  if (!format)
    return "no reader will take the file for folded stacks: its names make it look like no profile";
  if (*format == "folded") return std::nullopt;
  return fmt::format(
      "readers will take the file for the {} format, not for folded stacks: its names make it look so",
      *format);
}

bool HasCost(const Cct& tree, ContextId context) {
  for (MetricIndex metric = 0; metric < tree.metric_count(); ++metric) {
    if (tree.Inclusive(context, metric) != 0) return true;
  }
  return false;
}

// Counts contexts without cost in any metric, or in the `written` one.
void AddContextsWithoutCost(const Cct& tree, std::string_view format, std::optional<MetricIndex> written,
                            std::vector<std::string>& sentences, const JobControl* job) {
  uint64_t count = 0;
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    if (Cancelled(job, context)) return;
    const bool has_cost = written ? tree.Inclusive(context, *written) != 0 : HasCost(tree, context);
    count += has_cost ? 0 : 1;
  }
  if (count == 0) return;
  if (written && tree.metric_count() > 1) {
    sentences.push_back(fmt::format("{} hold only contexts with cost in {}: {} left out", format,
                                    DisplayText(tree.metrics()[*written].name, kMaxLostNameBytes),
                                    CountedText(count, "other context")));
    return;
  }
  sentences.push_back(fmt::format("{} hold only contexts with cost: {} without any left out", format,
                                  CountedText(count, "context")));
}

// Lists the facts beside costs that only .cct holds.
void AddFactsOnlyInCct(const Cct& tree, std::vector<std::string>& sentences) {
  std::vector<std::string> lost;
  if (tree.point_count() > 0)
    lost.push_back(CountedText(tree.point_count(), "point") + " of cost by input size");
  if (tree.has_times())
    lost.push_back(CountedText(tree.sample_count(), "time of a sample", "times of samples"));
  if (!tree.types().empty()) lost.emplace_back("the types of receivers, arguments and results");
  const FrameFacts& facts = tree.frames().facts();
  if (facts.class_count() > 0) lost.push_back(CountedText(facts.class_count(), "class", "classes"));
  uint64_t with_values = 0, with_code = 0;
  for (FrameId id = 0; !facts.empty() && id < tree.frames().size(); ++id) {
    bool has_value = false;
    for (uint32_t value = 0; value < facts.values().size(); ++value)
      has_value |= facts.ValueOf(id, value).has_value();
    with_values += has_value ? 1 : 0;
    with_code += facts.CodeOf(id) != kUnknownCode ? 1 : 0;
  }
  if (with_values > 0) {
    std::string names;
    for (const FrameValueInfo& value : facts.values()) names += (names.empty() ? "" : ", ") + value.name;
    lost.push_back(fmt::format("{} of {}", DisplayText(names, 4 * kMaxLostNameBytes),
                               CountedText(with_values, "function")));
  }
  if (with_code > 0) lost.push_back(fmt::format("the code hashes of {}", CountedText(with_code, "function")));
  if (lost.empty()) return;
  sentences.push_back(
      fmt::format("only .cct holds what is known beside costs: {} left out", fmt::join(lost, "; ")));
}

bool IsUtf8(std::string_view text) {
  while (!text.empty()) {
    const size_t length = ValidUtf8Length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

// Counts frames without a name, which read back with a stand-in.
void AddFramesWithoutName(const Cct& tree, std::string_view format, std::vector<std::string>& sentences,
                          const JobControl* job) {
  std::vector<bool> seen(tree.frames().size());
  uint64_t count = 0;
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    if (Cancelled(job, context)) return;
    const FrameId id = tree.FrameOf(context);
    if (id >= seen.size() || seen[id]) continue;
    seen[id] = true;
    count += tree.frames().name(id).empty() ? 1 : 0;
  }
  if (count == 0) return;
  sentences.push_back(fmt::format("in {} every frame has a name: {} without one will read back as {}", format,
                                  CountedText(count, "frame"), kUnknownName));
}

void AddSpeedscopeLosses(const Cct& tree, std::vector<std::string>& sentences, const JobControl* job) {
  std::unordered_set<std::string_view> modules;
  std::unordered_set<std::string_view> not_utf8;
  std::vector<bool> seen(tree.frames().size());
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    if (Cancelled(job, context)) return;
    const FrameId id = tree.FrameOf(context);
    if (id >= seen.size() || seen[id] || !HasCost(tree, context)) continue;
    seen[id] = true;
    const Frame frame = tree.frames()[id];
    if (!frame.module.empty()) modules.insert(frame.module);
    for (const std::string_view name : {frame.name, frame.file})
      if (!IsUtf8(name)) not_utf8.insert(name);
  }
  AddContextsWithoutCost(tree, "speedscope's files", std::nullopt, sentences, job);
  AddFramesWithoutName(tree, "speedscope's files", sentences, job);
  if (!modules.empty()) {
    sentences.push_back(fmt::format("speedscope's files have no place for modules: {} left out",
                                    CountedText(modules.size(), "module")));
  }
  if (!not_utf8.empty()) {
    sentences.push_back(
        fmt::format("speedscope's files are UTF-8: {} with other bytes, each written U+FFFD, which can make "
                    "different names the same",
                    CountedText(not_utf8.size(), "name")));
  }
}

}  // namespace

std::vector<std::string> ExportLosses(const Cct& tree, TreeFormat format, MetricIndex metric,
                                      const JobControl* job) {
  std::vector<std::string> sentences;
  if (format != TreeFormat::kCct) AddFactsOnlyInCct(tree, sentences);
  if (format == TreeFormat::kSpeedscope) AddSpeedscopeLosses(tree, sentences, job);
  if (format == TreeFormat::kPprof || format == TreeFormat::kPlainPprof)
    AddFramesWithoutName(tree, "profiles of pprof", sentences, job);
  if (format != TreeFormat::kFolded) return sentences;
  const auto metrics = tree.metrics();
  if (tree.Total(metric) == 0) {
    sentences.push_back(
        fmt::format("no context has cost in {}: the file is empty, and readers refuse an empty file",
                    metrics[metric].name));
    return sentences;
  }
  const std::string begin = FoldedPrefix(tree, metric);
  if (begin.starts_with("\xEF\xBB\xBF"))
    sentences.push_back("the first name begins with the bytes of a byte order mark, which readers leave out");
  if (auto other = OtherFormatSentence(begin)) {
    // The file does not read back as this tree at all: single losses do not matter.
    sentences.push_back(std::move(*other));
    return sentences;
  }
  AddContextsWithoutCost(tree, "folded stacks", metric, sentences, job);
  FoldedNames(tree, metric).AddSentences(sentences, job);
  return sentences;
}

std::string MetricsLeftOut(const Cct& tree, TreeFormat format, MetricIndex metric) {
  const auto metrics = tree.metrics();
  if (format != TreeFormat::kFolded || metrics.size() < 2) return {};
  return fmt::format("folded stacks hold one metric: {} is written, {} left out", metrics[metric].name,
                     CountedText(metrics.size() - 1, "other metric"));
}

}  // namespace ringscope
