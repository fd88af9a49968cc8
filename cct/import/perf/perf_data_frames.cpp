#include "cct/import/perf/perf_data_frames.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include "cct/base/text/number_text.h"
#include "cct/import/bytes/byte_source.h"
#include "cct/import/report_notes.h"

namespace ringscope {
namespace {

// The kernel allows a process 65530 mappings by default. The nodes take at most a gigabyte.
constexpr size_t kMaxMappings = size_t{1} << 23;
constexpr size_t kMaxNodes = size_t{1} << 25;

constexpr std::string_view kKernelPath = "[kernel.kallsyms]";
// Processes whose maps of generated code are kept in memory.
constexpr size_t kMaxJitMaps = 64;

// Memory without a file, where code is generated at run time. perf names its module after the symbol map.
bool IsAnonymous(std::string_view path) {
  return path == "//anon" || path == "[anon]" || path == "/anon_hugepage" || path == "[heap]" ||
         path.starts_with("/dev/zero") || path.starts_with("/SYSV") || path.starts_with("[anon:");
}

}  // namespace

PerfProcesses::PerfProcesses() { Name(0, "swapper"); }

bool PerfProcesses::Map(PerfMapping mapping) {
  if (mapping.end <= mapping.begin) return true;
  if (mappings_.size() >= kMaxMappings) return false;
  PerfRegions::Table& table = mapping.is_kernel ? kernel_ : processes_[mapping.pid];
  if (!regions_.Put(table, mapping.begin, mapping.end, static_cast<uint32_t>(mappings_.size()))) return false;
  mappings_.push_back(std::make_unique<PerfMapping>(std::move(mapping)));
  return true;
}

void PerfProcesses::Fork(uint32_t pid, uint32_t parent_pid, uint32_t tid, uint32_t parent_tid,
                         bool has_memory_of_parent) {
  if (pid != parent_pid) {
    PerfRegions::Table table;
    if (const auto parent = processes_.find(parent_pid); has_memory_of_parent && parent != processes_.end())
      table = regions_.Copy(parent->second);
    processes_.insert_or_assign(pid, table);
  }
  if (const auto name = names_.find(parent_tid); name != names_.end()) Name(tid, std::string(name->second));
}

uint32_t PerfProcesses::MappingAt(uint32_t pid, uint64_t address, bool in_kernel) const {
  if (in_kernel) return regions_.ValueAt(kernel_, address);
  const auto process = processes_.find(pid);
  return process == processes_.end() ? kNone : regions_.ValueAt(process->second, address);
}

std::string PerfProcesses::NameOf(uint32_t tid) const {
  const auto name = names_.find(tid);
  return name == names_.end() ? fmt::format(":{}", tid) : name->second;
}

uint32_t PerfRegions::Add(uint64_t begin, uint64_t end, uint32_t value, uint32_t owner) {
  nodes_.push_back({begin, end, value, owner});
  return static_cast<uint32_t>(nodes_.size() - 1);
}

uint32_t PerfRegions::Own(uint32_t node, uint32_t owner) {
  if (nodes_[node].owner == owner) return node;
  Node copy = nodes_[node];
  copy.owner = owner;
  nodes_.push_back(copy);
  return static_cast<uint32_t>(nodes_.size() - 1);
}

std::pair<uint32_t, uint32_t> PerfRegions::Split(uint32_t tree, uint64_t address, uint32_t owner) {
  if (tree == kNone) return {kNone, kNone};
  const uint32_t node = Own(tree, owner);
  if (nodes_[node].begin < address) {
    const auto [below, others] = Split(nodes_[node].right, address, owner);
    nodes_[node].right = below;
    return {node, others};
  }
  const auto [below, others] = Split(nodes_[node].left, address, owner);
  nodes_[node].left = others;
  return {below, node};
}

uint32_t PerfRegions::Join(uint32_t below, uint32_t above, uint32_t owner) {
  if (below == kNone) return above;
  if (above == kNone) return below;
  // Different addresses have different hashes.
  if (SeededHash()(nodes_[below].begin) > SeededHash()(nodes_[above].begin)) {
    const uint32_t node = Own(below, owner);
    const uint32_t joined = Join(nodes_[node].right, above, owner);
    nodes_[node].right = joined;
    return node;
  }
  const uint32_t node = Own(above, owner);
  const uint32_t joined = Join(below, nodes_[node].left, owner);
  nodes_[node].left = joined;
  return node;
}

uint32_t PerfRegions::LastOf(uint32_t tree) const {
  while (tree != kNone && nodes_[tree].right != kNone) tree = nodes_[tree].right;
  return tree;
}

bool PerfRegions::Put(Table& table, uint64_t begin, uint64_t end, uint32_t value) {
  if (begin >= end) return true;
  if (nodes_.size() >= kMaxNodes) return false;
  const uint32_t owner = table.owner;
  const auto [below, others] = Split(table.root, begin, owner);
  auto [covered, above] = Split(others, end, owner);
  // Of the regions that the new one cuts, the front of the first and the back of the last stay.
  const uint32_t first = LastOf(below);
  const uint32_t last = covered != kNone ? LastOf(covered) : first;
  if (last != kNone && nodes_[last].end > end)
    above = Join(Add(end, nodes_[last].end, nodes_[last].value, owner), above, owner);
  // The table owns the first region's node: Split() has gone through it.
  if (first != kNone && nodes_[first].end > begin) nodes_[first].end = begin;
  table.root = Join(Join(below, Add(begin, end, value, owner), owner), above, owner);
  return true;
}

PerfRegions::Table PerfRegions::Copy(Table& original) {
  original.owner = ++owner_count_;
  Table copy;
  copy.root = original.root;
  copy.owner = ++owner_count_;
  return copy;
}

uint32_t PerfRegions::ValueAt(const Table& table, uint64_t address) const {
  for (uint32_t node = table.root; node != kNone;) {
    const Node& at = nodes_[node];
    if (address < at.begin)
      node = at.left;
    else if (address < at.end)
      return at.value;
    else
      node = at.right;
  }
  return kNone;
}

PerfDataFrames::PerfDataFrames(const PerfProcesses& processes, const PerfDataHead& head, const ImportRun& run)
    : processes_(processes),
      head_(head),
      builder_(run.builder),
      job_(run.job),
      look_up_(run.options.look_up_symbols),
      symbolizer_(look_up_ ? MakeElfSymbolizer(run.options.call_sites) : nullptr) {
  unknown_.prints_modules = true;
}

void PerfDataFrames::Append(uint32_t pid, uint64_t address, bool in_kernel, bool is_caller,
                            std::vector<FrameId>& stack) {
  const uint32_t index = processes_.MappingAt(pid, address, in_kernel);
  if (index == PerfProcesses::kNone && !in_kernel) {
    unknown_.in_user_code = true;
    ++unknown_in_stack_;
    stack.push_back(UnknownFrame(builder_));
    return;
  }
  const auto make = [&] {
    const PerfMapping nowhere{.path = std::string(kKernelPath), .is_kernel = true};
    const PerfMapping& mapping = index == PerfProcesses::kNone ? nowhere : processes_.mapping(index);
    if (in_kernel)
      MakeKernelFrame(mapping, address, is_caller);
    else
      MakeUserFrames(mapping, address, is_caller);
    begins_.push_back(static_cast<uint32_t>(frames_.size()));
    return FrameId{0};
  };
  // A file cannot choose addresses whose keys collide.
  const std::array<uint64_t, 2> key{SeededHash()(address), uint64_t{index} << 1 | (is_caller ? 1 : 0)};
  const uint32_t known = known_.Intern(AsText(std::as_bytes(std::span(key))), make);
  for (uint32_t i = begins_[known + 1]; i-- > begins_[known];) {
    const FrameId frame = frames_[i];
    if (frame == nameless_kernel_ && !stack.empty() && stack.back() == frame) continue;
    stack.push_back(frame);
  }
}

void PerfDataFrames::MakeUserFrames(const PerfMapping& mapping, uint64_t address, bool is_caller) {
  if (IsAnonymous(mapping.path)) {
    MakeJitFrame(mapping, address, is_caller);
    return;
  }
  if (symbolizer_ != nullptr && !job_.cancelled()) {
    const uint64_t instruction = is_caller && address > mapping.begin ? address - 1 : address;
    const MappedCode code{mapping.path,        mapping.begin, mapping.end,
                          mapping.file_offset, mapping.inode, mapping.build_id};
    std::vector<SymbolFrame> symbols = symbolizer_->FramesAt(code, instruction);
    for (SymbolFrame& symbol : symbols) {
      if (std::optional<std::string> rust = PlainRustName(symbol.name)) symbol.name = std::move(*rust);
    }
    // The interrupted instruction has no callee in the stack, and so no calling line.
    if (!is_caller && !symbols.empty()) symbols.front().running_line = 0;
    AppendSymbolFrames(symbols, mapping.path, FrameKind::kUser, builder_, frames_);
    if (!symbols.empty()) {
      ++named_count_;
      return;
    }
  }
  ++nameless_count_;
  frames_.push_back(AddressFrame(builder_, mapping.path, address,
                                 address - mapping.begin + mapping.file_offset, KindOfModule(mapping.path)));
}

void PerfDataFrames::MakeJitFrame(const PerfMapping& mapping, uint64_t address, bool is_caller) {
  const std::string module = fmt::format("/tmp/perf-{}.map", mapping.pid);
  if (look_up_ && jit_maps_.size() < kMaxJitMaps && !jit_maps_.contains(mapping.pid))
    jit_maps_.try_emplace(mapping.pid, ReadJitMap(mapping.pid));
  const auto map = jit_maps_.find(mapping.pid);
  const std::string_view name =
      map == jit_maps_.end() ? std::string_view() : map->second.NameAt(is_caller ? address - 1 : address);
  ++(name.empty() ? nameless_count_ : named_count_);
  frames_.push_back(name.empty()
                        ? AddressFrame(builder_, module, 0, 0, FrameKind::kJit)
                        : builder_.InternFrame({.name = name, .module = module, .kind = FrameKind::kJit}));
}

void PerfDataFrames::MakeKernelFrame(const PerfMapping& mapping, uint64_t address, bool is_caller) {
  ++kernel_count_;
  if (mapping.is_symbol) {
    frames_.push_back(
        builder_.InternFrame({.name = mapping.path, .module = "[bpf]", .kind = FrameKind::kKernel}));
    return;
  }
  if (const KernelSymbols* const kernel = KernelSymbolsFor(mapping)) {
    if (const std::string_view name = kernel->NameAt(is_caller ? address - 1 : address); !name.empty()) {
      frames_.push_back(
          builder_.InternFrame({.name = name, .module = mapping.path, .kind = FrameKind::kKernel}));
      return;
    }
  }
  ++nameless_kernel_count_;
  if (!nameless_kernel_) {
    nameless_kernel_ =
        builder_.InternFrame({.name = "[kernel]", .module = kKernelPath, .kind = FrameKind::kKernel});
  }
  frames_.push_back(*nameless_kernel_);
}

// The running kernel's symbols, or null. They fit if its build ID is the recorded one (if none was recorded,
// its release and host name are) and it lies at the recorded address.
const KernelSymbols* PerfDataFrames::KernelSymbolsFor(const PerfMapping& mapping) {
  if (!look_up_ || mapping.path != kKernelPath) return nullptr;
  if (!std::exchange(is_kernel_looked_at_, true)) {
    struct utsname system {};
    const bool is_this_system =
        uname(&system) == 0 && head_.host == system.nodename && head_.release == system.release;
    if (mapping.build_id.empty() ? is_this_system : ReadKernelBuildId() == mapping.build_id) {
      kernel_.emplace(ReadKernelSymbols());
      if (kernel_->AddressOf("_text") != mapping.file_offset &&
          kernel_->AddressOf("_stext") != mapping.file_offset)
        kernel_.reset();
    }
  }
  return kernel_ ? &*kernel_ : nullptr;
}

void PerfDataFrames::AddNotes(ImportReport& report) const {
  if (symbolizer_ != nullptr) symbolizer_->AddNotes(report.notes);
  if (named_count_ == 0 && nameless_count_ > 0)
    Note(report,
         "User code without a name is its module and the offset in it. The offset of a caller is a return "
         "address.");
  else if (nameless_count_ > 0)
    Note(report, "Without a name: {} of {} of user code.", CountText(nameless_count_),
         CountedText(nameless_count_ + named_count_, "address", "addresses"));
  if (nameless_kernel_count_ > 0)
    Note(report,
         "[kernel] stands for {} of {} in the kernel: its names are known on the machine that was "
         "recorded, until it starts again, and where `sysctl kernel.kptr_restrict` is 0.",
         CountText(nameless_kernel_count_), CountedText(kernel_count_, "address", "addresses"));
}

}  // namespace ringscope
