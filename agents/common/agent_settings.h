#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace ringscope {

// The settings that all recorders share: where a recorder writes, and how much. Filled from the environment,
// then from the options of the agent. The last value of a setting counts, but all of leave-out do. Allocates
// nothing.
//
// | environment | option | |
// |--|--|--|
// | RINGSCOPE_TRACE | trace=FILE | the trace memory, kept for its readers |
// | RINGSCOPE_OUT | out=FILE.cct | the file that the trace memory becomes when the program ends |
// | RINGSCOPE_LIMIT | limit=SIZE | bytes that the trace memory may take; 500M, 8G |
// | RINGSCOPE_LEAVE_OUT | leave-out=PATTERN;PATTERN | functions without own contexts (NamePatterns) |
//
// `%p` in a file's name is the number of the process. Names in options have no comma.
struct AgentSettings {
  static constexpr uint64_t kMostBytes = uint64_t{64} << 30;
  char trace[4096] = {};
  char out[4096] = {};
  char leave_out[4096] = {};
  uint64_t limit_bytes = kMostBytes;

  // Reports a value that it cannot read in a line on stderr and leaves it out.
  void ReadEnvironment();

  enum class Taken { kYes, kUnknown, kInvalid };
  // Takes one option. kInvalid: the value cannot be read, and nothing changes.
  Taken Take(std::string_view key, std::string_view value);

  // Whether there is a place to write to. Without one a recorder writes nothing and the program runs
  // unchanged.
  [[nodiscard]] bool IsAsked() const { return trace[0] != 0 || out[0] != 0; }
  // The file of the trace memory: `trace`, or beside `out` if only that is given. Valid as long as `buffer`
  // is.
  [[nodiscard]] const char* TracePattern(char (&buffer)[4200]) const;
};

// Calls take(key, value) for each part of "key=value,key=value"; the value of a part without `=` is "".
template <typename Take>
void ForEachOption(std::string_view text, const Take& take) {
  while (!text.empty()) {
    const size_t end = text.find(',');
    const std::string_view part = text.substr(0, end);
    if (!part.empty()) {
      const size_t equals = part.find('=');
      take(part.substr(0, equals),
           equals == std::string_view::npos ? std::string_view() : part.substr(equals + 1));
    }
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
}

// Names of files that recorders write, as users give them. `%p` stands for the number of the process. These
// functions allocate nothing and return 0 or errno.

// Makes `pattern` absolute, so that it means the same file after the program has changed its folder.
// `pattern` may lie in `absolute`.
[[nodiscard]] int MakeAbsolute(const char* pattern, std::span<char> absolute);

// Writes the absolute name that a pattern stands for in this process.
[[nodiscard]] int ExpandFilePattern(const char* pattern, std::span<char> path);

}  // namespace ringscope
