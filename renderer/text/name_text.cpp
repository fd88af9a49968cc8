#include "renderer/text/name_text.h"

#include <algorithm>
#include <array>

#include "cct/base/binary_search.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/utf8.h"

namespace ringscope {
namespace {

constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

void AppendDisplay(std::string& out, std::string_view bytes) {
  while (!bytes.empty()) {
    const char32_t code_point = TakeCodePoint(bytes);
    if (ActsOnText(code_point))
      out += ' ';
    else
      AppendUtf8(code_point, out);
  }
}

bool IsOpening(char c) { return c == '(' || c == '<' || c == '{' || c == '['; }
bool IsClosing(char c) { return c == ')' || c == '>' || c == '}' || c == ']'; }

// Whether the '>' at `at` belongs to "->" or "=>", which are no brackets.
bool IsArrowAt(std::string_view name, size_t at) {
  return name[at] == '>' && at > 0 && (name[at - 1] == '-' || name[at - 1] == '=');
}

// The end of "operator<<", "operator()" and the like, if one starts at `at`; else `at`. The brackets in these
// names do not count.
size_t SkipOperator(std::string_view name, size_t at) {
  constexpr std::string_view kOperator = "operator";
  if (name.substr(at, kOperator.size()) != kOperator) return at;
  const size_t end = at + kOperator.size();
  // The longest first; a bracket that follows begins template arguments: "operator-<char*>".
  for (const std::string_view symbol :
       {"<=>", "<<=", ">>=", "->*", "()", "[]", "<<", ">>", "<=", ">=", "==", "!=", "&&",
        "||",  "++",  "--",  "+=",  "-=", "*=", "/=", "%=", "^=", "&=", "|=", "->", "<",
        ">",   "=",   "!",   "+",   "-",  "*",  "/",  "%",  "&",  "|",  "^",  "~",  ","}) {
    if (name.substr(end).starts_with(symbol)) return end + symbol.size();
  }
  return end;
}

// Calls visit(index, depth) for every byte outside operator names; depth counts enclosing brackets.
template <typename Visit>
void WalkBrackets(std::string_view name, Visit visit) {
  int depth = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    if (const size_t end = SkipOperator(name, i); end != i) {
      i = end - 1;
      continue;
    }
    const char c = name[i];
    if (IsClosing(c) && !IsArrowAt(name, i) && depth > 0) --depth;
    visit(i, depth);
    if (IsOpening(c)) ++depth;
  }
}

// Whether each bracket has its partner, which a name that was cut before has not.
bool AllBracketsClose(std::string_view name) {
  constexpr std::string_view kOpening = "(<{[", kClosing = ")>}]";
  std::array<int64_t, kOpening.size()> open{};
  WalkBrackets(name, [&](size_t i, int) {
    if (IsOpening(name[i])) ++open[kOpening.find(name[i])];
    if (IsClosing(name[i]) && !IsArrowAt(name, i)) --open[kClosing.find(name[i])];
  });
  return std::all_of(open.begin(), open.end(), [](int64_t count) { return count == 0; });
}

// The end of a name in angle brackets, if one starts at `at`; else `at`: "<init>" and "<clinit>" of Java,
// "<module>" and "<lambda>" of Python, also after their owner's name. Template arguments never follow a '.'.
size_t SkipBracketedName(std::string_view name, size_t at) {
  if (name[at] != '<' || (at > 0 && name[at - 1] != '.')) return at;
  size_t end = at + 1;
  while (end < name.size() && (IsLetterOrDigit(name[end]) || name[end] == '_')) ++end;
  return end > at + 1 && end < name.size() && name[end] == '>' ? end + 1 : at;
}

// The name without Rust's "::h0123456789abcdef".
std::string_view WithoutHash(std::string_view name) {
  constexpr size_t kLength = 19;
  if (name.size() <= kLength) return name;
  const std::string_view tail = name.substr(name.size() - kLength);
  const bool is_hash =
      tail.substr(0, 3) == "::h" && tail.find_first_not_of("0123456789abcdef", 3) == std::string_view::npos;
  return is_hash ? name.substr(0, name.size() - kLength) : name;
}

// The name without a computed return type: "f(int)" of "decltype (g()) f(int)".
std::string_view WithoutComputedType(std::string_view name) {
  constexpr std::string_view kDecltype = "decltype";
  if (!name.starts_with(kDecltype)) return name;
  const size_t open = name.find_first_not_of(' ', kDecltype.size());
  if (open == std::string_view::npos || name[open] != '(') return name;
  size_t close = std::string_view::npos;
  WalkBrackets(name, [&](size_t i, int depth) {
    if (i > open && depth == 0 && name[i] == ')') close = std::min(close, i);
  });
  if (close == std::string_view::npos) return name;
  const size_t next = name.find_first_not_of(' ', close + 1);
  return next == std::string_view::npos ? name : name.substr(next);
}

// The name without the parameter list and all that follows it, and without the return type in front. A
// parenthesis is a parameter list if no further component of a qualified name comes after it.
std::string_view WithoutParameters(std::string_view name) {
  name = WithoutComputedType(name);
  size_t list = std::string_view::npos;
  size_t last_separator = 0;
  size_t blank = std::string_view::npos;
  WalkBrackets(name, [&](size_t i, int depth) {
    if (depth != 0) return;
    if (name[i] == '(' && i > 0 && list == std::string_view::npos) list = i;
    if ((name[i] == '.' || name[i] == ':') && list != std::string_view::npos) {
      last_separator = i;
      list = std::string_view::npos;
    }
    if (name[i] == ' ' && list == std::string_view::npos && i > last_separator) blank = i;
  });
  if (list == std::string_view::npos) return name;
  std::string_view bare = name.substr(0, list);
  // "void f(int)": but not the blank of "operator new".
  if (blank != std::string_view::npos && blank + 1 < bare.size() &&
      bare.substr(0, blank).find("operator") == std::string_view::npos) {
    bare = bare.substr(blank + 1);
  }
  return bare;
}

// The name with template arguments as `stand_in`; operators and bracketed names stay.
std::string WithoutArguments(std::string_view name, std::string_view stand_in) {
  std::string out;
  int skipped = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    const size_t end = std::max(SkipOperator(name, i), SkipBracketedName(name, i));
    if (end != i && skipped == 0) {
      out += name.substr(i, end - i);
      i = end - 1;
      continue;
    }
    const char c = name[i];
    if (c == '<') {
      if (skipped++ == 0) out += stand_in;
    } else if (c == '>' && !IsArrowAt(name, i) && skipped > 0) {
      --skipped;
    } else if (skipped == 0) {
      out += c;
    }
  }
  return out;
}

