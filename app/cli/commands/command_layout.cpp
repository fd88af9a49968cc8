#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/saved_view_words.h"
#include "app/cli/syntax.h"
#include "app/cli/tree_info.h"
#include "app/view/document.h"
#include "cct/base/text/json_writer.h"
#include "cct/base/text/number_text.h"
#include "cct/names/shown_name.h"
#include "renderer/layout/layout.h"
#include "renderer/layout/view_geometry.h"
#include "renderer/text/labels.h"

namespace ringscope {
namespace {

void WriteArc(const ArcBatch& batch, uint32_t piece, uint64_t scale, JsonWriter& json) {
  if (batch.part_count() > 1) json.Key("part").String(batch.is_detail(piece) ? "detail" : "view");
  json.Key("layer").Number(uint64_t{batch.layer[piece]});
  if (batch.is_treemap()) {
    const double width_px = IcicleFrameOf(batch.spec).width_px;
    json.Key("left_px").Number(double{batch.start_turns[piece]} * width_px);
    json.Key("width_px").Number(double{batch.sweep_turns[piece]} * width_px);
    json.Key("top_px").Number(double{batch.inner_px(piece)});
    json.Key("bottom_px").Number(double{batch.outer_px(piece)});
  } else {
    json.Key("start_deg").Number(double{batch.start_turns[piece]} * 360);
    json.Key("sweep_deg").Number(double{batch.sweep_turns[piece]} * 360);
    json.Key("inner_px").Number(double{batch.inner_px(piece)});
    json.Key("outer_px").Number(double{batch.outer_px(piece)});
  }
  json.Key("inclusive").Decimal(batch.inclusive[piece], scale);
}

void WriteLayout(const Cct& tree, const ArcBatch& batch, JsonWriter& json) {
  const Metric& metric = tree.metrics()[batch.spec.metric];
  json.BeginObject();
  json.Key("segments").BeginArray();
  for (uint32_t piece = 0; piece < batch.size(); ++piece) {
    if (batch.is_rest(piece)) continue;
    json.BeginObject();
    json.Key("path");
    ReportValue(PathValue(tree, batch.context[piece])).WriteJson(json);
    WriteArc(batch, piece, metric.scale, json);
    if (const auto chain = batch.chain(piece); !chain.empty()) {
      json.Key("chain").BeginArray();
      for (const ContextId context : chain)
        json.String(NameOrUnknown(tree.frames().name(tree.FrameOf(context))));
      json.EndArray();
    }
    json.Key("self").Decimal(tree.Self(batch.last_context(piece), batch.spec.metric), metric.scale);
    json.EndObject();
  }
  json.EndArray();
  json.Key("rest").BeginArray();
  for (uint32_t piece = 0; piece < batch.size(); ++piece) {
    if (!batch.is_rest(piece)) continue;
    json.BeginObject();
    json.Key("parent");
    ReportValue(PathValue(tree, batch.context[piece])).WriteJson(json);
    WriteArc(batch, piece, metric.scale, json);
    json.Key("contexts").Number(uint64_t{batch.rest_end[piece] - batch.rest_begin[piece]});
    json.EndObject();
  }
  json.EndArray();
  json.Key("metric").String(metric.name);
  json.Key("unit").String(metric.unit);
  json.Key("scale").Number(metric.scale);
  json.Key("root");
  ReportValue(PathValue(tree, batch.spec.root.context)).WriteJson(json);
  if (batch.part_count() > 1) {
    json.Key("detail").String(WordOf(kDetailWords, batch.spec.detail.place));
    json.Key("detail_of");
    ReportValue(PathValue(tree, batch.spec.detail.root.context)).WriteJson(json);
  }
  json.Key("layers").Number(uint64_t{batch.layer_count()});
  json.Key("total").Decimal(batch.total, metric.scale);
  json.EndObject();
  json.Finish();
}

std::string ChainText(const ArcBatch& batch, uint32_t piece) {
  const auto chain = batch.chain(piece);
  return chain.empty() ? std::string() : " " + ChainCountText(chain.size());
}

void PrintLayout(const Cct& tree, const ArcBatch& batch, Output& out) {
  const Metric& metric = tree.metrics()[batch.spec.metric];
  out.Print("{} and {} in {}; {} = {}\n", CountedText(batch.context_piece_count, "segment"),
            CountedText(batch.rest_piece_count, "rest segment"), CountedText(batch.layer_count(), "layer"),
            metric.name, ValueText(batch.total, metric.unit, metric.scale));
  const double width_px = IcicleFrameOf(batch.spec).width_px;
  for (uint32_t piece = 0; piece < batch.size(); ++piece) {
    if (batch.part_count() > 1 && batch.is_root(piece) &&
        !out.Print("{}:\n", batch.is_detail(piece) ? "detail" : "view"))
      return;
    const double start = double{batch.start_turns[piece]}, sweep = double{batch.sweep_turns[piece]};
    const std::string place =
        batch.is_treemap()
            ? fmt::format("{:7.1f} {:7.1f} {:7.1f} {:7.1f}", start * width_px, batch.inner_px(piece),
                          sweep * width_px, batch.outer_px(piece) - batch.inner_px(piece))
            : fmt::format("{:9.4f} {:9.4f}", start * 360, sweep * 360);
    if (!out.Print(
            "{:3} {}  {:>8}  {}\n", batch.layer[piece], place, ShareText(batch.inclusive[piece], batch.total),
            batch.is_rest(piece) ? fmt::format("{} smaller contexts of {}",
                                               CountText(batch.rest_end[piece] - batch.rest_begin[piece]),
                                               PathText(tree, batch.context[piece]))
                                 : PathText(tree, batch.context[piece]) + ChainText(batch, piece))) {
      return;
    }
  }
}

Result<int> RunLayout(const ProfileOptions& options) {
  RINGSCOPE_TRY(CheckDefinesAreUsed(options.input));
  if (IsSavedViewFile(options.input.file)) {
    RINGSCOPE_ASSIGN(const SavedWindow window,
                     About(options.input.file, ReadSavedWindow(options.input.file)));
    RINGSCOPE_TRY(CheckProfilesExist(options.input.file, window));
  }
  RINGSCOPE_ASSIGN(const InputView input, LoadInputView(options.input, options.view));
  const Cct& tree = input.tree();
  const ArcBatch batch = LayoutView(tree, input.view);
  Output out;
  if (options.json) {
    JsonWriter json = out.Json();
    WriteLayout(tree, batch, json);
  } else {
    PrintLayout(tree, batch, out);
  }
  return out.Finish();
}

}  // namespace

void AddLayout(CommandTable& commands) {
  const auto [command, options] = AddCommand(commands, "layout", "The segments of a view", &RunLayout);
  AddInput(command, options->input);
  AddViewOption(command);
  AddView(command, options->view);
  AddReadable(command, options->view);
  AddJson(command, options->json);
  command->Example("ringscope layout run.cct --depth 5 --json",
                   "Where the contexts of five layers lie in the picture");
}

}  // namespace ringscope
