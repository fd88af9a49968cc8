#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/recording/recorders/command_look.h"
#include "cct/base/system/mapped_file.h"

namespace ringscope {

// The code that the system lets perf see.
enum class PerfAccess : uint8_t { kNone, kUserCode, kAll };

// The abilities of recorders on this machine, for this user, in this container: plain data, read once.
struct MachineFacts {
  std::map<std::string, std::filesystem::path, std::less<>> tools;  // by name, those on PATH
  // Recorders of our own by name: "ringscope-agent.jar" and "libringscope_trace.so" as files,
  // "ringscope_record" as the folder that Python imports it from, if the recorder is built for any version.
  std::map<std::string, std::filesystem::path, std::less<>> agents;
  // The endings of extension modules of the Python versions that the recorder is built for:
  // ".cpython-311-x86_64-linux-gnu.so".
  std::vector<std::string> recordable_pythons;
  // These endings of interpreters that were asked, by the word that starts them.
  std::map<std::string, std::string, std::less<>> pythons;
  // The versions of Java machines whose folders tell them, by the word that starts them: 17.
  std::map<std::string, int, std::less<>> javas;
  PerfAccess perf = PerfAccess::kNone;
  bool has_counters = false;                             // hardware counters: cycles, instructions
  bool has_branch_records = false;                       // the last branches taken (LBR)
  bool has_tracepoints = false;                          // the kernel's, readable for this user
  std::optional<int> perf_event_paranoid, ptrace_scope;  // std::nullopt: not in this kernel
  // The largest buffer of perf for the events of each processor, with and without root's rights; 0: no larger
  // than perf's default.
  uint64_t perf_buffer_bytes = 0, root_perf_buffer_bytes = 0;
  bool is_root = false;
  bool is_container = false;
  bool is_ubuntu = false;
  std::string processor;  // "AMD EPYC 7763, 2 cores"; empty: unknown

  [[nodiscard]] bool HasTool(std::string_view name) const { return tools.find(name) != tools.end(); }
  [[nodiscard]] bool HasAgent(std::string_view name) const { return agents.find(name) != agents.end(); }
};

// Looks for `tools` on PATH, for our own recorders beside `program` (the running program) and in the folders
// of RINGSCOPE_AGENTS, and asks the kernel for its permissions by trying. Takes a few milliseconds.
[[nodiscard]] MachineFacts ReadMachineFacts(std::span<const std::string_view> tools,
                                            const std::filesystem::path& program);

// The ending of a Python interpreter's extension modules; starts the interpreter without any other module.
// Empty: it does not tell, or not within two seconds.
[[nodiscard]] std::string SuffixOfPython(const std::string& interpreter);

// The version of a Java interpreter by the file `release` of its folder; 0: unknown.
[[nodiscard]] int VersionOfJava(const std::string& interpreter);

// The file that a name starts: the file itself if the name has a '/', else the first executable one on PATH.
[[nodiscard]] std::optional<std::filesystem::path> FindOnPath(std::string_view name);

// The path of the running program.
[[nodiscard]] std::filesystem::path OwnProgram();

// Finds the files of programs on the disk and keeps them mapped while it lives.
class ProgramFiles {
 public:
  // The file that the name starts, or that a shell reads.
  [[nodiscard]] std::optional<FoundProgram> Find(const std::string& name);
  // The file of a program; std::nullopt: it cannot be read.
  [[nodiscard]] std::optional<FoundProgram> Open(const std::filesystem::path& path);

 private:
  struct Known {
    std::filesystem::path path;
    FoundProgram program;
    MappedFile file;
  };
  std::vector<Known> files_;
};

// The program that runs in a process.
[[nodiscard]] CommandLook LookAtProcess(int process, ProgramFiles& files);

}  // namespace ringscope
