#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>

#include "cct/import/frame_names.h"
#include "cct/import/importers.h"
#include "cct/import/text_parts.h"
#include "cct/import/value_tree_document.h"

namespace ringscope {
namespace {

// Recognizes the output of `pyinstrument -r json`.
bool SniffPyinstrument(std::string_view text) {
  return FirstOf(text) == '{' && Has(text, "\"root_frame\"") &&
         (Has(text, "\"sample_count\"") || Has(text, "\"file_path_short\""));
}

class PyinstrumentProfile final : public ValueTreeDocument {
 public:
  using ValueTreeDocument::ValueTreeDocument;

  [[nodiscard]] Result<void> BuildTree() {
    if (!program_.empty())
      run_.report.notes.push_back(fmt::format("{}{}.", program_.starts_with("Program: ") ? "" : "Program: ",
                                              std::string_view(program_).substr(0, 200)));
    if (cpu_time_)
      run_.report.notes.push_back(fmt::format("CPU time of the whole program: {} s.", *cpu_time_));
    if (sample_count_) run_.report.notes.push_back(fmt::format("Samples: {}.", *sample_count_));
    return tree_.Finish(ValueTree::Scope::kInclusive);
  }

  struct Node {
    ValueTree::Node node = ValueTree::kNone;
    std::string function, file;
    uint32_t line = 0;
    std::optional<DecimalCount> time;
    uint64_t offset = 0;
    ValueTree::Node caller = ValueTree::kNone;
  };
  // The visitor of ReadTree().
  Node Begin(const Node* caller) {
    Node node;
    node.offset = json_.offset_bytes();
    if (caller != nullptr) node.caller = caller->node;
    node.node = tree_.AddNode(node.caller, unknown_);
    return node;
  }
  bool Member(Node& node, std::string_view key) {
    if (key == "function") return ReadText(node.function) && CountText(node.function.size());
    if (key == "file_path") return ReadText(node.file) && CountText(node.file.size());
    if (key == "time") return ReadNumberIfAny([&] { node.time = ParseDecimal(json_.text()); });
    if (key != "line_no") return json_.SkipValue();
    return ReadNumberIfAny([&] { node.line = PlaceOf(json_.Integer().value_or(0)); });
  }
  void End(Node& node) {
    // "[self]" has the self cost of the frame around it.
    if (node.function == "[self]" && node.caller != ValueTree::kNone) {
      tree_.MarkUnused(node.node);
      return;
    }
    Frame frame{.name = node.function, .file = node.file, .line = node.line};
    // "[await]", "[out-of-context]": the file is that of the frame around it.
    const bool is_synthetic = node.function.starts_with('[') && node.function.ends_with(']');
    if (is_synthetic) frame = {.name = node.function, .kind = FrameKind::kSynthetic};
    if (node.function.empty()) {
      run_.report.Keep("a frame without a function", node.offset);
      frame = {.name = "[unknown]", .kind = FrameKind::kSynthetic};
    }
    // Names in angle brackets, such as "<built-in>", are no files.
    if (frame.file.starts_with('<') && frame.file.ends_with('>')) frame.file = {};
    tree_.SetFrame(node.node, run_.builder.InternFrame(frame));
    ++run_.report.record_count;
    if (!node.time)
      run_.report.Keep("a frame without a time", node.offset);
    else
      tree_.AddValue(node.node, time_, *node.time);
    node.function = {};
    node.file = {};
  }

 private:
  bool ReadTopMember(std::string_view key) override {
    if (key == "program" || key == "target_description") return ReadText(program_);
    if (key == "cpu_time" || key == "sample_count") {
      std::optional<std::string>& text = key == "cpu_time" ? cpu_time_ : sample_count_;
      return ReadNumberIfAny([&] { text = std::string(json_.text().substr(0, kMaxNumberBytes)); });
    }
    if (key != "root_frame") return json_.SkipValue();
    const JsonToken begin = json_.Next();
    if (begin != JsonToken::kBeginObject) return SkipRest(begin);
    if (has_root_) return FailWith(ErrorCode::kMalformed, "expected one \"root_frame\", found a second one");
    has_root_ = true;
    return ReadTree<Node>(begin, "a frame", *this);
  }

  static constexpr size_t kMaxNumberBytes = 40;

  const uint32_t time_ = tree_.Column("time (inc)", "s");
  const FrameId unknown_ = UnknownFrame(run_.builder);
  bool has_root_ = false;
  std::string program_;
  std::optional<std::string> cpu_time_, sample_count_;
};

}  // namespace

const Importer kPyinstrumentImporter{"pyinstrument", &SniffPyinstrument,
                                     &ImportJsonDocument<PyinstrumentProfile>};

}  // namespace ringscope
