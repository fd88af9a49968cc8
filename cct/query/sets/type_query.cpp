#include "cct/query/sets/type_query.h"

#include <string>
#include <vector>

#include "cct/base/bounded_sum.h"
#include "cct/query/language/text_matcher.h"
#include "cct/query/sets/condition.h"

namespace ringscope {

uint64_t ReceiverTypesOf(const TypeColumns& types, ContextId context) {
  uint64_t count = 0;
  types.ForEach(context, [&](const SeenType& seen) { count += seen.role == kReceiverRole ? 1 : 0; });
  return count;
}

Result<ContextSet> SelectByType(const Cct& tree, const QueryNode& condition, JobControl* job) {
  const TypeColumns& types = tree.types();
  if (types.empty()) return Fail(ErrorCode::kNotFound, std::string(kNoTypesText));
  RINGSCOPE_ASSIGN(const TextMatcher matcher, TextMatcher::Compile(condition.match, condition.text));
  std::vector<bool> matches(types.name_count());
  for (uint32_t name = 0; name < types.name_count(); ++name)
    matches[name] = matcher.Matches(types.NameOf(name));
  const auto is_asked = [&](TypeRole role) {
    if (condition.field == QueryField::kReceiver) return role == kReceiverRole;
    return condition.field == QueryField::kReturns ? role == kResultRole : role >= kFirstArgument;
  };
  ContextSet set(tree.context_count());
  RINGSCOPE_TRY(ForEachContextBlock(tree.context_count(), job, [&](ContextRange block) {
    for (ContextId context = block.begin; context < block.end; ++context) {
      uint64_t calls = 0, matching = 0;
      types.ForEach(context, [&](const SeenType& seen) {
        if (!is_asked(seen.role)) return;
        calls = BoundedSum(calls, seen.calls);
        if (seen.type < matches.size() && matches[seen.type]) matching = BoundedSum(matching, seen.calls);
      });
      const auto share = static_cast<double>(matching) * 100 / static_cast<double>(calls);
      const bool is_in = condition.is_share ? calls > 0 && Compare(share, condition.comparison,
                                                                   static_cast<double>(condition.bound))
                                            : matching > 0;
      if (is_in) set.words()[context >> 6] |= uint64_t{1} << (context & 63);
    }
  }));
  set.Erase(kRootContext);
  return set;
}

}  // namespace ringscope
