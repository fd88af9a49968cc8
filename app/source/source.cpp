#include "app/source/source.h"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

#include "app/search/search.h"
#include "app/source/source_model.h"
#include "app/view/command_tables.h"
#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "app/view/state/apply_task.h"
#include "app/view/steps/context_steps.h"
#include "cct/base/text/ascii.h"
#include "cct/source/function_lines.h"
#include "cct/source/source_version.h"
#include "cct/tree/verify.h"

namespace ringscope::action {

void RefreshSource(AppState& state, Effects& effects) {
  ViewState* view = ActiveView(state);
  if (view == nullptr || !DockShows(state, DockTab::kSource)) return;
  const Frame subject = SourceSubject(*view);
  SourceRequest request{view->shown.tree,
                        view->history.current().root,
                        std::string(subject.file),
                        std::string(subject.file.empty() ? subject.name : ""),
                        {state.settings.path_mappings, state.settings.source_folders, {}},
                        view->slots.Get<SourceState>().reload_serial};
  if (request.file.empty() && (request.function.empty() || request.search.folders.empty())) {
    view->slots.Get<SourceState>().task.Drop();
    return;
  }
  if (const DocumentState* document = FindDocument(state, view->document))
    request.search.profile_folder = document->path.parent_path();
  Want(state, view->slots.Get<SourceState>().task, std::move(request),
       {.label = "Reading source", .document = view->document}, &RunSource, effects);
}

void Do(AppState& state, ViewState& view, const OpenSource& open, Effects& effects) {
  if (open.context >= view.tree().context_count()) return;
  Do(state, Select{open.context}, effects);
  Do(state, ShowDockTab{DockTab::kSource}, effects);
}

void Do(AppState& state, ViewState& view, const OpenSourceOf& open, Effects& effects) {
  if (open.function >= view.tree().frames().size()) return;
  Do(state, ChooseFunction{open.function}, effects);
  Do(state, ShowDockTab{DockTab::kSource}, effects);
}

void Do(AppState&, ViewState& view, const ReloadSource&, Effects&) {
  ++view.slots.Get<SourceState>().reload_serial;
}

void Do(AppState& state, ViewState& view, const StepHotLine& step, Effects& effects) {
  if (!DockShows(state, DockTab::kSource)) {
    Do(state, ShowDockTab{DockTab::kSource}, effects);
    return;
  }
  if (const auto function = HotLine(view, step.steps)) {
    Do(state, ChooseFunction{*function}, effects);
  } else {
    SetNote(state, "No line of this file has self cost");
  }
}

void Do(AppState& state, const AskSourceFolder&, Effects&) { AwaitBox(state, TextBox::kSourceFolder, true); }

void Do(AppState& state, const AddSourceFolder& add, Effects& effects) {
  const std::string folder(Trimmed(add.folder));
  std::vector<std::string>& folders = state.settings.source_folders;
  if (folder.empty() || folders.size() >= kMaxSettingsLines) return;
  std::erase(folders, folder);
  folders.push_back(folder);
  for (ViewState& view : state.views) ++view.slots.Get<SourceState>().reload_serial;
  effects.push_back(effect::SaveSettings{state.settings});
}

void Do(AppState& state, const OpenInEditor& open, Effects& effects) {
  std::vector<std::string> words = EditorCommand(state.settings.editor_command, open.path, open.line);
  if (words.empty()) {
    SetNote(state, "Set an editor command in the settings, e.g. code -g {file}:{line}", NoteEnd::kEditorSet);
    return;
  }
  effects.push_back(effect::RunEditor{std::move(words)});
}

}  // namespace ringscope::action

