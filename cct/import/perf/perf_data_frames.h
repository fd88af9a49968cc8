#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "cct/import/id_index.h"
#include "cct/import/importer.h"
#include "cct/import/perf/perf_data_head.h"
#include "cct/import/perf/perf_data_processes.h"
#include "cct/import/perf/perf_form.h"
#include "cct/symbols/listed_symbols.h"
#include "cct/symbols/symbolizer.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/import_report.h"

namespace ringscope {

// Names what addresses of a perf.data stand for: by the file that lay there, as far as it is still there, the
// kernel's own code by the list of the kernel that runs, where it is the one that was recorded.
class PerfDataFrames {
 public:
  // All must outlive it. Of `run` its builder, job and options are used.
  PerfDataFrames(const PerfProcesses& processes, const PerfDataHead& head, const ImportRun& run);

  // Appends the frames of an address, innermost first: those that are inlined there, and the function itself;
  // with call sites asked for, the line that calls in front of each that calls.
  // Of a caller the address is that of the instruction behind the call. Kernel code without a name is one
  // frame, however many follow each other.
  void Append(uint32_t pid, uint64_t address, bool in_kernel, bool is_caller, std::vector<FrameId>& stack);

  // Of the frames that the stack at hand has gotten since the last call, how many are of no known place.
  [[nodiscard]] uint64_t TakeUnknownCount() { return std::exchange(unknown_in_stack_, 0); }
  [[nodiscard]] PerfUnknown& unknown() { return unknown_; }
  // Addresses of user code with and without a name.
  [[nodiscard]] uint64_t named_count() const { return named_count_; }
  [[nodiscard]] uint64_t nameless_count() const { return nameless_count_; }
  // Says what the frames are.
  void AddNotes(ImportReport& report) const;

 private:
  struct Key {
    uint64_t address;
    uint32_t mapping;
    bool is_caller;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct HashOfKey {
    size_t operator()(const Key& key) const {
      const uint64_t place = uint64_t{key.mapping} << 1 | (key.is_caller ? 1 : 0);
      return SeededHash()(SeededHash()(key.address) + place);
    }
  };
  struct Frames {
    uint32_t begin = 0, count = 0;
  };
  void MakeUserFrames(const PerfMapping& mapping, uint64_t address, bool is_caller);
  // Of code that was made at run time.
  void MakeJitFrame(const PerfMapping& mapping, uint64_t address, bool is_caller);
  void MakeKernelFrame(const PerfMapping& mapping, uint64_t address, bool is_caller);
  [[nodiscard]] const KernelSymbols* KernelSymbolsFor(const PerfMapping& mapping);

  const PerfProcesses& processes_;
  const PerfDataHead& head_;
  CctBuilder& builder_;
  const JobControl& job_;
  bool look_up_;
  std::unique_ptr<Symbolizer> symbolizer_;
  std::unordered_map<uint32_t, JitMap> jit_maps_;  // by process
  std::optional<KernelSymbols> kernel_;
  bool is_kernel_looked_at_ = false;
  std::unordered_map<Key, Frames, HashOfKey> known_;
  std::vector<FrameId> frames_;  // outermost first
  std::optional<FrameId> nameless_kernel_;
  uint64_t named_count_ = 0, nameless_count_ = 0, nameless_kernel_count_ = 0, kernel_count_ = 0;
  uint64_t unknown_in_stack_ = 0;
  PerfUnknown unknown_;
};

}  // namespace ringscope
