#include "cct/synth/synth_frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "cct/synth/random_bits.h"

namespace ringscope {
namespace {

constexpr auto kPackages = std::to_array<std::string_view>(
    {"app.core",   "app.cache",    "app.query",       "app.report",  "io.codec",   "io.net",
     "io.stream",  "lang.ast",     "lang.lexer",      "lang.parser", "lang.types", "math.linear",
     "math.stats", "store.btree",  "store.index",     "store.log",   "ui.layout",  "ui.paint",
     "ui.text",    "util.collect", "util.concurrent", "util.hash",   "util.regex", "xml.dom"});
constexpr auto kClasses = std::to_array<std::string_view>(
    {"Analyzer", "Buffer",  "Builder", "Cache",   "Channel", "Context",  "Cursor",   "Decoder",
     "Engine",   "Factory", "Filter",  "Handler", "Index",   "Iterator", "Manager",  "Mapper",
     "Matcher",  "Node",    "Parser",  "Planner", "Pool",    "Reader",   "Resolver", "Scanner",
     "Session",  "Table",   "Token",   "Tree",    "Visitor", "Writer"});
constexpr auto kMethods = std::to_array<std::string_view>(
    {"accept", "add",     "apply",  "bind", "build", "close", "collect", "compare", "compute",
     "decode", "emit",    "expand", "find", "flush", "get",   "hash",    "init",    "insert",
     "load",   "lookup",  "merge",  "next", "open",  "parse", "process", "put",     "read",
     "reduce", "resolve", "run",    "scan", "sort",  "split", "update",  "visit",   "write"});

struct Method {
  std::string name;
  std::string_view package;
  std::string file;
  uint32_t line;
};

}  // namespace

OwnedFrames MakeSynthFrames(uint32_t count, uint64_t seed) {
  std::vector<Method> methods;
  methods.reserve(count);
  uint64_t state = seed ^ 0xf4a3e5u;
  constexpr uint64_t kNames = kPackages.size() * kClasses.size() * kMethods.size();
  for (uint64_t k = 0; k < count; ++k) {
    // A step that shares no factor with the number of names visits all of them before one comes twice.
    const uint64_t pick = k * 7919 % kNames;
    const uint64_t round = k / kNames;
    const std::string_view package = kPackages[pick % kPackages.size()];
    const std::string_view class_name = kClasses[pick / kPackages.size() % kClasses.size()];
    const std::string_view method = kMethods[pick / (kPackages.size() * kClasses.size())];
    const std::string suffix = round == 0 ? "" : fmt::format("{}", round + 1);
    methods.push_back({fmt::format("{}.{}{}.{}", package, class_name, suffix, method), package,
                       fmt::format("{}{}.java", class_name, suffix),
                       static_cast<uint32_t>(10 + NextBits(state) % 900)});
  }
  std::sort(methods.begin(), methods.end(), [](const Method& a, const Method& b) { return a.name < b.name; });

  OwnedFrames frames;
  const uint32_t empty = frames.AddString("");
  frames.Add(empty, empty, empty, 0, 0, static_cast<uint8_t>(FrameKind::kSynthetic));
  std::vector<uint32_t> package_string;
  for (const std::string_view package : kPackages) package_string.push_back(frames.AddString(package));
  for (const Method& method : methods) {
    const auto package = std::find(kPackages.begin(), kPackages.end(), method.package) - kPackages.begin();
    const uint32_t name = frames.AddString(method.name);
    const uint32_t file = frames.AddString(method.file);
    frames.Add(name, package_string[static_cast<size_t>(package)], file, method.line, 0,
               static_cast<uint8_t>(FrameKind::kUser));
  }
  return frames;
}

}  // namespace ringscope
