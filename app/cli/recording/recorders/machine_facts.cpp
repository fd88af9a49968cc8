#include "app/cli/recording/recorders/machine_facts.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>
#include <thread>
#include <utility>

#include "cct/base/job_control.h"
#include "cct/base/system/child_process.h"
#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

std::string FirstLineOf(const char* path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::optional<int> SettingOf(const char* path) {
  const std::string line = FirstLineOf(path);
  if (line.empty()) return std::nullopt;
  return static_cast<int>(std::strtol(line.c_str(), nullptr, 10));
}

// The value of a line "key : value".
std::string ValueIn(const char* path, std::string_view key) {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    const std::string_view text = line;
    if (!text.starts_with(key)) continue;
    const size_t at = text.find_first_of(":=");
    if (at == std::string_view::npos) continue;
    std::string_view value = Trimmed(text.substr(at + 1));
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"')
      value = value.substr(1, value.size() - 2);
    return std::string(value);
  }
  return {};
}

std::string ProcessorText() {
  constexpr const char* kFile = "/proc/cpuinfo";
  std::string name = ValueIn(kFile, "model name");
  if (name.empty()) name = ValueIn(kFile, "Model");
  const unsigned cores = std::thread::hardware_concurrency();
  if (name.empty() || cores == 0) return name;
  return fmt::format("{}, {} {}", name, cores, cores == 1 ? "core" : "cores");
}

// Whether this process may count the events for itself.
bool CanCount(perf_event_attr attributes) {
  attributes.size = sizeof(attributes);
  attributes.disabled = 1;
  attributes.exclude_hv = 1;
  const long counter = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  if (counter < 0) return false;
  close(static_cast<int>(counter));
  return true;
}

perf_event_attr SampledEvent(uint32_t type, uint64_t config) {
  perf_event_attr attributes{};
  attributes.type = type;
  attributes.config = config;
  attributes.sample_period = 1'000'000;
  attributes.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID;
  attributes.exclude_kernel = 1;
  return attributes;
}

void AskKernel(MachineFacts& facts) {
  perf_event_attr clock = SampledEvent(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK);
  if (CanCount(clock)) {
    facts.perf = PerfAccess::kUserCode;
    clock.exclude_kernel = 0;
    if (CanCount(clock)) facts.perf = PerfAccess::kAll;
  }
  perf_event_attr cycles = SampledEvent(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES);
  facts.has_counters = CanCount(cycles);
  if (facts.has_counters) {
    cycles.sample_type |= PERF_SAMPLE_BRANCH_STACK;
    cycles.branch_sample_type = PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_CALL_STACK;
    facts.has_branch_records = CanCount(cycles);
  }
  facts.has_tracepoints = access("/sys/kernel/tracing/events/syscalls/sys_enter_read/id", R_OK) == 0 ||
                          access("/sys/kernel/debug/tracing/events/syscalls/sys_enter_read/id", R_OK) == 0;
  facts.perf_event_paranoid = SettingOf("/proc/sys/kernel/perf_event_paranoid");
  facts.ptrace_scope = SettingOf("/proc/sys/kernel/yama/ptrace_scope");
}

// The largest size of perf's buffer for one processor that stays under `limit_bytes` for all processors: a
// power of two, to which the kernel adds a page. 0: perf's own choice is as large.
uint64_t BufferWithin(uint64_t limit_bytes) {
  constexpr uint64_t kMostBytes = 32 << 20, kOwnBytes = 512 << 10;  // the second is perf's own choice
  const auto page_bytes = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  const auto processors = static_cast<uint64_t>(std::max(1L, sysconf(_SC_NPROCESSORS_CONF)));
  uint64_t bytes = kMostBytes;
  while (bytes > kOwnBytes && (bytes + page_bytes) > limit_bytes / processors) bytes /= 2;
  return bytes > kOwnBytes ? bytes : 0;
}

