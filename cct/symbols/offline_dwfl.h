#pragma once

#include <elfutils/libdwfl.h>

#include <memory>

namespace ringscope {

struct EndDwfl {
  void operator()(Dwfl* dwfl) const { dwfl_end(dwfl); }
};

// Debug files are found by build id in the usual folders; nothing is asked of a server.
inline constexpr Dwfl_Callbacks kOfflineDwfl = {
    .find_elf = &dwfl_build_id_find_elf,
    .find_debuginfo = &dwfl_build_id_find_debuginfo,
    .section_address = &dwfl_offline_section_address,
    .debuginfo_path = nullptr,
};

// A libdwfl session over files, ended with the pointer; null where there is no memory for one.
using OfflineDwfl = std::unique_ptr<Dwfl, EndDwfl>;
[[nodiscard]] inline OfflineDwfl BeginOfflineDwfl() { return OfflineDwfl(dwfl_begin(&kOfflineDwfl)); }

}  // namespace ringscope
