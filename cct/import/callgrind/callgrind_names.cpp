#include "cct/import/callgrind/callgrind_names.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <string>

namespace ringscope {
namespace {

constexpr char kMark = '\'';
// A name's own marks that are looked behind of for its callers.
constexpr int kMaxOwnMarks = 8;

// A name without the number of its recursion: the function and its callers.
struct Chain {
  std::string_view text;
  size_t own_bytes = 0;  // of the function's own name where a number tells it, else 0
};

// Where the number begins and ends: "'2" behind a name and before the end or another mark.
struct Number {
  size_t begin;
  size_t end;
};
std::optional<Number> FindNumber(std::string_view name) {
  for (size_t at = name.find(kMark, 1); at != std::string_view::npos; at = name.find(kMark, at + 1)) {
    const size_t end = std::min(name.find_first_not_of("0123456789", at + 1), name.size());
    if (end > at + 1 && (end == name.size() || name[end] == kMark)) return Number{at, end};
  }
  return std::nullopt;
}

// Whether `text`, which stands behind a mark of a name, is the caller's chain or the start of it.
bool IsStartOf(std::string_view text, std::string_view caller) {
  return !text.empty() && caller.starts_with(text) &&
         (text.size() == caller.size() || caller[text.size()] == kMark);
}

// How many bytes of the callee's chain are its own name, if the rest are callers that the caller confirms.
std::optional<size_t> OwnNameBytes(const Chain& callee, const Chain& caller) {
  size_t at = callee.own_bytes > 0 ? callee.own_bytes : callee.text.find(kMark, 1);
  for (int tries = 0; at < callee.text.size() && tries < kMaxOwnMarks; ++tries) {
    if (IsStartOf(callee.text.substr(at + 1), caller.text)) return at;
    if (callee.own_bytes > 0) break;
    at = callee.text.find(kMark, at + 1);
  }
  return std::nullopt;
}

}  // namespace

CallgrindNames SplitCallgrindNames(const CallGraph& graph, std::span<const std::string_view> names) {
  CallgrindNames split;
  std::deque<std::string> joined;  // chains that had a number in them
  std::vector<Chain> chains;
  chains.reserve(names.size());
  for (const std::string_view name : names) {
    if (const std::optional<Number> number = FindNumber(name)) {
      const std::string_view own = name.substr(0, number->begin);
      joined.push_back(std::string(own) + std::string(name.substr(number->end)));
      chains.push_back({joined.back(), own.size()});
      // A number in the midst of a name is part of it, unless callers follow.
      split.functions.push_back(number->end == name.size() ? own : name);
    } else {
      chains.push_back({name, 0});
      split.functions.push_back(name);
    }
  }
  uint64_t agreeing = 0;
  uint64_t compared = 0;
  std::vector<size_t> own_bytes(names.size(), 0);
  for (uint32_t a = 0; a < graph.arc_count(); ++a) {
    const CallGraph::Arc arc = graph.arc(a);
    const Chain& callee = chains[arc.callee];
    const Chain& caller = chains[arc.caller];
    // Recursion does not lengthen the chain.
    if (arc.caller == arc.callee || callee.text == caller.text) continue;
    ++compared;
    const std::optional<size_t> own = OwnNameBytes(callee, caller);
    if (!own) continue;
    ++agreeing;
    if (own_bytes[arc.callee] == 0) own_bytes[arc.callee] = *own;
  }
  // A line of a function has the name of that, and no other arc tells what of it is its own.
  for (uint32_t a = 0; a < graph.arc_count(); ++a) {
    const CallGraph::Arc arc = graph.arc(a);
    if (own_bytes[arc.callee] == 0 && names[arc.callee] == names[arc.caller])
      own_bytes[arc.callee] = own_bytes[arc.caller];
  }
  split.has_callers = agreeing > 0 && agreeing * 10 >= compared * 9;
  if (!split.has_callers) return split;
  for (size_t f = 0; f < names.size(); ++f) {
    // Where nobody in the file calls it, its name ends at its number or the first mark, as most do.
    size_t bytes = own_bytes[f] > 0 ? own_bytes[f] : chains[f].own_bytes;
    if (bytes == 0) bytes = std::min(names[f].find(kMark, 1), names[f].size());
    split.functions[f] = names[f].substr(0, bytes);
    const std::string_view callers = chains[f].text.substr(bytes);
    const auto count = static_cast<uint32_t>(std::count(callers.begin(), callers.end(), kMark));
    split.most_callers = std::max(split.most_callers, count);
  }
  return split;
}

}  // namespace ringscope
