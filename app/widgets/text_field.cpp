#include "app/widgets/text_field.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <string_view>

namespace ringscope {
namespace {

// A field's state of the frame before, kept in the window's ImGuiStorage.
class KnownField {
 public:
  explicit KnownField(const char* id) : values_(*ImGui::GetStateStorage()) {
    ImGui::PushID(id);
    generation_ = ImGui::GetID("generation");
    frame_ = ImGui::GetID("frame");
    text_ = ImGui::GetID("text");
    active_ = ImGui::GetID("active");
    ImGui::PopID();
  }

  // The field's generation, a part of its id: ImGui does not use its state of an earlier generation again.
  [[nodiscard]] int GenerationFor(std::string_view text) {
    const bool was_shown = values_.GetInt(frame_, -1) == ImGui::GetFrameCount() - 1;
    const bool knows_text = values_.GetBool(active_) || values_.GetInt(text_) == HashOf(text);
    if (!was_shown || !knows_text) BeginAnew();
    return values_.GetInt(generation_);
  }

  // Call after the item, which returned `result`.
  void Remember(std::string_view text, ImGuiInputTextFlags flags, bool result) {
    const bool entered = (flags & ImGuiInputTextFlags_EnterReturnsTrue) != 0 && result;
    if (ImGui::IsItemDeactivated() && !entered) BeginAnew();
    values_.SetInt(frame_, ImGui::GetFrameCount());
    values_.SetInt(text_, HashOf(text));
    values_.SetBool(active_, ImGui::IsItemActive());
  }

 private:
  [[nodiscard]] static int HashOf(std::string_view text) {
    return static_cast<int>(std::hash<std::string_view>()(text));
  }
  void BeginAnew() { values_.SetInt(generation_, values_.GetInt(generation_) + 1); }

  ImGuiStorage& values_;
  ImGuiID generation_ = 0, frame_ = 0, text_ = 0, active_ = 0;
};

struct Edited {
  std::string& text;
  const std::string& completed;
};

int EditString(ImGuiInputTextCallbackData* data) {
  const Edited& edited = *static_cast<const Edited*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion) {
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, edited.completed.c_str());
    return 0;
  }
  std::string& text = edited.text;
  text.resize(static_cast<size_t>(data->BufTextLen));
  data->Buf = text.data();
  return 0;
}

}  // namespace

bool TextField(const Ui& ui, std::string_view mark, const char* hint, float width, std::string& text,
               ImGuiInputTextFlags flags, const std::string& completed) {
  const std::string id = fmt::format("##{}", mark);
  ImGui::SetNextItemWidth(width == 0 ? ImGui::GetContentRegionAvail().x : width);
  KnownField known(id.c_str());
  ImGui::PushID(known.GenerationFor(text));
  Edited edited{text, completed};
  const ImGuiInputTextFlags calls =
      ImGuiInputTextFlags_CallbackResize | (completed.empty() ? 0 : ImGuiInputTextFlags_CallbackCompletion);
  const bool result = ImGui::InputTextWithHint(id.c_str(), hint, text.data(), text.capacity() + 1,
                                               flags | calls, EditString, &edited);
  ImGui::PopID();
  ui.Mark(mark);
  known.Remember(text, flags, result);
  return result;
}

std::optional<int> NumberField(const Ui& ui, std::string_view mark, float width, int number,
                               ImGuiInputTextFlags flags) {
  std::string text = fmt::format("{}", number);
  if (!TextField(ui, mark, "", width, text, flags | ImGuiInputTextFlags_CharsDecimal)) return std::nullopt;
  const char* const last = text.data() + text.size();
  const auto [end, failure] = std::from_chars(text.data(), last, number);
  if (failure == std::errc::result_out_of_range) return kMostInField;
  if (failure != std::errc{} || end != last) return std::nullopt;
  return std::clamp(number, 0, kMostInField);
}

}  // namespace ringscope
