#include "app/saving/save_model.h"

#include "app/saving/saved_view.h"
#include "app/saving/tree_save.h"

namespace ringscope {
namespace {

// Of "a/b.perf.txt.gz": "b".
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
      {std::string(kSavedViewEnding), "View", "What this window shows, to be opened or drawn again"},
      {".png", "Picture", "PNG, as large as the chart"},
      {".svg", "Drawing", "SVG, sharp at any size"},
      {".txt", "Call stack", "The selected context, or the centre, as text"},
  };
  for (const TreeFormatName& format : TreeFormats()) {
    model.choices.push_back({std::string(format.ending), "Tree", std::string(format.description)});
  }
  if (const DocumentState* document = ActiveDocument(state)) {
    model.suggestion = document->path.parent_path() / (Stem(document->path) + model.choices[0].ending);
  }
  return model;
}

size_t ChoiceOf(const SaveModel& model, std::string_view name) {
  size_t best = model.choices.size();
  for (size_t i = 0; i < model.choices.size(); ++i) {
    const std::string& ending = model.choices[i].ending;
    if (!name.ends_with(ending) || name.size() == ending.size()) continue;
    if (best == model.choices.size() || ending.size() > model.choices[best].ending.size()) best = i;
  }
  return best;
}

std::string WithEnding(const SaveModel& model, std::string_view name, size_t choice) {
  const size_t now = ChoiceOf(model, name);
  if (now < model.choices.size()) name.remove_suffix(model.choices[now].ending.size());
  return std::string(name) + model.choices[choice].ending;
}

bool FileExists(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

}  // namespace ringscope
