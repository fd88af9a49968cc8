#include "app/view/saved_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <utility>

#include "app/core/name_value_table.h"
#include "app/view/kind/view_kind.h"
#include "cct/open/open_profile.h"

namespace ringscope {
namespace {

constexpr uint32_t kSmallestSide = 16;
constexpr uint32_t kLargestSide = 16'384;

Result<void> ReadSize(std::string_view, std::string_view text, SavedWindow& window) {
  RINGSCOPE_ASSIGN(const PictureSize size, ParsePictureSize(text));
  window.width_px = size.width_px;
  window.height_px = size.height_px;
  return {};
}

void WriteSize(std::string_view name, const SavedWindow& window, std::string& text) {
  text += fmt::format("{} = {}x{}\n", name, window.width_px, window.height_px);
}

// In the order in which they are written.
constexpr std::array kWindowRows{
    MemberRow<&SavedWindow::theme, WordForm<kThemeWords>, Written::kUnlessDefault>("theme"),
    NameValueRow<SavedWindow>{"size", ReadSize, WriteSize},
    MemberRow<&SavedWindow::linked, SwitchForm, Written::kUnlessDefault>("linked"),
    ListRow<&SavedWindow::derived_metrics, TextForm>("derived_metric"),
};

std::string KindNames() {
  std::string names;
  for (const ViewKind* kind : ViewKinds()) names += (names.empty() ? "" : "|") + std::string(kind->name);
  return names;
}

Result<void> ReadKind(std::string_view, std::string_view text, SavedView& view) {
  const ViewKind* const kind = FindViewKind(text);
  if (kind == nullptr) return Fail(ErrorCode::kMalformed, "expected {}, found '{}'", KindNames(), text);
  view.kind = kind;
  return {};
}

// The lines of the kind's own values follow its name.
void WriteKind(std::string_view name, const SavedView& view, std::string& text) {
  if (view.kind != DefaultViewKind()) text += fmt::format("{} = {}\n", name, view.kind->name);
  WriteRows<SavedKind>(view.kind->saved, view.drawn, text);
}

constexpr std::array kViewRows{
    MemberRow<&SavedView::profile, TextForm, Written::kUnlessDefault>("profile"),
    MemberRow<&SavedView::pipeline, TextForm, Written::kUnlessDefault>("pipeline"),
    MemberRow<&SavedView::root, TextForm, Written::kUnlessDefault>("root"),
    MemberRow<&SavedView::metric, TextForm, Written::kUnlessDefault>("metric"),
    MemberRow<&SavedView::angle, WordForm<kComparedAngleWords>, Written::kUnlessDefault>("angle"),
    MemberRow<&SavedView::angle_by_share, SwitchForm, Written::kUnlessDefault>("angle_by_share"),
    NameValueRow<SavedView>{"kind", ReadKind, WriteKind},
    MemberRow<&SavedView::color, TextForm, Written::kUnlessDefault>("color"),
    MemberRow<&SavedView::search, TextForm, Written::kUnlessDefault>("search"),
};

// Lines count from 1, also in an empty text.
tl::unexpected<Error> AtLine(Error error, uint64_t line) {
  error.line = std::max<uint64_t>(line, 1);
  error.column = 1;
  return tl::unexpected(std::move(error));
}

Error Malformed(std::string message) { return {ErrorCode::kMalformed, std::move(message), {}, {}, {}}; }

// `others`: other lines that may stand here, for the message about an unknown name.
template <typename Owner>
Result<void> ReadLine(NameValueRows<Owner> rows, std::string_view others, const NameValue& line,
                      Owner& owner) {
  if (const auto* const row = FindRow(rows, line.name)) return row->Read(line, owner);
  std::string known(rows.front().name);
  for (const NameValueRow<Owner>& row : rows.subspan(1)) {
    const bool is_last = &row == &rows.back() && others.empty();
    known += fmt::format("{}{}", is_last ? " or " : ", ", row.name);
  }
  return tl::unexpected(Malformed(fmt::format("expected {}{}, found '{}'", known, others, line.name)));
}

Result<void> ReadViewLine(const NameValue& line, SavedView& view) {
  const NameValueRows<SavedKind> rows = view.kind->saved;
  if (const auto* const row = FindRow(rows, line.name)) return row->Read(line, view.drawn);
  std::string others;
  for (const auto& row : rows) others += fmt::format("{}{}", &row == &rows.back() ? " or " : ", ", row.name);
  return ReadLine<SavedView>(kViewRows, others, line, view);
}

}  // namespace

std::string FormatSavedWindow(const SavedWindow& window) {
  std::string out(kSavedViewFirstLine);
  out += '\n';
  WriteRows<SavedWindow>(kWindowRows, window, out);
  for (const SavedView& view : window.views) {
    out += "\n[view]\n";
    WriteRows<SavedView>(kViewRows, view, out);
  }
  return out;
}

Result<PictureSize> ParsePictureSize(std::string_view text) {
  PictureSize size;
  const char* const last = text.data() + text.size();
  const auto [x, width_error] = std::from_chars(text.data(), last, size.width_px);
  const auto fits = [](uint32_t side) { return side >= kSmallestSide && side <= kLargestSide; };
  if (width_error == std::errc{} && x != last && *x == 'x') {
    const auto [end, height_error] = std::from_chars(x + 1, last, size.height_px);
    if (height_error == std::errc{} && end == last && fits(size.width_px) && fits(size.height_px))
      return size;
  }
  return Fail(ErrorCode::kMalformed, "expected WIDTHxHEIGHT of {} to {} pixels, found '{}'", kSmallestSide,
              kLargestSide, text);
}

Result<SavedWindow> ParseSavedWindow(std::string_view text) {
  SavedWindow window;
  uint64_t line_number = 0;
  while (!text.empty()) {
    const std::string_view line = TakeTrimmedLine(text);
    if (++line_number == 1) {
      if (line == kSavedViewFirstLine) continue;
      Error error =
          Malformed(fmt::format("expected '{}', found '{}'", kSavedViewFirstLine, line.substr(0, 80)));
      if (line.starts_with(kSavedViewBegin)) error.code = ErrorCode::kUnsupported;
      return AtLine(std::move(error), 1);
    }
    if (line.empty() || line.front() == '#') continue;
    if (line == "[view]") {
      if (window.views.size() == kMaxSavedViews) {
        return AtLine(Malformed(fmt::format("expected at most {} [view] sections", kMaxSavedViews)),
                      line_number);
      }
      window.views.emplace_back();
      continue;
    }
    const auto pair = SplitNameValue(line);
    if (!pair) {
      return AtLine(Malformed(fmt::format("expected 'name = value', found '{}'", line.substr(0, 80))),
                    line_number);
    }
    const Result<void> set = window.views.empty()
                                 ? ReadLine<SavedWindow>(kWindowRows, " or [view]", *pair, window)
                                 : ReadViewLine(*pair, window.views.back());
    if (!set) return AtLine(set.error(), line_number);
  }
  if (window.views.empty()) return AtLine(Malformed("expected a [view] section, found none"), line_number);
  for (const SavedView& view : window.views) {
    if (view.profile.empty()) {
      return AtLine(Malformed("expected 'profile = \"...\"' in every [view], found none"), line_number);
    }
  }
  return window;
}

Result<SavedWindow> ReadSavedWindow(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Fail(ErrorCode::kIo, "cannot be opened");
  std::string text(kMaxSavedViewBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(file.gcount()));
  if (text.size() > kMaxSavedViewBytes) {
    return Fail(ErrorCode::kLimit, "expected a saved view of at most {} bytes", kMaxSavedViewBytes);
  }
  RINGSCOPE_ASSIGN(SavedWindow window, ParseSavedWindow(text));
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::absolute(path, error).parent_path();
  for (SavedView& view : window.views) view.profile = (folder / view.profile).lexically_normal();
  return window;
}

bool IsSavedViewFile(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::ifstream file(path, std::ios::binary);
  std::array<char, kSavedViewBegin.size()> prefix{};
  file.read(prefix.data(), prefix.size());
  return std::string_view(prefix.data(), static_cast<size_t>(file.gcount())) == kSavedViewBegin;
}

}  // namespace ringscope
