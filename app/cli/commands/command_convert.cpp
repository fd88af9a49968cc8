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
Result<CctPtr> WithAttributes(const CctPtr& tree, const std::vector<std::string>& attributes) {
  if (attributes.empty()) return tree;
  ImportReport report = tree->report();
  if (report.executions.size() > 1) {
    return Refuse(fmt::format("--attribute: expected a profile of one execution, found one of {}",
                              report.executions.size()));
  }
  report.executions.resize(1);
  for (const std::string& attribute : attributes) {
    const size_t equals = attribute.find('=');
    if (equals == std::string::npos || equals == 0)
      return Refuse(fmt::format("--attribute: expected name=value, found '{}'", attribute));
    SetAttribute(attribute.substr(0, equals), attribute.substr(equals + 1), report.executions.front());
  }
  return WithReport(tree, std::move(report));
}

}  // namespace

Result<int> RunConvert(const ConvertOptions& options) {
  RINGSCOPE_TRY(CheckDefinesAreUsed(options.input));
  if (std::count(options.inputs.begin(), options.inputs.end(), "-") > 1)
    return Refuse("-: expected the standard input once, found it twice");
  RINGSCOPE_TRY(CheckOutput(options.inputs, options.output));
  RINGSCOPE_TRY(CheckCctName(options.output));
  RINGSCOPE_ASSIGN(const Input input, LoadMergedInput(options.inputs, options.input));
  RINGSCOPE_ASSIGN(CctPtr tree, WithAttributes(input.tree, options.attributes));
  if (options.classes) {
    JobControl job;
    const JobWatch watch(job, "reading debug information");
    RINGSCOPE_ASSIGN(tree, About("--classes", WithNativeClasses(tree, &job)));
  }
  {
    JobControl job;
    const JobWatch watch(job, fmt::format("writing {}", options.output.filename().string()));
    RINGSCOPE_TRY(AboutOutput(options.output, WriteCctFile(*tree, options.output, {}, &job)));
  }
  TellLosses(input);
  Output out;
  out.Print("{}: ", options.output.string());
  PrintTreeInfo(*tree, out);
  return out.Finish();
}

}  // namespace ringscope