void FindBuffers(MachineFacts& facts) {
  const uint64_t memory_bytes = static_cast<uint64_t>(std::max(0L, sysconf(_SC_PHYS_PAGES))) *
                                static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  facts.root_perf_buffer_bytes = BufferWithin(memory_bytes / 16);
  rlimit locked{};
  if (facts.is_root)
    facts.perf_buffer_bytes = facts.root_perf_buffer_bytes;
  else if (getrlimit(RLIMIT_MEMLOCK, &locked) == 0)
    facts.perf_buffer_bytes = BufferWithin(std::min<uint64_t>(locked.rlim_cur, memory_bytes / 16));
}

bool IsContainer() {
  if (access("/.dockerenv", F_OK) == 0 || access("/run/.containerenv", F_OK) == 0) return true;
  return std::getenv("KUBERNETES_SERVICE_HOST") != nullptr || std::getenv("container") != nullptr;
}

// A file of our own recorders, and its possible places below a folder of recorders.
constexpr std::string_view kPythonAgent = "ringscope_record", kJavaAgent = "ringscope-agent.jar";
struct AgentFile {
  std::string_view name;
  std::array<const char*, 2> places;
};
constexpr AgentFile kAgentFiles[] = {
    {kJavaAgent, {"ringscope-agent.jar", "java/ringscope-agent.jar"}},
    {"libringscope_trace.so", {"libringscope_trace.so", "native/libringscope_trace.so"}},
    // The folder that PYTHONPATH needs.
    {kPythonAgent, {"start", "python/start"}}};

constexpr std::string_view kPythonModule = "_ringscope_record.";

// The endings of the modules that lie beside Python's `start` folder.
std::vector<std::string> PythonModulesBeside(const std::filesystem::path& start) {
  std::vector<std::string> suffixes;
  std::error_code error;
  for (std::filesystem::directory_iterator it(start.parent_path(), error), end; !error && it != end;
       it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (name.starts_with(kPythonModule)) suffixes.push_back(name.substr(kPythonModule.size() - 1));
  }
  return suffixes;
}

// The folders of recorders: those of RINGSCOPE_AGENTS, else those of the build and of an installation.
std::vector<std::filesystem::path> AgentFolders(const std::filesystem::path& program) {
  std::vector<std::filesystem::path> folders;
  if (const char* const told = std::getenv("RINGSCOPE_AGENTS"); told != nullptr && *told != '\0') {
    for (std::string_view rest = told; !rest.empty();) {
      const std::string_view folder = rest.substr(0, rest.find(':'));
      folders.emplace_back(folder);
      rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    }
    return folders;
  }
  const std::filesystem::path beside = program.parent_path();
  return {beside / "agents", beside / "lib" / "ringscope", beside.parent_path() / "lib" / "ringscope"};
}

}  // namespace

std::optional<std::filesystem::path> FindOnPath(std::string_view name) {
  const auto is_executable = [](const std::filesystem::path& path) {
    std::error_code error;
    return access(path.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(path, error);
  };
  if (name.empty()) return std::nullopt;
  if (name.find('/') != std::string_view::npos) {
    const std::filesystem::path path(name);
    return is_executable(path) ? std::optional(path) : std::nullopt;
  }
  const char* const told = std::getenv("PATH");
  std::string_view rest = told == nullptr ? "/usr/local/bin:/usr/bin:/bin" : told;
  while (true) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    const std::filesystem::path path = std::filesystem::path(folder.empty() ? "." : folder) / name;
    if (is_executable(path)) return path;
    if (folder.size() == rest.size()) return std::nullopt;
    rest.remove_prefix(folder.size() + 1);
  }
}

