#include "bench/import_writers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace generate {
namespace {

// Collects text and hands it on in large pieces.
class Output {
 public:
  Output() = default;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output() { std::fwrite(text_.data(), 1, text_.size(), stdout); }
  template <typename... Args>
  void Print(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    Flush();
  }
  void Append(std::string_view bytes) {
    text_.append(bytes.data(), bytes.data() + bytes.size());
    Flush();
  }

 private:
  void Flush() {
    if (text_.size() < (size_t{1} << 20)) return;
    std::fwrite(text_.data(), 1, text_.size(), stdout);
    text_.clear();
  }
  fmt::memory_buffer text_;
};

// Calls begin(node) and end(node) for the calls between one stack and the next.
template <typename Begin, typename End>
void WalkStacks(const Tree& tree, Begin begin, End end) {
  std::vector<uint32_t> open, path;
  for (const uint32_t node : tree.stacks) {
    PathOf(tree, node, path);
    size_t shared = 0;
    while (shared < open.size() && shared < path.size() && open[shared] == path[shared]) ++shared;
    for (; open.size() > shared; open.pop_back()) end(open.back());
    for (; open.size() < path.size(); open.push_back(path[open.size()])) begin(path[open.size()]);
  }
  for (; !open.empty(); open.pop_back()) end(open.back());
}

}  // namespace

void PathOf(const Tree& tree, uint32_t node, std::vector<uint32_t>& path) {
  path.clear();
  for (; node != 0; node = tree.parent[node]) path.push_back(node);
  std::reverse(path.begin(), path.end());
}

std::vector<std::vector<uint32_t>> ChildrenOf(const Tree& tree) {
  std::vector<std::vector<uint32_t>> children(tree.parent.size());
  for (uint32_t node = 1; node < tree.parent.size(); ++node) children[tree.parent[node]].push_back(node);
  return children;
}

void WriteHeapProfile(const Tree& tree, const std::vector<std::string>& names, Random& random) {
  const auto children = ChildrenOf(tree);
  Output out;
  const auto begin = [&](uint32_t node) {
    const uint32_t function = tree.function[node];
    out.Print(
        R"({{"callFrame":{{"functionName":"{}","scriptId":"{}","url":"file:///srv/app/node_modules/acme/{}.js",)"
        R"("lineNumber":{},"columnNumber":{}}},"selfSize":{},"id":{},"children":[)",
        node == 0 ? "(root)" : names[function].substr(20), function % 300, function % 300, function % 1000,
        function % 80, Below(random, 4) == 0 ? Below(random, 100000) : 0, node + 1);
  };
  struct Open {
    uint32_t node;
    size_t next;
  };
  std::vector<Open> open{{0, 0}};
  out.Append("{\"head\":");
  begin(0);
  while (!open.empty()) {
    Open& top = open.back();
    if (top.next == children[top.node].size()) {
      out.Append("]}");
      open.pop_back();
      continue;
    }
    if (top.next > 0) out.Append(",");
    const uint32_t child = children[top.node][top.next++];
    begin(child);
    open.push_back({child, 0});
  }
  out.Append(",\"samples\":[]}\n");
}

void WriteTrace(const Tree& tree, const std::vector<std::string>& names, Random& random, bool pairs) {
  Output out;
  uint64_t now_us = 4'000'000'000;
  std::vector<uint64_t> begun_us;
  uint64_t count = 0;
  out.Append("{\"traceEvents\":[");
  const auto event = [&](char phase, uint32_t node, uint64_t at_us, std::string_view more) {
    const uint32_t function = tree.function[node];
    out.Print(
        R"({}{{"args":{{"data":{{"functionName":"{}","lineNumber":{},"url":"file:///srv/app/acme/{}.js"}}}},)"
        R"("cat":"devtools.timeline","name":"{}","ph":"{}",{}"pid":4242,"tid":{},"ts":{},"tts":{}}})",
        count++ == 0 ? "\n" : ",\n", std::string_view(names[function]).substr(20), function % 1000,
        function % 300, names[function], phase, more, 4242, at_us, at_us / 2);
  };
  WalkStacks(
      tree,
      [&](uint32_t node) {
        now_us += Below(random, 20);
        begun_us.push_back(now_us);
        if (pairs) event('B', node, now_us, {});
      },
      [&](uint32_t node) {
        now_us += 1 + Below(random, 20);
        const uint64_t begun = begun_us.back();
        begun_us.pop_back();
        if (pairs) event('E', node, now_us, {});
        if (!pairs) event('X', node, begun, fmt::format("\"dur\":{},", now_us - begun));
      });
  out.Append("\n],\"metadata\":{\"source\":\"ringscope_import_generate\"}}\n");
}

