#include "app/cli/commands.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/model/display_text.h"
#include "cct/base/number_text.h"

namespace ringscope {
namespace {

// "f [lib] (src/f.cpp:12)"
std::string FrameText(const Cct& tree, ContextId context) {
  const Frame frame = tree.FrameAt(context);
  std::string text = ContextName(tree, context);
  if (!frame.module.empty()) text += fmt::format(" [{}]", DisplayText(frame.module));
  if (const std::string place = PlaceText(frame); !place.empty())
    text += fmt::format(" ({})", DisplayText(place));
  return text;
}

}  // namespace

int RunStack(const StackOptions& options) {
  const OrLine<InputView> view = LoadInputView(options.input, options.view, DefaultRoot::kWholeTree);
  if (!view) return ReportError(view.error());
  const Cct& tree = view->tree();
  const ContextId context = view->view.root.context;
  const std::vector<ContextId> path = tree.PathTo(context);
  Output out;
  for (size_t k = path.size(); k-- > 0;) out.Print("{}\n", FrameText(tree, path[k]));
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
    const Metric& metric = tree.metrics()[m];
    const auto text = [&](uint64_t raw) {
      return fmt::format("{} ({})", ValueText(raw, metric.unit, metric.scale), ShareText(raw, tree.Total(m)));
    };
    out.Print("{}: self {}, inclusive {}\n", DisplayText(metric.name), text(tree.Self(context, m)),
              text(tree.Inclusive(context, m)));
  }
  return out.Finish();
}

}  // namespace ringscope
