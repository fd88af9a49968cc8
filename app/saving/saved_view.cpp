#include "app/saving/saved_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <utility>

#include "app/core/name_value_text.h"
#include "cct/base/ascii.h"
#include "cct/base/enum_words.h"

namespace ringscope {
namespace {

constexpr std::string_view kFirstWords = "ringscope view ";
constexpr uint32_t kSmallestSide = 16;
constexpr uint32_t kLargestSide = 16'384;

constexpr EnumWords<bool, 2> kSwitchWords{{{"on", true}, {"off", false}}};

template <typename T, size_t kCount>
Result<T> Choice(const EnumWords<T, kCount>& words, std::string_view text) {
  if (const auto value = ValueOfWord(words, text)) return *value;
  std::string known;
  for (const EnumWord<T>& row : words) known += (known.empty() ? "" : "|") + std::string(row.word);
  return Fail(ErrorCode::kMalformed, fmt::format("expected {}, found '{}'", known, text));
}

Result<std::string> QuotedText(std::string_view value) {
  if (auto text = UnquoteValue(value)) return *text;
  return Fail(ErrorCode::kMalformed, fmt::format("expected a text in double quotes, found '{}'", value));
}

Result<uint32_t> Depth(std::string_view value) {
  if (value == "all") return kAllLayers;
  uint32_t depth = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), depth);
  if (error == std::errc{} && end == value.data() + value.size() && depth > 0) return depth;
  return Fail(ErrorCode::kMalformed, fmt::format("expected a number of layers or 'all', found '{}'", value));
}

Result<std::pair<uint32_t, uint32_t>> Size(std::string_view value) {
  uint32_t width = 0, height = 0;
  const char* const end = value.data() + value.size();
  const auto [x, width_error] = std::from_chars(value.data(), end, width);
  const auto fits = [](uint32_t side) { return side >= kSmallestSide && side <= kLargestSide; };
  if (width_error == std::errc{} && x != end && *x == 'x') {
    const auto [rest, height_error] = std::from_chars(x + 1, end, height);
    if (height_error == std::errc{} && rest == end && fits(width) && fits(height))
      return std::pair(width, height);
  }
  return Fail(ErrorCode::kMalformed, fmt::format("expected WIDTHxHEIGHT of {} to {} pixels, found '{}'",
                                                 kSmallestSide, kLargestSide, value));
}

Result<void> SetOfWindow(SavedWindow& window, const NameValue& line) {
  if (line.name == "theme") {
    RINGSCOPE_ASSIGN(window.theme, Choice(kThemeWords, line.value));
  } else if (line.name == "size") {
    RINGSCOPE_ASSIGN(const auto size, Size(line.value));
    window.width_px = size.first;
    window.height_px = size.second;
  } else if (line.name == "linked") {
    RINGSCOPE_ASSIGN(window.linked, Choice(kSwitchWords, line.value));
  } else if (line.name == "derived_metric") {
    RINGSCOPE_ASSIGN(std::string text, QuotedText(line.value));
    window.derived_metrics.push_back(std::move(text));
  } else {
    return Fail(ErrorCode::kMalformed,
                fmt::format("expected theme, size, linked, derived_metric or [view], found '{}'", line.name));
  }
  return {};
}

