#include "agents/common/finish_as_cct.h"

#include <unistd.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "agents/common/agent_settings.h"
#include "agents/common/message.h"
#include "cct/base/exhaustion.h"
#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/file/cct_file.h"
#include "cct/trace/read_trace.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/cct.h"

namespace ringscope {
namespace {

Result<void> Write(TraceMemory& memory, const std::filesystem::path& out) {
  JobControl job;
  CctBuilder builder;
  ImportReport report;
  report.format = "ringscope trace";
  const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(&memory.header()),
                                         memory.header().block_count * kTraceBlockBytes);
  RINGSCOPE_TRY(ReadTrace(bytes, TraceThreadRing::kWhenSeveral, builder, report, job));
  report.SortProblems();
  RINGSCOPE_ASSIGN(const CctPtr tree, std::move(builder).Finish(std::move(report), &job));
  return WriteCctFile(*tree, out);
}

}  // namespace

bool FinishAsCct(TraceMemory& memory) {
  const AgentSettings& settings = memory.settings();
  if (!memory.IsStarted() || settings.out[0] == 0 || memory.path()[0] == 0) {
    return false;
  }
  memory.Finish();
  const Result<std::filesystem::path> written = CatchExhaustion([&]() -> Result<std::filesystem::path> {
    char name[4300];
    if (const int error = ExpandFilePattern(settings.out, name)) {
      return Fail(ErrorCode::kIo, std::string(ErrorText(error)));
    }
    std::filesystem::path out = name;
    if (memory.IsForked() && std::string_view(settings.out).find("%p") == std::string_view::npos) {
      const std::string extension = out.extension().string();
      out.replace_extension();
      out += '-' + std::to_string(getpid()) + extension;
    }
    RINGSCOPE_TRY(Write(memory, out));
    return out;
  });
  if (!written) {
    SayLine({"cannot write ", settings.out, ": ", written.error().message, "; what was recorded is in ",
             memory.path()});
    return false;
  }
  if (settings.trace[0] == 0) {
    unlink(memory.path());
  }
  return true;
}

}  // namespace ringscope
