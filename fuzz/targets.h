#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ringscope::fuzz {

using Input = std::span<const std::byte>;

// What takes any bytes. It ends the program where something does not hold that must hold for all of them.
struct Target {
  std::string name;  // that of its folder in fuzz/corpus
  std::function<void(Input)> run;
};

// One of each importer, named after it in lower case with `_` for all that is no letter or digit, and those
// of the other parsers; ordered by name.
[[nodiscard]] std::vector<Target> AllTargets();

// Reads `bytes` with the importer of that name, whatever it sniffs, in one worker and (one input in eight) in
// two, and checks what must hold for any input: no crash, the same tree both times, and a tree that passes
// the full check.
void FuzzImporter(std::string_view importer_name, Input bytes);

// Trace memories, which are mostly zeros: an input is one without them (fuzz_trace_memory.cpp).
void FuzzTraceMemory(Input bytes);
void FuzzCctFile(Input bytes);
// What a user may drop on the window: detection, decompression, UTF-16, then the importer that said yes.
void FuzzDetection(Input bytes);
void FuzzPipeline(Input bytes);
void FuzzQuery(Input bytes);
void FuzzViewText(Input bytes);

[[nodiscard]] inline std::string_view TextOf(Input bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace ringscope::fuzz
