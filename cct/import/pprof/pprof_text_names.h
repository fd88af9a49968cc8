#pragma once

#include <string_view>

#include "cct/base/job_control.h"
#include "cct/import/pprof/address_frames.h"

namespace ringscope {

// The names that text profiles give their addresses. Each adds to `names` what it finds in `text`, whose
// parts they are, and stops early when `job` is cancelled.

// Go: lines "# 0x12 function+0x3 file:4" below a stack, each for an address of it, in its order. Functions
// that are inlined into that of an address come before it with an address of their own or the same.
void FindGoNames(std::string_view text, const JobControl& job, AddressNames& names);

// Java: lines "0x12 function (file:4)" at the end; also those of stacks of threads that name their addresses.
void FindJavaNames(std::string_view text, const JobControl& job, AddressNames& names);

// "0x0012 function--what is inlined into it", the section of symbols that `pprof --raw` writes in front of a
// profile.
void FindSymbolNames(std::string_view text, const JobControl& job, AddressNames& names);

}  // namespace ringscope
