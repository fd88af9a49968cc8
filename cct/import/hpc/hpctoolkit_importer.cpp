#include <expat.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cct/import/frame_names.h"
#include "cct/import/importers.h"
#include "cct/import/limits.h"
#include "cct/import/text_parts.h"
#include "cct/import/value_tree.h"

namespace ringscope {
namespace {

using ExperimentNode = ValueTree::Node;

constexpr size_t kXmlPieceBytes = size_t{1} << 16;
// The parser holds an element or a comment in memory until it ends; real ones have a few hundred bytes.
constexpr uint64_t kMaxTokenBytes = uint64_t{1} << 20;
// The size of a document type; the format's own declarations have a few thousand bytes.
constexpr uint64_t kMaxDeclarationBytes = uint64_t{1} << 20;
// The parser keeps the names of elements and attributes; the format has about fifty.
constexpr size_t kMaxNames = 4096;

bool SniffHpctoolkit(std::string_view prefix) {
  return FirstOf(prefix) == '<' && Has(prefix, "<HPCToolkitExperiment");
}

// The value of an attribute, or an empty text. `attributes` has names and values in turn, up to a null.
std::string_view AttributeOf(const XML_Char** attributes, std::string_view name) {
  for (; attributes[0] != nullptr; attributes += 2) {
    if (attributes[0] == name) return attributes[1];
  }
  return {};
}

// Collects the tables and the tree from a stream of elements. Expat is C, so its callbacks store errors here.
class ExperimentReader {
 public:
  explicit ExperimentReader(const ImportRun& run)
      : run_(run), tree_(run), parser_(XML_ParserCreate(nullptr), &XML_ParserFree) {
    if (parser_ == nullptr) throw std::bad_alloc();
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(
        parser_.get(),
        [](void* self, const XML_Char* element, const XML_Char** attributes) {
          static_cast<ExperimentReader*>(self)->Guard(
              [&](ExperimentReader& reader) { reader.Open(element, attributes); });
        },
        [](void* self, const XML_Char*) {
          auto& levels = static_cast<ExperimentReader*>(self)->levels_;
          if (!levels.empty()) levels.pop_back();
        });
    XML_SetDoctypeDeclHandler(
        parser_.get(),
        [](void* self, const XML_Char*, const XML_Char*, const XML_Char*, int) {
          auto* const reader = static_cast<ExperimentReader*>(self);
          reader->declarations_begin_ = reader->Offset();
        },
        [](void* self) { static_cast<ExperimentReader*>(self)->declarations_begin_.reset(); });
    // The format declares no entities, and entities can expand without bound.
    XML_SetEntityDeclHandler(
        parser_.get(), [](void* self, const XML_Char*, int, const XML_Char*, int, const XML_Char*,
                          const XML_Char*, const XML_Char*, const XML_Char*) {
          static_cast<ExperimentReader*>(self)->Guard([](ExperimentReader& reader) {
            reader.FailWith(ErrorCode::kUnsupported, "expected XML without entities of its own, found some");
          });
        });
  }

  Result<void> Import() {
    RINGSCOPE_TRY(Read());
    run_.report.input_bytes = fed_bytes_;
    if (value_count_ == 0 && run_.report.record_count > 0) {
      return Fail(ErrorCode::kUnsupported,
                  "expected the values of metrics in experiment.xml, found none: they lie in .metric-db "
                  "files, which are not read; hpcprof without --metric-db writes them into the XML");
    }
    if (!name_.empty()) run_.report.notes.push_back("Experiment: " + name_.substr(0, 100) + ".");
    return tree_.Finish(ValueTree::Scope::kInclusive);
  }

 private:
  // An open element.
  struct Level {
    ExperimentNode node;  // the innermost context around its content
    bool is_context;      // its values belong to `node`
    bool is_statement;
  };

