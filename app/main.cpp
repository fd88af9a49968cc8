#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "app/cli/command_syntax.h"
#include "app/cli/drawing_words.h"
#include "app/cli/memory_size.h"
#include "app/cli/output.h"
#include "app/cli/recording/target_process.h"
#include "app/cli/syntax.h"
#include "app/cli/version.h"
#include "app/files/documents.h"
#include "app/source/source.h"
#include "app/window/os_window.h"
#include "app/window/viewer.h"
#include "cct/base/exhaustion.h"
#include "cct/base/system/large_array.h"
#include "cct/base/system/mapping_guard.h"
#include "cct/base/system/memory_limit.h"
#include "cct/base/system/spill_folder.h"
#include "cct/base/text/nearest_word.h"

namespace ringscope {
namespace {

// What the window opens if no command was given.
struct ViewerRequest {
  std::vector<std::filesystem::path> files;
  std::vector<std::filesystem::path> source_folders;  // to be remembered
};

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

// Parses the command line and runs its command; returns the exit code. Without a command it returns
// std::nullopt, and `request` says what the window opens.
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

void WriteToStderr(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(STDERR_FILENO, text.data(), text.size());
    if (count <= 0) return;
    text.remove_prefix(static_cast<size_t>(count));
  }
}

// Prints a message about a file that became shorter, and exits: called from a signal handler. Prints only
// plain characters of the path, as a terminal acts on others.
void ExitAtLostFile(const char* path) {
  constexpr size_t kMostPathBytes = 4096;
  char shown[kMostPathBytes];
  size_t size = 0;
  for (const char* at = path; *at != '\0' && size < kMostPathBytes; ++at)
    shown[size++] = *at >= ' ' && *at <= '~' ? *at : '?';
  WriteToStderr({shown, size});
  WriteToStderr(
      ": expected a file that stays as it is while it is read, found that another program made it shorter\n");
  _exit(2);
}

int RunViewer(const ViewerRequest& request) {
  InstallMappingGuard(nullptr);
  const std::filesystem::path settings_path = SettingsPath();
  const Settings settings = LoadSettings(settings_path);
  std::error_code error;
  const bool first_run = !std::filesystem::exists(settings_path, error);
  auto window = Window::Open({"ringscope", settings.window_width, settings.window_height, true, first_run});
  if (!window) return ReportError("ringscope: " + DescribeError(window.error()));
  auto viewer = Viewer::Create(**window, {settings_path});
  if (!viewer) return ReportError("ringscope: " + DescribeError(viewer.error()));
  for (const auto& folder : request.source_folders)
    (*viewer)->Post(action::AddSourceFolder{std::filesystem::absolute(folder, error).string()});
  for (const auto& file : request.files) (*viewer)->Post(action::OpenFile{file, request.files.size() > 1});
  (*viewer)->Run();
  return 0;
}

}  // namespace
}  // namespace ringscope

int main(int argc, char** argv) {
  using namespace ringscope;
  UseHugePagesInHeap();
  InstallMappingGuard(ExitAtLostFile);
  ViewerRequest request;
  if (const auto code = RunCommandLine(argc, argv, request)) return *code;
  return RunViewer(request);
}
