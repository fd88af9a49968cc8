#include "app/cli/recording/output_place.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <string_view>

#include "app/cli/output.h"
#include "cct/base/system/atomic_file.h"
#include "cct/base/text/ascii.h"
#include "cct/file/cct_file.h"

namespace ringscope {
namespace {

// The name of the program that an interpreter runs: of a script or a jar without folder and extension, of a
// module, of a class. Empty if no word names it.
std::string NameOfScript(const CommandLook& look, const std::vector<std::string>& command) {
  constexpr std::string_view kWithValue[] = {
      "-cp",           "-classpath", "--class-path", "-p", "--module-path", "--add-modules", "--add-opens",
      "--add-exports", "-W",         "-X",           "-r", "--require",     "--import"};
  const bool is_java = std::filesystem::path(look.program).filename() == "java";
  const auto last_part = [](const std::string& name) { return name.substr(name.find_last_of("./") + 1); };
  for (size_t i = look.program_word + 1; i < command.size(); ++i) {
    const std::string& word = command[i];
    const std::string next = i + 1 < command.size() ? command[i + 1] : std::string();
    if (word == "-jar") return std::filesystem::path(next).stem().string();
    if (word == "-m" || word == "--module") return is_java ? last_part(next) : next;
    if (word == "-c" || word == "-e") return {};
    if (std::find(std::begin(kWithValue), std::end(kWithValue), word) != std::end(kWithValue)) {
      ++i;
    } else if (!word.starts_with('-')) {
      const std::filesystem::path script(word);
      if (is_java && script.extension() != ".java") return last_part(word);
      return script.has_extension() ? script.stem().string() : std::string();
    }
  }
  return {};
}

// The name of a script that starts a program. Empty for a shell or a tool such as `env`.
std::string NameOfWrapper(const std::vector<std::string>& command) {
  const std::filesystem::path first = command.empty() ? std::string() : command.front();
  constexpr std::string_view kShells[] = {"sh",  "bash", "dash",  "zsh",    "ksh",
                                          "env", "nice", "nohup", "timeout"};
  const std::string name = first.filename().string();
  if (std::find(std::begin(kShells), std::end(kShells), name) != std::end(kShells)) return {};
  return first.stem().string();
}

std::string HostName() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string("unknown");
}

// Replaces characters that do not belong into a part of a path.
std::string PathPart(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return !IsLetterOrDigit(c) && c != '-' && c != '_' && c != '.'; }, '_');
  return text == "." || text == ".." ? "_" : text;
}

}  // namespace

std::filesystem::path DefaultOutput(const CommandLook& look, const std::vector<std::string>& command,
                                    bool (*is_taken)(const std::filesystem::path&)) {
  std::string stem;
  if (look.program_word >= command.size()) {
    stem = NameOfWrapper(command);
  } else if (look.kind != ProgramKind::kNative) {
    stem = NameOfScript(look, command);
  }
  if (stem.empty()) stem = std::filesystem::path(look.program).filename().string();
  std::replace_if(
      stem.begin(), stem.end(),
      [](char c) { return IsControl(c) || c == '/' || c == '$' || c == '"' || c == '{' || c == '}'; }, '_');
  if (stem.empty()) stem = "recording";
  std::filesystem::path path = stem + ".cct";
  for (int number = 2; is_taken(path); ++number) path = fmt::format("{}-{}.cct", stem, number);
  return path;
}

std::optional<JobPlace> JobPlace::Find(std::string (*environment)(const char* name)) {
  JobPlace place;
  // Slurm also sets the rank in batch scripts, which are no step.
  if (!environment("SLURM_STEP_ID").empty()) place.rank = environment("SLURM_PROCID");
  for (const char* const name : {"PMIX_RANK", "PMI_RANK", "OMPI_COMM_WORLD_RANK"})
    if (place.rank.empty()) place.rank = environment(name);
  if (place.rank.empty()) return std::nullopt;
  place.job = environment("SLURM_JOB_ID");
  place.step = environment("SLURM_STEP_ID");
  place.host = environment("SLURMD_NODENAME");
  if (place.host.empty()) place.host = HostName();
  return place;
}

