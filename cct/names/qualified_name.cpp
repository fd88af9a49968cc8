#include "cct/names/qualified_name.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "cct/base/text/ascii.h"
#include "cct/base/text/file_ending.h"
#include "cct/names/go_function.h"

namespace ringscope {
namespace {

constexpr size_t kNoPlace = std::string_view::npos;

bool IsWordChar(char c) { return IsLetterOrDigit(c) || c == '_' || c == '$' || IsBeyondAscii(c); }

// Whether the word `operator` of C++ stands at `at`, followed by the operator's signs.
bool IsOperatorAt(std::string_view name, size_t at) {
  constexpr std::string_view kOperator = "operator";
  if (name.substr(at, kOperator.size()) != kOperator) return false;
  const size_t next = at + kOperator.size();
  if (next >= name.size()) return false;
  return !IsWordChar(name[next]) && name[next] != '.' && name[next] != ':' && name[next] != '/';
}

bool IsOpening(char c) { return c == '(' || c == '<' || c == '[' || c == '{'; }

// The position behind the bracket that closes the one at `at`, or kNoPlace. Does not tell kinds of brackets
// apart; the '>' of an arrow and the signs of an operator's name are not brackets.
size_t SkipBrackets(std::string_view name, size_t at) {
  size_t depth = 0;
  for (size_t i = at; i < name.size(); ++i) {
    const char c = name[i];
    const char before = i > 0 ? name[i - 1] : '\0';
    if (IsOpening(c)) {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}' || (c == '>' && before != '-')) {
      if (--depth == 0) return i + 1;
    } else if (c == 'o' && !IsWordChar(before) && IsOperatorAt(name, i)) {
      const size_t signs = i + std::string_view("operator").size();
      i = std::min(name.find_first_not_of("<>-=", signs), name.size()) - 1;
    }
  }
  return kNoPlace;
}

// The position behind MSVC's `anonymous namespace'; the '`' of .NET's "List`1" has no closing quote.
size_t SkipQuoted(std::string_view name, size_t at) {
  if (at + 1 < name.size() && IsDigit(name[at + 1])) return at + 1;
  const size_t end = name.find('\'', at);
  return end == kNoPlace ? kNoPlace : end + 1;
}

// The position behind the brackets or the quoted text at `at`, kNoPlace if they do not end, `at` if there are
// none.
size_t SkipGroup(std::string_view name, size_t at) {
  if (IsOpening(name[at])) return SkipBrackets(name, at);
  return name[at] == '`' ? SkipQuoted(name, at) : at;
}

// The length of the separator of components at `at`; 0 if there is none. A slash separates packages, never a
// function from its class.
size_t SeparatorAt(std::string_view name, size_t at) {
  switch (name[at]) {
    case ':':
      return at + 1 < name.size() && name[at + 1] == ':' ? 2 : 1;
    case '-':
      return at + 1 < name.size() && name[at + 1] == '>' ? 2 : 0;
    case '.':
    case '#':
    case '\\':
    case '/':
      return 1;
    default:
      return 0;
  }
}

// Whether this is the file of a library or program, as in names of code without a symbol:
// "libc-2.31.so+0x23d0a".
bool IsCodeFile(std::string_view name) {
  return name.find(".so.") != kNoPlace || IsWordOf(EndingOf(name), ".so .dll .exe .dylib");
}

// Whether the component at `at` is nested in a function: "{lambda(int)#1}", "{{closure}}", "'lambda'(int)",
// "$_0", "<locals>".
bool IsNestedAt(std::string_view name, size_t at) {
  const std::string_view rest = name.substr(at);
  if (rest.starts_with('{')) return !rest.starts_with("{anonymous}");
  if (rest.starts_with("$_")) return rest.size() > 2 && IsDigit(rest[2]);
  return rest.starts_with("'lambda") || rest.starts_with("<locals>");
}

// The end of a component in parentheses, "(anonymous namespace)::", "(*conn).", or kNoPlace.
size_t SkipParenthesizedComponent(std::string_view name, size_t at) {
  const size_t end = SkipBrackets(name, at);
  if (end == kNoPlace || end >= name.size()) return kNoPlace;
  return name[end] == '.' || name.substr(end, 2) == "::" ? end : kNoPlace;
}

// Whether the '(' at `at` belongs to a decltype, not to parameters: "decltype(auto) f()".
bool FollowsDecltype(std::string_view name, size_t begin, size_t at) {
  return name.substr(begin, at - begin) == "decltype";
}

// The qualified name without return type, parameters and anything behind them: "a::b<c>::f" for "void
// a::b<c>::f<int>(int) const [clone .cold]".
std::string_view QualifiedPart(std::string_view name) {
  size_t begin = 0;             // of the part
  size_t component = 0;         // start of the current component
  size_t separator = kNoPlace;  // start of the separator before it
  const auto part = [&](size_t end) { return name.substr(begin, end - begin); };
  const auto before_component = [&] { return separator == kNoPlace ? std::string_view{} : part(separator); };
  for (size_t i = 0; i < name.size();) {
    const char c = name[i];
    if (i == component) {
      if (i > begin && IsNestedAt(name, i)) return before_component();
      if (IsOperatorAt(name, i)) return part(i + std::string_view("operator").size());
    }
    if (const size_t length = SeparatorAt(name, i); length != 0) {
      if (name.substr(i, 3) == "://") return {};
      if (i == begin && c == '/') return {};  // a path of a file
      separator = i;
      i += length;
      component = i;
      continue;
    }
    switch (c) {
      case ' ': {
        // The text before the blank is a return type or another word before the name.
        const size_t next = name.find_first_not_of(' ', i);
        if (next == kNoPlace || name[next] == '[') return part(i);
        const bool opens = name[next] == '(';
        const size_t end = opens && FollowsDecltype(name, component, i) ? SkipBrackets(name, next) : kNoPlace;
        if (end != kNoPlace) {  // "decltype (g()) f()"
          i = end;
          break;
        }
        if (opens && SkipParenthesizedComponent(name, next) == kNoPlace) return part(i);
        begin = component = i = next;
        separator = kNoPlace;
        break;
      }
      case '(': {
        if (i != component && !FollowsDecltype(name, component, i)) return part(i);
        const size_t end = i == component ? SkipParenthesizedComponent(name, i) : SkipBrackets(name, i);
        if (end == kNoPlace) return part(i);
        i = end;
        break;
      }
      case '<':
      case '[':
      case '{':
      case '`': {
        const size_t end = SkipGroup(name, i);
        if (end == kNoPlace) return part(i);
        i = end;
        break;
      }
      case '!': {  // module!function
        if (i + 1 < name.size() && IsWordChar(name[i + 1])) {
          begin = component = i + 1;
          separator = kNoPlace;
        }
        ++i;
        break;
      }
      case ')':
      case '>':
      case ']':
      case '}':
      case ',':
      case '@':  // symbol versions, "f@file.js:1:2"
        return part(i);
      case '+':
        if (name.substr(i, 3) == "+0x") return IsCodeFile(part(i)) ? std::string_view{} : part(i);
        ++i;
        break;
      default:
        ++i;
    }
  }
  return part(name.size());
}

// Whether compilers append `word` to the names of parts and copies of a function `rest`. As functions may
// have such names, too, most of the words need a number behind them, and those of coroutines a C++ name
// before.
bool IsCompilersSuffix(std::string_view word, std::string_view rest, bool has_number) {
  return IsWordOf(word, "cold localalias") ||
         (has_number && IsWordOf(word, "part isra constprop llvm lto_priv clone _omp_fn __uniq")) ||
         ((rest.find("::") != kNoPlace || rest.starts_with("_Z")) &&
          IsWordOf(word, "resume destroy cleanup"));
}

// Removes numbers, and the suffixes that compilers append to the names of parts and copies of a function.
std::string_view WithoutSuffixes(std::string_view part) {
  bool has_number = false;  // behind `part` and a '.'; behind a ':' it is a line number
  while (true) {
    size_t word = part.size();
    while (word > 0 && IsWordChar(part[word - 1])) --word;
    if (word == 0) return part;
    const char separator = part[word - 1];
    const std::string_view last = part.substr(word);
    const std::string_view rest = part.substr(0, word - 1);
    const bool is_number = std::all_of(last.begin(), last.end(), IsDigit);  // also an empty word
    if (is_number && (separator == '.' || separator == ':' || separator == '#')) {
      has_number = separator == '.' && !last.empty();
      part = rest;
      continue;
    }
    if (separator == '.' && IsCompilersSuffix(last, rest, has_number)) {
      has_number = false;
      part = rest;
      continue;
    }
    // Rust's older mangling ends in a hash.
    constexpr size_t kHashLength = 17;
    if (separator == ':' && last.size() == kHashLength && last[0] == 'h' && rest.ends_with(':') &&
        last.find_first_not_of("0123456789abcdef", 1) == kNoPlace) {
      part = rest.substr(0, rest.size() - 1);
      continue;
    }
    return part;
  }
}

// Calls visit(begin, end) for each component of a qualified part, first to last; with `at_slashes`, '/'
// separates components, too.
template <typename Visit>
void ForEachComponent(std::string_view part, bool at_slashes, Visit visit) {
  size_t component = 0;
  for (size_t i = 0; i < part.size();) {
    if (i == component && IsOperatorAt(part, i)) break;
    if (const size_t length = SeparatorAt(part, i); length != 0 && (at_slashes || part[i] != '/')) {
      visit(component, i);
      i += length;
      component = i;
    } else {
      i = std::clamp(SkipGroup(part, i), i + 1, part.size());
    }
  }
  visit(component, part.size());
}

// Whether the component is a template or generic, which no namespace is.
bool HasArguments(std::string_view component) { return component.find_first_of("<[") != kNoPlace; }

bool IsClassComponent(std::string_view component) {
  if (component.starts_with("(*") || HasArguments(component)) return true;
  const size_t first = component.find_first_not_of('_');
  return first != kNoPlace && IsUpper(component[first]);
}

// "-[NSString length]"
std::optional<std::string_view> ObjectiveCClass(std::string_view name) {
  if (!name.starts_with("-[") && !name.starts_with("+[")) return std::nullopt;
  const size_t end = name.find_first_of(" (", 2);
  if (end == kNoPlace) return std::string_view{};
  return name.substr(2, end - 2);
}

// The type of "<alloc::vec::Vec<T> as core::ops::Drop>" and "<str>".
std::string_view RustSelfType(std::string_view type) {
  type = type.substr(1, type.size() - 2);
  size_t end = type.size();
  for (size_t i = 0; i < type.size();) {
    if (IsOpening(type[i])) {
      i = std::min(SkipBrackets(type, i), type.size());
    } else if (type.substr(i, 4) == " as ") {
      end = i;
      break;
    } else {
      ++i;
    }
  }
  type = type.substr(0, end);
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view prefix : {"&", "*", "mut ", "const ", "dyn "}) {
      if (!type.starts_with(prefix)) continue;
      type.remove_prefix(prefix.size());
      again = true;
    }
  }
  return type;
}