// Rust's "<a::Vec<T> as b::Extend<T>>::extend" as "a::Vec<T>::extend".
std::string WithoutTrait(std::string_view name) {
  if (name.empty() || name[0] != '<') return std::string(name);
  size_t as = std::string_view::npos, close = std::string_view::npos;
  WalkBrackets(name, [&](size_t i, int depth) {
    if (depth == 1 && as == std::string_view::npos && name.substr(i, 4) == " as ") as = i;
    if (depth == 0 && name[i] == '>' && close == std::string_view::npos) close = i;
  });
  if (as == std::string_view::npos || close == std::string_view::npos) return std::string(name);
  return std::string(name.substr(1, as - 1)) + std::string(name.substr(close + 1));
}

// The starts of the components of a qualified name, except the first.
std::vector<size_t> ComponentStarts(std::string_view name) {
  std::vector<size_t> starts;
  WalkBrackets(name, [&](size_t i, int depth) {
    if (depth != 0 || i + 1 >= name.size() || i == 0) return;
    const bool colons = name[i] == ':' && name[i - 1] == ':';
    const bool dot = (name[i] == '.' || name[i] == '/') && name[i + 1] != name[i];
    if (colons || dot) starts.push_back(i + 1);
  });
  return starts;
}

bool IsFileEnding(std::string_view part) {
  constexpr std::array<std::string_view, 26> kFileEndings{
      "so", "dll", "exe", "dylib", "ko",  "wasm", "jar", "js", "mjs", "cjs", "ts", "tsx",  "py",
      "rb", "php", "c",   "cc",    "cpp", "cxx",  "h",   "hh", "hpp", "s",   "S",  "java", "scala"};
  return std::find(kFileEndings.begin(), kFileEndings.end(), part) != kFileEndings.end();
}

// Whether a part of a name says nothing without the function it lies in: Go's "func1" and "1", Rust's
// "{{closure}}" and "{closure#0}", a lambda or anonymous function by its number, Java's "<init>", and the
// ending of a file's name.
bool NeedsItsOwner(std::string_view part) {
  if (IsFileEnding(part) || part.starts_with('<')) return true;
  if (part.starts_with("{{closure}}") || part.starts_with("{closure") || part.starts_with("{lambda"))
    return true;
  for (const std::string_view prefix : {"func", "gowrap", "deferwrap"}) {
    if (part.starts_with(prefix) && part.size() > prefix.size()) part.remove_prefix(prefix.size());
  }
  return !part.empty() && part.find_first_not_of("0123456789-") == std::string_view::npos;
}

// The starts of the characters of valid UTF-8, and the end of the last one.
std::vector<size_t> CharacterStarts(std::string_view text) {
  std::vector<size_t> starts;
  for (size_t i = 0; i < text.size(); ++i) {
    if ((text[i] & '\xC0') != '\x80') starts.push_back(i);
  }
  starts.push_back(text.size());
  return starts;
}

