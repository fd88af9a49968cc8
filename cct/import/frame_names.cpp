#include "cct/import/frame_names.h"

#include <fmt/format.h>

#include <bitset>

#include "cct/base/text/ascii.h"
#include "cct/base/text/utf8.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

bool IsKernelModule(std::string_view module) {
  if (module.starts_with("[kernel") || module.starts_with("[guest.kernel")) return true;
  const std::string_view base = BaseName(module);
  if (base == "vmlinux" || base.starts_with("vmlinux-") || base.starts_with("vmlinux.")) return true;
  for (const std::string_view ending : {".ko", ".ko.xz", ".ko.gz", ".ko.zst"}) {
    if (base.ends_with(ending)) return true;
  }
  return false;
}

// Whether perf gives this module to code that was generated at run time.
bool IsJitModule(std::string_view module) {
  const std::string_view base = BaseName(module);
  return (base.starts_with("perf-") && base.ends_with(".map")) || base.starts_with("jitted-");
}

constexpr size_t kHashDigits = 16;
constexpr std::string_view kBeforeHash = "::h";
constexpr size_t kMinDistinctDigits = 5;

bool IsHash(std::string_view digits) {
  std::bitset<16> seen;
  for (const char c : digits) {
    if (!IsHexDigit(c) || IsUpper(c)) return false;
    seen.set(static_cast<size_t>(HexDigit(c)));
  }
  return seen.count() >= kMinDistinctDigits;
}

// The text for the code between two '$'; empty if that is no escape.
std::string EscapedText(std::string_view code) {
  static constexpr std::pair<std::string_view, std::string_view> kEscapes[] = {
      {"SP", "@"}, {"BP", "*"}, {"RF", "&"}, {"LT", "<"}, {"GT", ">"}, {"LP", "("}, {"RP", ")"}, {"C", ","}};
  for (const auto& [name, text] : kEscapes) {
    if (code == name) return std::string(text);
  }
  if (!code.starts_with('u')) return {};
  const auto point = ParseNumber<uint32_t>(code.substr(1), 16);
  std::string text;
  if (point && *point >= 0x20 && *point <= 0x10ffff && (*point < 0xd800 || *point > 0xdfff))
    AppendUtf8(*point, text);
  return text;
}

}  // namespace

std::string_view BaseName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

FrameKind KindOfModule(std::string_view module) {
  if (IsKernelModule(module)) return FrameKind::kKernel;
  return IsJitModule(module) ? FrameKind::kJit : FrameKind::kUser;
}

FrameId UnknownFrame(CctBuilder& builder) {
  return builder.InternFrame({.name = "[unknown]", .kind = FrameKind::kSynthetic});
}

FrameId AddressFrame(CctBuilder& builder, std::string_view module, uint64_t address, uint64_t in_module,
                     FrameKind kind) {
  if (module.empty() && address == 0) return UnknownFrame(builder);
  const std::string name = module.empty() ? fmt::format("0x{:x}", address)
                           : address == 0 ? fmt::format("[{}]", BaseName(module))
                                          : fmt::format("{}+0x{:x}", BaseName(module), in_module);
  return builder.InternFrame({.name = name, .module = module, .kind = kind});
}

std::string RingName(std::string_view name, std::string_view id_kind, std::string_view id) {
  if (id.empty()) return name.empty() ? fmt::format("{} (none)", id_kind) : std::string(name);
  return name.empty() ? fmt::format("{} {}", id_kind, id) : fmt::format("{} ({} {})", name, id_kind, id);
}

std::optional<std::string> PlainRustName(std::string_view name) {
  if (name.size() <= kBeforeHash.size() + kHashDigits) return std::nullopt;
  if (!IsHash(name.substr(name.size() - kHashDigits))) return std::nullopt;
  name.remove_suffix(kHashDigits);
  if (!name.ends_with(kBeforeHash)) return std::nullopt;
  name.remove_suffix(kBeforeHash.size());
  std::string plain;
  // rustc puts a '_' in front of an escape at the start of a part of the name.
  bool begins_part = true;
  while (!name.empty()) {
    if (begins_part && name.starts_with("_$")) name.remove_prefix(1);
    begins_part = name.starts_with("::") || name.starts_with("..");
    if (begins_part) {
      plain += "::";
      name.remove_prefix(2);
      continue;
    }
    if (name.front() == '$') {
      const size_t end = name.find('$', 1);
      const std::string text = end == std::string_view::npos ? "" : EscapedText(name.substr(1, end - 1));
      if (!text.empty()) {
        plain += text;
        name.remove_prefix(end + 1);
        continue;
      }
    }
    plain += name.front();
    name.remove_prefix(1);
  }
  return plain;
}

}  // namespace ringscope

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace ringscope {
uint64_t FrameTexts::Hash(std::string_view text) { return XXH3_64bits(text.data(), text.size()); }

uint32_t FrameTexts::Find(std::string_view text, uint64_t hash) const {
  return table_.IndexOf(hash, [&](uint32_t index) { return this->text(index) == text; });
}

uint32_t FrameTexts::Add(std::string_view text, uint64_t hash, FrameId frame) {
  const uint32_t index = size();
  entries_.push_back({bytes_.size(), static_cast<uint32_t>(text.size()), frame});
  bytes_.append(text);
  table_.Add(hash, index);
  return index;
}

}  // namespace ringscope
