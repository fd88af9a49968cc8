#include "app/cli/load.h"

#include <fmt/format.h>

#include "app/cli/job_watch.h"
#include "app/model/document.h"

namespace ringscope {

Result<CctPtr> LoadInput(const InputOptions& options) {
  LoadOptions load;
  load.import.threads = options.threads;
  load.verify = options.verify;
  JobControl job;
  const JobWatch watch(job, fmt::format("reading {}", options.file.filename().string()));
  return LoadTree(options.file, load, job);
}

Result<ViewSpec> ResolveView(const Cct& tree, const ViewOptions& options) {
  ViewSpec spec;
  if (!options.metric.empty()) {
    RINGSCOPE_ASSIGN(spec.metric, FindMetric(tree, options.metric));
  }
  RINGSCOPE_ASSIGN(spec.root.context, FindContextByPath(tree, options.root.value_or("")));
  spec.mode = options.mode;
  spec.form = options.form;
  spec.depth_limit = options.depth;
  spec.width_px = static_cast<float>(options.width_px);
  spec.height_px = static_cast<float>(options.height_px);
  return spec;
}

}  // namespace ringscope
