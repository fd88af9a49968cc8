#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/symbols/symbolizer.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/building/index_table.h"
#include "cct/tree/frame_table.h"
#include "cct/tree/samples.h"

namespace ringscope {

// "/usr/lib/libc.so.6" -> "libc.so.6".
[[nodiscard]] std::string_view BaseName(std::string_view path);

// kKernel or kJit (code generated at run time) if the module has one of the names that perf and others give
// such modules; else kUser.
[[nodiscard]] FrameKind KindOfModule(std::string_view module);

// The line or column of a frame: the number, or 0 (unknown) if the number cannot be one.
template <typename Number>
[[nodiscard]] uint32_t PlaceOf(Number number) {
  return number > 0 && number <= 0xffffffff ? static_cast<uint32_t>(number) : 0;
}

// The frame "[unknown]", for code without a name, a module or an address.
[[nodiscard]] FrameId UnknownFrame(CctBuilder& builder);

// The frame of code without a name, named by its place in its module, which is the same in every run.
// `in_module` is the address in the module's file. Returns UnknownFrame() if `module` is empty and `address`
// is 0; either alone may be unknown.
[[nodiscard]] FrameId AddressFrame(CctBuilder& builder, std::string_view module, uint64_t address,
                                   uint64_t in_module, FrameKind kind);

// The name of a thread or process in a ring: "name (tid 12)", or the part of it that is known.
[[nodiscard]] std::string RingName(std::string_view name, std::string_view id_kind, std::string_view id);

// The name of a Rust function whose symbol has the legacy mangling and was demangled as a C++ symbol, as
// perf, DTrace and macOS's sample do:
// "_$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$core..fmt..Debug$GT$::fmt::h0123456789abcdef" becomes
// "<alloc::vec::Vec<T> as core::fmt::Debug>::fmt". Such a name ends in a hash of 16 hexadecimal digits, at
// least five of them different; nullopt for any other name. The escapes are those of rustc's legacy mangling
// (https://github.com/rust-lang/rustc-demangle, src/legacy.rs); unknown escapes stay.
[[nodiscard]] std::optional<std::string> PlainRustName(std::string_view name);

// Appends the frames that a symbolizer found for one address, the outermost first: the last of `symbols` is
// the function itself, which is of `kind`; the others are inlined. A frame is followed by the line of its
// call to the next one, if the symbolizer has it.
inline void AppendSymbolFrames(std::span<const SymbolFrame> symbols, std::string_view module, FrameKind kind,
                               CctBuilder& builder, std::vector<FrameId>& frames) {
  for (size_t i = symbols.size(); i-- > 0;) {
    frames.push_back(builder.InternFrame({.name = symbols[i].name,
                                          .module = module,
                                          .file = symbols[i].file,
                                          .line = symbols[i].line,
                                          .kind = i + 1 < symbols.size() ? FrameKind::kInlined : kind}));
    if (symbols[i].running_line != 0) frames.push_back(builder.CallLine(symbols[i].running_line));
  }
}

// Removes the frame of the only thread from a tree that has all contexts below it, and moves the samples to
// the new ids of their contexts.
inline void LeaveOutOnlyThread(CctBuilder& builder, FrameId thread, std::span<SampleList> series) {
  CctBuilder with_ring = std::move(builder);
  builder = CctBuilder(with_ring.limits());
  const BuildNode top = with_ring.Child(kBuildRoot, thread);
  const std::vector<BuildNode> moved = builder.MergeSubtree(with_ring, top, kBuildRoot);
  for (SampleList& list : series) {
    for (BuildNode& node : list.context) node = moved[node - top];
  }
}

// Distinct pieces of input text in order of first appearance, each with the frame it stands for. Importers
// look up pieces more often than they do anything else, so a look-up is cheaper than interning the frame: one
// hash, one comparison.
class FrameTexts {
 public:
  struct Entry {
    uint64_t offset_bytes;
    uint32_t size_bytes;
    FrameId frame;
  };
  static constexpr uint32_t kNotFound = IndexTable::kNone;

  // The index of `text`, or kNotFound. `hash` is Hash(text).
  [[nodiscard]] uint32_t Find(std::string_view text, uint64_t hash) const;
  // Begin to fetch what Find() reads, so that the waits for several texts overlap: the slots, then the texts.
  void FetchSlot(uint64_t hash) const { __builtin_prefetch(&table_.FirstOf(hash)); }
  void FetchText(uint64_t hash) const {
    const uint32_t first = table_.FirstOf(hash).index;
    for (const size_t at : {0, 64})
      if (first != kNotFound) __builtin_prefetch(text(first).data() + at);
  }
  // `text` must be new. Returns its index.
  uint32_t Add(std::string_view text, uint64_t hash, FrameId frame);

  // The index of `text`; adds it with the frame make_frame() if it is new.
  template <typename MakeFrame>
  uint32_t Intern(std::string_view text, MakeFrame make_frame) {
    return Intern(text, Hash(text), make_frame);
  }
  template <typename MakeFrame>
  uint32_t Intern(std::string_view text, uint64_t hash, MakeFrame make_frame) {
    const uint32_t known = Find(text, hash);
    return known != kNotFound ? known : Add(text, hash, make_frame());
  }
  // The frame of `text`; adds it with the frame make_frame() if it is new.
  template <typename MakeFrame>
  FrameId FrameOf(std::string_view text, MakeFrame make_frame) {
    return entries_[Intern(text, make_frame)].frame;
  }

  [[nodiscard]] const Entry& entry(uint32_t index) const { return entries_[index]; }
  [[nodiscard]] std::string_view text(uint32_t index) const {
    return {bytes_.data() + entries_[index].offset_bytes, entries_[index].size_bytes};
  }
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(entries_.size()); }

  // The size of all texts together.
  [[nodiscard]] uint64_t text_bytes() const { return bytes_.size(); }

  [[nodiscard]] static uint64_t Hash(std::string_view text);

 private:
  std::vector<Entry> entries_;
  IndexTable table_;
  std::basic_string<char, std::char_traits<char>, LargeAllocator<char>> bytes_;
};

}  // namespace ringscope
