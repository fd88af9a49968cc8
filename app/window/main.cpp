#include <cstdio>

#include "app/cli/command_line.h"
#include "app/window/viewer.h"
#include "app/window/window.h"
#include "cct/base/system/mapping_guard.h"
#include "cct/base/text/terminal_text.h"

namespace {

int Complain(const ringscope::Error& error) {
  std::fprintf(stderr, "ringscope: %s\n", ringscope::TerminalLine(ringscope::DescribeError(error)).c_str());
  return 2;
}

int RunViewer(const ringscope::ViewerRequest& request) {
  using namespace ringscope;
  InstallMappingGuard(AtLoss::kTell);
  const std::filesystem::path settings_path = SettingsPath();
  const Settings settings = LoadSettings(settings_path);
  std::error_code error;
  const bool first_run = !std::filesystem::exists(settings_path, error);
  auto window = Window::Open({"ringscope", settings.window_width, settings.window_height, true, first_run});
  if (!window) return Complain(window.error());
  auto viewer = Viewer::Create(**window, {settings_path});
  if (!viewer) return Complain(viewer.error());
  for (const auto& file : request.files) (*viewer)->Post(action::OpenFile{file, request.files.size() > 1});
  (*viewer)->Run();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  ringscope::InstallMappingGuard(ringscope::AtLoss::kEndProgram);
  ringscope::ViewerRequest request;
  if (const auto code = ringscope::RunCommandLine(argc, argv, request)) return *code;
  return RunViewer(request);
}
