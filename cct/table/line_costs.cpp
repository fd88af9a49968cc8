#include "cct/table/line_costs.h"

#include <algorithm>
#include <utility>

#include "cct/table/group_table.h"

namespace ringscope {

Result<LineCosts> BuildLineCosts(const Cct& tree, std::string_view file, ContextRange roots,
                                 JobControl* job, std::span<const uint32_t> line_of) {
  LineCosts costs;
  std::vector<std::pair<uint32_t, FrameId>> lines;  // of the file's frames
  for (FrameId id = 0; id < tree.frames().size(); ++id) {
    const Frame frame = tree.frames()[id];
    const uint32_t line = id < line_of.size() ? line_of[id] : frame.line;
    if (frame.file == file && line != kLeftOutLine) lines.emplace_back(line, id);
  }
  std::sort(lines.begin(), lines.end());
  FrameGrouping grouping;
  grouping.group_of_frame.assign(tree.frames().size(), 0);
  for (const auto& [line, frame] : lines) {
    if (!costs.line.empty() && costs.line.back() == line) continue;
    costs.line.push_back(line);
    costs.first_frame.push_back(frame);
  }
  grouping.first_frame = costs.first_frame;
  grouping.name.resize(costs.line.size());
  // Frames of other files are in no group.
  std::fill(grouping.group_of_frame.begin(), grouping.group_of_frame.end(), grouping.size());
  uint32_t group = 0;
  for (const auto& [line, frame] : lines) {
    while (costs.line[group] != line) ++group;
    grouping.group_of_frame[frame] = group;
  }
  RINGSCOPE_ASSIGN(GroupTable table, BuildGroupTable(tree, grouping, roots, job));
  costs.self = std::move(table.self);
  costs.inclusive = std::move(table.inclusive);
  costs.contexts = std::move(table.contexts);
  costs.view_total = std::move(table.total);
  return costs;
}

}  // namespace ringscope
