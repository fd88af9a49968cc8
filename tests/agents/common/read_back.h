#pragma once

// An obvious reader of trace memories, for tests: everything by its name, in maps.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "agents/common/trace_memory.h"
#include "cct/trace/trace_layout.h"

namespace ringscope::test {

struct ReadBack {
  bool is_readable = false;  // whole blocks with a header
  std::vector<std::string> problems;
  TraceHeader header{};
  uint64_t file_bytes = 0;
  std::map<uint32_t, std::string> functions, classes;
  std::map<std::string, std::string> attributes;
  // By "thread;outermost;...;innermost", added up.
  std::map<std::string, std::array<uint64_t, kTraceNodeValues>> contexts;
  struct Points {
    uint64_t calls = 0, cost = 0, cost_min = 0, cost_max = 0;
  };
  std::map<std::string, std::map<uint64_t, Points>> points;
  // By context, role and name of the type: calls. Others have no name.
  std::map<std::string, std::map<uint32_t, std::map<std::string, uint64_t>>> types;
  std::map<uint32_t, TraceFunctionCell> cells;  // by function
  uint64_t node_count = 0;
  std::map<TraceBlockKind, uint64_t> blocks;

  uint64_t Value(const std::string& context, int value = 0) const {
    const auto found = contexts.find(context);
    return found == contexts.end() ? 0 : found->second[value];
  }
  uint64_t Sum(int value = 0) const {
    uint64_t sum = 0;
    for (const auto& [context, values] : contexts) {
      sum += values[value];
    }
    return sum;
  }
};

inline ReadBack ReadTrace(const std::filesystem::path& path) {
  ReadBack result;
  std::ifstream stream(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  result.file_bytes = bytes.size();
  if (bytes.size() < kTraceBlockBytes) {
    return result;
  }
  std::memcpy(&result.header, bytes.data(), sizeof(TraceHeader));
  if (std::memcmp(result.header.magic, kTraceMagic, sizeof(kTraceMagic)) != 0) {
    return result;
  }
  result.is_readable = true;
  const auto at = [&]<typename T>(uint64_t offset, T) {
    T read;
    std::memcpy(&read, bytes.data() + offset, sizeof(T));
    return read;
  };
  std::map<uint32_t, TraceNode> nodes;
  std::vector<TracePoint> points;
  std::vector<TraceTypes> types;
  std::map<uint32_t, std::string> type_names;
  std::map<uint32_t, std::string> thread_names;
  const uint64_t count = std::min<uint64_t>(result.header.block_count, bytes.size() / kTraceBlockBytes);
  if (count != result.header.block_count) {
    result.problems.push_back("the file is too short");
  }
  for (uint64_t block = 1; block < count; ++block) {
    const uint64_t begin = block * kTraceBlockBytes;
    const auto head = at(begin, TraceBlock{});
    ++result.blocks[head.kind];
    if (head.kind == TraceBlockKind::kRecords) {
      for (uint64_t offset = 0; offset < head.used;) {
        const uint64_t place = begin + kTraceCellBytes + offset;
        const auto record = at(place, TraceRecord{});
        if (record.size_bytes == 0 || record.size_bytes % 8 != 0 || offset + record.size_bytes > head.used) {
          result.problems.push_back("a record's size");
          break;
        }
        const auto text = [&](uint64_t from, uint64_t size) {
          return std::string(bytes.data() + from, size);
        };
        if (record.kind == TraceRecordKind::kFunction) {
          const auto function = at(place, TraceFunctionRecord{});
          result.functions[function.id] = text(place + sizeof(function), function.name_bytes);
        } else if (record.kind == TraceRecordKind::kClass) {
          const auto found = at(place, TraceClassRecord{});
          result.classes[found.id] = text(place + sizeof(found), found.name_bytes);
        } else if (record.kind == TraceRecordKind::kThread) {
          const auto thread = at(place, TraceThreadRecord{});
          thread_names[thread.root] = text(place + sizeof(thread), thread.name_bytes);
        } else if (record.kind == TraceRecordKind::kAttribute) {
          const auto attribute = at(place, TraceAttributeRecord{});
          result.attributes[text(place + sizeof(attribute), attribute.name_bytes)] =
              text(place + sizeof(attribute) + attribute.name_bytes, attribute.value_bytes);
        } else if (record.kind == TraceRecordKind::kType) {
          const auto type = at(place, TraceTypeRecord{});
          type_names[type.id] = text(place + sizeof(type), type.name_bytes);
        } else {
          result.problems.push_back("a record's kind");
        }
        offset += record.size_bytes;
      }
      continue;
    }
    if (head.used >= kTraceCellsPerBlock) {
      result.problems.push_back("a block's cells");
      continue;
    }
    for (uint32_t index = 1; index <= head.used; ++index) {
      const uint64_t cell = block * kTraceCellsPerBlock + index;
      if (head.kind == TraceBlockKind::kNodes) {
        nodes[static_cast<uint32_t>(cell)] = at(cell * kTraceCellBytes, TraceNode{});
      } else if (head.kind == TraceBlockKind::kPoints) {
        points.push_back(at(cell * kTraceCellBytes, TracePoint{}));
      } else if (head.kind == TraceBlockKind::kTypes) {
        types.push_back(at(cell * kTraceCellBytes, TraceTypes{}));
      } else if (head.kind == TraceBlockKind::kFunctions) {
        const auto function = at(cell * kTraceCellBytes, TraceFunctionCell{});
        result.cells[function.function] = function;
      } else {
        result.problems.push_back("a free block is in use");
      }
    }
  }
  std::map<uint32_t, std::string> paths;
  const auto path_of = [&](uint32_t cell) {
    std::vector<uint32_t> open;
    while (!paths.contains(cell)) {
      open.push_back(cell);
      const auto node = nodes.find(cell);
      if (node == nodes.end() || open.size() > nodes.size()) {
        result.problems.push_back("a caller that is none");
        return std::string("?");
      }
      if (node->second.caller == 0) {
        break;
      }
      cell = node->second.caller;
    }
    std::string text = paths.contains(cell) ? paths[cell] : std::string();
    for (; !open.empty(); open.pop_back()) {
      const TraceNode& node = nodes[open.back()];
      if (node.caller == 0) {
        if (node.function != kTraceNoFunction) {
          result.problems.push_back("a root with a function");
        }
        text = thread_names[open.back()];
      } else {
        const auto name = result.functions.find(node.function);
        text += ';' + (name == result.functions.end() ? std::to_string(node.function) : name->second);
      }
      paths[open.back()] = text;
    }
    return text;
  };
  for (const auto& [cell, node] : nodes) {
    auto& values = result.contexts[path_of(cell)];
    for (uint32_t value = 0; value < kTraceNodeValues; ++value) {
      values[value] += node.values[value];
    }
  }
  result.node_count = nodes.size();
  for (const TracePoint& point : points) {
    if (point.calls != 0) {
      auto& sum = result.points[path_of(point.node)][point.input_size];
      sum.cost_min = sum.calls == 0 ? point.cost_min : std::min(sum.cost_min, point.cost_min);
      sum.cost_max = std::max(sum.cost_max, point.cost_max);
      sum.calls += point.calls;
      sum.cost += point.cost;
    }
  }
  for (const TraceTypes& seen : types) {
    auto& sums = result.types[path_of(seen.node)][seen.role];
    for (uint32_t i = 0; i < kTraceTypesPerCell; ++i) {
      if (seen.calls[i] != 0) {
        sums[type_names.at(seen.type[i])] += seen.calls[i];
      }
    }
    if (seen.other_calls != 0) {
      sums[""] += seen.other_calls;
    }
  }
  return result;
}

inline constexpr TraceMeasure kTestMetrics[] = {{"calls", "count", 1}, {"time", "ns", 1}};

inline TraceDescription TestDescription() {
  return {.tool = "test", .metrics = kTestMetrics, .time_metric = 1, .calls_metric = 0, .point_metric = 1};
}

inline AgentSettings TraceTo(const std::filesystem::path& path) {
  AgentSettings settings;
  settings.Take("trace", path.string());
  return settings;
}

}  // namespace ringscope::test
