#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/cli/commands/commands.h"
#include "app/cli/job_watch.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/tree_info.h"
#include "cct/classes/native_classes.h"
#include "cct/file/cct_file.h"
#include "cct/tree/building/with_report.h"

namespace ringscope {
namespace {

// The tree with what the user says of its run.
OrLine<CctPtr> WithAttributes(const CctPtr& tree, const std::vector<std::string>& attributes) {
  if (attributes.empty()) return tree;
  ImportReport report = tree->report();
  if (report.executions.size() > 1) {
    return tl::unexpected(fmt::format("--attribute: expected a profile of one execution, found one of {}",
                                      report.executions.size()));
  }
  report.executions.resize(1);
  for (const std::string& attribute : attributes) {
    const size_t equals = attribute.find('=');
    if (equals == std::string::npos || equals == 0)
      return tl::unexpected(fmt::format("--attribute: expected name=value, found '{}'", attribute));
    SetAttribute(attribute.substr(0, equals), attribute.substr(equals + 1), report.executions.front());
  }
  return WithReport(tree, std::move(report));
}

}  // namespace

int RunConvert(const ConvertOptions& options) {
  if (const auto problem = UnusedDefineProblem(options.input)) return ReportError(*problem);
  if (std::count(options.inputs.begin(), options.inputs.end(), "-") > 1)
    return ReportError("-: expected the standard input once, found it twice");
  if (const auto problem = OutputProblem(options.inputs, options.output)) return ReportError(*problem);
  if (const auto problem = CctNameProblem(options.output)) return ReportError(*problem);
  const OrLine<Input> input = LoadMergedInput(options.inputs, options.input);
  if (!input) return ReportError(input.error());
  const OrLine<CctPtr> described = WithAttributes(input->tree, options.attributes);
  if (!described) return ReportError(described.error());
  CctPtr known = *described;
  if (options.classes) {
    JobControl job;
    const JobWatch watch(job, "reading debug information");
    Result<CctPtr> with_classes = WithNativeClasses(*described, &job);
    if (!with_classes) return ReportError(fmt::format("--classes: {}", DescribeError(with_classes.error())));
    known = std::move(*with_classes);
  }
  const Cct& tree = *known;
  {
    JobControl job;
    const JobWatch watch(job, fmt::format("writing {}", options.output.filename().string()));
    if (const Result<void> written = WriteCctFile(tree, options.output, {}, &job); !written) {
      return ReportOutputError(options.output, written.error());
    }
  }
  TellLosses(*input);
  Output out;
  out.Print("{}: ", options.output.string());
  PrintTreeInfo(tree, out);
  return out.Finish();
}

}  // namespace ringscope
