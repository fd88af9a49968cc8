#include "app/cli/command_line.h"
#include "app/cli/output.h"

int main(int argc, char** argv) {
  ringscope::ViewerRequest request;
  if (const std::optional<int> exit_code = ringscope::RunCommandLine(argc, argv, request)) return *exit_code;
  return ringscope::ReportError("ringscope: this build has no viewer; see 'ringscope --help'");
}