std::string Shortened(const std::string& name, float width_px, float size_px, const MeasureText& measure) {
  if (measure(name, size_px) <= width_px) return name;
  std::string cut = ShortenName(name, width_px, size_px, measure, CutMark::kEllipsis);
  return cut.empty() ? CutMiddleToFit(name, width_px, size_px, measure) : cut;
}

// The number of bytes in the longest common end of two names, in whole characters.
size_t CommonEnd(std::string_view one, std::string_view other) {
  const auto [differs, in_other] = std::mismatch(one.rbegin(), one.rend(), other.rbegin(), other.rend());
  auto common = static_cast<size_t>(differs - one.rbegin());
  while (common > 0 && (one[one.size() - common] & '\xC0') == '\x80') --common;
  return common;
}

}  // namespace

std::string DisplayText(std::string_view bytes, size_t max_bytes) {
  std::string out;
  if (bytes.size() <= max_bytes) {
    AppendDisplay(out, bytes);
    return out;
  }
  // Cut where a character starts, so that no replacement character appears that is not in the name.
  const auto continues = [&](size_t i) { return (bytes[i] & '\xC0') == '\x80'; };
  size_t head = max_bytes / 2, tail = bytes.size() - (max_bytes - head);
  for (int i = 0; i < 3 && head > 0 && continues(head); ++i) --head;
  for (int i = 0; i < 3 && tail < bytes.size() && continues(tail); ++i) ++tail;
  AppendDisplay(out, bytes.substr(0, head));
  out += kEllipsis;
  AppendDisplay(out, bytes.substr(tail));
  return out;
}

std::string CutToFit(std::string_view text, float max_width_px, float size_px, const MeasureText& measure) {
  if (measure(text, size_px) <= max_width_px) return std::string(text);
  const std::vector<size_t> starts = CharacterStarts(text);
  const auto cut = [&](size_t kept) {
    return std::string(text.substr(0, starts[kept])) + std::string(kEllipsis);
  };
  const size_t too_many = FirstWhere(size_t{1}, starts.size() - 1,
                                     [&](size_t kept) { return measure(cut(kept), size_px) > max_width_px; });
  return too_many > 3 ? cut(too_many - 1) : std::string();
}

std::string CutMiddleToFit(std::string_view text, float max_width_px, float size_px,
                           const MeasureText& measure) {
  if (measure(text, size_px) <= max_width_px) return std::string(text);
  const std::vector<size_t> starts = CharacterStarts(text);
  const size_t characters = starts.size() - 1;
  const auto cut = [&](size_t kept) {
    const size_t tail = kept / 2, head = kept - tail;
    return std::string(text.substr(0, starts[head])) + std::string(kEllipsis) +
           std::string(text.substr(starts[characters - tail]));
  };
  const size_t least = std::min<size_t>(2, characters);
  const size_t too_many = FirstWhere(least + 1, characters,
                                     [&](size_t kept) { return measure(cut(kept), size_px) > max_width_px; });
  return cut(too_many - 1);
}

size_t LineEnd(std::string_view name, float max_width_px, float size_px, const MeasureText& measure) {
  const std::vector<size_t> starts = CharacterStarts(name);
  if (starts.size() < 2) return name.size();
  const size_t too_many = FirstWhere(size_t{2}, starts.size(), [&](size_t kept) {
    return measure(name.substr(0, starts[kept]), size_px) > max_width_px;
  });
  const size_t kept = starts[too_many - 1];
  if (kept == name.size()) return kept;
  const size_t part = name.substr(0, kept).find_last_of(".:/(<, $;");
  return part != std::string_view::npos && part + 1 > kept / 2 ? part + 1 : kept;
}

