#include "cct/tree/execution.h"

#include <algorithm>

namespace ringscope {
namespace {

// Removes from `common` all facts that `other` does not share.
void KeepCommon(const Execution& other, Execution& common) {
  if (common.name != other.name) common.name.clear();
  if (common.side != other.side) common.side.reset();
  if (common.time != other.time) common.time.reset();
  std::erase_if(common.attributes, [&](const ExecutionAttribute& one) {
    return std::find(other.attributes.begin(), other.attributes.end(), one) == other.attributes.end();
  });
}

}  // namespace

std::string_view Execution::ValueOf(std::string_view attribute) const {
  const auto found = std::ranges::find(attributes, attribute, &ExecutionAttribute::name);
  return found == attributes.end() ? std::string_view() : std::string_view(found->value);
}

void SetAttribute(std::string_view name, std::string_view value, Execution& execution) {
  const auto known = std::ranges::find(execution.attributes, name, &ExecutionAttribute::name);
  if (known != execution.attributes.end())
    known->value = value;
  else
    execution.attributes.push_back({std::string(name), std::string(value)});
}

std::vector<Execution> CommonExecutions(std::span<const std::vector<Execution>* const> tables) {
  if (tables.empty()) return {};
  std::vector<Execution> common = *tables.front();
  for (const std::vector<Execution>* const table : tables.subspan(1)) {
    if (*table == common) continue;
    if (table->size() != 1 || common.size() != 1) return {};
    KeepCommon(table->front(), common.front());
  }
  if (common.size() == 1 && common.front() == Execution{}) return {};
  return common;
}

}  // namespace ringscope