std::string SuffixOfPython(const std::string& interpreter) {
  Result<ChildProcess> child = ChildProcess::Start(
      {interpreter, "-I", "-S", "-c", "import _imp; print(_imp.extension_suffixes()[0])"});
  if (!child) return {};
  constexpr std::chrono::seconds kPatience{2};
  for (const auto begun = std::chrono::steady_clock::now(); !child->HasEnded();) {
    if (std::chrono::steady_clock::now() - begun > kPatience) return {};
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  JobControl job;
  const std::string text = child->ReadAll(job).value_or("");
  const Result<int> code = child->Wait(job);
  return code && *code == 0 ? text.substr(0, text.find('\n')) : std::string();
}

int VersionOfJava(const std::string& interpreter) {
  std::error_code error;
  const std::filesystem::path program =
      std::filesystem::canonical(FindOnPath(interpreter).value_or(interpreter), error);
  if (error) return 0;
  // The home of "bin/java", then that of "jre/bin/java".
  std::filesystem::path folder = program.parent_path();
  std::string version;
  for (int up = 0; up < 2 && version.empty(); ++up) {
    folder = folder.parent_path();
    version = ValueIn((folder / "release").c_str(), "JAVA_VERSION=");
  }
  if (version.starts_with("1.")) version.erase(0, 2);  // "1.8.0_392"
  return static_cast<int>(std::strtol(version.c_str(), nullptr, 10));
}

std::filesystem::path OwnProgram() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error);
}

MachineFacts ReadMachineFacts(std::span<const std::string_view> tools, const std::filesystem::path& program) {
  MachineFacts facts;
  for (const std::string_view tool : tools) {
    if (const auto path = FindOnPath(tool)) facts.tools.emplace(tool, *path);
  }
  for (const std::filesystem::path& folder : AgentFolders(program)) {
    for (const AgentFile& file : kAgentFiles) {
      for (const char* const place : file.places) {
        std::error_code error;
        const std::filesystem::path path = folder / place;
        if (!std::filesystem::exists(path, error) || facts.HasAgent(file.name)) continue;
        // The jar works only with the library beside it.
        if (file.name == kJavaAgent &&
            !std::filesystem::exists(path.parent_path() / "libringscope_java.so", error))
          continue;
        if (file.name == kPythonAgent) {
          facts.recordable_pythons = PythonModulesBeside(path);
          if (facts.recordable_pythons.empty()) continue;
        }
        facts.agents.emplace(file.name, std::filesystem::absolute(path, error).lexically_normal());
      }
    }
  }
  AskKernel(facts);
  facts.is_root = geteuid() == 0;
  FindBuffers(facts);
  facts.is_container = IsContainer();
  const std::string system = ValueIn("/etc/os-release", "ID=");
  facts.is_ubuntu = system == "ubuntu";
  facts.processor = ProcessorText();
  return facts;
}

std::optional<FoundProgram> ProgramFiles::Find(const std::string& name) {
  auto path = FindOnPath(name);
  // The file of `sh FILE` need not be executable.
  std::error_code error;
  if (!path && name.find('/') != std::string::npos && std::filesystem::is_regular_file(name, error))
    path = name;
  if (!path) return std::nullopt;
  // A file that cannot be read, or mapped as addresses run out, can still be started.
  if (auto opened = Open(*path)) return opened;
  return FoundProgram{*path, {}, false};
}

std::optional<FoundProgram> ProgramFiles::Open(const std::filesystem::path& path) {
  for (const Known& known : files_) {
    if (known.path == path) return known.program;
  }
  auto mapped = MappedFile::Open(path, MappedFile::Access::kRandom);
  if (!mapped) return std::nullopt;
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(path, error);
  struct stat status {};
  const bool has_other_rights =
      stat(path.c_str(), &status) == 0 && (((status.st_mode & S_ISUID) != 0 && status.st_uid != geteuid()) ||
                                           ((status.st_mode & S_ISGID) != 0 && status.st_gid != getegid()));
  const FoundProgram program{error ? path : real, mapped->bytes(), has_other_rights};
  files_.push_back({path, program, std::move(*mapped)});
  return program;
}

CommandLook LookAtProcess(int process, ProgramFiles& files) {
  std::ifstream file(fmt::format("/proc/{}/cmdline", process), std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  std::vector<std::string> words;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\0', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  const std::filesystem::path link = fmt::format("/proc/{}/exe", process);
  const auto program = files.Open(link);
  if (program) return InspectProcess(words, *program);
  CommandLook look;
  look.program = words.empty() ? fmt::format("process {}", process) : words[0];
  return look;
}

}  // namespace ringscope