// The class or package of a function; of a Go function also its package.
struct Membership {
  std::string_view scope;
  std::optional<std::string_view> go_package;
};

Membership MembershipOf(std::string_view name) {
  // Bounds the time for one name: charts ask often for the groups of the functions they draw.
  if (name.size() > kMostQualifiedBytes) return {};
  if (const auto objective_c = ObjectiveCClass(name)) return {*objective_c, std::string_view{}};
  const std::string_view qualified = QualifiedPart(name);
  const std::optional<GoFunction> go = SplitGoFunction(qualified);
  const std::string_view part = WithoutSuffixes(go ? go->function : qualified);
  size_t end = 0;  // of the component before the last
  size_t last_end = 0;
  ForEachComponent(part, false,
                   [&](size_t, size_t component_end) { end = std::exchange(last_end, component_end); });
  std::string_view scope = part.substr(0, end);
  while (!scope.empty() && SeparatorAt(scope, scope.size() - 1) != 0) scope.remove_suffix(1);
  if (go) return {scope, scope.substr(0, go->package_end)};
  // The Java virtual machine makes classes for lambdas; they belong to the class around them.
  scope = scope.substr(0, scope.find("$$Lambda"));
  if (scope.size() > 2 && scope.front() == 'L' && scope.back() == ';')
    return {scope.substr(1, scope.size() - 2), std::nullopt};
  if (scope.size() > 2 && scope.front() == '<' && SkipBrackets(scope, 0) == scope.size())
    return {RustSelfType(scope), std::nullopt};
  return {scope, std::nullopt};
}

}  // namespace

