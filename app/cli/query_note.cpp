#include "app/cli/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/cli/output.h"
#include "app/core/display_text.h"
#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

constexpr size_t kMaxWordBytes = 80;

struct Meant {
  std::string_view written, field;
};
constexpr std::array kMeant{
    Meant{"name", "fn"},        Meant{"func", "fn"},     Meant{"function", "fn"},   Meant{"method", "fn"},
    Meant{"symbol", "fn"},      Meant{"module", "mod"},  Meant{"lib", "mod"},       Meant{"library", "mod"},
    Meant{"dso", "mod"},        Meant{"binary", "mod"},  Meant{"package", "pkg"},   Meant{"namespace", "pkg"},
    Meant{"path", "file"},      Meant{"source", "file"}, Meant{"src", "file"},      Meant{"type", "class"},
    Meant{"process", "thread"}, Meant{"tid", "thread"},  Meant{"caller", "parent"}, Meant{"callee", "child"},
    Meant{"above", "over"},     Meant{"below", "under"},
};

// "module" of "module:libc", empty where the word does not begin like that: "std::sort", "a b:c".
std::string_view FieldLikePrefix(std::string_view word) {
  const size_t colon = word.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 >= word.size() || word[colon + 1] == ':')
    return {};
  const std::string_view prefix = word.substr(0, colon);
  const bool is_word = std::all_of(prefix.begin(), prefix.end(), IsLower);
  return is_word ? prefix : std::string_view{};
}

// "SELF>5", "self!5", "5%<self": close to a condition, but a word.
bool IsNearCondition(std::string_view word) {
  const size_t sign = word.find_first_of("<>=!");
  if (sign == std::string_view::npos || sign == 0 || sign + 1 == word.size()) return false;
  const std::string_view left = word.substr(0, std::min(sign, word.find('(')));
  constexpr std::array<std::string_view, 6> kLeftSides{"self",  "incl",  "inclusive",
                                                       "calls", "layer", "layers"};
  return IsDigit(left[0]) || std::any_of(kLeftSides.begin(), kLeftSides.end(),
                                         [&](std::string_view one) { return EqualsFolded(one, left); });
}

}  // namespace

std::optional<std::string> UnknownFieldNote(const Query& query, bool found_nothing) {
  for (const QueryNode& node : query.nodes) {
    if (node.op != QueryOp::kText || node.field != QueryField::kName || node.match != TextMatch::kContains)
      continue;
    if (found_nothing && IsNearCondition(node.text)) {
      return fmt::format(
          "'{}' is looked for as it stands; conditions are written as self>5%, incl(METRIC)>=1MB, calls<10, "
          "layer<=12",
          DisplayText(node.text, kMaxWordBytes));
    }
    const std::string_view prefix = FieldLikePrefix(node.text);
    if (prefix.empty()) continue;
    const auto meant =
        std::find_if(kMeant.begin(), kMeant.end(), [&](const Meant& one) { return one.written == prefix; });
    if (meant == kMeant.end() && !found_nothing) continue;
    const std::string guess =
        meant == kMeant.end() ? std::string() : fmt::format("did you mean {}:? ", meant->field);
    return fmt::format(
        "'{}' is looked for as it stands, {}: is no field; {}there are fn:, mod:, file:, pkg:, "
        "class:, thread: and kind:",
        DisplayText(node.text, kMaxWordBytes), prefix, guess);
  }
  return std::nullopt;
}

void NoteUnknownFields(const Query& query, bool found_nothing) {
  if (const auto note = UnknownFieldNote(query, found_nothing)) PrintNote(*note);
}

}  // namespace ringscope
