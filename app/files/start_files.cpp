#include "app/files/start_files.h"

#include <array>
#include <system_error>
#include <utility>

#include "app/files/file_facts.h"

namespace ringscope {
namespace {

struct Example {
  std::string_view name, description;
};
constexpr std::array kExamples{
    Example{"javac.folded.gz", "The Java compiler at its own library"},
    Example{"tsc.cpuprofile.gz", "The TypeScript compiler in Node.js"},
    Example{"worked_example.folded", "18 contexts, to learn how a chart is read"},
};

}  // namespace

std::vector<ExampleFile> FindExamples(const std::filesystem::path& program) {
  const std::filesystem::path folder = program.parent_path();
  std::vector<ExampleFile> found;
  // Installed; built within the sources.
  for (const char* place : {"../share/ringscope/examples", "../../examples"}) {
    for (const Example& example : kExamples) {
      FileFacts facts = FactsOf((folder / place / example.name).lexically_normal().string());
      if (facts.exists) found.push_back({std::move(facts), example.description});
    }
    if (!found.empty()) break;
  }
  return found;
}

std::shared_ptr<const StartFiles> RunStartFiles(const StartFilesRequest& request, JobControl& job) {
  auto files = std::make_shared<StartFiles>();
  std::error_code error;
  files->examples = FindExamples(std::filesystem::read_symlink("/proc/self/exe", error));
  for (const std::string& path : request.recent) {
    if (job.cancelled()) return nullptr;
    files->recent.push_back(FactsOf(path));
  }
  return files;
}

}  // namespace ringscope
