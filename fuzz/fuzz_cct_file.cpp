#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "cct/base/check.h"
#include "cct/file/cct_file.h"
#include "cct/tree/cct.h"
#include "cct/tree/frame_table.h"
#include "cct/tree/member_values.h"
#include "cct/tree/verify.h"
#include "fuzz/targets.h"

namespace ringscope::fuzz {
namespace {

// Walks the whole tree through its accessors, as a viewer would, and reads every string.
// Returns a value that depends on all of it, so that nothing is optimised away.
uint64_t ReadEverything(const Cct& tree) {
  uint64_t sum = 0;
  const auto add_text = [&sum](std::string_view text) {
    for (const char c : text) sum = sum * 31 + static_cast<unsigned char>(c);
  };
  // From the root down, a run a layer: what a layout does on a file that has not been checked yet.
  for (ContextRange run = tree.ChildrenOf(kRootContext); !run.empty(); run = tree.ChildrenOfRun(run)) {
    sum += run.size();
  }
  for (uint32_t context = 0; context < tree.context_count(); ++context) {
    for (MetricIndex metric = 0; metric < tree.metric_count(); ++metric) {
      sum += tree.Inclusive(context, metric) + tree.Self(context, metric);
    }
    const Frame frame = tree.FrameAt(context);
    add_text(frame.name);
    add_text(frame.module);
    add_text(frame.file);
    sum += tree.LayerOf(context) + tree.ParentOf(context) + tree.FlagsOf(context);
  }
  for (uint32_t context = 0; context < tree.context_count() && context < 1000; ++context) {
    tree.types().ForEach(context, [&](const SeenType& seen) {
      add_text(tree.types().NameOf(seen.type).substr(0, 100));
      sum += seen.role + seen.calls;
    });
  }
  if (!tree.members().values.empty()) {
    for (uint32_t context = 0; context < tree.context_count(); ++context) {
      const auto costs = KeptMemberCosts(tree, context, 0, CostKind::kSelf);
      if (costs) sum += costs->back().value;
    }
  }
  for (const SampleSeries& series : tree.sample_series()) {
    const SampleRange range = series.Between(sum % 1000, ~uint64_t{0});
    for (uint64_t sample = range.begin; sample < range.end; ++sample) {
      sum += series.context[sample];
      for (const SampleMetric& measured : series.metrics) sum += measured.ValueOf(sample);
    }
  }
  const FrameFacts& facts = tree.frames().facts();
  for (FrameId frame = 0; frame <= tree.frames().size(); ++frame) {
    for (uint32_t value = 0; value < facts.values().size(); ++value)
      sum += facts.ValueOf(frame, value).value_or(FrameAmount{}).amount;
    sum += facts.ClassOf(frame) + facts.CodeOf(frame);
  }
  for (ClassId id = 0; id <= facts.class_count(); ++id) {
    add_text(FullNameOf(facts[id]));
    sum += facts.SuperclassesOf(id).size();
  }
  sum += facts.Superclasses().size();
  sum += tree.PathTo(tree.context_count() - 1).size() + tree.NaturalViewRoot();
  return sum;
}

}  // namespace

// Whatever opens must be safe to read in full, checked or not, and the check must end.
void FuzzCctFile(Input bytes) {
  const int fd = memfd_create("input.cct", MFD_CLOEXEC);
  RINGSCOPE_CHECK(fd >= 0);
  for (size_t written = 0; written < bytes.size();) {
    const ssize_t count = write(fd, bytes.data() + written, bytes.size() - written);
    RINGSCOPE_CHECK(count > 0);
    written += static_cast<size_t>(count);
  }
  const auto tree = OpenCctFile("/proc/self/fd/" + std::to_string(fd));
  if (tree) {
    volatile uint64_t sink = ReadEverything(**tree);
    static_cast<void>(sink);
    static_cast<void>(VerifyCct(**tree));
  }
  close(fd);
}

}  // namespace ringscope::fuzz