std::string ShortenName(std::string_view name, float max_width_px, float size_px, const MeasureText& measure,
                        CutMark mark) {
  const std::string full = DisplayText(name);
  const auto fits = [&](std::string_view text) { return measure(text, size_px) <= max_width_px; };
  if (full.empty() || fits(full)) return full;
  const std::string_view ellipsis = mark == CutMark::kNone ? std::string_view{} : kEllipsis;
  if (!AllBracketsClose(full)) {
    return ellipsis.empty() ? CutToFit(full, max_width_px, size_px, measure)
                            : CutMiddleToFit(full, max_width_px, size_px, measure);
  }

  const std::string_view whole = WithoutHash(full);
  const std::string_view bare = WithoutParameters(whole);
  std::string marked(bare);
  if (mark == CutMark::kFilled && bare.size() < whole.size()) {
    const size_t bare_end = static_cast<size_t>(bare.data() - full.data()) + bare.size();
    if (fits(full.substr(0, bare_end + 1) + std::string(kEllipsis)))
      return CutToFit(full, max_width_px, size_px, measure);
  }
  if (!ellipsis.empty() && bare.size() < full.size())
    marked += bare.size() < whole.size() ? "(\xE2\x80\xA6)" : kEllipsis;
  if (bare.size() < full.size() && fits(marked)) return marked;
  const std::string typed = WithoutTrait(bare);
  marked = WithoutArguments(typed, "<\xE2\x80\xA6>");
  if (marked != typed && fits(marked)) return marked;
  std::string shortest = WithoutArguments(typed, "");
  if (shortest.empty()) shortest = typed;
  marked = shortest;
  if (shortest != full) marked += ellipsis;
  if (fits(marked)) return marked;
  auto starts = ComponentStarts(shortest);
  // "m.func1.1" cannot be shortened to "1".
  bool is_file = false;
  while (!starts.empty()) {
    std::string_view last = std::string_view(shortest).substr(starts.back());
    last = last.substr(0, last.find_first_of("./"));
    if (!NeedsItsOwner(last)) break;
    is_file |= IsFileEnding(last);
    starts.pop_back();
  }
  for (const size_t start : starts) {
    marked = std::string(ellipsis) + shortest.substr(start);
    if (!fits(marked)) continue;
    constexpr float kWellFilled = 0.6f;
    const bool is_filled = measure(marked, size_px) >= kWellFilled * max_width_px;
    if (mark == CutMark::kNone || (mark == CutMark::kEllipsis && is_filled)) return marked;
    // The first character always has to go: the whole name does not fit.
    const std::vector<size_t> characters = CharacterStarts(std::string_view(shortest).substr(0, start));
    const size_t first = FirstWhere(size_t{0}, characters.size() - 1, [&](size_t i) {
      return fits(std::string(ellipsis) + shortest.substr(characters[i]));
    });
    return std::string(ellipsis) + shortest.substr(characters[first]);
  }
  // The last component does not fit either; with an ellipsis before it, it does not look like the whole name.
  if (!starts.empty() && !(is_file && mark != CutMark::kNone)) {
    marked = std::string(ellipsis) + shortest.substr(starts.back());
  } else {
    marked = shortest;
    if (shortest != full) marked += ellipsis;
  }
  std::string cut = CutToFit(marked, max_width_px, size_px, measure);
  if (ellipsis.empty() || cut.empty()) return cut;
  // Neighbours in a list often begin alike.
  return CutMiddleToFit(marked, max_width_px, size_px, measure);
}

std::vector<std::string> DistinctNames(std::span<const std::string> names, std::span<const float> widths_px,
                                       float size_px, const MeasureText& measure) {
  std::vector<std::string> shown;
  for (size_t i = 0; i < names.size(); ++i)
    shown.push_back(Shortened(names[i], widths_px[i], size_px, measure));
  const std::vector<std::string> first = shown;
  for (size_t i = 0; i < names.size(); ++i) {
    if (std::count(first.begin(), first.end(), first[i]) > 1)
      shown[i] = CutMiddleToFit(names[i], widths_px[i], size_px, measure);
  }
  const std::vector<std::string> second = shown;
  for (size_t i = 0; i < names.size(); ++i) {
    size_t end = names[i].size();
    for (size_t k = 0; k < names.size(); ++k)
      if (second[k] == second[i] && names[k] != names[i]) end = std::min(end, CommonEnd(names[i], names[k]));
    if (end == 0 || end == names[i].size()) continue;
    const float room = widths_px[i] - measure(kEllipsis, size_px);
    shown[i] = CutMiddleToFit(names[i].substr(0, names[i].size() - end), room, size_px, measure);
    shown[i] += kEllipsis;
  }
  return shown;
}

float AverageSansWidth(std::string_view text, float size_px) {
  const auto of = [](char c) {
    if (std::string_view("ijl.,:;'|! ").find(c) != std::string_view::npos) return 0.32f;
    if (std::string_view("fIrt()[]{}/\\-*").find(c) != std::string_view::npos) return 0.40f;
    if (std::string_view("mwMW@%").find(c) != std::string_view::npos) return 0.95f;
    if ((c >= 'A' && c <= 'Z') || std::string_view("<>=+~&#").find(c) != std::string_view::npos) return 0.72f;
    return 0.62f;
  };
  float width = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<uint8_t>(text[i]);
    if (byte < 0x80) {
      width += of(text[i]);
    } else if ((byte & 0xC0) == 0xC0) {
      width += byte >= 0xE3 ? 1.0f : 0.66f;  // from U+3000 on mostly full-width scripts
    }
  }
  return width * size_px;
}

}  // namespace ringscope
