#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/text/enum_words.h"
#include "cct/symbols/program_facts.h"

namespace ringscope {

// What runs a program, which decides who can tell its functions.
enum class ProgramKind : uint8_t {
  kUnknown,  // nothing is known of it
  kNative,   // machine code of a file of its own
  kJava,
  kNode,
  kPython,
  kRuby,
  kScript,  // a shell script, or one of another language, in which no other program was found
};
// As sentences have it.
inline constexpr auto kProgramKindWords = WordsInOrder<ProgramKind, 7>(
    "unknown program, native program, Java program, Node.js program, Python program, Ruby program, "
    "script");

// "a Java program", "an unknown program".
[[nodiscard]] std::string KindText(ProgramKind kind);

// A program as it lies on the disk.
struct FoundProgram {
  std::filesystem::path path;           // through all links
  std::span<const std::byte> contents;  // valid as long as the finder
  bool has_other_rights = false;        // it runs as another user or group than the one who starts it
};

// Finds what a name starts, as the system does: on PATH, or a file where the name has a '/'.
using ProgramFinder = std::function<std::optional<FoundProgram>(const std::string& name)>;

inline constexpr size_t kNoWord = SIZE_MAX;

// A program that is started.
struct StartedProgram {
  ProgramKind kind = ProgramKind::kUnknown;
  std::string program;  // as the command line or the script names it
  std::string
      interpreter;     // what runs it, likewise: "python3" of a script; empty: nothing does, or not known
  ProgramFacts facts;  // of a native program
  bool has_other_rights = false;
  bool ignores_variables = false;     // the interpreter is told to: python3 -E, -I, -S
  std::vector<std::string> wrappers;  // what starts it, outermost first: "env", "sh", "build.sh"
  // Variables that it does not get, or with other values: `env -u A B=1`; kAllVariables: none at all.
  std::vector<std::string> lost_variables;
  friend bool operator==(const StartedProgram&, const StartedProgram&) = default;
};
inline constexpr std::string_view kAllVariables = "*";

// What a command line starts in the end.
struct CommandLook : StartedProgram {
  size_t program_word = kNoWord;       // which of the words `program` is; kNoWord: a script says it
  std::vector<StartedProgram> others;  // of other kinds, that a script starts too, each once, in its order
  bool is_found = false;               // whether the first word starts anything
  friend bool operator==(const CommandLook&, const CommandLook&) = default;
};

// Looks at words as they would be started: through `env`, `nice`, `timeout` and the like, `sh -c` and shell
// scripts to the program that they start, by its name, its first line or its machine code. Of a script in
// which several programs are started the last one that is known. Scripts are not run: what a variable stands
// for is guessed by its name alone ("$JAVACMD").
[[nodiscard]] CommandLook InspectCommand(std::span<const std::string> words, const ProgramFinder& find);

// The same command, looked at for another one of its programs: `other` of `look.others` is what it starts,
// and what it started is one of the others.
[[nodiscard]] CommandLook WithProgram(const CommandLook& look, size_t other);

// The same for a process that runs, whose file and first words are known.
[[nodiscard]] CommandLook InspectProcess(std::span<const std::string> words, const FoundProgram& program);

}  // namespace ringscope
