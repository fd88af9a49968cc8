#include "app/cli/command_line.h"

#include <csignal>

#include "app/cli/output.h"
#include "app/cli/syntax.h"

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
  // "The following argument was not expected: zzz"
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && colon != std::string::npos)
    return fmt::format("expected no further argument, found '{}'", text.substr(colon + 2));
  // "Could not convert: --seed = x"
  const size_t equals = text.find(" = ");
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr && colon != std::string::npos &&
      equals != std::string::npos) {
    return fmt::format("{}: expected another kind of value, found '{}'",
                       text.substr(colon + 2, equals - colon - 2), text.substr(equals + 3));
  }
  return text;
}

}  // namespace

std::optional<int> RunCommandLine(int argc, char** argv, ViewerRequest& request) {
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
  AddPictureCommands(app, run);
  AddQuestionCommands(app, run);
  try {
    app.parse(argc, argv);
    if (!run) return std::nullopt;
    return run();
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    return ReportError(fmt::format("ringscope: {}; see 'ringscope --help'", SentenceOf(error)));
  }
}

}  // namespace ringscope
