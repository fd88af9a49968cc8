#include "cct/blueprint/polymetric_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "cct/base/text/utf8.h"

namespace ringscope {
namespace {

constexpr uint32_t kMaxLayers = 1'000'000;

constexpr bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Quotes a text for a message, shortened.
std::string Quoted(std::string_view text) {
  constexpr size_t kMostShown = 60;
  if (text.empty()) return "the end";
  return "'" + std::string(Utf8Prefix(text, kMostShown)) + (text.size() > kMostShown ? "...'" : "'");
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Result<PolymetricSpec> Read() {
    if (text_.size() > kMaxPolymetricBytes)
      return Fail(ErrorCode::kLimit, "expected a text of at most 1 MiB");
    while (true) {
      SkipBlanks();
      RINGSCOPE_TRY(ReadClause());
      SkipBlanks();
      if (at_ == text_.size()) break;
      if (text_[at_] != '|') return Expected("'|' before another clause", at_);
      ++at_;
    }
    return Finish();
  }

 private:
  void SkipBlanks() {
    while (at_ < text_.size() && IsBlank(text_[at_])) ++at_;
  }
  [[nodiscard]] std::string_view WordAt(size_t from) const {
    size_t end = from;
    while (end < text_.size() && !IsBlank(text_[end]) && text_[end] != '|' && text_[end] != '(' &&
           text_[end] != ',')
      ++end;
    if (end == from && end < text_.size()) ++end;
    return text_.substr(from, end - from);
  }
  [[nodiscard]] tl::unexpected<Error> Expected(const std::string& what, size_t place) const {
    return FailAtColumn(ErrorCode::kMalformed, place + 1,
                        "expected " + what + ", found " + Quoted(WordAt(place)));
  }
  std::string_view TakeWord() {
    SkipBlanks();
    const std::string_view word = WordAt(at_);
    at_ += word.size();
    return word;
  }

  template <typename Table>
  Result<decltype(Table::value_type::value)> TakeFrom(const Table& table, std::string_view what) {
    SkipBlanks();
    const size_t begin = at_;
    const std::string_view word = TakeWord();
    if (const auto* row = FindWord(table, word)) return row->value;
    return Expected(std::string(what) + " (" + WordList(table) + ")", begin);
  }

  // Reads a name up to one of `ends`, without blanks around it; or one in '', in which '' stands for '.
  Result<std::string> TakeName(std::string_view what, std::string_view ends) {
    SkipBlanks();
    const size_t begin = at_;
    std::string name;
    if (at_ < text_.size() && text_[at_] == '\'') {
      for (++at_;; ++at_) {
        if (at_ == text_.size())
          return FailAtColumn(ErrorCode::kMalformed, begin + 1, "expected a ' at the end of this name");
        if (text_[at_] == '\'') {
          if (at_ + 1 == text_.size() || text_[at_ + 1] != '\'') break;
          ++at_;
        }
        name += text_[at_];
      }
      ++at_;
    } else {
      const size_t end = std::min(text_.find_first_of(ends, at_), text_.size());
      name = text_.substr(at_, end - at_);
      while (!name.empty() && IsBlank(name.back())) name.pop_back();
      at_ = end;
    }
    if (name.empty()) return Expected(std::string(what), begin);
    return name;
  }

  Result<uint32_t> TakeNumber(std::string_view what, uint32_t least = 0) {
    SkipBlanks();
    const size_t begin = at_;
    const std::string_view word = TakeWord();
    uint32_t number = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (problem != std::errc() || end != word.data() + word.size() || number < least || number > kMaxLayers)
      return Expected(std::string(what), begin);
    return number;
  }

  Result<BoxMeasure> TakeMeasure(bool is_tone) {
    BoxMeasure measure;
    SkipBlanks();
    if (const auto* row = FindWord(kMeasureScaleWords, WordAt(at_))) {
      measure.scale = row->value;
      (void)TakeWord();
      SkipBlanks();
    }
    const size_t begin = at_;
    RINGSCOPE_ASSIGN(measure.of, TakeFrom(kMeasureOfWords, "a measure"));
    if (measure.of == MeasureOf::kReturns && !is_tone)
      return FailAtColumn(ErrorCode::kMalformed, begin + 1,
                          "expected a number to measure by; 'returns' is a tone only");
    SkipBlanks();
    const bool has_name = at_ < text_.size() && text_[at_] == '(';
    const bool may_have = measure.of == MeasureOf::kInclusive || measure.of == MeasureOf::kSelf ||
                          measure.of == MeasureOf::kValue;
    if (measure.of == MeasureOf::kValue && !has_name)
      return Expected("'(' and the name of a frame value", at_);
    if (!has_name) return measure;
    if (!may_have)
      return Expected("'|' or the end behind '" + std::string(WordOf(kMeasureOfWords, measure.of)) + "'",
                      at_);
    ++at_;
    RINGSCOPE_ASSIGN(measure.name, TakeName("a name", ")"));
    SkipBlanks();
    if (at_ == text_.size() || text_[at_] != ')') return Expected("')'", at_);
    ++at_;
    return measure;
  }

  struct Clause {
    std::string_view word;
    Result<void> (*value)(Reader& reader);
  };

  Result<void> ReadClause() {
    static constexpr std::array<Clause, 13> kClauses{{
        {"items", [](Reader& r) { return Put(r.TakeFrom(kItemKindWords, "items"), r.spec_.items); }},
        {"arrange",
         [](Reader& r) {
           return Put(r.TakeFrom(kBoxArrangementWords, "an arrangement"), r.spec_.arrangement);
         }},
        {"x", [](Reader& r) { return Put(r.TakeMeasure(false), r.spec_.x); }},
        {"y", [](Reader& r) { return Put(r.TakeMeasure(false), r.spec_.y); }},
        {"width", [](Reader& r) { return Put(r.TakeMeasure(false), r.spec_.width); }},
        {"height", [](Reader& r) { return Put(r.TakeMeasure(false), r.spec_.height); }},
        {"tone", [](Reader& r) { return Put(r.TakeMeasure(true), r.spec_.tone); }},
        {"within", [](Reader& r) { return r.ReadWithin(); }},
        {"libraries",
         [](Reader& r) {
           return Put(r.TakeFrom(kLibraryClassesWords, "how classes of libraries are shown"),
                      r.spec_.libraries);
         }},
        {"from", [](Reader& r) { return Put(r.TakeName("the name of a function", "|"), r.spec_.from); }},
        {"up", [](Reader& r) { return Put(r.TakeNumber("a number of layers"), r.spec_.up); }},
        {"down", [](Reader& r) { return Put(r.TakeNumber("a number of layers"), r.spec_.down); }},
        {"dearest",
         [](Reader& r) { return Put(r.TakeNumber("a number of boxes from 1 on", 1), r.spec_.dearest); }},
    }};
    const size_t begin = at_;
    RINGSCOPE_ASSIGN(const auto read, TakeFrom(kClauses, "a clause"));
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (!place_.emplace(word, begin).second) {
      return FailAtColumn(ErrorCode::kMalformed, begin + 1,
                          "expected '" + std::string(word) + "' once, found it again");
    }
    return read(*this);
  }

  template <typename Taken, typename Into>
  static Result<void> Put(Result<Taken> taken, Into& into) {
    RINGSCOPE_ASSIGN(into, std::move(taken));
    return {};
  }

  Result<void> ReadWithin() {
    while (true) {
      RINGSCOPE_ASSIGN(spec_.within.emplace_back(), TakeName("the name of a package", "|,"));
      SkipBlanks();
      if (at_ == text_.size() || text_[at_] != ',') return {};
      ++at_;
    }
  }

  [[nodiscard]] bool Has(std::string_view clause) const { return place_.contains(clause); }
  // Fails at the clause, if it was read, unless `is_right`.
  [[nodiscard]] Result<void> Check(std::string_view clause, bool is_right, std::string_view message) const {
    if (!Has(clause) || is_right) return {};
    return FailAtColumn(ErrorCode::kMalformed, place_.at(clause) + 1, std::string(message));
  }

  // Sets the defaults, and checks that the arrangement fits the items and allows all clauses.
  Result<PolymetricSpec> Finish() {
    const bool follows = Has("from") || Has("up") || Has("down");
    const bool has_place = spec_.x || spec_.y;
    if (!Has("items") && !Has("arrange") && (follows || has_place)) spec_.items = ItemKind::kFunction;
    if (!Has("items") && Has("arrange") && spec_.arrangement != BoxArrangement::kInheritance)
      spec_.items = spec_.arrangement == BoxArrangement::kTree ? ItemKind::kContext : ItemKind::kFunction;
    if (!Has("arrange")) {
      spec_.arrangement = follows                             ? BoxArrangement::kCalls
                          : has_place                         ? BoxArrangement::kPlot
                          : spec_.items == ItemKind::kClass   ? BoxArrangement::kInheritance
                          : spec_.items == ItemKind::kContext ? BoxArrangement::kTree
                                                              : BoxArrangement::kGrid;
    }
    const bool is_inheritance = spec_.arrangement == BoxArrangement::kInheritance;
    const bool is_calls = spec_.arrangement == BoxArrangement::kCalls;
    // The clause to blame. Without both clauses the defaults fit each other.
    const std::string_view at = Has("arrange") ? "arrange" : "items";
    RINGSCOPE_TRY(Check(at, !is_inheritance || spec_.items == ItemKind::kClass,
                        "expected 'items class' where boxes are arranged by inheritance"));
    RINGSCOPE_TRY(Check(at, !is_calls || spec_.items == ItemKind::kFunction,
                        "expected 'items function' where boxes are arranged by calls"));
    RINGSCOPE_TRY(Check(at, spec_.arrangement != BoxArrangement::kTree || spec_.items == ItemKind::kContext,
                        "expected 'items context' where boxes are arranged as a tree"));
    for (const std::string_view clause : {"x", "y"}) {
      RINGSCOPE_TRY(Check(clause, spec_.arrangement == BoxArrangement::kPlot,
                          "expected 'arrange plot' where boxes have an x or a y"));
    }
    RINGSCOPE_TRY(Check("libraries", is_inheritance,
                        "expected 'arrange inheritance' where classes of libraries are folded or shown"));
    RINGSCOPE_TRY(
        Check("dearest", is_inheritance || is_calls,
              "expected 'arrange inheritance' or 'arrange calls' where the dearest are shown alone"));
    for (const std::string_view clause : {"from", "up", "down"}) {
      RINGSCOPE_TRY(
          Check(clause, is_calls, "expected 'arrange calls' where boxes are those around a function"));
    }
    return std::move(spec_);
  }

  const std::string_view text_;
  size_t at_ = 0;
  PolymetricSpec spec_;
  std::map<std::string_view, size_t> place_;  // of the clauses that were read, by word
};

std::string FormatName(std::string_view name, std::string_view ends) {
  const bool is_plain = !name.empty() && name.front() != '\'' && !IsBlank(name.front()) &&
                        !IsBlank(name.back()) && name.find_first_of(ends) == std::string_view::npos;
  if (is_plain) return std::string(name);
  std::string text = "'";
  for (const char c : name) text += c == '\'' ? std::string("''") : std::string(1, c);
  return text + "'";
}

// "log calls", "incl(cpu time)"
std::string FormatMeasure(const BoxMeasure& measure) {
  std::string text;
  if (measure.scale != MeasureScale::kLinear)
    text = std::string(WordOf(kMeasureScaleWords, measure.scale)) + " ";
  text += WordOf(kMeasureOfWords, measure.of);
  if (!measure.name.empty()) text += "(" + FormatName(measure.name, ")") + ")";
  return text;
}

void AddMeasure(std::string_view clause, const std::optional<BoxMeasure>& measure, std::string& text) {
  if (measure) text += " | " + std::string(clause) + " " + FormatMeasure(*measure);
}

}  // namespace

double ScaledValue(double value, MeasureScale scale) {
  const double size = std::abs(value);
  double scaled = size;
  if (scale == MeasureScale::kLog) scaled = std::log2(size + 1);
  if (scale == MeasureScale::kSqrt) scaled = std::sqrt(size);
  return value < 0 ? -scaled : scaled;
}

Result<PolymetricSpec> ParsePolymetric(std::string_view text) { return Reader(text).Read(); }

std::string FormatPolymetric(const PolymetricSpec& spec) {
  std::string text = "items " + std::string(WordOf(kItemKindWords, spec.items));
  const bool is_own = (spec.items == ItemKind::kClass && spec.arrangement == BoxArrangement::kInheritance) ||
                      (spec.items == ItemKind::kContext && spec.arrangement == BoxArrangement::kTree);
  if (!is_own) text += " | arrange " + std::string(WordOf(kBoxArrangementWords, spec.arrangement));
  AddMeasure("x", spec.x, text);
  AddMeasure("y", spec.y, text);
  AddMeasure("width", spec.width, text);
  AddMeasure("height", spec.height, text);
  AddMeasure("tone", spec.tone, text);
  for (size_t i = 0; i < spec.within.size(); ++i)
    text += (i == 0 ? " | within " : ", ") + FormatName(spec.within[i], "|,");
  if (spec.libraries != LibraryClasses::kFolded)
    text += " | libraries " + std::string(WordOf(kLibraryClassesWords, spec.libraries));
  if (!spec.from.empty()) text += " | from " + FormatName(spec.from, "|");
  if (spec.up != 0) text += " | up " + std::to_string(spec.up);
  if (spec.down) text += " | down " + std::to_string(*spec.down);
  if (spec.dearest) text += " | dearest " + std::to_string(*spec.dearest);
  return text;
}

const PolymetricPreset* FindPolymetricPreset(std::string_view name) {
  const auto found = std::ranges::find(kPolymetricPresets, name, &PolymetricPreset::name);
  return found == kPolymetricPresets.end() ? nullptr : &*found;
}

}  // namespace ringscope