void WriteSpeedscope(const Tree& tree, const std::vector<std::string>& names, Random& random, bool evented) {
  Output out;
  out.Append(R"({"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[)");
  for (size_t i = 0; i < names.size(); ++i) {
    out.Print(R"({}{{"name":"{}","file":"/srv/app/acme/{}.java","line":{}}})", i == 0 ? "" : ",", names[i],
              i % 300, i % 1000 + 1);
  }
  out.Print(R"(]}},"profiles":[{{"type":"{}","name":"main","unit":"microseconds","startValue":0,)",
            evented ? "evented" : "sampled");
  uint64_t now_us = 0;
  const char* comma = "";
  if (evented) {
    out.Append("\"events\":[");
    const auto event = [&](char type, uint32_t node) {
      out.Print(R"({}{{"type":"{}","frame":{},"at":{}}})", comma, type, tree.function[node], now_us);
      comma = ",";
    };
    WalkStacks(
        tree,
        [&](uint32_t node) {
          now_us += Below(random, 20);
          event('O', node);
        },
        [&](uint32_t node) {
          now_us += 1 + Below(random, 20);
          event('C', node);
        });
  } else {
    out.Append("\"samples\":[");
    std::vector<uint32_t> path;
    for (const uint32_t node : tree.stacks) {
      PathOf(tree, node, path);
      out.Print("{}[", comma);
      comma = ",";
      for (size_t i = 0; i < path.size(); ++i) out.Print("{}{}", i == 0 ? "" : ",", tree.function[path[i]]);
      out.Append("]");
    }
    out.Append("],\"weights\":[");
    for (size_t i = 0; i < tree.stacks.size(); ++i) {
      const uint64_t weight = 1 + Below(random, 1000);
      now_us += weight;
      out.Print("{}{}", i == 0 ? "" : ",", weight);
    }
  }
  out.Print("],\"endValue\":{}}}]}}\n", now_us);
}

void WritePprof(const Tree& tree, const std::vector<std::string>& names, Random& random) {
  Output out;
  const auto varint = [](std::string& to, uint64_t value) {
    for (; value > 127; value >>= 7) to += static_cast<char>((value & 127) | 128);
    to += static_cast<char>(value);
  };
  const auto number = [&](std::string& to, uint32_t field, uint64_t value) {
    varint(to, uint64_t{field} << 3);
    varint(to, value);
  };
  const auto bytes = [&](std::string& to, uint32_t field, std::string_view value) {
    varint(to, uint64_t{field} << 3 | 2);
    varint(to, value.size());
    to += value;
  };
  std::string part, message;
  const auto write = [&](uint32_t field) {
    part.clear();
    bytes(part, field, message);
    out.Append(part);
    message.clear();
  };
  // Strings: "", "samples", "count", "cpu", "nanoseconds", then names.
  constexpr uint32_t kFirstName = 5;
  for (const auto& [type, unit] : {std::pair(1, 2), std::pair(3, 4)}) {
    number(message, 1, static_cast<uint64_t>(type));
    number(message, 2, static_cast<uint64_t>(unit));
    write(1);
  }
  // A function is called from a handful of places, and a location is one of them.
  constexpr uint32_t kPlaces = 3;
  std::vector<uint32_t> path;
  std::string ids, values;
  for (const uint32_t node : tree.stacks) {
    PathOf(tree, node, path);
    ids.clear();
    values.clear();
    for (auto step = path.rbegin(); step != path.rend(); ++step)
      varint(ids, uint64_t{tree.function[*step]} * kPlaces + *step % kPlaces + 1);
    const uint64_t count = 1 + Below(random, 9);
    varint(values, count);
    varint(values, count * 10'000'000);
    bytes(message, 1, ids);
    bytes(message, 2, values);
    write(2);
  }
  for (uint64_t i = 0; i < names.size() * kPlaces; ++i) {
    number(message, 1, i + 1);
    number(message, 3, 0x400000 + i * 16);
    std::string line;
    number(line, 1, i / kPlaces + 1);
    number(line, 2, i % 1000 + 1);
    bytes(message, 4, line);
    write(4);
  }
  for (uint64_t i = 0; i < names.size(); ++i) {
    number(message, 1, i + 1);
    number(message, 2, kFirstName + i);
    number(message, 3, kFirstName + i);
    write(5);
  }
  for (const std::string_view text : {"", "samples", "count", "cpu", "nanoseconds"}) {
    message = text;
    write(6);
  }
  for (const std::string& name : names) {
    message = name;
    write(6);
  }
}

void WriteHeaptrack(const Tree& tree, const std::vector<std::string>& names, Random& random) {
  Output out;
  out.Append("v 10400 3\nX /opt/acme/bin/server\nI 1000 5fad\n");
  out.Append("s 18 /opt/acme/lib/libserver.so\n");
  for (size_t i = 0; i < names.size(); ++i) {
    out.Print("s {:x} {}\n", names[i].size(), names[i]);
    out.Print("i {:x} 1 {:x}\n", 0x7f0000400000 + i * 64, i + 2);
  }
  for (uint32_t node = 1; node < tree.parent.size(); ++node)
    out.Print("t {:x} {:x}\n", tree.function[node] + 1, tree.parent[node]);
  for (const uint32_t node : tree.stacks) out.Print("a {:x} {:x}\n", 8 * (1 + Below(random, 64)), node);
  for (size_t i = 0; i < tree.stacks.size() * 2; ++i) {
    const uint64_t kind = Below(random, tree.stacks.size());
    if (i % 1000 == 0) out.Print("c {:x}\n", i / 100);
    out.Print("+ {:x}\n", kind);
    if (i % 4 != 0) out.Print("- {:x}\n", kind);
  }
}

}  // namespace generate
