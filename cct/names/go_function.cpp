#include "cct/names/go_function.h"

#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

constexpr size_t kNone = std::string_view::npos;

// Whether `text` is `word` and a number.
bool IsNumbered(std::string_view text, std::string_view word) {
  return text.starts_with(word) && IsNumber(text.substr(word.size()));
}

bool IsLiteral(std::string_view component) {
  return IsNumbered(component, "func") || IsNumbered(component, "gowrap") ||
         IsNumbered(component, "deferwrap");
}

// Whether the word is a whole path of a package: the program's own, or one of the standard library.
bool IsPackageOfOneWord(std::string_view word) {
  constexpr std::string_view kPackages =
      "bufio bytes cmp context crypto embed encoding errors expvar flag fmt hash html image io iter log "
      "main maps math mime net os path plugin reflect regexp runtime slices sort strconv strings structs "
      "sync syscall testing time unicode unique unsafe weak";
  return IsWordOf(word, kPackages);
}

// The component at `begin`: up to the next '.' outside of brackets.
std::string_view ComponentAt(std::string_view name, size_t begin) {
  size_t depth = 0;
  for (size_t i = begin; i < name.size(); ++i) {
    const char c = name[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == ']' || c == '}') && depth > 0) --depth;
    if (c == '.' && depth == 0) return name.substr(begin, i - begin);
  }
  return name.substr(begin);
}

// Whether the name has a suffix of the compiler: "-fm" for method values, "-range1" for bodies of loops.
bool HasCompilerSuffix(std::string_view component) {
  const size_t dash = component.rfind('-');
  if (dash == kNone || dash == 0) return false;
  const std::string_view word = component.substr(dash + 1);
  return word == "fm" || IsNumbered(word, "range");
}

// Whether only Go has such a component.
bool IsOfGoOnly(std::string_view component) {
  return component.starts_with("(*") || component.find("[...]") != kNone ||
         component.find("[go.shape.") != kNone || HasCompilerSuffix(component) ||
         (IsLiteral(component) && !component.starts_with("func"));
}

}  // namespace

size_t GoPackageEnd(std::string_view name) {
  const std::string_view path = name.substr(0, name.find_first_of("(<["));
  const size_t slash = path.rfind('/');
  const size_t dot = path.find('.', slash == kNone ? 0 : slash);
  if (dot == kNone || slash == kNone || path.substr(0, slash + 1).find("gopkg.in/") == kNone) return dot;
  return IsNumbered(ComponentAt(path, dot + 1), "v") ? path.find('.', dot + 1) : dot;
}

std::optional<GoFunction> SplitGoFunction(std::string_view name) {
  const size_t package_end = GoPackageEnd(name);
  if (package_end == kNone || package_end == 0) return std::nullopt;
  const std::string_view package = name.substr(0, package_end);
  const bool is_path = package.find('/') != kNone;
  if (!is_path && IsUpper(package[0])) return std::nullopt;
  size_t literal = kNone;  // position of the '.' before the first literal
  size_t count = 0;        // components between the first literal and the package
  bool ends_in_literal = false;
  bool is_of_go_only = false;
  bool has_upper_case = false;
  for (size_t dot = package_end; dot < name.size();) {
    const std::string_view component = ComponentAt(name, dot + 1);
    const bool is_literal = count > 0 && IsLiteral(component.substr(0, component.find("-range")));
    ends_in_literal = is_literal || (ends_in_literal && (component.empty() || IsNumber(component)));
    if (is_literal && literal == kNone) literal = dot;
    if (literal == kNone) ++count;
    is_of_go_only |= IsOfGoOnly(component);
    has_upper_case |= !component.empty() && IsUpper(component[0]);
    dot += 1 + component.size();
  }
  // Other languages also have functions called func1, but not in packages of these names.
  const bool is_go =
      is_of_go_only ||
      (ends_in_literal &&
       (is_path || (IsPackageOfOneWord(package) && (!has_upper_case || (count == 1 && package != "main")))));
  if (!is_go) return std::nullopt;
  return GoFunction{ends_in_literal ? name.substr(0, literal) : name, package_end};
}

}  // namespace ringscope
