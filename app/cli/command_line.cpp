#include "app/cli/command_line.h"

#include <algorithm>
#include <csignal>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/cli/caller_signals.h"
#include "app/cli/output.h"
#include "app/cli/syntax.h"
#include "cct/base/exhaustion.h"
#include "cct/base/text/nearest_word.h"

namespace ringscope {
namespace {

// What is wrong, in the words of the other errors where the parser has a shorthand of its own.
std::string SentenceOf(const CLI::ParseError& error) {
  const std::string text = error.what();
  // "--depth: 1 required UINT missing"
  const size_t colon = text.find(": ");
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr && colon != std::string::npos &&
      text.ends_with(" missing")) {
    return fmt::format("{}: expected a value behind it, found none", text.substr(0, colon));
  }
  // "The following argument was not expected: zzz"; of several, the last one written stands first.
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && colon != std::string::npos) {
    const std::string_view words = std::string_view(text).substr(colon + 2);
    return fmt::format("expected no further argument, found '{}'", words.substr(words.rfind(' ') + 1));
  }
  // "Could not convert: --seed = x"
  const size_t equals = text.find(" = ");
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr && colon != std::string::npos &&
      equals != std::string::npos) {
    return fmt::format("{}: expected another kind of value, found '{}'",
                       text.substr(colon + 2, equals - colon - 2), text.substr(equals + 3));
  }
  return text;
}

// Of words outside a command, which are files to open: the first that does not exist, as a mistyped command.
std::optional<std::string> UnknownWordProblem(const CLI::App& app,
                                              const std::vector<std::filesystem::path>& files) {
  const auto is_missing = [](const std::filesystem::path& file) {
    std::error_code error;
    return std::filesystem::status(file, error).type() == std::filesystem::file_type::not_found;
  };
  const auto missing = std::find_if(files.begin(), files.end(), is_missing);
  if (missing == files.end()) return std::nullopt;
  if (*missing == "-")
    return "ringscope: the window opens files: 'ringscope convert - -o FILE.cct' makes one of the standard "
           "input";
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    commands.push_back(command->get_name());
  const std::optional<std::string> meant = NearestWord(missing->string(), commands);
  return fmt::format("ringscope: '{}' is neither a command nor a file; {}", missing->string(),
                     meant ? fmt::format("did you mean '{}'?", *meant) : "see 'ringscope --help'");
}

}  // namespace

std::optional<int> RunCommandLine(int argc, char** argv, ViewerRequest& request) {
  RememberCallerSignals();
  // Errors of writing are seen where they happen: a closed pipe, a file size limit.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);

  CLI::App app("ringscope: calling context trees as ring charts. Without a command it opens the viewer.",
               "ringscope");
  app.set_version_flag("--version", "ringscope " RINGSCOPE_VERSION);
  app.require_subcommand(0, 1);
  app.add_option("FILE", request.files, "Profiles to open in the viewer");
  Run run;
  AddFileCommands(app, run);
  AddKindCommands(app, run);
  AddQuestionCommands(app, run);
  AddCompareCommands(app, run);
  AddTrackCommand(app, run);
  AddRecordCommand(app, run);
  try {
    std::vector<std::string> words = HandedOn({argv + std::min(argc, 1), argv + argc});
    std::reverse(words.begin(), words.end());  // as the parser takes them
    app.parse(std::move(words));
    if (const auto problem = UnknownWordProblem(app, request.files)) return ReportError(*problem);
    if (!run) return std::nullopt;
    const Result<int> code = CatchExhaustion([&run]() -> Result<int> { return run(); });
    return code ? *code : ReportError("ringscope: " + code.error().message);
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    // Options of a mistyped command are unknown only because it is.
    if (const auto problem = UnknownWordProblem(app, request.files)) return ReportError(*problem);
    return ReportError(fmt::format("ringscope: {}; see 'ringscope --help'", SentenceOf(error)));
  }
}

}  // namespace ringscope
