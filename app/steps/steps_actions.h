#pragma once

#include <string>

#include "app/core/ids.h"
#include "app/documents/loaded_tree.h"
#include "cct/base/result.h"
#include "cct/transform/pipeline.h"

namespace ringscope::action {

struct SetPipeline {
  Pipeline pipeline;
};
// After the others.
struct AddTransform {
  TransformStep step;
};
struct UndoTransform {};
struct RedoTransform {};
// As copied from elsewhere; an error when it is no pipeline.
struct SetPipelineText {
  std::string text;
};
struct ShowTransformMenu {
  bool open = true;
};
// Puts merge-threads in front, or takes it away.
struct SetThreadsMerged {
  bool merged = false;
};

}  // namespace ringscope::action
