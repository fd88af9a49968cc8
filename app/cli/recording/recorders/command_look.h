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

// The kind of a program, which decides which recorders can tell its functions.
enum class ProgramKind : uint8_t {
  kUnknown,  // the program is not recognized
  kNative,   // a file of machine code
  kJava,
  kNode,
  kPython,
  kRuby,
  kScript,  // a script of a shell or another language, in which no other program was found
};
// The words for a kind within a sentence.
inline constexpr auto kProgramKindWords = WordsInOrder<ProgramKind, 7>(
    "unknown program, native program, Java program, Node.js program, Python program, Ruby program, "
    "script");

// "a Java program", "an unknown program".
[[nodiscard]] std::string KindText(ProgramKind kind);

// The file of a program.
struct FoundProgram {
  std::filesystem::path path;           // with all links resolved
  std::span<const std::byte> contents;  // valid while the finder lives
  bool has_other_rights = false;        // it runs as another user or group than its caller
};

// Finds the file that a name starts, as the system does: on PATH, or as a path if the name has a '/'.
using ProgramFinder = std::function<std::optional<FoundProgram>(const std::string& name)>;

inline constexpr size_t kNoWord = SIZE_MAX;

// A program that a command line or a script starts.
struct StartedProgram {
  ProgramKind kind = ProgramKind::kUnknown;
  std::string program;  // as the command line or the script names it
  std::string
      interpreter;     // the word that starts its interpreter: "python3" of a script; empty: none, or unknown
  ProgramFacts facts;  // of a native program
  bool has_other_rights = false;
  bool ignores_variables = false;     // by an option of the interpreter: python3 -E, -I, -S
  std::vector<std::string> wrappers;  // programs that start it, outermost first: "env", "sh", "build.sh"
  // Variables that `env` unsets or sets for it: `env -u A B=1`; kAllVariables: it gets none at all.
  std::vector<std::string> lost_variables;
  friend bool operator==(const StartedProgram&, const StartedProgram&) = default;
};
inline constexpr std::string_view kAllVariables = "*";

// The program that a command line starts in the end.
struct CommandLook : StartedProgram {
  size_t program_word = kNoWord;       // the index of `program` among the words; kNoWord: a script names it
  std::vector<StartedProgram> others;  // of other kinds, started by the script too: each once, in its order
  bool is_found = false;               // whether the first word names a program
  friend bool operator==(const CommandLook&, const CommandLook&) = default;
};

// Follows words as they would be started: through `env`, `nice`, `timeout` and the like, `sh -c` and shell
// scripts to the program that they start, which is told by its name, its first line or its machine code. Of
// several programs in a script it takes the last one that it recognizes. Scripts are not run: the program
// behind a variable is guessed by the variable's name alone ("$JAVACMD").
[[nodiscard]] CommandLook InspectCommand(std::span<const std::string> words, const ProgramFinder& find);

// The same command with `look.others[other]` as the program that it starts; the program so far becomes one of
// the others.
[[nodiscard]] CommandLook WithProgram(const CommandLook& look, size_t other);

// Looks at a running process, whose file and words are known.
[[nodiscard]] CommandLook InspectProcess(std::span<const std::string> words, const FoundProgram& program);

}  // namespace ringscope