std::filesystem::path JobPlace::OutputBelow(const std::filesystem::path& asked) const {
  std::filesystem::path folder = asked;
  if (folder.extension() == ".cct") folder.replace_extension();
  if (folder.empty())
    folder =
        job.empty() ? "job" : "job-" + PathPart(job) + (step.empty() ? std::string() : "." + PathPart(step));
  return folder / PathPart(host) / ("rank-" + PathPart(rank) + ".cct");
}

void JobPlace::Describe(Execution& execution) const {
  SetAttribute("rank", rank, execution);
  SetAttribute("host", host, execution);
  if (!job.empty()) SetAttribute("job", job, execution);
  if (!step.empty()) SetAttribute("step", step, execution);
}

NameTaken TakeName(const std::filesystem::path& output) {
  const int file = open(output.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) return errno == EEXIST ? NameTaken::kByOthers : NameTaken::kByNobody;
  close(file);
  return NameTaken::kByUs;
}

Result<void> CheckReplaceable(const std::filesystem::path& output, const std::vector<std::string>& command) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(output, error);
  if (!std::filesystem::exists(status)) return {};
  const auto refuse = [&](std::string_view what) { return Refuse("{}: expected {}", output.string(), what); };
  if (!std::filesystem::is_regular_file(status)) {
    return refuse(std::filesystem::is_directory(status) ? "a file to write, found a folder"
                                                        : "a file to write, found a device");
  }
  RINGSCOPE_TRY(ReplaceableFile(output));
  for (const std::string& word : command) {
    if (std::filesystem::equivalent(word, output, error) && !error)
      return refuse("another file than one that the command names");
  }
  std::array<char, 64> front{};
  std::ifstream file(output, std::ios::binary);
  file.read(front.data(), front.size());
  const auto size = static_cast<size_t>(file.gcount());
  if (size != 0 && !LooksLikeCctFile(std::as_bytes(std::span(front).first(size))))
    return refuse("a new file, or a .cct file to replace, found another file");
  return {};
}

namespace {

// Recorders take paths in lists of several forms: true of paths that need no quotes in any of them.
bool NeedsNoQuotes(const std::filesystem::path& path) {
  const std::string& text = path.native();
  return std::all_of(text.begin(), text.end(), [](char c) {
    return IsLetterOrDigit(c) || c == '/' || c == '.' || c == '_' || c == '-' || c == '+';
  });
}

// Room for the beginning of a recording: the files of recorders are larger than the result.
bool HasRoom(const std::filesystem::path& folder) {
  constexpr uint64_t kFewestBytes = uint64_t{8} << 20;
  struct statvfs status {};
  return statvfs(folder.c_str(), &status) == 0 && uint64_t{status.f_bavail} * status.f_frsize >= kFewestBytes;
}

}  // namespace

Result<WorkFolder> WorkFolder::Make(const std::filesystem::path& output, bool is_shared) {
  std::error_code error;
  const std::filesystem::path beside = std::filesystem::absolute(output, error).parent_path();
  if (error || access(beside.c_str(), W_OK) != 0) {
    return Refuse(
        "{}: cannot write: {}", output.string(),
        std::filesystem::is_directory(beside, error) ? "the folder is read-only" : "no such folder");
  }
  const char* const variable = std::getenv("TMPDIR");
  const std::string told = variable == nullptr ? "" : variable;
  std::vector<std::filesystem::path> roots{beside, told.empty() ? "/tmp" : told, "/tmp"};
  if (is_shared) std::rotate(roots.begin(), roots.begin() + 1, roots.end());
  for (const bool needs_room : {true, false}) {
    for (const std::filesystem::path& root : roots) {
      if (!NeedsNoQuotes(root) || (needs_room && !HasRoom(root))) continue;
      std::string name = (root / ".ringscope-recording-XXXXXX").string();
      if (mkdtemp(name.data()) != nullptr) return WorkFolder(name);
    }
  }
  return Refuse("record: cannot make a folder for what is recorded: {}", std::strerror(errno));
}

}  // namespace ringscope
