#include "app/cli/command_line.h"

#include <csignal>

#include "app/cli/output.h"
#include "app/cli/syntax.h"

namespace ringscope {

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
    return ReportError(fmt::format("ringscope: {}; see 'ringscope --help'", error.what()));
  }
}

}  // namespace ringscope
