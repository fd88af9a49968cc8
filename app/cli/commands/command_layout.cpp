#include "app/cli/drawing_words.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/syntax.h"
#include "app/cli/tree_info.h"
#include "app/report/report.h"
#include "app/view/document.h"
#include "cct/base/text/number_text.h"
#include "cct/names/shown_name.h"
#include "renderer/layout/layout.h"
#include "renderer/layout/view_geometry.h"
#include "renderer/text/labels.h"

namespace ringscope {
namespace {

// A segment or a rest segment for JSON.
ReportValue::Object PieceValue(const Cct& tree, const ArcBatch& batch, uint32_t piece) {
  const uint64_t scale = tree.metrics()[batch.spec.metric].scale;
  const bool is_rest = batch.is_rest(piece), is_treemap = batch.is_treemap();
  const double turn = is_treemap ? IcicleFrameOf(batch.spec).width_px : 360;
  ReportValue::Object members{{is_rest ? "parent" : "path", PathValue(tree, batch.context[piece])}};
  if (batch.part_count() > 1) members.push_back({"part", batch.is_detail(piece) ? "detail" : "view"});
  members.push_back({"layer", batch.layer[piece]});
  members.push_back({is_treemap ? "left_px" : "start_deg", batch.start_turns[piece] * turn});
  members.push_back({is_treemap ? "width_px" : "sweep_deg", batch.sweep_turns[piece] * turn});
  members.push_back({is_treemap ? "top_px" : "inner_px", batch.inner_px(piece)});
  members.push_back({is_treemap ? "bottom_px" : "outer_px", batch.outer_px(piece)});
  members.push_back({"inclusive", ExactDecimal{batch.inclusive[piece], scale}});
  if (is_rest) {
    members.push_back({"contexts", batch.rest_end[piece] - batch.rest_begin[piece]});
    return members;
  }
  ReportValue::Array chain;
  for (const ContextId context : batch.chain(piece))
    chain.emplace_back(NameOrUnknown(tree.frames().name(tree.FrameOf(context))));
  if (!chain.empty()) members.push_back({"chain", std::move(chain)});
  members.push_back({"self", ExactDecimal{tree.Self(batch.last_context(piece), batch.spec.metric), scale}});
  return members;
}

Report FieldsOf(const Cct& tree, const ArcBatch& batch) {
  const Metric& metric = tree.metrics()[batch.spec.metric];
  Report report;
  for (const bool is_rest : {false, true}) {
    std::vector<uint32_t> pieces;
    for (uint32_t piece = 0; piece < batch.size(); ++piece)
      if (batch.is_rest(piece) == is_rest) pieces.push_back(piece);
    ReportTable table{.key = is_rest ? "rest" : "segments", .rows = pieces.size()};
    table.object = [&tree, &batch, pieces](size_t row) { return PieceValue(tree, batch, pieces[row]); };
    report.Add(std::move(table));
  }
  report.Field("metric", metric.name);
  report.Field("unit", metric.unit);
  report.Field("scale", metric.scale);
  report.Field("root", PathValue(tree, batch.spec.root.context));
  if (batch.part_count() > 1) {
    report.Field("detail", WordOf(kDetailWords, batch.spec.detail.place));
    report.Field("detail_of", PathValue(tree, batch.spec.detail.root.context));
  }
  report.Field("layers", batch.layer_count());
  report.Field("total", ExactDecimal{batch.total, metric.scale});
  return report;
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
  if (options.as_json()) return Deliver(FieldsOf(tree, batch), ReportFormat::kJson);
  Output out;
  PrintLayout(tree, batch, out);
  return out.Finish();
}

}  // namespace

void AddLayout(CommandTable& commands) {
  const auto [command, options] = AddCommand(commands, "layout", "The segments of a view", &RunLayout);
  AddInput(command, options->input);
  AddViewOption(command);
  AddView(command, options->view);
  AddReadable(command, options->view);
  AddJson(command, options->format);
  command->Example("ringscope layout run.cct --depth 5 --json",
                   "Where the contexts of five layers lie in the picture");
}

}  // namespace ringscope