namespace ringscope {
namespace {

std::optional<SourceFile> FindIn(const std::string& place, const std::string& file) {
  const auto version = SourceVersion::Open(place);
  if (!version) return std::nullopt;
  auto found = version->Find(file);
  if (!found) return std::nullopt;
  SourceFile source;
  source.path = std::move(found->disk_path);
  if (source.path.empty()) source.revision_path = place + ":" + found->path;
  source.SetText(std::move(found->text));
  return source;
}

// Reads the file in the version after, if both versions are known; with the version before, if it has the
// file.
void FindVersions(const SourceRequest& request, SourceView& view) {
  const SideSources places = SideSourcesOf(*request.tree);
  if (places.before.empty() || places.after.empty()) return;
  auto after = FindIn(places.after, request.file);
  if (!after) return;
  view.source = std::move(*after);
  auto before = FindIn(places.before, request.file);
  if (!before) return;
  const auto old_lines = LinesOf(before->text), new_lines = LinesOf(view.source.text);
  view.before.emplace(SourceBefore{{}, AlignLines(old_lines, new_lines), {}});
  view.before->source = std::move(*before);
}

// By FrameId: whether only the side before has the function, whose line is then one of that version.
std::vector<bool> GoneFrames(const Cct& tree) {
  std::vector<MetricIndex> after;
  for (MetricIndex metric = 0; metric < tree.metric_count(); ++metric) {
    if (tree.metrics()[metric].role == MetricRole::kAfter) after.push_back(metric);
  }
  std::vector<bool> is_gone(tree.frames().size(), true);
  for (ContextId context = 0; context < tree.context_count(); ++context) {
    const FrameId frame = tree.FrameOf(context);
    if (frame >= is_gone.size() || !is_gone[frame]) continue;
    is_gone[frame] =
        std::ranges::none_of(after, [&](MetricIndex metric) { return tree.Inclusive(context, metric) > 0; });
  }
  return is_gone;
}

std::unordered_set<std::string_view> WordsOf(std::string_view text) {
  std::unordered_set<std::string_view> words;
  const auto is_of_word = [](char c) {
    return IsLetterOrDigit(c) || c == '_' || c == '$' || IsBeyondAscii(c);
  };
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && is_of_word(text[end])) ++end;
    if (end > at) words.insert(text.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return words;
}

// The line of each function, by FrameId. A function without a line in the profile is looked up in the source.
std::vector<uint32_t> LinesOfFunctions(const SourceRequest& request, const SourceView& view,
                                       const std::vector<bool>& is_gone) {
  // Looking up a function reads the whole file.
  constexpr size_t kMaxSearched = 1000;
  const FrameTable& frames = request.tree->frames();
  const auto after = LinesOf(view.source.text);
  const auto before = view.before ? LinesOf(view.before->source.text) : std::vector<std::string_view>();
  // For a request without a file: functions without a file belong to this one if it defines them.
  std::unordered_set<std::string_view> words;
  if (request.file.empty()) words = WordsOf(view.source.text);
  std::vector<uint32_t> line_of;
  size_t searched = 0;
  for (FrameId id = 0; id < frames.size(); ++id) {
    const Frame frame = frames[id];
    line_of.push_back(frame.line);
    if (frame.file != request.file) continue;
    if (request.file.empty()) line_of.back() = kLeftOutLine;
    const bool is_searched =
        request.file.empty() ? words.contains(DefiningWord(frame.name)) : frame.line == 0;
    if (!is_searched || searched++ >= kMaxSearched) continue;
    const bool is_of_before = id < is_gone.size() && is_gone[id];
    const auto found = FindFunctionLines(is_of_before ? before : after, DefiningWord(frame.name), 0);
    if (found) line_of.back() = found->begin + 1;
  }
  return line_of;
}

// The types of receivers by line. A cancelled job leaves the map incomplete.
std::map<uint32_t, TypeSums> ReceiversByLine(const SourceRequest& request,
                                             const std::vector<uint32_t>& line_of, const JobControl& job) {
  const Cct& tree = *request.tree;
  std::map<uint32_t, TypeSums> by_line;
  if (tree.types().empty() || !CheckTypeRanges(tree.types())) return by_line;
  const auto add = [&](uint32_t line, ContextId context) {
    TypeSums here;
    here.Add(tree.types(), context, kReceiverRole);
    if (line != 0 && line != kLeftOutLine && !here.empty())
      by_line[line].Add(tree.types(), context, kReceiverRole);
  };
  for (ContextRange run = SearchRoots(request.root); !run.empty(); run = tree.ChildrenOfRun(run)) {
    for (ContextId context = run.begin; context < run.end; ++context) {
      if (job.cancelled()) return by_line;
      const FrameId frame = tree.FrameOf(context);
      const Frame its = tree.frames()[frame];
      const ContextId caller = its.call_line == 0 ? kNoContext : tree.ParentOf(context);
      if (caller != kNoContext && tree.FrameAt(caller).file == request.file) add(its.call_line, context);
      if (its.file == request.file && frame < line_of.size()) add(line_of[frame], context);
    }
  }
  return by_line;
}

}  // namespace

std::shared_ptr<const SourceView> RunSource(const SourceRequest& request, JobControl& job) {
  auto view = std::make_shared<SourceView>(SourceView{request});
  if (!request.file.empty()) FindVersions(request, *view);
  if (!view->source.is_found())
    view->source = FindSource(request.file, request.search, request.function, &job);
  if (job.cancelled()) return nullptr;
  const std::vector<bool> gone = view->before ? GoneFrames(*request.tree) : std::vector<bool>();
  view->line_of = LinesOfFunctions(request, *view, gone);
  const auto costs_of = [&](bool is_before) {
    std::vector<uint32_t> line_of = view->line_of;
    for (FrameId frame = 0; frame < gone.size(); ++frame)
      if (gone[frame] != is_before) line_of[frame] = kLeftOutLine;
    return BuildLineCosts(*request.tree, request.file, SearchRoots(request.root), &job, line_of);
  };
  auto costs = costs_of(false);
  auto costs_before = view->before && costs ? costs_of(true) : Result<LineCosts>();
  for (auto* result : {&costs, &costs_before}) {
    if (*result) continue;
    if (result->error().code == ErrorCode::kCancelled) return nullptr;
    view->source.problem = DescribeError(result->error());
    return view;
  }
  view->costs = std::move(*costs);
  view->called_on = ReceiversByLine(request, view->line_of, job);
  if (job.cancelled()) return nullptr;
  if (view->before) view->before->costs = std::move(*costs_before);
  return view;
}

}  // namespace ringscope