Result<void> SetOfView(SavedView& view, const NameValue& line) {
  if (line.name == "profile") {
    RINGSCOPE_ASSIGN(view.profile, QuotedText(line.value));
  } else if (line.name == "pipeline") {
    RINGSCOPE_ASSIGN(view.pipeline, QuotedText(line.value));
  } else if (line.name == "root") {
    RINGSCOPE_ASSIGN(view.root, QuotedText(line.value));
  } else if (line.name == "metric") {
    RINGSCOPE_ASSIGN(view.metric, QuotedText(line.value));
  } else if (line.name == "mode") {
    RINGSCOPE_ASSIGN(view.mode, Choice(kModeWords, line.value));
  } else if (line.name == "form") {
    RINGSCOPE_ASSIGN(view.form, Choice(kFormWords, line.value));
  } else if (line.name == "depth") {
    RINGSCOPE_ASSIGN(view.depth_limit, Depth(line.value));
  } else if (line.name == "color") {
    RINGSCOPE_ASSIGN(view.color, QuotedText(line.value));
  } else if (line.name == "search") {
    RINGSCOPE_ASSIGN(view.search, QuotedText(line.value));
  } else {
    return Fail(
        ErrorCode::kMalformed,
        fmt::format(
            "expected profile, pipeline, root, metric, mode, form, depth, color or search, found '{}'",
            line.name));
  }
  return {};
}

// Lines begin at 1, that of an empty text too.
tl::unexpected<Error> AtLine(Error error, uint64_t line) {
  error.line = std::max<uint64_t>(line, 1);
  error.column = 1;
  return tl::unexpected(std::move(error));
}

Error Malformed(std::string message) { return {ErrorCode::kMalformed, std::move(message), {}, {}, {}}; }

void Append(std::string& out, std::string_view name, std::string_view value) {
  if (!value.empty()) out += fmt::format("{} = {}\n", name, QuoteValue(value));
}

}  // namespace

bool LooksLikeSavedView(std::string_view prefix) { return prefix.starts_with(kFirstWords); }

std::string FormatSavedWindow(const SavedWindow& window) {
  std::string out(kSavedViewFirstLine);
  out += '\n';
  if (window.theme) out += fmt::format("theme = {}\n", WordOf(kThemeWords, *window.theme));
  out += fmt::format("size = {}x{}\n", window.width_px, window.height_px);
  if (!window.linked) out += "linked = off\n";
  for (const std::string& metric : window.derived_metrics) Append(out, "derived_metric", metric);
  for (const SavedView& view : window.views) {
    out += "\n[view]\n";
    Append(out, "profile", view.profile.string());
    Append(out, "pipeline", view.pipeline);
    Append(out, "root", view.root);
    Append(out, "metric", view.metric);
    out +=
        fmt::format("mode = {}\nform = {}\n", WordOf(kModeWords, view.mode), WordOf(kFormWords, view.form));
    out += view.depth_limit == kAllLayers ? "depth = all\n" : fmt::format("depth = {}\n", view.depth_limit);
    Append(out, "color", view.color);
    Append(out, "search", view.search);
  }
  return out;
}

Result<SavedWindow> ParseSavedWindow(std::string_view text) {
  SavedWindow window;
  uint64_t line_number = 0;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = Trimmed(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    if (++line_number == 1) {
      if (line == kSavedViewFirstLine) continue;
      Error error =
          Malformed(fmt::format("expected '{}', found '{}'", kSavedViewFirstLine, line.substr(0, 80)));
      if (LooksLikeSavedView(line)) error.code = ErrorCode::kUnsupported;
      return AtLine(std::move(error), 1);
    }
    if (line.empty() || line.front() == '#') continue;
    if (line == "[view]") {
      if (window.views.size() == 2)
        return AtLine(Malformed("expected at most two [view] sections"), line_number);
      window.views.emplace_back();
      continue;
    }
    const auto pair = SplitNameValue(line);
    if (!pair) {
      return AtLine(Malformed(fmt::format("expected 'name = value', found '{}'", line.substr(0, 80))),
                    line_number);
    }
    const Result<void> set =
        window.views.empty() ? SetOfWindow(window, *pair) : SetOfView(window.views.back(), *pair);
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
    return Fail(ErrorCode::kLimit,
                fmt::format("expected a saved view of at most {} bytes", kMaxSavedViewBytes));
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
  std::array<char, kFirstWords.size()> prefix{};
  file.read(prefix.data(), prefix.size());
  return LooksLikeSavedView({prefix.data(), static_cast<size_t>(file.gcount())});
}

}  // namespace ringscope
