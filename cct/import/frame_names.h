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

// Kernel code and code generated at run time, told by the names that perf and others give their modules; else
// kUser.
[[nodiscard]] FrameKind KindOfModule(std::string_view module);

// A line or column of a frame: the number, or 0 (unknown) where no place has that number.
template <typename Number>
[[nodiscard]] uint32_t PlaceOf(Number number) {
  return number > 0 && number <= 0xffffffff ? static_cast<uint32_t>(number) : 0;
}

// "[unknown]", of which nothing is known.
[[nodiscard]] FrameId UnknownFrame(CctBuilder& builder);

// Code without a name: where it lies in its module tells it apart in every run. `in_module` is the address in
// the module's file. `module` may be empty, and `address` 0; where both are, it is UnknownFrame().
[[nodiscard]] FrameId AddressFrame(CctBuilder& builder, std::string_view module, uint64_t address,
                                   uint64_t in_module, FrameKind kind);

// What a ring of threads or processes is called: "name (tid 12)", or what is known of it.
[[nodiscard]] std::string RingName(std::string_view name, std::string_view id_kind, std::string_view id);

// The name of a Rust function whose symbol was mangled the old way and taken apart as one of C++, as perf,
// DTrace and macOS's sample do:
// "_$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$core..fmt..Debug$GT$::fmt::h0123456789abcdef" becomes
// "<alloc::vec::Vec<T> as core::fmt::Debug>::fmt". Told by the hash at its end, 16 hexadecimal digits, of
// which at least five differ; nullopt for any other name. The escapes are those of rustc's legacy mangling
// (https://github.com/rust-lang/rustc-demangle, src/legacy.rs); unknown ones stay.
[[nodiscard]] std::optional<std::string> PlainRustName(std::string_view name);

// Appends the frames of what a symbolizer says of an address, the outermost first: the last of `symbols` is
// of the function itself, which is of `kind`, those before it are inlined. Behind each stands the line that
// calls what follows, as far as the symbolizer tells it.
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

// Takes the only ring of a thread out of a tree that has all contexts below it, and brings the samples to
// where their contexts are then.
inline void LeaveOutOnlyThread(CctBuilder& builder, FrameId thread, std::span<SampleList> series) {
  CctBuilder with_ring = std::move(builder);
  builder = CctBuilder(with_ring.limits());
  const BuildNode top = with_ring.Child(kBuildRoot, thread);
  const std::vector<BuildNode> moved = builder.MergeSubtree(with_ring, top, kBuildRoot);
  for (SampleList& list : series) {
    for (BuildNode& node : list.context) node = moved[node - top];
  }
}

// Distinct pieces of input text in order of first appearance, each with the frame it stands for. Looking a
// piece up by its bytes is what importers do most, so it is cheaper than interning the frame: one hash, one
// compare.
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
  // `text` must be new. Returns its index.
  uint32_t Add(std::string_view text, uint64_t hash, FrameId frame);

  // The index of `text`, which becomes one for make_frame() where it is new.
  template <typename MakeFrame>
  uint32_t Intern(std::string_view text, MakeFrame make_frame) {
    return Intern(text, Hash(text), make_frame);
  }
  template <typename MakeFrame>
  uint32_t Intern(std::string_view text, uint64_t hash, MakeFrame make_frame) {
    const uint32_t known = Find(text, hash);
    return known != kNotFound ? known : Add(text, hash, make_frame());
  }
  // Its frame.
  template <typename MakeFrame>
  FrameId FrameOf(std::string_view text, MakeFrame make_frame) {
    return entries_[Intern(text, make_frame)].frame;
  }

  [[nodiscard]] const Entry& entry(uint32_t index) const { return entries_[index]; }
  [[nodiscard]] std::string_view text(uint32_t index) const {
    return {bytes_.data() + entries_[index].offset_bytes, entries_[index].size_bytes};
  }
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(entries_.size()); }

  // Of all of them together.
  [[nodiscard]] uint64_t text_bytes() const { return bytes_.size(); }

  [[nodiscard]] static uint64_t Hash(std::string_view text);

 private:
  std::vector<Entry> entries_;
  IndexTable table_;
  std::string bytes_;
};

}  // namespace ringscope