  Result<void> Read() {
    ByteSource& source = run_.source;
    while (true) {
      RINGSCOPE_ASSIGN(std::span<const std::byte> piece, source.Next());
      if (piece.empty()) return Feed({}, true);
      // A file may come as one piece of any size.
      for (size_t at = 0; at < piece.size(); at += kXmlPieceBytes) {
        if (run_.job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
        const auto part = piece.subspan(at, std::min(kXmlPieceBytes, piece.size() - at));
        RINGSCOPE_TRY(Feed(part, false));
        source.DropContents(fed_bytes_ - part.size(), source.Contents().empty() ? 0 : part.size());
        run_.job.done_units.store(source.Contents().empty() ? source.consumed_bytes() : fed_bytes_,
                                  std::memory_order_relaxed);
      }
    }
  }

  Result<void> Feed(std::span<const std::byte> part, bool last) {
    const XML_Status status = XML_Parse(parser_.get(), reinterpret_cast<const char*>(part.data()),
                                        static_cast<int>(part.size()), last ? XML_TRUE : XML_FALSE);
    fed_bytes_ += part.size();
    if (exception_ != nullptr) std::rethrow_exception(exception_);
    if (error_) return tl::unexpected(*error_);
    const uint64_t at = Offset();
    if (status == XML_STATUS_ERROR) {
      if (XML_GetErrorCode(parser_.get()) == XML_ERROR_NO_MEMORY) throw std::bad_alloc();
      return FailAt(ErrorCode::kMalformed, at, "expected well-formed XML, found: {}",
                    XML_ErrorString(XML_GetErrorCode(parser_.get())));
    }
    const uint64_t max_bytes = std::min(run_.options.max_record_bytes, kMaxTokenBytes);
    if (!last && fed_bytes_ - std::min(at, fed_bytes_) > max_bytes) {
      return FailAt(ErrorCode::kLimit, at,
                    "expected elements and comments of at most {} bytes, found a longer one", max_bytes);
    }
    if (declarations_begin_ && fed_bytes_ - *declarations_begin_ > kMaxDeclarationBytes) {
      return FailAt(ErrorCode::kLimit, *declarations_begin_,
                    "expected a document type of at most {} bytes, found a longer one", kMaxDeclarationBytes);
    }
    return {};
  }

  // Catches the exceptions of a handler, which must not pass through the C code of the parser.
  template <typename Handle>
  void Guard(Handle handle) {
    if (exception_ != nullptr) return;
    try {
      handle(*this);
    } catch (...) {
      exception_ = std::current_exception();
      XML_StopParser(parser_.get(), XML_FALSE);
    }
  }

  void FailWith(ErrorCode code, std::string message) {
    if (!error_) error_ = Error{code, std::move(message), Offset(), {}, {}};
    XML_StopParser(parser_.get(), XML_FALSE);
  }

  [[nodiscard]] uint64_t Offset() const {
    return static_cast<uint64_t>(std::max<XML_Index>(XML_GetCurrentByteIndex(parser_.get()), 0));
  }

  void Open(std::string_view element, const XML_Char** attributes) {
    if (error_) return;
    if (levels_.size() >= run_.options.max_stack_depth)
      return FailWith(ErrorCode::kLimit, TooDeep(run_.options.max_stack_depth));
    CountName(element);
    for (const XML_Char** attribute = attributes; attribute[0] != nullptr; attribute += 2)
      CountName(attribute[0]);
    Level level = levels_.empty() ? Level{ValueTree::kNone, false, false} : levels_.back();
    level.is_context = false;  // the root's values are left out too: they follow from the others
    level.is_statement = element == "S";
    if (element == "PF" || element == "Pr" || element == "P") {
      AddContext(level, ProcedureFrame(attributes, element == "Pr"));
    } else if (element == "L") {
      AddContext(level, LoopFrame(attributes));
    } else if (element == "M") {
      AddValue(attributes);
    } else if (element == "Metric") {
      columns_[std::string(AttributeOf(attributes, "i"))] = AttributeOf(attributes, "n");
    } else if (element == "LoadModule") {
      AddText(modules_, attributes);
    } else if (element == "File") {
      AddText(files_, attributes);
    } else if (element == "Procedure") {
      AddText(procedures_, attributes);
    } else if (element == "Header" && name_.empty()) {
      name_ = AttributeOf(attributes, "n");
    }
    levels_.push_back(level);
  }

  // Ignores names of up to two bytes: there are few of them, and most elements of a file have such names.
  void CountName(std::string_view word) {
    if (word.size() <= 2 || names_.find(word) != names_.end()) return;
    if (names_.size() >= kMaxNames)
      return FailWith(ErrorCode::kLimit, TooMany(kMaxNames, "names of elements and attributes"));
    names_.emplace(word);
  }

  void AddContext(Level& level, FrameId frame) {
    level.node = tree_.AddNode(level.node, frame);
    level.is_context = true;
    ++run_.report.record_count;
    if (const Result<void> status = tree_.status(); !status)
      FailWith(status.error().code, status.error().message);
  }

  using Table = std::unordered_map<std::string, std::string>;

  void AddText(Table& table, const XML_Char** attributes) {
    const std::string_view text = AttributeOf(attributes, "n");
    text_bytes_ += text.size();
    if (text_bytes_ > run_.options.build.max_string_bytes)
      return FailWith(ErrorCode::kLimit, TooLongNames(run_.options.build.max_string_bytes));
    table[std::string(AttributeOf(attributes, "i"))] = text;
  }

  // The text of a key, or the key itself: old files have texts instead of numbers in a table.
  static std::string_view Look(const Table& table, std::string_view key) {
    const auto found = table.find(std::string(key));
    return found == table.end() ? key : std::string_view(found->second);
  }

  static uint32_t Number(std::string_view text) {
    uint32_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
  }

  FrameId ProcedureFrame(const XML_Char** attributes, bool inlined) {
    Frame frame{.name = Look(procedures_, AttributeOf(attributes, "n")),
                .module = Look(modules_, AttributeOf(attributes, "lm")),
                .file = Look(files_, AttributeOf(attributes, "f")),
                .line = Number(AttributeOf(attributes, "l")),
                .kind = inlined ? FrameKind::kInlined : FrameKind::kUser};
    if (frame.name.empty()) {
      frame.name = "[unknown]";
      frame.kind = FrameKind::kSynthetic;
    }
    return run_.builder.InternFrame(frame);
  }

  FrameId LoopFrame(const XML_Char** attributes) {
    Frame frame;
    frame.file = Look(files_, AttributeOf(attributes, "f"));
    frame.line = Number(AttributeOf(attributes, "l"));
    const std::string text = fmt::format("loop at {}:{}", BaseName(frame.file), frame.line);
    frame.name = text;
    frame.kind = FrameKind::kSynthetic;
    return run_.builder.InternFrame(frame);
  }

  // The column for a name in the file: "CPUTIME (usec):Sum (I)" is "CPUTIME:Sum (I)" in us.
  uint32_t ColumnOf(std::string name_in_file) {
    std::string_view unit = "events";
    constexpr std::pair<std::string_view, std::string_view> kUnits[] = {{" (usec)", "us"}, {" (sec)", "s"}};
    for (const auto& [text, short_unit] : kUnits) {
      const size_t at = name_in_file.find(text);
      if (at == std::string::npos) continue;
      name_in_file.erase(at, text.size());
      unit = short_unit;
    }
    return tree_.Column(name_in_file, unit);
  }

  // Adds a value of the open element. Calls and statements are no contexts: their cost is self cost of the
  // procedure or loop around them, and a part of its inclusive cost. In a file with only exclusive values,
  // the values of the statements are that self cost.
  void AddValue(const XML_Char** attributes) {
    if (levels_.empty()) return;
    const Level& level = levels_.back();
    const auto column = columns_.find(std::string(AttributeOf(attributes, "n")));
    const std::string_view text = AttributeOf(attributes, "v");
    if (column == columns_.end()) {
      run_.report.Skip("a value of an unknown metric", Offset());
      return;
    }
    if (text.empty() || text.find_first_not_of("0123456789.-+eE") != std::string_view::npos ||
        text.find_first_of("0123456789") == std::string_view::npos) {
      run_.report.Skip("a value that is no number", Offset());
      return;
    }
    const uint32_t into = ColumnOf(column->second);
    if (ValueTree::IsInclusive(into) ? level.is_context : level.is_statement)
      tree_.AddValue(level.node, into, ParseDecimal(text));
    ++value_count_;
  }

  const ImportRun run_;
  ValueTree tree_;
  std::string name_;  // of the experiment
  std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser_;
  std::exception_ptr exception_;  // thrown by a handler
  std::optional<Error> error_;
  uint64_t fed_bytes_ = 0;
  uint64_t text_bytes_ = 0;
  uint64_t value_count_ = 0;
  std::vector<Level> levels_;
  Table modules_, files_, procedures_, columns_;
  std::set<std::string, std::less<>> names_;  // of elements and attributes
  std::optional<uint64_t> declarations_begin_;
};

Result<void> ImportHpctoolkit(const ImportRun& run) { return ExperimentReader(run).Import(); }

}  // namespace

const Importer kHpctoolkitImporter{"HPCToolkit", &SniffHpctoolkit, &ImportHpctoolkit};

}  // namespace ringscope
