#include <unistd.h>

#include <cstdio>
#include <string_view>

#include "app/cli/command_line.h"
#include "app/files/documents.h"
#include "app/source/source.h"
#include "app/window/os_window.h"
#include "app/window/viewer.h"
#include "cct/base/system/large_array.h"
#include "cct/base/system/mapping_guard.h"
#include "cct/base/text/utf8.h"

namespace {

int PrintError(const ringscope::Error& error) {
  std::fprintf(stderr, "ringscope: %s\n", ringscope::TerminalLine(ringscope::DescribeError(error)).c_str());
  return 2;
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

int RunViewer(const ringscope::ViewerRequest& request) {
  using namespace ringscope;
  InstallMappingGuard(nullptr);
  const std::filesystem::path settings_path = SettingsPath();
  const Settings settings = LoadSettings(settings_path);
  std::error_code error;
  const bool first_run = !std::filesystem::exists(settings_path, error);
  auto window = Window::Open({"ringscope", settings.window_width, settings.window_height, true, first_run});
  if (!window) return PrintError(window.error());
  auto viewer = Viewer::Create(**window, {settings_path});
  if (!viewer) return PrintError(viewer.error());
  for (const auto& folder : request.source_folders)
    (*viewer)->Post(action::AddSourceFolder{std::filesystem::absolute(folder, error).string()});
  for (const auto& file : request.files) (*viewer)->Post(action::OpenFile{file, request.files.size() > 1});
  (*viewer)->Run();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  ringscope::UseHugePagesInHeap();
  ringscope::InstallMappingGuard(ExitAtLostFile);
  ringscope::ViewerRequest request;
  if (const auto code = ringscope::RunCommandLine(argc, argv, request)) return *code;
  return RunViewer(request);
}
