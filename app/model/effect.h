#pragma once

#include <filesystem>
#include <string>
#include <variant>

#include "app/model/app_state.h"

namespace ringscope::effect {

// What a change of state asks of the world outside it. Apply() returns these and does none of them.

struct StartLoad { JobId job = kNoJob; std::filesystem::path path; };
struct StartVerify { JobId job = kNoJob; CctPtr tree; };
struct StartMergeThreads { JobId job = kNoJob; CctPtr tree; };
struct StartSearch { JobId job = kNoJob; CctPtr tree; ViewRoot root; MetricIndex metric = 0; std::string query; };
struct CancelJob { JobId job = kNoJob; };
struct SaveSettings { Settings settings; };
struct CopyToClipboard { std::string text; };

}  // namespace ringscope::effect

namespace ringscope {

using Effect = std::variant<effect::StartLoad, effect::StartVerify, effect::StartMergeThreads, effect::StartSearch,
                            effect::CancelJob, effect::SaveSettings, effect::CopyToClipboard>;

}  // namespace ringscope