std::string_view ClassOfName(std::string_view name) { return MembershipOf(name).scope; }

std::string_view PackageOfName(std::string_view name) {
  const Membership member = MembershipOf(name);
  if (member.go_package) return *member.go_package;
  const std::string_view scope = member.scope;
  // A path with a '.' in its last part is a package of Go.
  if (scope.substr(0, scope.find_first_of("(<[")).find('/') != kNoPlace) {
    if (const size_t dot = GoPackageEnd(scope); dot != kNoPlace) return scope.substr(0, dot);
  }
  size_t end = 0;         // of the last component of the package
  bool in_class = false;  // the next components are members of a class
  bool is_class = false;  // of the last component
  size_t last_end = 0;    // of the last component and of the one before
  size_t before_last_end = 0;
  ForEachComponent(scope, true, [&](size_t begin, size_t component_end) {
    before_last_end = std::exchange(last_end, component_end);
    if (component_end == begin) return;
    const std::string_view component = scope.substr(begin, component_end - begin);
    is_class = IsClassComponent(component);
    if (!is_class && !in_class) end = component_end;
    // A member of a class stands behind a '.' or '#', or in a template. Namespaces of C++, PHP and Rust, and
    // folders ("Lio/netty/Timer" of perf), may have an upper-case name and contain other namespaces.
    const char separator = component_end < scope.size() ? scope[component_end] : '\0';
    in_class |= is_class && (HasArguments(component) || separator == '.' || separator == '#');
  });
  // .NET and Swift write namespaces and modules with upper-case letters, too, and '.' behind them; a
  // component before a '/' is always a package.
  if (end == 0 && is_class && before_last_end > 0 &&
      (scope[before_last_end] == '.' || scope[before_last_end] == '/'))
    end = before_last_end;
  return scope.substr(0, end);
}

}  // namespace ringscope
