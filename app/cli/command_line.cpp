#include "app/cli/command_line.h"

#include <algorithm>
#include <csignal>
#include <string>
#include <system_error>
#include <utility>

#include "app/cli/command_syntax.h"
#include "app/cli/drawing_words.h"
#include "app/cli/memory_size.h"
#include "app/cli/output.h"
#include "app/cli/recording/target_process.h"
#include "app/cli/syntax.h"
#include "app/cli/version.h"
#include "cct/base/exhaustion.h"
#include "cct/base/system/memory_limit.h"
#include "cct/base/system/spill_folder.h"
#include "cct/base/text/nearest_word.h"

namespace ringscope {
namespace {

std::optional<std::string> NearestCommand(const std::string& word, const CommandTable& commands) {
  std::vector<std::string> names;
  for (const auto& command : commands) names.push_back(command->name);
  return NearestWord(word, names);
}

// Prints the help of the command `word`, or of the program if `word` is empty.
int PrintHelp(const CommandSyntax& program, const CommandTable& commands, const std::string& word) {
  constexpr size_t kWidestHelp = 100;
  const size_t width = std::min(TerminalWidth().value_or(kWidestHelp), kWidestHelp);
  const CommandSyntax* const command = FindCommand(commands, word);
  if (command == nullptr && !word.empty()) {
    const std::optional<std::string> meant = NearestCommand(word, commands);
    return ReportError(
        fmt::format("ringscope: expected a command, found '{}'; {}", word,
                    meant ? fmt::format("did you mean '{}'?", *meant) : "see 'ringscope --help'"));
  }
  Output out;
  out.Write(command == nullptr ? ProgramHelp(program, commands, width) : CommandHelp(*command, width));
  return out.Finish();
}

bool IsMissing(const std::filesystem::path& file) {
  std::error_code error;
  return std::filesystem::status(file, error).type() == std::filesystem::file_type::not_found;
}

// Words outside a command are files to open: the first missing one is reported as a mistyped command. Among
// several file names a missing one is no problem: the other files open.
std::optional<std::string> UnknownWordProblem(const ParsedWords& parsed, const CommandTable& commands,
                                              const std::vector<std::filesystem::path>& files) {
  const auto missing = std::ranges::find_if(files, IsMissing);
  if (missing == files.end()) return std::nullopt;
  if (*missing == "-")
    return "ringscope: the window opens files: 'ringscope convert - -o FILE.cct' makes one of the standard "
           "input";
  const std::optional<std::string> meant = NearestCommand(missing->string(), commands);
  const bool is_file_name = missing->string().find_first_of("./") != std::string::npos;
  if (!meant && is_file_name && parsed.command == nullptr && !std::ranges::all_of(files, IsMissing))
    return std::nullopt;
  return fmt::format("ringscope: '{}' is neither a command nor a file; {}", missing->string(),
                     meant ? fmt::format("did you mean '{}'?", *meant) : "see 'ringscope --help'");
}

}  // namespace

std::optional<int> RunCommandLine(int argc, char** argv, ViewerRequest& request) {
  RememberCallerSignals();
  // write() then returns the error of a closed pipe or of a file size limit.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);

  bool wants_version = false;
  std::string helped;
  CommandSyntax program;
  program.description =
      "ringscope: calling context trees as ring charts. Without a command it opens the viewer.";
  program.AddOption("FILE", request.files, "Profiles to open in the viewer");
  program.AddOption("--source-folder DIR", request.source_folders,
                    "A folder of sources, remembered: the source of a function is searched for below it by "
                    "the file's name, or by its definition where the profile names no file; may be given "
                    "several times");
  program.AddFlag("--version", wants_version, "Print the version");
  program.Example("ringscope run.folded", "Opens a profile");
  program.Example("ringscope record --open -- ./program", "Records a program and opens what it did");
  program.Example("ringscope methods run.folded", "Prints what each function costs");
  CommandTable commands = AllCommands();
  uint64_t max_memory_bytes = 0;  // 0: --max-memory is not given
  for (const auto& command : commands)
    AddMemorySize(command.get(), "--max-memory SIZE", max_memory_bytes,
                  "Fail rather than take more memory, as in 512M or 1.5G; K, M, G, T and KiB, MiB, ... are "
                  "steps of 1024, kB, MB, ... of 1000; default: three quarters of the memory available");
  CommandSyntax* const help = commands.emplace_back(std::make_unique<CommandSyntax>()).get();
  help->name = "help";
  help->description = "What a command does and takes, with examples";
  help->Example("ringscope help render", "What render takes");
  help->AddOption("COMMAND", helped, "Which one; default: the program");
  bool as_manual = false;
  help->AddFlag("--manual", as_manual, "The page of the manual, for man");
  help->run = [&]() -> Result<int> {
    if (!as_manual) return PrintHelp(program, commands, helped);
    Output out;
    out.Write(ManualPage(program, commands, VersionText()));
    return out.Finish();
  };
  std::vector<std::string> typed;
  CommandSyntax* const complete = commands.emplace_back(std::make_unique<CommandSyntax>()).get();
  complete->name = "complete";
  complete->description = "The words that may come next on a command line, for shells";
  complete->has_words_behind = true;
  complete->AddOption("WORD", typed, "The words typed so far, the last of which may be empty");
  complete->Example("ringscope complete -- methods run.cct --sort \"\"", "Columns that methods sorts by");
  complete->run = [&]() -> Result<int> {
    Output out;
    for (const std::string& word : CompletionsOf(program, commands, typed)) out.Write(word + "\n");
    return out.Finish();
  };

  std::vector<std::string> words = DrawingWords({argv + std::min(argc, 1), argv + argc});
  // If all words are files, `track` is a folder of that name: the command does nothing without options.
  if (std::ranges::none_of(words, IsMissing))
    std::ranges::replace(words, std::string("track"), std::string("./track"));
  const ParsedWords parsed = ParseWords(program, commands, words);
  const std::string name = parsed.command == nullptr ? std::string() : parsed.command->name;
  if (parsed.wants_help) return PrintHelp(program, commands, name);
  // The unknown word comes first: options of a mistyped command are unknown because the command is.
  if (const auto problem = UnknownWordProblem(parsed, commands, request.files)) return ReportError(*problem);
  if (!parsed.problem.empty()) {
    return ReportError(fmt::format("ringscope: {}; see 'ringscope {}{}--help'", parsed.problem, name,
                                   name.empty() ? "" : " "));
  }
  if (wants_version) {
    Output out;
    out.Print("ringscope {}\n", VersionText());
    return out.Finish();
  }
  if (parsed.command == nullptr) {
    for (const std::filesystem::path& file : request.files)
      if (IsMissing(file)) PrintNote(fmt::format("{}: there is no such file", file.string()));
    return std::nullopt;
  }
  if (max_memory_bytes == 0) max_memory_bytes = DefaultMaxMemoryBytes();
  const Result<int> code = CatchExhaustion([&]() -> Result<int> {
    const MemoryLimit limit(max_memory_bytes);  // ends before the error is made, which takes memory too
    bool is_told = false;
    const SpillFolder spill(FolderForSpills(), [&](uint64_t bytes) {
      if (std::exchange(is_told, true)) return;
      PrintNote(SpillNote(max_memory_bytes, bytes));
    });
    Result<int> answered = parsed.command->run();
    return answered ? std::move(answered) : ReportError(answered.error());
  });
  if (code) return *code;
  return ReportError("ringscope: " +
                     (MemoryLimit::exceeded() ? MemoryError(max_memory_bytes) : code.error()).message);
}

}  // namespace ringscope
