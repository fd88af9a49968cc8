#include "app/cli/recording/recorders/command_look.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cct/base/text/ascii.h"
#include "cct/base/text/shell_words.h"
#include "cct/import/bytes/byte_source.h"

namespace ringscope {
namespace {

constexpr int kMostWrappers = 8;              // nested in each other
constexpr size_t kMostScriptBytes = 1 << 18;  // of its beginning
constexpr size_t kMostScriptCommands = 4096;

std::string_view BaseName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// Whether a name is `stem`, perhaps with a version of digits and dots: "python3.11" of "python".
bool IsVersionOf(std::string_view name, std::string_view stem) {
  if (!name.starts_with(stem)) return false;
  name.remove_prefix(stem.size());
  return std::ranges::all_of(name, [](char c) { return IsDigit(c) || c == '.'; });
}

// Programs of the JDK that are Java machines too, and take the machine's options from the environment alone.
bool IsToolOfJava(std::string_view name) {
  constexpr std::string_view kNames[] = {"jar",   "javac", "javadoc", "javap",  "jdeps",
                                         "jlink", "jmod",  "jshell",  "keytool"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

// The kind by the name of an interpreter; kUnknown: the name is no known one.
ProgramKind KindByName(std::string_view name) {
  if (name == "java" || IsToolOfJava(name)) return ProgramKind::kJava;
  if (name == "node" || name == "nodejs") return ProgramKind::kNode;
  if (IsVersionOf(name, "python") || IsVersionOf(name, "pypy")) return ProgramKind::kPython;
  if (IsVersionOf(name, "ruby")) return ProgramKind::kRuby;
  return ProgramKind::kUnknown;
}

// The kind of program that a script starts by a variable: "$JAVACMD", "${JAVA:-java}", "$JAVA_HOME/bin/java".
ProgramKind KindByVariable(std::string_view word) {
  if (word.find('$') == std::string_view::npos) return ProgramKind::kUnknown;
  if (const ProgramKind kind = KindByName(BaseName(word)); kind != ProgramKind::kUnknown) return kind;
  std::string name(word.substr(word.find('$')));
  std::transform(name.begin(), name.end(), name.begin(), [](char c) { return ToLower(c); });
  constexpr EnumWords<ProgramKind, 4> kNames{{{"java", ProgramKind::kJava},
                                              {"node", ProgramKind::kNode},
                                              {"python", ProgramKind::kPython},
                                              {"ruby", ProgramKind::kRuby}}};
  const auto* const row = FindPrefix(kNames, std::string_view(name).substr(name.starts_with("${") ? 2 : 1));
  return row == nullptr ? ProgramKind::kUnknown : row->value;
}

bool IsShell(std::string_view name) {
  constexpr std::string_view kShells[] = {"sh", "bash", "dash", "zsh", "ksh", "ash"};
  return std::ranges::find(kShells, name) != std::end(kShells);
}

// A program that starts the program behind its own options.
struct Wrapper {
  std::string_view name;
  std::string_view options_with_value;  // short ones, a letter each, whose value is the next word
  size_t own_words = 0;                 // words that are no options: "timeout 10 PROGRAM"
};
constexpr Wrapper kWrappers[] = {{"env", "uCS", 0},    {"nice", "n", 0},         {"nohup", "", 0},
                                 {"setsid", "", 0},    {"time", "fo", 0},        {"timeout", "ks", 1},
                                 {"stdbuf", "ioe", 0}, {"ionice", "cnpPu", 0},   {"taskset", "", 1},
                                 {"chrt", "", 1},      {"xvfb-run", "nesfp", 0}, {"exec", "a", 0},
                                 {"command", "", 0},   {"numactl", "CmNip", 0}};

const Wrapper* FindWrapper(std::string_view name) {
  const auto* const found =
      std::ranges::find_if(kWrappers, [name](const Wrapper& one) { return one.name == name; });
  return found == std::end(kWrappers) ? nullptr : found;
}

// Commands that a shell runs itself, and small tools: none is worth a profile.
bool IsShellTool(std::string_view name) {
  constexpr std::string_view kNames[] = {
      ".",      ":",     "[",       "alias", "basename", "break", "case",   "cat",    "cd",    "chmod",
      "cp",     "date",  "dirname", "echo",  "esac",     "eval",  "exit",   "export", "false", "for",
      "grep",   "in",    "local",   "ls",    "mkdir",    "mv",    "printf", "pwd",    "read",  "readlink",
      "return", "rm",    "sed",     "set",   "shift",    "sleep", "source", "test",   "trap",  "true",
      "ulimit", "umask", "uname",   "unset", "wait",     "which"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

// The index of the word that a wrapper starts; the number of words: it starts nothing.
size_t WordBehind(const Wrapper& wrapper, std::span<const std::string> words) {
  size_t own_words = wrapper.own_words;
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == "--") return i + 1 + own_words;
    if (wrapper.name == "env" && word == "-") continue;
    if (word.size() > 1 && word[0] == '-') {
      // "-n 5" but "-n5" and "--adjustment=5".
      if (word.size() == 2 && wrapper.options_with_value.find(word[1]) != std::string_view::npos) ++i;
      continue;
    }
    if (wrapper.name == "env" && IsAssignment(word)) continue;
    if (own_words == 0) return i;
    --own_words;
  }
  return words.size();
}

// Notes the variables that `env` unsets, or sets, for the program behind its own words.
void NoteLostVariables(std::span<const std::string> words, StartedProgram& program) {
  for (size_t i = 1; i < words.size() && words[i] != "--"; ++i) {
    const std::string_view word = words[i];
    constexpr std::string_view kLongUnset = "--unset=";
    const bool is_short = word.size() > 1 && word[0] == '-' && word[1] != '-';
    const bool has_next = word.size() == 2 && i + 1 < words.size();
    if (word == "-" || word == "--ignore-environment" ||
        (is_short && word.substr(0, word.find_first_of("uCS")).find('i') != std::string_view::npos))
      program.lost_variables.emplace_back(kAllVariables);
    else if (word.starts_with(kLongUnset))
      program.lost_variables.emplace_back(word.substr(kLongUnset.size()));
    else if (word.starts_with("-u") && (has_next || word.size() > 2))
      program.lost_variables.emplace_back(has_next ? words[++i] : word.substr(2));
    else if (word.starts_with("-C") && has_next)
      ++i;
    else if (IsAssignment(word))
      program.lost_variables.emplace_back(word.substr(0, word.find('=')));
  }
}

// Whether options behind `python3` keep it from reading variables and the folders of its path: -E, -I and -S,
// alone or among others.
bool IgnoresVariables(std::span<const std::string> words) {
  for (const std::string& word : words.subspan(1)) {
    if (word.size() < 2 || word[0] != '-' || word == "--") return false;
    for (size_t i = 1; i < word.size() && word[1] != '-'; ++i) {
      const char option = word[i];
      if (option == 'E' || option == 'I' || option == 'S') return true;
      if (option == 'c' || option == 'm') return false;
      if (option == 'W' || option == 'X') break;
    }
    if (word == "-W" || word == "-X") return false;  // rare; the next word is its value
  }
  return false;
}

class Inspector {
 public:
  explicit Inspector(const ProgramFinder& find) : find_(find) {}

  CommandLook Look(std::span<const std::string> words) {
    CommandLook look;
    if (words.empty()) return look;
    look.is_found = find_(words[0]).has_value();
    Follow(words, true, kMostWrappers, look);
    return look;
  }

  void LookAtFile(std::span<const std::string> words, const FoundProgram& file, bool is_given, int depth,
                  CommandLook& look) {
    const std::string_view text = AsText(file.contents).substr(0, kMostScriptBytes);
    look.has_other_rights = look.has_other_rights || file.has_other_rights;
    if (text.starts_with("#!")) return LookAtScript(words, text, is_given, depth, look);
    if (ProgramFacts facts = FactsOfProgram(file.contents); facts.is_program) {
      look.kind = KindByName(BaseName(file.path.native()));
      if (look.kind == ProgramKind::kUnknown) {
        look.kind = ProgramKind::kNative;
        look.facts = facts;
      } else {
        NoteInterpreter(words, look);
      }
      return;
    }
    // The shell runs a text file without "#!".
    const bool is_text = text.substr(0, 512).find('\0') == std::string_view::npos && !text.empty();
    if (is_text) LookAtShellText(BaseName(words[0]), text, TextIs::kScript, depth, look);
  }

 private:
  // Whether a shell's text is the argument of `sh -c`, or a file.
  enum class TextIs : uint8_t { kCommand, kScript };

  // `is_given`: the words belong to the command line, from `offset_` on.
  void Follow(std::span<const std::string> words, bool is_given, int depth, CommandLook& look) {
    if (words.empty()) return;
    const std::string_view name = BaseName(words[0]);
    look.program = words[0];
    look.program_word = is_given && !IsToolOfJava(name) ? offset_ : kNoWord;
    look.kind = KindByName(name);
    if (look.kind != ProgramKind::kUnknown) {
      NoteInterpreter(words, look);
      return NoteShim(words[0], look);
    }
    if (look.kind = KindByVariable(words[0]); look.kind != ProgramKind::kUnknown) return;
    if (depth == 0) return;
    if (const Wrapper* const wrapper = FindWrapper(name)) {
      const size_t behind = WordBehind(*wrapper, words);
      if (behind >= words.size()) return LookAtNative(words, is_given, depth, look);
      look.wrappers.emplace_back(name);
      if (name == "env") NoteLostVariables(words.first(behind), look);
      if (is_given) offset_ += behind;
      return Follow(words.subspan(behind), is_given, depth - 1, look);
    }
    if (IsShell(name) && words.size() > 1) return LookAtShell(words, is_given, depth, look);
    LookAtNative(words, is_given, depth, look);
  }

  // `words` begin with the interpreter.
  static void NoteInterpreter(std::span<const std::string> words, CommandLook& look) {
    look.interpreter = words[0];
    look.ignores_variables = look.kind == ProgramKind::kPython && IgnoresVariables(words);
  }

  // Version managers put a shell script in the place of an interpreter.
  void NoteShim(const std::string& name, CommandLook& look) {
    const std::optional<FoundProgram> file = find_(name);
    if (!file) return;
    const std::string_view text = AsText(file->contents).substr(0, kMostScriptBytes);
    if (!text.starts_with("#!")) return;
    const std::vector<std::string> first = SplitShellWords(text.substr(2, text.find('\n') - 2));
    const bool is_by_env = first.size() > 1 && BaseName(first[0]) == "env";
    if (!first.empty() && IsShell(BaseName(first[is_by_env ? 1 : 0])))
      look.wrappers.emplace_back(BaseName(name));
  }

  void LookAtNative(std::span<const std::string> words, bool is_given, int depth, CommandLook& look) {
    if (const std::optional<FoundProgram> file = find_(words[0]))
      LookAtFile(words, *file, is_given, depth, look);
  }

  // `sh -c TEXT` or `sh [-e] SCRIPT ARGUMENTS`.
  void LookAtShell(std::span<const std::string> words, bool is_given, int depth, CommandLook& look) {
    size_t i = 1;
    bool is_text = false;
    for (; i < words.size() && words[i].size() > 1 && words[i][0] == '-' && words[i] != "--"; ++i) {
      is_text = is_text || (words[i][1] != '-' && words[i].find('c') != std::string::npos);
      if (words[i] == "-o" || words[i] == "-O") ++i;
    }
    if (i < words.size() && words[i] == "--") ++i;
    if (i >= words.size()) return LookAtNative(words, is_given, depth, look);
    if (is_text) return LookAtShellText(BaseName(words[0]), words[i], TextIs::kCommand, depth, look);
    const std::string script = words[i].find('/') == std::string::npos ? "./" + words[i] : words[i];
    look.wrappers.emplace_back(BaseName(words[0]));
    look.kind = ProgramKind::kScript;
    look.program = words[i];
    look.program_word = kNoWord;
    if (const std::optional<FoundProgram> file = find_(script)) {
      LookAtShellText(BaseName(script), AsText(file->contents).substr(0, kMostScriptBytes), TextIs::kScript,
                      depth, look);
    }
  }

  // Looks at a script by its first line: "#!/usr/bin/env -S node --flag".
  void LookAtScript(std::span<const std::string> words, std::string_view text, bool is_given, int depth,
                    CommandLook& look) {
    const std::vector<std::string> first = SplitShellWords(text.substr(2, text.find('\n') - 2));
    look.kind = ProgramKind::kScript;
    if (first.empty() || depth == 0) return;
    std::span<const std::string> interpreter = first;
    if (BaseName(first[0]) == "env") {
      const size_t behind = std::min(WordBehind({"env", "uC", 0}, first), first.size());
      NoteLostVariables(interpreter.first(behind), look);
      interpreter = interpreter.subspan(behind);
      if (interpreter.empty()) return;
    }
    const std::string_view name = BaseName(interpreter[0]);
    if (IsShell(name)) return LookAtShellText(BaseName(words[0]), text, TextIs::kScript, depth, look);
    if (const ProgramKind kind = KindByName(name); kind != ProgramKind::kUnknown) {
      look.kind = kind;
      NoteInterpreter(interpreter, look);
    }
    if (is_given) look.program_word = kNoWord;  // options cannot be put behind the script
  }

  // Chooses the last command of a text that starts a recognized program; a native program only if there is no
  // other.
  void LookAtShellText(std::string_view name, std::string_view text, TextIs is, int depth,
                       CommandLook& look) {
    look.wrappers.emplace_back(name);
    look.kind = ProgramKind::kScript;
    look.program_word = kNoWord;
    CommandLook native;
    std::optional<CommandLook> last;
    std::vector<CommandLook> all;
    for (const std::vector<std::string>& command : ShellCommands(text)) {
      if (++script_commands_ > kMostScriptCommands) break;
      CommandLook found;
      // Most names on PATH are tools of a script: the program that it is for has a path, or is an
      // interpreter.
      const std::string_view first = command[0];
      if (IsShellTool(first)) continue;
      const bool is_worth_looking = is == TextIs::kCommand || first.find('/') != std::string_view::npos ||
                                    FindWrapper(first) != nullptr || IsShell(first) ||
                                    KindByName(first) != ProgramKind::kUnknown ||
                                    KindByVariable(first) != ProgramKind::kUnknown;
      if (!is_worth_looking) continue;
      Follow(command, false, depth - 1, found);
      if (found.kind == ProgramKind::kUnknown || found.kind == ProgramKind::kScript) continue;
      all.push_back(found);
      if (found.kind == ProgramKind::kNative)
        native = found;
      else
        last = found;
    }
    if (!last && native.kind == ProgramKind::kNative) last = native;
    if (!last) return;
    const std::vector<std::string> lost = look.lost_variables;  // by every program that the shell starts
    const auto below = [&lost](StartedProgram started) {
      started.lost_variables.insert(started.lost_variables.begin(), lost.begin(), lost.end());
      return started;
    };
    StartedProgram started = below(*last);
    started.has_other_rights = look.has_other_rights || last->has_other_rights;
    started.wrappers.insert(started.wrappers.begin(), look.wrappers.begin(), look.wrappers.end());
    static_cast<StartedProgram&>(look) = std::move(started);
    for (const CommandLook& found : all) {
      AddOther(below(found), look);
      for (const StartedProgram& other : found.others) AddOther(below(other), look);
    }
  }
  static void AddOther(const StartedProgram& other, CommandLook& look) {
    const bool is_known = std::ranges::any_of(
        look.others, [&](const StartedProgram& one) { return one.program == other.program; });
    if (other.kind != look.kind && !is_known) look.others.push_back(other);
  }

  const ProgramFinder& find_;
  size_t script_commands_ = 0;  // looked at in all scripts, which may start each other
  size_t offset_ = 0;           // of the current words among those of the command line
};

}  // namespace

CommandLook InspectCommand(std::span<const std::string> words, const ProgramFinder& find) {
  return Inspector(find).Look(words);
}

CommandLook WithProgram(const CommandLook& look, size_t other) {
  CommandLook seen = look;
  std::swap(static_cast<StartedProgram&>(seen), seen.others[other]);
  // The outermost wrapper is the script itself.
  const std::vector<std::string>& wrappers = look.wrappers;
  seen.wrappers.insert(seen.wrappers.begin(), wrappers.begin(),
                       wrappers.begin() + std::min<std::ptrdiff_t>(std::ssize(wrappers), 1));
  seen.program_word = kNoWord;
  return seen;
}

CommandLook InspectProcess(std::span<const std::string> words, const FoundProgram& program) {
  const ProgramFinder none = [](const std::string&) { return std::nullopt; };
  CommandLook look;
  look.is_found = true;
  look.program = words.empty() ? program.path.string() : words[0];
  const std::vector<std::string> own{look.program};
  Inspector(none).LookAtFile(own, program, false, 0, look);
  return look;
}

std::string KindText(ProgramKind kind) {
  const std::string_view word = WordOf(kProgramKindWords, kind);
  return fmt::format(
      "{} {}", std::string_view("aeiou").find(word.front()) == std::string_view::npos ? "a" : "an", word);
}

}  // namespace ringscope
