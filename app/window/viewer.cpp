#include "app/window/viewer.h"

#include <imgui.h>

#include <backends/imgui_impl_opengl3.h>

#include <algorithm>
#include <utility>

#include "app/files/documents.h"
#include "app/files/saving/saving.h"
#include "app/tables/tables.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/view/shell.h"
#include "app/view/state/apply.h"
#include "app/widgets/popup.h"
#include "app/window/window_actions.h"
#include "cct/base/system/child_process.h"
#include "cct/file/cct_file.h"
#include "renderer/gl/drawing.h"

namespace ringscope {
namespace {

// The interval of progress while jobs run.
constexpr double kProgressIntervalS = 0.2;
constexpr double kFontsIntervalS = 0.01;
// ImGui shows the answer to an event one frame later.
constexpr int kFramesAfterEvent = 2;
// ImGui's time to shade the window behind a dialog.
constexpr double kFadeS = 0.25;

double NowSeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

const char* GetClipboard(void* user) {
  static thread_local std::string text;
  text = static_cast<Window*>(user)->clipboard();
  return text.c_str();
}

void SetClipboard(void* user, const char* text) { static_cast<Window*>(user)->SetClipboard(text); }

PointerShape ShapeFrom(ImGuiMouseCursor cursor) {
  if (cursor == ImGuiMouseCursor_TextInput) return PointerShape::kText;
  if (cursor == ImGuiMouseCursor_Hand) return PointerShape::kHand;
  if (cursor == ImGuiMouseCursor_ResizeEW) return PointerShape::kResizeHorizontal;
  return cursor == ImGuiMouseCursor_ResizeNS ? PointerShape::kResizeVertical : PointerShape::kArrow;
}

}  // namespace

Result<std::unique_ptr<Viewer>> Viewer::Create(Window& window, const ViewerOptions& options) {
  // Without any font the panels use ImGui's own and the chart has no labels.
  std::shared_ptr<const FontFace> font;
  if (auto loaded = FontFace::LoadDefault()) font = std::move(*loaded);
  RINGSCOPE_ASSIGN(ChartPanes charts, ChartPanes::Create(font));
  return std::unique_ptr<Viewer>(new Viewer(window, options, std::move(charts), std::move(font)));
}

Viewer::Viewer(Window& window, const ViewerOptions& options, ChartPanes charts,
               std::shared_ptr<const FontFace> font)
    : window_(window), options_(options), font_(std::move(font)), charts_(std::move(charts)), jobs_([] {
        Window::Wake();
      }) {
  Settings settings = LoadSettings(options_.settings_path);
  saved_settings_ = settings;
  if (settings.compare_rules.empty() && !options_.settings_path.empty())
    settings.compare_rules = (options_.settings_path.parent_path() / "compare.rules").string();
  UseSettings(state_, std::move(settings));
  queue_.push_back(action::OfferStartFiles{});
  if (auto mono = FindFontFile("monospace")) mono_ = std::move(*mono);
  fonts_.atlas = std::make_unique<ImFontAtlas>();
  imgui_ = ImGui::CreateContext(fonts_.atlas.get());
  PrepareImGuiInput();
  ImGuiIO& io = ImGui::GetIO();
  io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
  io.GetClipboardTextFn = GetClipboard;
  io.SetClipboardTextFn = SetClipboard;
  io.ClipboardUserData = &window_;
  ImGui_ImplOpenGL3_Init("#version 330 core");
  panel_context_.scale = 0;  // no fonts yet
  panel_context_.area_fills = &area_fills_;
  panel_context_.marks = options_.record_marks ? &marks_ : nullptr;
}

Viewer::~Viewer() {
  if (making_fonts_.valid()) making_fonts_.wait();  // ImGui counts their allocations in the context
  ImGui::SetCurrentContext(imgui_);
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext(imgui_);
}

void Viewer::Run() {
  while (!state_.quit_requested) {
    window_.WaitForEvents(sleep_s());
    if (window_.TakeRefresh()) frames_wanted_ = kFramesAfterEvent;
    const std::vector<InputEvent> events = window_.TakeEvents();
    if (window_.minimized()) {
      // The frame is not shown, but takes jobs and key presses.
      Frame(events, NowSeconds(), false);
      continue;
    }
    if (!events.empty()) frames_wanted_ = kFramesAfterEvent;
    if (events.empty() && frames_wanted_ == 0 && !charts_.animating() && !jobs_.busy() && queue_.empty() &&
        pending_events_.empty() && !FontsReady())
      continue;
    Frame(events, NowSeconds());
  }
}

void Viewer::Post(Action action) {
  queue_.push_back(std::move(action));
  frames_wanted_ = kFramesAfterEvent;
}

double Viewer::sleep_s() const {
  if (frames_wanted_ > 0 || charts_.animating() || !queue_.empty() || !pending_events_.empty()) return 0;
  if (making_fonts_.valid()) return kFontsIntervalS;
  return jobs_.busy() ? kProgressIntervalS : -1;
}

void Viewer::Frame(std::span<const InputEvent> events, double now_s, bool swap) {
  // Counted down first: an event of this frame after its panels were drawn may ask for another frame.
  if (frames_wanted_ > 0) --frames_wanted_;
  ImGui::SetCurrentContext(imgui_);
  now_s_ = now_s;
  first_job_ = state_.next_job;
  await_until_.reset();
  UpdateScale();
  UpdateFonts();
  Settle();
  pending_events_.insert(pending_events_.end(), events.begin(), events.end());
  AwaitTextBox();
  escape_wait_.BeginFrame();
  TakeEvents(
      pending_events_, [&] { return state_.awaited_box != TextBox::kNone || escape_wait_.waits(); },
      [&](const InputEvent& event) {
        escape_wait_.Note(event);
        TakeInput(event);
      });
  TakeJobResults();
  // Two looks: a chart may first move with the pointer, then the context under the pointer is known.
  Settle(true, 2);
  marks_.clear();
  area_fills_.clear();
  const int height_px = window_.height_px();
  charts_.DrawAhead(state_, layout_, height_px);
  DrawPanels();
  Settle(true);
  SavePictures();

  charts_.Draw(state_, layout_, height_px);
  FillAreas();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (swap) window_.SwapBuffers();
  UpdateWindow();
  CloseLostFiles();
}

void Viewer::FillAreas() const {
  for (const auto& [rect, color] : area_fills_) {
    const auto x = static_cast<int>(rect.x), y = static_cast<int>(rect.y);
    const auto width = static_cast<int>(rect.width), height = static_cast<int>(rect.height);
    if (width > 0 && height > 0)
      FillTarget({0, x, window_.height_px() - y - height, width, height}, Opaque(color));
  }
}

// Closes profiles whose file became shorter while it was mapped, which leaves their trees wrong. A profile of
// the same file that does not map it stays.
void Viewer::CloseLostFiles() {
  for (const DocumentState& document : state_.documents) {
    if (!HasLostItsFile(*document.opened.tree)) continue;
    queue_.push_back(action::CloseDocument{document.id});
    const std::string name = DisplayText(document.path.filename().string(), 120);
    queue_.push_back(action::ReportError{
        {name + " changed while it was open",
         "Another program made the file shorter, so it was closed. Open it again when it is complete."}});
    frames_wanted_ = kFramesAfterEvent;
  }
}

// Applies queued actions, lays out, and gives the state the measures of charts, until there is no more to
// apply. Then looks up the context under the pointer, at most `looks` times, and with `waits` waits a moment
// for jobs that mostly end within a frame; new actions from either are applied in the same frame.
void Viewer::Settle(bool waits, int looks) {
  do {
    bool is_news = false;
    do {
      ApplyQueued();
      UpdateWindowLayout();
      charts_.Update(state_, panel_context_.scale, now_s_);
      std::vector<Effect> effects;
      is_news = TakeMeasured(state_, charts_.Measured(state_), effects);
      for (const Effect& effect : effects) Execute(effect);
      if (is_news) frames_wanted_ = std::max(frames_wanted_, 1);
    } while (is_news || !queue_.empty());
  } while ((looks-- > 0 && charts_.PointAt(state_, layout_, ChartsCovered(), queue_)) ||
           (waits && AwaitSoonJobs()));
}

// Takes over another scale or theme; another scale once fonts of that size have been made.
void Viewer::UpdateScale() {
  const float base = options_.scale > 0 ? options_.scale : window_.content_scale();
  const float scale = base * static_cast<float>(state_.settings.zoom_percent) / 100;
  if (FontsReady()) UseFonts(making_fonts_.get());
  if (!making_fonts_.valid() && scale != panel_context_.scale) MakeFonts(scale);
  // The first frame has to wait for fonts.
  if (panel_context_.scale == 0) UseFonts(making_fonts_.get());
  if (panel_context_.theme == state_.settings.theme) return;
  panel_context_.theme = state_.settings.theme;
  ApplyUiStyle(panel_context_.theme, panel_context_.scale);
}

void Viewer::MakeFonts(float scale) {
  making_fonts_ = std::async(std::launch::async, [plan = PlanUiFonts(font_.get(), mono_ ? &*mono_ : nullptr,
                                                                     shown_text_.code_points(), scale)] {
    return MakeUiFonts(plan);
  });
}

bool Viewer::FontsReady() const {
  return making_fonts_.valid() &&
         making_fonts_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

void Viewer::UseFonts(UiFonts fonts) {
  ImGuiIO& io = ImGui::GetIO();
  io.Fonts = fonts.atlas.get();
  io.FontDefault = fonts.fonts.regular;
  // ImGui makes the first texture with its other graphics objects.
  if (panel_context_.scale != 0) {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }
  fonts_ = std::move(fonts);
  panel_context_.fonts = fonts_.fonts;
  panel_context_.scale = fonts_.scale;
  ApplyUiStyle(panel_context_.theme, panel_context_.scale);
  frames_wanted_ = kFramesAfterEvent;
}

// Makes fonts again if characters that came up since the frame before need further glyphs.
void Viewer::UpdateFonts() {
  if (shown_text_.Look(state_)) {
    frames_wanted_ = std::max(frames_wanted_, 1);
    return;
  }
  if (making_fonts_.valid() || shown_text_.serial() == fonts_made_for_) return;
  fonts_made_for_ = shown_text_.serial();
  if (UiFontsLack(panel_context_.fonts, font_.get(), shown_text_.code_points(), panel_context_.scale))
    MakeFonts(panel_context_.scale);
}

void Viewer::UpdateWindowLayout() {
  if (window_.minimized()) return;
  layout_ = BuildWindowLayout(LayoutSpecOf(state_, static_cast<float>(window_.width_px()),
                                           static_cast<float>(window_.height_px()), panel_context_.scale));
  for (size_t i = 0; i < layout_.charts.size(); ++i)
    SetChartSize(state_, i, layout_.charts[i].width, layout_.charts[i].height);
  if (window_.width() != asked_width_ || window_.height() != asked_height_) {
    asked_width_ = window_.width();
    asked_height_ = window_.height();
    queue_.push_back(action::SetWindowSize{asked_width_, asked_height_});
  }
}

bool Viewer::ChartsCovered() const { return DialogOpen(state_) || MenuOpen(); }

void Viewer::TakeInput(const InputEvent& event) {
  frames_wanted_ = kFramesAfterEvent;
  if (const auto* modifiers = std::get_if<input::Modifiers>(&event)) modifiers_ = *modifiers;
  if (const auto* typed = std::get_if<input::Character>(&event)) shown_text_.Add(typed->character);
  const KeyPress press = KeyPressFrom(event, modifiers_);
  const bool typing = ImGui::GetIO().WantTextInput;
  bool is_command = false;
  if (const auto* key = std::get_if<input::KeyChange>(&event)) key_repeats_ = key->repeated;
  if (!MenuTakesKey(state_, press) && !IsTooSoon(press, typing)) {
    if (auto action = ActionForKey(state_, press, typing)) {
      // Later events of the same frame meet the state after this command.
      queue_.push_back(std::move(*action));
      Settle();
      is_command = true;
    }
  }
  if (const auto* drop = std::get_if<input::DropFiles>(&event)) {
    for (const std::string& path : drop->paths)
      queue_.push_back(action::OpenFile{
          .path = path, .one_of_several = &path != &drop->paths.front(), .offers_comparison = true});
  }
  if (std::holds_alternative<input::Close>(event)) queue_.push_back(action::Quit{});
  if (const auto* key = std::get_if<input::KeyChange>(&event)) TakeHeldKey(*key, press, typing);
  // The next click of the same frame means the chart after this click.
  if (charts_.TakeInput(event, state_, layout_, ChartsCovered(), queue_)) Settle();
  if (std::holds_alternative<input::Character>(event)) {
    // A character that was a command must not be typed into a box that the command opened.
    if (is_command) return;
    if (typing && !ChartsCovered()) PointAtNothing();
  }
  FeedImGui(event);
}

// For text that is typed into a box beside the charts: what lights up then is what the text means. Boxes of
// dialogs leave the subject of the commands below them.
void Viewer::PointAtNothing() {
  charts_.IgnoreRestingPointer();
  for (size_t i = 0; i < state_.panes.size(); ++i) queue_.push_back(action::PointAt{std::nullopt, i});
  queue_.push_back(action::HoverFunction{});
}

// Whether a held key repeats its paced command faster than users can look at the results.
bool Viewer::IsTooSoon(const KeyPress& press, bool typing) {
  constexpr double kPaceS = 0.7;
  const Command* const command = CommandForKey(state_, press, typing);
  if (command == nullptr || !command->paced) return false;
  if (key_repeats_ && now_s_ - paced_s_ < kPaceS) return true;
  paced_s_ = now_s_;
  return false;
}

// Text typed right after the key that opens a text box waits until the box has the keyboard: a frame or two.
// Gives up after kAtMostFrames for a box that does not come up (an error lies over it).
void Viewer::AwaitTextBox() {
  constexpr int kAtMostFrames = 8;
  if (state_.awaited_box == TextBox::kNone) {
    frames_awaited_ = 0;
    return;
  }
  frames_wanted_ = std::max(frames_wanted_, 1);
  if (++frames_awaited_ <= kAtMostFrames) return;
  queue_.push_back(action::KeyboardTaken{});
  Settle();
}

// Keys of commands that last (Command::held): a held key switches the command on as long as it is held, a
// short press on or off.
void Viewer::TakeHeldKey(const input::KeyChange& key, const KeyPress& press, bool typing) {
  constexpr double kShortPressS = 0.35;
  if (key.repeated) return;
  const auto switch_to = [&](const Command& command, bool on) {
    if (command.held(state_) == on) return;
    if (auto action = command.action(state_)) queue_.push_back(std::move(*action));
  };
  if (key.down) {
    const Command* const command = HeldCommand(state_, press);
    if (typing || DialogOpen(state_) || command == nullptr) return;
    held_key_ = HeldKey{key.key, now_s_, command, command->held(state_)};
    switch_to(*command, true);
  } else if (held_key_ && held_key_->key == key.key) {
    const bool held = now_s_ - held_key_->down_s > kShortPressS;
    switch_to(*held_key_->command, !held && !held_key_->was_on);
    held_key_.reset();
  }
}

void Viewer::ApplyQueued() {
  std::vector<Action> actions;
  // The loop ends, as an effect queues at most the report of an error.
  while (!queue_.empty()) {
    actions.clear();
    actions.swap(queue_);
    for (const Effect& effect : ApplyAll(state_, actions)) Execute(effect);
    frames_wanted_ = std::max(frames_wanted_, 1);
  }
}

void Viewer::TakeJobResults() {
  for (Action& action : jobs_.TakeActions()) queue_.push_back(std::move(action));
}

// Waits for jobs that were started in this frame and mostly end within a millisecond or two, so that this
// frame shows their results. False if there are none, or the time is over.
bool Viewer::AwaitSoonJobs() {
  constexpr auto kAtMost = std::chrono::milliseconds(5);
  const auto is_awaited = [&](const JobState& job) {
    return job.soon && !job.cancelling && job.id >= first_job_;
  };
  if (std::ranges::none_of(state_.jobs, is_awaited)) return false;
  const auto now = std::chrono::steady_clock::now();
  if (!await_until_) await_until_ = now + kAtMost;
  if (now >= *await_until_) return false;
  jobs_.WaitForResult(std::chrono::duration_cast<std::chrono::microseconds>(*await_until_ - now));
  TakeJobResults();
  return true;
}

// Takes pictures of charts as they are; a job encodes and writes each.
void Viewer::SavePictures() {
  for (const effect::SavePicture& save : std::exchange(pictures_, {})) {
    jobs_.Start(
        {save.job,
         {},
         [save, picture = charts_.TakePicture(save.pane, save.path, save.words)](JobControl&,
                                                                                 const PostAction& post) {
           post(action::SaveFinished{save.job, save.path,
                                     picture ? (*picture)() : Result<void>(tl::unexpected(picture.error()))});
         },
         JobLane::kAtOnce});
  }
}

void Viewer::Execute(const Effect& effect) {
  effect.Visit([&](const auto& one) {
    using T = std::decay_t<decltype(one)>;
    if constexpr (std::is_same_v<T, effect::CancelJob>) {
      jobs_.Cancel(one.job);
    } else if constexpr (std::is_same_v<T, effect::SaveSettings>) {
      if (options_.settings_path.empty()) return;
      // A failure is ignored: settings that cannot be saved are no reason to disturb the user.
      jobs_.Start({kNoJob,
                   {},
                   [settings = one.settings, base = std::exchange(saved_settings_, one.settings),
                    path = options_.settings_path](JobControl&, const PostAction&) {
                     (void)SaveChangedSettings(base, settings, path);
                   },
                   JobLane::kInOrder});
    } else if constexpr (std::is_same_v<T, effect::CopyToClipboard>) {
      window_.SetClipboard(one.text);
    } else if constexpr (std::is_same_v<T, effect::RunEditor>) {
      if (auto started = StartProgram(one.words); !started) {
        queue_.push_back(action::ReportError{{"Could not start the editor", DescribeError(started.error())}});
      }
    } else if constexpr (std::is_same_v<T, effect::SavePicture>) {
      pictures_.push_back(one);
    } else {
      jobs_.Start(one);
    }
  });
}

void Viewer::DrawPanels() {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(window_.width_px()), static_cast<float>(window_.height_px())};
  // Real time: else two clicks with a long sleep between them would be a double click.
  io.DeltaTime = static_cast<float>(std::clamp(now_s_ - last_frame_s_, 1e-4, 60.0));
  last_frame_s_ = now_s_;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  panel_context_.actions = &queue_;
  WindowView shown;
  for (size_t i = 0; i < state_.panes.size(); ++i) shown.charts.push_back(charts_.chart(i));
  shown.pointer = {charts_.mouse_x_px(), charts_.mouse_y_px()};
  if (!charts_.clicked_here()) shown.pane_with_tooltip = charts_.PaneAtMouse(state_, layout_);
  const float kind_rows_px = ui_.kind_rows_px;
  DrawWindowPanels(state_, shown, layout_, ui_, panel_context_);
  // What stands above the rows of a kind makes room for them in the next frame; scroll bars come in the one
  // after that.
  if (ui_.kind_rows_px != kind_rows_px) frames_wanted_ = std::max(frames_wanted_, 2);
  charts_.SetCovers(ui_.overlay.covers);
  ImGui::Render();
}

void Viewer::UpdateWindow() {
  if (DialogOpen(state_) != dialog_was_open_) {
    dialog_was_open_ = DialogOpen(state_);
    fade_until_s_ = now_s_ + kFadeS;
  }
  // The shade behind a dialog fades over time, for which frames are needed.
  if (now_s_ < fade_until_s_) frames_wanted_ = std::max(frames_wanted_, 1);
  window_.SetPointerShape(ShapeFrom(ImGui::GetMouseCursor()));
  const DocumentState* document = ActiveDocument(state_);
  const std::string title = document == nullptr ? "ringscope" : document->title + " - ringscope";
  if (title != title_) {
    title_ = title;
    window_.SetTitle(title);
  }
}

}  // namespace ringscope
