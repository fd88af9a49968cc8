#include "cct/import/firefox/firefox_location.h"

#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

// Takes ":12" off the end.
std::optional<uint32_t> TakeLineNumber(std::string_view& text) {
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return std::nullopt;
  const std::optional<uint32_t> number = ParseNumber<uint32_t>(text.substr(colon + 1));
  if (number) text = text.substr(0, colon);
  return number;
}

// "name (in module) (file:line)".
std::optional<FirefoxLocation> ParseInModule(std::string_view location) {
  constexpr std::string_view kIn = " (in ";
  const size_t in = location.rfind(kIn);
  const size_t close = in == std::string_view::npos ? in : location.find(')', in);
  if (close == std::string_view::npos) return std::nullopt;
  FirefoxLocation parsed{.name = location.substr(0, in)};
  parsed.module = location.substr(in + kIn.size(), close - in - kIn.size());
  std::string_view rest = location.substr(close + 1);
  // The distance to the symbol is where the sample was taken, so it is no part of the function.
  if (rest.empty() || rest.starts_with(" + ") || rest.starts_with(" (+ ")) return parsed;
  if (!rest.starts_with(" (") || !rest.ends_with(')')) return std::nullopt;
  rest = rest.substr(2, rest.size() - 3);
  if (!TakeLineNumber(rest)) return std::nullopt;
  parsed.file = rest;
  return parsed;
}

}  // namespace

FirefoxLocation ParseFirefoxLocation(std::string_view location) {
  if (const auto in_module = ParseInModule(location)) return *in_module;
  std::string_view text = location;
  // The number of the script's source: "f (a.js:1:2)[7]".
  if (const size_t bracket = text.rfind(")[");
      bracket != std::string_view::npos && text.ends_with(']') &&
      ParseNumber<uint32_t>(text.substr(bracket + 2, text.size() - bracket - 3)))
    text = text.substr(0, bracket + 1);
  const size_t open = text.find(" (");
  if (open == std::string_view::npos || !text.ends_with(')')) return {.name = location};
  std::string_view file = text.substr(open + 2, text.size() - open - 3);
  const std::optional<uint32_t> last = TakeLineNumber(file);
  const std::optional<uint32_t> first = last ? TakeLineNumber(file) : std::nullopt;
  // "operator() (int)" is a name.
  if (!last && file.find("://") == std::string_view::npos) return {.name = location};
  constexpr std::string_view kLoads = " -> ";
  if (const size_t loads = file.rfind(kLoads); loads != std::string_view::npos)
    file = file.substr(loads + kLoads.size());
  return {.name = text.substr(0, open),
          .file = file,
          .line = first ? *first : last.value_or(0),
          .column = first ? *last : 0};
}

std::optional<uint64_t> ParseFirefoxAddress(std::string_view name) {
  if (!name.starts_with("0x") || name.size() > 18) return std::nullopt;
  return ParseNumber<uint64_t>(name.substr(2), 16);
}

}  // namespace ringscope
