#include "app/cli/commands/commands.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/tree_info.h"
#include "cct/base/text/json_writer.h"

namespace ringscope {
namespace {

void WriteInfo(const Cct& tree, JsonWriter& json) {
  const TreeSizes sizes = SizesOf(tree);
  json.BeginObject();
  json.Key("format").String(tree.report().format);
  json.Key("nodes").Number(sizes.nodes);
  json.Key("layers").Number(sizes.layers);
  json.Key("frames").Number(sizes.frames);
  WriteMetrics(tree, {kRootContext, kRootContext + 1}, json);
  if (tree.point_count() > 0) {
    json.Key("points").BeginObject();
    json.Key("count").Number(tree.point_count());
    json.Key("contexts").Number(ContextsWithPoints(tree));
    json.Key("fields").BeginArray();
    for (const PointField& field : tree.point_fields()) json.String(field.name);
    json.EndArray();
    json.EndObject();
  }
  if (tree.has_times()) {
    json.Key("samples").BeginObject();
    json.Key("count").Number(tree.sample_count());
    json.Key("span_ns").Number(tree.time_span_ns());
    json.EndObject();
  }
  WriteFrameFacts(tree, json);
  WriteReport(tree, json);
  json.EndObject();
}

}  // namespace

Result<int> RunInfo(const ProfileOptions& options) {
  RINGSCOPE_TRY(CheckDefinesAreUsed(options.input));
  RINGSCOPE_ASSIGN(const Input input, LoadInput(options.input));
  const Cct& tree = *input.tree;
  Output out;
  if (options.json) {
    JsonWriter json = out.Json();
    WriteInfo(tree, json);
    json.Finish();
  } else {
    out.Print("{}: ", options.input.file.string());
    PrintTreeInfo(tree, out);
  }
  return out.Finish();
}

}  // namespace ringscope
