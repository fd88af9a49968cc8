#include "app/views/versions/version_groups.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "app/core/display_text.h"

namespace ringscope::versions {
namespace {

// Of a commit, as git abbreviates them.
constexpr size_t kCommitBytes = 7;

std::string_view AttributeOf(const Execution& execution, std::string_view name) {
  const auto& attributes = execution.attributes;
  const auto found = std::find_if(attributes.begin(), attributes.end(),
                                  [name](const ExecutionAttribute& one) { return one.name == name; });
  return found == attributes.end() ? std::string_view{} : std::string_view(found->value);
}

std::string_view CommitOf(const Execution& execution) { return AttributeOf(execution, "commit"); }

// Without the comma.
std::string DetailsOf(const Execution& execution) {
  std::string text = ExecutionDetails(execution);
  if (!text.empty()) text.erase(0, 2);
  return text;
}

}  // namespace

std::vector<Version> VersionsOf(std::span<const Execution> executions) {
  std::vector<Version> versions;
  std::map<std::string_view, size_t> of_commit;
  for (size_t e = 0; e < executions.size(); ++e) {
    const std::string_view commit = CommitOf(executions[e]);
    const auto [known, is_new] =
        commit.empty() ? std::pair(of_commit.end(), true) : of_commit.emplace(commit, versions.size());
    if (is_new) versions.emplace_back();
    Version& version = is_new ? versions.back() : versions[known->second];
    version.executions.push_back(e);
  }
  for (Version& version : versions) {
    const Execution& first = executions[version.executions.front()];
    if (version.executions.size() == 1) {
      version.name = DisplayText(first.name, 200);
      version.details = DetailsOf(first);
      continue;
    }
    version.name = DisplayText(CommitOf(first).substr(0, kCommitBytes));
    std::vector<std::vector<Execution>> alone;
    std::vector<const std::vector<Execution>*> tables;
    for (const size_t execution : version.executions) alone.push_back({executions[execution]});
    for (auto& one : alone) one.front().side.reset(), tables.push_back(&one);
    if (const std::vector<Execution> common = CommonExecutions(tables); !common.empty())
      version.details = DetailsOf(common.front());
  }
  return versions;
}

std::vector<ExecutionGroup> BenchmarksOf(std::span<const Execution> executions) {
  std::vector<ExecutionGroup> groups;
  std::map<std::string_view, size_t> number_of;
  for (size_t e = 0; e < executions.size(); ++e) {
    const std::string_view name = AttributeOf(executions[e], "benchmark");
    const auto [known, is_new] = number_of.emplace(name, groups.size());
    if (is_new) groups.push_back({std::string(name), {}});
    groups[known->second].executions.push_back(e);
  }
  return groups;
}

size_t VersionOf(std::span<const Version> versions, size_t execution) {
  const auto found = std::find_if(versions.begin(), versions.end(), [&](const Version& version) {
    return std::binary_search(version.executions.begin(), version.executions.end(), execution);
  });
  return static_cast<size_t>(found - versions.begin());
}

std::vector<size_t> DrawnOrder(std::span<const Version> versions) {
  std::vector<size_t> order;
  for (const Version& version : versions)
    order.insert(order.end(), version.executions.begin(), version.executions.end());
  return order;
}

}  // namespace ringscope::versions
