#include "app/cli/export_losses.h"

#include <fmt/format.h>

#include <string_view>
#include <unordered_set>

#include "cct/base/number_text.h"
#include "cct/folded_text.h"
#include "cct/import/folded/folded_line.h"
#include "renderer/layout/name_text.h"

namespace ringscope {
namespace {

constexpr size_t kMaxNameBytes = 80;

// Names that a reader of folded stacks takes for something else.
class FoldedNames {
 public:
  FoldedNames(const Cct& tree, MetricIndex metric) : tree_(tree), metric_(metric) {}

  void AddSentences(std::vector<std::string>& sentences) {
    const ContextRange outermost = tree_.ChildrenOf(kRootContext);
    // A line of cost outside of any frame has one number.
    bool all_end_in_two = tree_.Self(kRootContext, metric_) == 0;
    for (ContextId context = 1; context < tree_.context_count(); ++context) {
      if (tree_.Inclusive(context, metric_) == 0) continue;
      const Frame frame = tree_.FrameAt(context);
      text_.clear();
      AppendFoldedFrame(text_, frame);
      if (frame.name.find_first_of(";\n\r") != std::string_view::npos) changed_.insert(frame.name);
      if (FoldedFrame(text_).name.size() != frame.name.size())
        Add(frame.name, "its ending is read as the kind of function");
      const bool ends_line = tree_.Self(context, metric_) != 0;
      if (outermost.contains(context)) CheckStart(frame.name, ends_line);
      if (ends_line) all_end_in_two &= CheckEnd(frame.name);
    }
    if (all_end_in_two) {
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
                                      DisplayText(example_, kMaxNameBytes), reason_));
    }
  }

 private:
  void Add(std::string_view name, std::string_view reason) {
    if (misread_.empty()) {
      example_ = name;
      reason_ = reason;
    }
    misread_.insert(name);
  }

  // text_: a frame that lines begin with; alone on a line where it has cost of its own.
  void CheckStart(std::string_view name, bool is_line) {
    if (IsFoldedComment(text_ + ";") || (is_line && IsFoldedComment(text_ + " 1")))
      Add(name, "a line that begins so is read as a comment and its cost is lost");
    else if (is_line && text_.empty())
      Add(name, "a line of no name is read as cost outside of any function");
  }

  // text_: a frame in front of a count. Whether a reader finds a second count there.
  bool CheckEnd(std::string_view name) {
    const FoldedLine line = ReadFoldedLine("_;" + text_ + " 1", true);
    if (line.second_last) {
      if (end_in_number_.empty()) first_in_number_ = name;
      end_in_number_.insert(name);
    }
    if (!text_.empty() && (text_.back() == ' ' || text_.back() == '\t'))
      Add(name, "blanks in front of a count are read as no part of a name");
    return line.second_last.has_value();
  }

  const Cct& tree_;
  const MetricIndex metric_;
  std::string text_;  // of the frame that is looked at, as lines have it
  std::unordered_set<std::string_view> changed_;
  std::unordered_set<std::string_view> misread_;
  std::string_view example_;                            // the first of these
  std::string_view reason_;                             // and why
  std::unordered_set<std::string_view> end_in_number_;  // behind a blank, in front of a count
  std::string_view first_in_number_;
};

}  // namespace

std::vector<std::string> ExportLosses(const Cct& tree, TreeFormat format, MetricIndex metric) {
  std::vector<std::string> sentences;
  if (format != TreeFormat::kFolded) return sentences;
  const auto metrics = tree.metrics();
  if (tree.Total(metric) == 0) {
    sentences.push_back(fmt::format(
        "nothing has a cost in {}: the file is empty, and an empty file is not read", metrics[metric].name));
    return sentences;
  }
  FoldedNames(tree, metric).AddSentences(sentences);
  return sentences;
}

}  // namespace ringscope
