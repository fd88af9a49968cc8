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

// What the system lets perf see.
enum class PerfAccess : uint8_t { kNone, kUserCode, kAll };

// What this machine, this user and this container let recorders do: plain data, read once.
struct MachineFacts {
  std::map<std::string, std::filesystem::path, std::less<>> tools;  // by name, of those on PATH
  // Recorders of our own: "ringscope-agent.jar" and "libringscope_trace.so" as files, "ringscope_record" as
  // the folder that Python has to look for modules in, where there is a recorder for any version.
  std::map<std::string, std::filesystem::path, std::less<>> agents;
  // How names of extensions end in the versions of Python that there is a recorder for:
  // ".cpython-311-x86_64-linux-gnu.so".
  std::vector<std::string> recordable_pythons;
  // The same of interpreters that were asked, by the word that starts them.
  std::map<std::string, std::string, std::less<>> pythons;
  // Which Java the machines are whose folders say so, by the word that starts them: 17.
  std::map<std::string, int, std::less<>> javas;
  PerfAccess perf = PerfAccess::kNone;
  bool has_counters = false;                             // of the processor: cycles, instructions
  bool has_branch_records = false;                       // the last branches taken (LBR)
  bool has_tracepoints = false;                          // the kernel's, readable for this user
  std::optional<int> perf_event_paranoid, ptrace_scope;  // nothing: the kernel has no such setting
  // What perf may keep of each processor's events until it has written them, with and without root's rights;
  // 0: no more than it takes by itself.
  uint64_t perf_buffer_bytes = 0, root_perf_buffer_bytes = 0;
  bool is_root = false;
  bool is_container = false;
  bool is_ubuntu = false;
  std::string processor;  // "AMD EPYC 7763, 2 cores"; empty: unknown

  [[nodiscard]] bool HasTool(std::string_view name) const { return tools.find(name) != tools.end(); }
  [[nodiscard]] bool HasAgent(std::string_view name) const { return agents.find(name) != agents.end(); }
};

// Looks for `tools` on PATH, for our own recorders beside `program` (the running program) and where
// RINGSCOPE_AGENTS says, and asks the kernel what it allows by trying it. Takes a few milliseconds.
[[nodiscard]] MachineFacts ReadMachineFacts(std::span<const std::string_view> tools,
                                            const std::filesystem::path& program);

// How the names of extensions end of a Python interpreter, which is started for it without any module but its
// own. Empty: it does not say, or not within two seconds.
[[nodiscard]] std::string SuffixOfPython(const std::string& interpreter);

// Which Java an interpreter is, by the file `release` of its folder; 0: nothing tells.
[[nodiscard]] int VersionOfJava(const std::string& interpreter);

// What starting a name starts: the file itself where it has a '/', else the first executable one on PATH.
[[nodiscard]] std::optional<std::filesystem::path> FindOnPath(std::string_view name);

// The path of the running program.
[[nodiscard]] std::filesystem::path OwnProgram();

// Finds the files of programs on the disk. Those that are looked at stay mapped meanwhile.
class ProgramFiles {
 public:
  // What starting the name starts, or a shell reads.
  [[nodiscard]] std::optional<FoundProgram> Find(const std::string& name);
  // The file of a program; nothing where it cannot be read.
  [[nodiscard]] std::optional<FoundProgram> Open(const std::filesystem::path& path);

 private:
  struct Known {
    std::filesystem::path path;
    FoundProgram program;
    MappedFile file;
  };
  std::vector<Known> files_;
};

// What runs in a process.
[[nodiscard]] CommandLook LookAtProcess(int process, ProgramFiles& files);

}  // namespace ringscope
