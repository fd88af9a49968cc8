#include "app/files/files_model.h"

#include <fmt/format.h>

#include "app/core/display_text.h"
#include "app/files/saving/tree_save.h"
#include "app/view/kind/view_kind.h"
#include "app/view/saved_view.h"
#include "cct/base/text/file_ending.h"
#include "renderer/legend/caption.h"

namespace ringscope {
namespace {

constexpr size_t kSavedViewChoice = 2;  // index into SaveModel::choices

// "b" for "a/b.perf.txt.gz".
std::string Stem(const std::filesystem::path& path) {
  std::string name = path.filename().string();
  const size_t dot = name.find('.', 1);
  if (dot != std::string::npos) name.resize(dot);
  return name.empty() ? "profile" : name;
}

}  // namespace

SaveModel BuildSaveModel(const AppState& state) {
  SaveModel model;
  model.choices = {
      {".png", "Picture", "PNG, as large as the chart"},
      {".svg", "Drawing", "SVG, sharp at any size"},
      {std::string(kSavedViewEnding), "View", "What this window shows, to open or draw again"},
      {std::string(kPageEnding), "Page to send", "HTML, for any browser: zoom, search, functions"},
      {".txt", "Call stack", "The selected context, or the centre, as text"},
  };
  for (const TreeFormatName& format : TreeFormats()) {
    model.choices.push_back({std::string(format.ending), "Tree", std::string(format.description)});
  }
  if (const DocumentState* document = ActiveDocument(state)) {
    // A kind of view that is a page of text has no picture.
    const ViewState* view = ActiveView(state);
    const size_t first = view != nullptr && view->kind().printed_by.empty() ? 0 : kSavedViewChoice;
    model.suggestion = document->path.parent_path() / (Stem(document->path) + model.choices[first].ending);
  }
  return model;
}

size_t ChoiceOf(const SaveModel& model, std::string_view name) {
  size_t best = model.choices.size();
  for (size_t i = 0; i < model.choices.size(); ++i) {
    const std::string& ending = model.choices[i].ending;
    if (!HasEnding(name, ending)) continue;
    if (best == model.choices.size() || ending.size() > model.choices[best].ending.size()) best = i;
  }
  return best;
}

std::string WithEnding(const SaveModel& model, std::string_view name, size_t choice) {
  const size_t now = ChoiceOf(model, name);
  if (now < model.choices.size()) name.remove_suffix(model.choices[now].ending.size());
  return std::string(name) + model.choices[choice].ending;
}

bool IsPictureName(const std::filesystem::path& path) {
  return HasEnding(path, ".png") || HasEnding(path, ".svg");
}

std::string SaveDetail(const AppState& state, std::string_view name, bool has_caption, float scale) {
  const ViewState* view = ActiveView(state);
  const PaneState* pane = ActivePane(state);
  const DocumentState* document = ActiveDocument(state);
  if (view == nullptr || pane == nullptr || document == nullptr) return {};
  const std::filesystem::path path(name);
  if (IsPictureName(path)) {
    const auto width = static_cast<uint32_t>(pane->width_px);
    const uint32_t around = has_caption ? CaptionHeaderPx(scale) + CaptionFooterPx(scale) : 0;
    return fmt::format("{} x {} pixels, {}", width, static_cast<uint32_t>(pane->height_px) + around,
                       has_caption ? "with title, metric, total, view and legend" : "the chart alone");
  }
  if (HasEnding(path, kSavedViewEnding)) return "Names the profile, and does not hold it";
  if (HasEnding(path, kPageEnding)) return "The largest contexts within 3 MB, and exact sums of all others";
  if (HasEnding(path, ".txt"))
    return "The stack of " + ContextName(view->tree(), SelectedOrCentre(*view), 120);
  for (const TreeFormatName& format : TreeFormats()) {
    if (!HasEnding(path, format.ending)) continue;
    std::string detail(format.keeps);
    const std::string others = MetricsLeftOut(view->tree(), format.format, view->metric);
    if (!others.empty()) detail += ". " + DisplayText("F" + others.substr(1), 400);
    return detail;
  }
  return {};
}

}  // namespace ringscope
