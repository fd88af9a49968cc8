#include "cct/tree/building/type_list.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "cct/base/bounded_sum.h"

namespace ringscope {

TypeColumns ViewOf(const OwnedTypes& types) {
  return {ColumnView(types.begin), ColumnView(types.role),        ColumnView(types.type),
          ColumnView(types.calls), ColumnView(types.name_offset), ColumnView(types.name_bytes)};
}

uint32_t TypeList::NameOf(std::string_view name) {
  const auto known = numbers_.find(name);
  if (known != numbers_.end()) return known->second;
  const auto number = static_cast<uint32_t>(names_.size());
  numbers_.emplace(names_.emplace_back(name), number);
  return number;
}

std::vector<uint32_t> TypeList::NamesOf(const TypeColumns& types) {
  std::vector<uint32_t> names;
  for (uint32_t name = 0; name < types.name_count(); ++name) names.push_back(NameOf(types.NameOf(name)));
  return names;
}

void TypeList::AddAll(const TypeColumns& types, const std::vector<uint32_t>& names, uint32_t from,
                      uint32_t to) {
  types.ForEach(from, [&](const SeenType& seen) {
    Add({to, seen.role, seen.type < names.size() ? names[seen.type] : kOtherTypes,
         std::min(seen.calls, kMostSum)});
  });
}

OwnedTypes TypeList::Finish(uint64_t context_count) && {
  OwnedTypes types;
  if (entries_.empty()) return types;
  // The used names, sorted.
  std::vector<uint32_t> order(names_.size());
  std::iota(order.begin(), order.end(), 0u);
  std::vector<bool> is_used(names_.size(), false);
  for (const Entry& entry : entries_)
    if (entry.type != kOtherTypes) is_used[entry.type] = true;
  std::erase_if(order, [&](uint32_t name) { return !is_used[name]; });
  std::ranges::sort(order, [&](uint32_t a, uint32_t b) { return names_[a] < names_[b]; });
  std::vector<uint32_t> number(names_.size(), kOtherTypes);
  types.name_offset.push_back(0);
  for (uint32_t place = 0; place < order.size(); ++place) {
    const std::string& name = names_[order[place]];
    number[order[place]] = place;
    types.name_bytes.insert(types.name_bytes.end(), name.begin(), name.end());
    types.name_offset.push_back(types.name_bytes.size());
  }
  for (Entry& entry : entries_)
    if (entry.type != kOtherTypes) entry.type = number[entry.type];

  const auto key = [](const Entry& entry) { return std::tuple(entry.context, entry.role, entry.type); };
  std::ranges::sort(entries_, [&](const Entry& a, const Entry& b) { return key(a) < key(b); });
  JoinEqual(entries_, key,
            [](const Entry& from, Entry& into) { into.calls = BoundedSum(into.calls, from.calls); });
  std::ranges::sort(entries_, [](const Entry& a, const Entry& b) {
    const auto place = [](const Entry& entry) {
      return std::tuple(entry.context, entry.role, entry.type == kOtherTypes, ~entry.calls, entry.type);
    };
    return place(a) < place(b);
  });
  types.begin.assign(context_count + 1, 0);
  for (const Entry& entry : entries_) {
    ++types.begin[entry.context + uint64_t{1}];
    types.role.push_back(entry.role);
    types.type.push_back(entry.type);
    types.calls.push_back(entry.calls);
  }
  for (uint64_t i = 0; i < context_count; ++i) types.begin[i + 1] += types.begin[i];
  return types;
}

}  // namespace ringscope
