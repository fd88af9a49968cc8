#include "agents/common/agent_settings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <charconv>

#include "agents/common/message.h"

namespace ringscope {
namespace {

// Copies a file's name to its place; false if the name is empty or too long.
template <size_t N>
bool TakePath(std::string_view value, char (&path)[N]) {
  // Leaves room for the numbers of processes and files that are appended.
  if (value.empty() || value.size() > N - 64 || value.find('\0') != std::string_view::npos) {
    return false;
  }
  path[value.copy(path, value.size())] = 0;
  return true;
}

// Appends the patterns with a `;` in front; false if they have no room.
template <size_t N>
bool AddPatterns(std::string_view value, char (&patterns)[N]) {
  const size_t present = strlen(patterns);
  if (value.empty() || present + 1 + value.size() >= N || value.find('\0') != std::string_view::npos) {
    return false;
  }
  char* end = patterns + present;
  if (present != 0) {
    *end++ = ';';
  }
  end[value.copy(end, value.size())] = 0;
  return true;
}

bool TakeSize(std::string_view value, uint64_t* bytes) {
  uint64_t number = 0;
  const std::string_view digits = value.substr(0, 15);
  const char* const end = std::from_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  const std::string_view unit = value.substr(static_cast<size_t>(end - digits.data()));
  const int shift = unit.empty() ? 0 : unit == "K" || unit == "k" ? 10 : unit == "M" ? 20 : 30;
  if (number == 0 || (shift == 30 && unit != "G")) {
    return false;
  }
  *bytes = number > (AgentSettings::kMostBytes >> shift) ? AgentSettings::kMostBytes : number << shift;
  return true;
}

}  // namespace

void AgentSettings::ReadEnvironment() {
  static constexpr struct {
    const char* variable;
    std::string_view key;
  } kVariables[] = {{"RINGSCOPE_TRACE", "trace"},
                    {"RINGSCOPE_OUT", "out"},
                    {"RINGSCOPE_LIMIT", "limit"},
                    {"RINGSCOPE_LEAVE_OUT", "leave-out"}};
  for (const auto& entry : kVariables) {
    const char* value = getenv(entry.variable);
    if (value != nullptr && *value != 0 && Take(entry.key, value) != Taken::kYes) {
      SayLine({"cannot use ", entry.variable, "=", value, "; it is left out"});
    }
  }
}

AgentSettings::Taken AgentSettings::Take(std::string_view key, std::string_view value) {
  const auto taken = [](bool is_valid) { return is_valid ? Taken::kYes : Taken::kInvalid; };
  if (key == "trace") {
    return taken(TakePath(value, trace));
  }
  if (key == "out") {
    return taken(TakePath(value, out));
  }
  if (key == "leave-out") {
    return taken(AddPatterns(value, leave_out));
  }
  if (key == "limit") {
    return taken(TakeSize(value, &limit_bytes));
  }
  return Taken::kUnknown;
}

const char* AgentSettings::TracePattern(char (&buffer)[4200]) const {
  if (trace[0] != 0) {
    return trace;
  }
  const size_t size = strlen(out);
  memcpy(buffer, out, size);
  memcpy(buffer + size, ".trace", 7);
  return buffer;
}

int MakeAbsolute(const char* pattern, std::span<char> absolute) {
  const size_t size = strlen(pattern);
  size_t folder_size = 0;
  char folder[4096];
  if (pattern[0] != '/') {
    if (getcwd(folder, sizeof(folder) - 1) == nullptr) {
      return errno;
    }
    folder_size = strlen(folder);
    folder[folder_size++] = '/';
  }
  if (folder_size + size + 1 > absolute.size()) {
    return ENAMETOOLONG;
  }
  memmove(absolute.data() + folder_size, pattern, size + 1);
  memcpy(absolute.data(), folder, folder_size);
  return 0;
}

int ExpandFilePattern(const char* pattern, std::span<char> path) {
  char absolute[4200];
  if (const int error = MakeAbsolute(pattern, absolute)) {
    return error;
  }
  size_t size = 0;
  for (const char* c = absolute; *c != 0; ++c) {
    if (size + 32 > path.size()) {
      return ENAMETOOLONG;
    }
    if (c[0] == '%' && c[1] == 'p') {
      char* const end = path.data() + path.size();
      size = static_cast<size_t>(std::to_chars(path.data() + size, end, getpid()).ptr - path.data());
      ++c;
    } else {
      path[size++] = *c;
    }
  }
  path[size] = 0;
  return 0;
}

}  // namespace ringscope
