#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/charts/chart_content.h"
#include "app/cli/drawing_words.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/picture_output.h"
#include "app/cli/syntax.h"
#include "app/core/settings.h"
#include "app/search/search.h"
#include "app/view/colors/derived_model.h"
#include "app/view/colors/legend_costs.h"
#include "app/view/difference/difference_model.h"
#include "app/view/document.h"
#include "app/view/kind/view_kind.h"
#include "app/view/saved_view.h"
#include "app/views/rings/rings.h"
#include "app/views/rings/rings_depth.h"
#include "cct/base/text/file_ending.h"
#include "cct/transform/pipeline.h"
#include "renderer/color/color.h"
#include "renderer/gl/font_face.h"
#include "renderer/gl/image.h"
#include "renderer/gl/offscreen.h"
#include "renderer/legend/caption.h"
#include "renderer/svg/chart_svg.h"
#include "renderer/text/name_text.h"

namespace ringscope {
namespace {

struct RenderOptions : ProfileOptions {
  std::optional<Theme> asked_theme;  // std::nullopt: as the saved view says, else dark
  std::string color;        // as ParseColorText reads it; empty: by function, of a comparison by difference
  std::string search;       // a query whose matches light up
  bool has_caption = true;  // of pictures that are not low (kLeastCaptionedPx)
  size_t pane = 0;          // of a saved window with several, from 1; 0: all of them
};

// One chart to draw: `render FILE` draws one, a saved window one for each view.
struct PictureRequest : RenderOptions {
  bool has_title = false;  // a title line above a chart without caption
  std::string file_title;  // the file's title, for caption or title line
};

struct DrawnChart {
  std::string title;
  CctPtr recorded;
  ChartContent content;
  std::optional<Caption> caption;
};

// The matches of the query; null without a query.
Result<std::shared_ptr<const SearchOutcome>> Search(const std::string& text, const InputView& input) {
  if (text.empty()) return std::shared_ptr<const SearchOutcome>();
  SearchRequest search;
  search.tree = input.input.tree;
  search.functions = WithFunctions(search.tree).functions;
  search.root = input.view.root;
  search.metric = input.view.metric;
  search.text = text;
  search.derived = input.input.derived;
  RINGSCOPE_ASSIGN(const Query query, AboutOption("search", ParseQuery(text)));
  WatchedJob job("searching");
  std::shared_ptr<const SearchOutcome> found =
      RunSearch(search, nullptr, job, [](std::shared_ptr<const SearchOutcome>) {});
  if (found == nullptr) return found;
  if (!found->error.empty()) return Refuse("search: " + found->error);
  NoteUnknownFields(query);
  return found;
}

// The title that the window has above the chart.
std::string TitleOf(const PictureRequest& request) {
  std::string title = request.file_title;
  if (!request.input.apply.empty()) title += " | " + request.input.apply;
  return DisplayText(title);
}

// Adds up the costs in the legend. They choose its groups, which may need other costs: hence several rounds.
void AddLegendCosts(ChartRequest request, ChartContent& content) {
  constexpr int kMostRounds = 3;
  WatchedJob job("adding up the legend");
  for (int round = 0; round < kMostRounds; ++round) {
    const std::optional<LegendCostsRequest> costs = content.CostsOfLegend();
    if (!costs || (request.legend_costs != nullptr && request.legend_costs->request == *costs)) return;
    request.legend_costs = RunLegendCosts(*costs, request.legend_costs.get(), job);
    if (request.legend_costs == nullptr) return;
    content.Update(request);
  }
}

// Replaces tree and metric by those of the angle that a comparison, or a tree with members, is drawn by.
Result<void> ChooseAngle(const ViewOptions& options, ChartRequest& chart) {
  auto sides = SidesOf(chart.tree->metrics(), chart.view.metric);
  const bool of_members = options.angle && IsOfMembers(*options.angle);
  if (of_members && (sides || chart.tree->members().empty() || options.by_share))
    return Refuse("--angle: expected a tree with members for 'mean' and 'max', and no shares");
  if (of_members) sides = {chart.view.metric, chart.view.metric, std::nullopt};
  const auto of_metric = AngleOfRole(chart.tree->metrics()[chart.view.metric].role);
  const std::optional<ComparedAngle> angle = options.angle ? options.angle : of_metric;
  if (!sides || !angle) {
    if (!options.angle && !options.by_share) return {};
    return Refuse("--angle, --share: expected a comparison and one of its metrics");
  }
  const bool by_share = !of_members && options.by_share.value_or(IsDrawnByShare(*chart.tree, *sides, *angle));
  RINGSCOPE_ASSIGN(DrawnAngle drawn, About("--angle", MakeAngle(chart.tree, *sides, *angle, by_share)));
  chart.tree = std::move(drawn.tree);
  chart.view.metric = drawn.metric;
  chart.view.whole = std::move(drawn.whole);
  return {};
}

// `first`: the profile of the first of several charts: equal groups have its colours; null: this is it.
Result<DrawnChart> LayOut(const PictureRequest& request, Theme theme, CctPtr first, MeasureText measure) {
  RINGSCOPE_ASSIGN(InputView input, LoadInputView(request.input, request.view));
  ChartRequest chart{.tree = input.input.tree, .view = input.view, .theme = theme};
  chart.shown = chart.tree;
  RINGSCOPE_TRY(ChooseAngle(request.view, chart));
  // The number of layers that a window opens with.
  if (!request.view.depth) {
    chart.view.depth_limit = DepthFromTold(Settings{}.depth_limit, chart.view.root);
    chart.view.depth_limit = ReadableDepth(*chart.tree, chart.view);
  }
  RINGSCOPE_ASSIGN(chart.color, ColorOf(request.color, input.input));
  RINGSCOPE_ASSIGN(chart.outcome, Search(request.search, input));
  chart.derived = WithOwnMetrics(std::move(input.input.derived), *input.input.tree);
  // The colours of the window, whatever the transforms left of the profile.
  chart.recorded = input.input.recorded;
  chart.beside = std::move(first);
  chart.has_legend = request.has_caption;
  DrawnChart drawn{request.has_title ? TitleOf(request) : std::string(),
                   chart.recorded,
                   ChartContent(std::move(measure)),
                   {}};
  drawn.content.Update(chart);
  if (!request.has_caption) return drawn;
  AddLegendCosts(std::move(chart), drawn.content);
  const ChartContent& content = drawn.content;
  drawn.caption = BuildCaption(TitleOf(request), request.search, *content.request().tree, content.batch(),
                               content.legend());
  drawn.caption->facts =
      WithSummedRuns(std::move(drawn.caption->facts), content.request().tree, content.batch().spec.metric);
  return drawn;
}

// The title line above each of several charts.
constexpr uint32_t kChartTitleHeightPx = 28;
constexpr float kTitleSizePx = 13;
constexpr float kTitleMarginPx = 12;

struct TitledChart {
  std::string title;  // valid UTF-8, cut in the middle if it does not fit; may be empty
  Image image;
};

void DrawTitle(const std::string& title, uint32_t left, uint32_t width, const FontFace& font, Color color,
               Image& image) {
  const auto measure = [&](std::string_view text, float size_px) { return font.Width(text, size_px); };
  const float room = static_cast<float>(width) - 2 * kTitleMarginPx;
  const std::string shown = CutMiddleToFit(title, room, kTitleSizePx, measure);
  if (font.Width(shown, kTitleSizePx) > room) return;  // no room for a few letters
  DrawTextLine(shown, static_cast<float>(left) + kTitleMarginPx, kChartTitleHeightPx / 2.0f, kTitleSizePx,
               color, font, image);
}

// The charts from left to right, as tall as the tallest, each below its title if any has one; the rest has
// the colour of the background. Without a font the place of the titles is empty.
Image ChartsBeside(std::span<const TitledChart> charts, Theme theme, const FontFace* font) {
  const bool has_titles = std::any_of(charts.begin(), charts.end(),
                                      [](const TitledChart& chart) { return !chart.title.empty(); });
  const uint32_t title_height_px = has_titles ? kChartTitleHeightPx : 0;
  uint32_t width_px = 0, height_px = 0;
  for (const TitledChart& chart : charts) {
    width_px += chart.image.width_px;
    height_px = std::max(height_px, chart.image.height_px + title_height_px);
  }
  Image all = FilledImage(width_px, height_px, PaletteOf(theme).background);
  uint32_t left = 0;
  for (const auto& [title, image] : charts) {
    CopyImage(image, left, title_height_px, all);
    if (font != nullptr) DrawTitle(title, left, image.width_px, *font, PaletteOf(theme).text, all);
    left += image.width_px;
  }
  return all;
}

PlacedCaption Place(const DrawnChart& chart, const MeasureText& measure) {
  const ChartRequest& request = chart.content.request();
  return PlaceCaption(*chart.caption, static_cast<uint32_t>(request.view.width_px),
                      static_cast<uint32_t>(request.view.height_px), 1, request.theme, measure);
}

Result<void> WritePicture(const std::vector<DrawnChart>& charts, const std::shared_ptr<const FontFace>& font,
                          const std::filesystem::path& output) {
  const ChartRequest& first = charts.front().content.request();
  if (HasEnding(output, ".svg")) {
    const ChartContent& content = charts.front().content;
    std::optional<PlacedCaption> caption;
    if (charts.front().caption) caption = Place(charts.front(), AverageSansWidth);
    return SaveChartSvg(*first.tree, content.batch(), content.paint(),
                        {first.theme, {}, caption ? &*caption : nullptr}, output);
  }
  RINGSCOPE_ASSIGN(const OffscreenContext context, OffscreenContext::Create());
  std::vector<TitledChart> titled;
  for (const DrawnChart& chart : charts) {
    const ChartContent& content = chart.content;
    RINGSCOPE_ASSIGN(Image image,
                     RenderChartImage(content.batch(), content.paint(), content.labels(), first.theme, font));
    if (chart.caption) {
      const MeasureText measure = font != nullptr ? FontFace::Measurer(font) : MeasureText();
      image = WithCaption(image, Place(chart, measure), first.theme, font.get());
    }
    titled.push_back({chart.title, std::move(image)});
  }
  return WritePng(output,
                  titled.size() == 1 ? titled.front().image : ChartsBeside(titled, first.theme, font.get()));
}

// The caption is a part of the picture's height.
void TakeRoomForCaption(PictureRequest& request) {
  request.has_caption &= request.view.spec.height_px >= kLeastCaptionedPx;
  if (request.has_caption)
    request.view.spec.height_px -= static_cast<float>(CaptionHeaderPx() + CaptionFooterPx());
}

// The charts of a saved window, each in its part of the size, with what the command line adds.
std::vector<PictureRequest> RequestsOf(const SavedWindow& window, const RenderOptions& options) {
  std::vector<PictureRequest> requests;
  const ViewSpec& asked = options.view.spec;
  const bool own_size = asked.width_px != ViewSpec{}.width_px || asked.height_px != ViewSpec{}.height_px;
  const uint32_t width_px = own_size ? static_cast<uint32_t>(asked.width_px) : window.width_px;
  const uint32_t height_px = own_size ? static_cast<uint32_t>(asked.height_px) : window.height_px;
  const uint64_t count = window.views.size();
  for (uint64_t index = 0; index < count; ++index) {
    const SavedView& saved = window.views[index];
    PictureRequest request{options};
    if (!saved.color.empty()) request.color = saved.color;
    request.search = saved.search;
    request.input.file = saved.profile;
    request.input.apply = saved.pipeline;
    if (!options.input.apply.empty())
      request.input.apply += (saved.pipeline.empty() ? "" : " | ") + options.input.apply;
    request.input.saved_define = window.derived_metrics;
    request.view.metric = saved.metric;
    if (!request.view.angle) request.view.angle = saved.angle;
    if (!request.view.by_share) request.view.by_share = saved.angle_by_share;
    const RingsPlace& place = saved.drawn.place.Get<RingsPlace>();
    ViewSpec& spec = request.view.spec;
    spec.mode = place.mode;
    spec.form = saved.drawn.pane.Get<RingsPane>().form;
    request.view.root = saved.root;
    request.view.detail = place.detail;
    if (!place.detail_path.empty()) request.view.detail_of = place.detail_path;
    request.view.depth = place.depth_limit;
    spec.compress_chains |= place.compress_chains;
    if (place.sizing == RingSizing::kReadable) spec.ring_sizing = place.sizing;
    const uint64_t width = width_px * (index + 1) / count - width_px * index / count;
    spec.width_px = std::max(1.0f, static_cast<float>(width));
    spec.height_px = static_cast<float>(height_px);
    TakeRoomForCaption(request);
    // A low picture has no pixels to spare for titles.
    request.has_title =
        options.has_caption && !request.has_caption && count > 1 && height_px >= 4 * kChartTitleHeightPx;
    if (request.has_title) spec.height_px -= kChartTitleHeightPx;
    requests.push_back(std::move(request));
  }
  std::vector<std::filesystem::path> profiles;
  for (const PictureRequest& request : requests) profiles.push_back(request.input.file);
  const std::vector<std::string> titles = DistinctTitles(profiles);
  for (size_t i = 0; i < titles.size(); ++i) requests[i].file_title = titles[i];
  return requests;
}

// Why `render` does not draw a saved window with a view of another kind than rings.
std::string NoRingsLine(const std::filesystem::path& file, const SavedWindow& window, const ViewKind& kind) {
  if (kind.saved_command == nullptr) {
    const std::string printed =
        kind.printed_by.empty() ? std::string() : fmt::format(", which {} prints", kind.printed_by);
    return fmt::format("{}: expected a view that is a picture, found '{}'{}", file.string(), kind.name,
                       printed);
  }
  return fmt::format(
      "{}: expected one view, or several that are all rings, found {}, one of them '{}'; --pane N "
      "draws one",
      file.string(), window.views.size(), kind.name);
}

Result<int> RunRender(const RenderOptions& options) {
  RINGSCOPE_TRY(CheckPictureName(options.output));
  const bool is_svg = HasEnding(options.output, ".svg");
  std::vector<PictureRequest> requests(1, {options});
  Theme theme = options.asked_theme.value_or(Theme::kDark);
  if (IsSavedViewFile(options.input.file)) {
    RINGSCOPE_ASSIGN(SavedWindow window, About(options.input.file, ReadSavedWindow(options.input.file)));
    if (options.pane > window.views.size())
      return Refuse("--pane: expected 1 to {}, found {}", window.views.size(), options.pane);
    if (options.pane > 0) KeepPane(options.pane, window);
    RINGSCOPE_TRY(CheckProfilesExist(options.input.file, window));
    for (const SavedView& view : window.views) {
      if (view.kind != &rings::Kind()) return Refuse(NoRingsLine(options.input.file, window, *view.kind));
      if (const Result<Pipeline> steps = ParsePipeline(view.pipeline); !steps) {
        return tl::unexpected(
            About(options.input.file, AboutOption("pipeline", steps.error(), view.pipeline)));
      }
    }
    requests = RequestsOf(window, options);
    theme = options.asked_theme.value_or(window.theme.value_or(Theme::kDark));
  } else {
    if (options.pane > 0) return Refuse("--pane: expected a saved view of several panes");
    requests.front().file_title = options.input.file.filename().string();
    TakeRoomForCaption(requests.front());
  }
  if (is_svg && requests.size() > 1)
    return Refuse("{}: expected a .png file for charts side by side", options.output.string());
  std::vector<std::filesystem::path> inputs{options.input.file};
  for (const PictureRequest& request : requests) inputs.push_back(request.input.file);
  RINGSCOPE_TRY(CheckOutput(inputs, options.output));
  // A system without any font still gets its picture; SVG uses none.
  std::shared_ptr<const FontFace> font;
  if (!is_svg)
    if (auto loaded = FontFace::LoadDefault()) font = *loaded;
  std::vector<DrawnChart> charts;
  for (const PictureRequest& request : requests) {
    RINGSCOPE_ASSIGN(auto chart, LayOut(request, theme, charts.empty() ? nullptr : charts.front().recorded,
                                        font != nullptr ? FontFace::Measurer(font) : MeasureText()));
    charts.push_back(std::move(chart));
  }
  RINGSCOPE_TRY(AboutOutput(options.output, WritePicture(charts, font, options.output)));
  return kExitOk;
}

}  // namespace

void AddRender(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "render", "Draw a profile or a saved view to a picture", &RunRender);
  AddInput(command, options->input);
  AddViewOption(command);
  AddView(command, options->view);
  AddReadable(command, options->view);
  command->AddOption("-o,--output", options->output, "OUT.png or OUT.svg")->Required();
  command->AddOption(
      "--color MODE", options->color,
      "What colours tell: function|module|package|file|kind|self-share|search|metric:NAME, and behind "
      "NAME any of ,self ,absolute ,log ,view; difference: of a comparison; default: function, of a "
      "comparison difference");
  command->AddChoice("--angle", kComparedAngleWords, options->view.angle,
                     "What angles show: of a comparison by default --metric; of a tree with members the mean "
                     "or max of members instead of the sum");
  std::optional<bool>& by_share = options->view.by_share;
  command->AddSetter("--share", by_share, true,
                     "Of a comparison: each side fills the chart; default if it was made by shares, or one "
                     "side has less than half of the other");
  command->AddSetter("--absolute", by_share, false, "Of a comparison: the side that costs less leaves a gap");
  command->Exclusive({"--share", "--absolute"});
  command->AddOption("--search QUERY", options->search, "A query whose matches light up");
  command->AddOption(
      "--pane N", options->pane,
      "Of a saved window with several panes only this one, from 1; default: all, which then have to be rings",
      WholeNumber(1));
  command->AddFlagOff("--no-caption", options->has_caption,
                      "The bare chart, without title, metric and legend");
  std::optional<Theme>& theme = options->asked_theme;
  command->AddSetter("--dark", theme, Theme::kDark, "Dark background; the default");
  command->AddSetter("--light", theme, Theme::kLight, "Light background");
  command->Exclusive({"--dark", "--light"});
  command->Example("ringscope render run.cct -o run.png", "The picture that the window opens with")
      ->Example("ringscope render run.cct --root 'main;parse' --color module -o parse.svg",
                "What is below parse, by module");
}

}  // namespace ringscope