namespace ringscope::command {
namespace {

constexpr std::string_view kGroup = "Tree";

// The source of the subject: pointed at, else selected, else the centre if the profile knows its file.
Maybe Source(const ViewState& view) {
  const CommandSubject subject = SubjectOf(view);
  if (subject.context != kNoContext) return action::OpenSource{subject.context};
  if (subject.function) return action::OpenSourceOf{*subject.function};
  if (const auto function = FunctionInFile(view.tree(), subject)) return action::OpenSourceOf{*function};
  if (!subject.empty()) return std::nullopt;
  const ContextId centre = view.history.current().root.context;
  const bool on_rest = view.pointed && !view.pointed->rest.empty();
  if (on_rest || view.tree().FrameAt(centre).file.empty()) return std::nullopt;
  return action::OpenSource{centre};
}

std::string NoSource(const ViewState& view) {
  const bool on_rest = view.pointed && !view.pointed->rest.empty();
  if (SubjectOf(view).empty() && !on_rest)
    return "The profile does not say where the centre is defined: point at a segment, or choose a row";
  std::string why = NoSubjectText(view);
  return why.empty() ? "This is no one file: choose a function, or a file" : why;
}

constexpr std::array kSourceCommands{
    Command{"tree.source", kGroup, "Show the source", "E", OfView<Source>, false, nullptr, OfView<NoSource>},
    Command{"source.next", kGroup, "Source: the line that costs most next", "F8",
            InView<action::StepHotLine, 1>},
    Command{"source.previous", kGroup, "Source: the line before that", "Shift+F8",
            InView<action::StepHotLine, -1>},
};

}  // namespace

std::span<const Command> Sources() { return kSourceCommands; }

}  // namespace ringscope::command
