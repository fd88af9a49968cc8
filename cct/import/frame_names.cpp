#include "cct/import/frame_names.h"

#include <fmt/format.h>

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

// Where perf finds code that was generated at run time.
bool IsJitModule(std::string_view module) {
  const std::string_view base = BaseName(module);
  return (base.starts_with("perf-") && base.ends_with(".map")) || base.starts_with("jitted-");
}

}  // namespace

std::string_view BaseName(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

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

}  // namespace ringscope
