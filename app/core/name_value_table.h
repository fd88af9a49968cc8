#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "cct/base/result.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/enum_words.h"
#include "renderer/layout/view.h"

namespace ringscope {

// The small text files of the program: lines of `name = value`, values with blanks or special characters
// quoted.

struct NameValue {
  std::string_view name;
  std::string_view value;  // as written, quotes included
};

// Drops blanks around name and value. std::nullopt for blank lines, comments (#) and lines without '='.
[[nodiscard]] std::optional<NameValue> SplitNameValue(std::string_view line);

// Cuts the first line off a text. The text must not be empty.
[[nodiscard]] std::string_view TakeTrimmedLine(std::string_view& text);

// The text in double quotes, with \" \\ and \n.
[[nodiscard]] std::string QuoteValue(std::string_view text);
// std::nullopt if `text` is not one quoted string.
[[nodiscard]] std::optional<std::string> UnquoteValue(std::string_view text);

// The format of a small text file is one table of rows. A row gives the name of a member in the file, and how
// to read and to write the member; members without a row stay out of the file.
template <typename Owner>
struct NameValueRow {
  // A name that ends with '.' is a prefix: "key." is the row of "key.view.back".
  std::string_view name;
  // Sets the member from a value; `name_rest` is the part of a line's name behind the row's name. After an
  // error, which says what was expected, the member is unchanged.
  Result<void> (*read)(std::string_view name_rest, std::string_view value, Owner& owner);
  // Appends the lines of the member, if any.
  void (*write)(std::string_view name, const Owner& owner, std::string& text);
  bool is_list = false;  // a line for each element

  Result<void> Read(const NameValue& line, Owner& owner) const {
    return read(line.name.substr(name.size()), line.value, owner);
  }
};

template <typename Owner>
using NameValueRows = std::span<const NameValueRow<Owner>>;

// The row of a name; null if the file has no such row.
template <typename Owner>
[[nodiscard]] const NameValueRow<Owner>* FindRow(NameValueRows<Owner> rows, std::string_view name) {
  for (const NameValueRow<Owner>& row : rows) {
    if (row.name == name || (row.name.ends_with('.') && name.starts_with(row.name))) return &row;
  }
  return nullptr;
}

template <typename Owner>
void WriteRows(NameValueRows<Owner> rows, const Owner& owner, std::string& text) {
  for (const NameValueRow<Owner>& row : rows) row.write(row.name, owner, text);
}

// Forms of values: Read() and Write() convert between a value and its text.

// A word from the table of an enum.
template <const auto& kWords>
struct WordForm {
  using Value = std::remove_cvref_t<decltype(kWords[0].value)>;
  [[nodiscard]] static Result<Value> Read(std::string_view text) {
    if (const auto value = ValueOfWord(kWords, text)) return *value;
    std::string known;
    for (const auto& row : kWords) known += (known.empty() ? "" : "|") + std::string(row.word);
    return Fail(ErrorCode::kMalformed, fmt::format("expected {}, found '{}'", known, text));
  }
  [[nodiscard]] static std::string Write(Value value) { return std::string(WordOf(kWords, value)); }
};

inline constexpr EnumWords<bool, 2> kSwitchWords{{{"on", true}, {"off", false}}};
using SwitchForm = WordForm<kSwitchWords>;

// A whole number within bounds.
template <int kLeast, int kMost>
struct NumberForm {
  [[nodiscard]] static Result<int> Read(std::string_view text) {
    int value = 0;
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, value);
    if (error == std::errc{} && end == last && value >= kLeast && value <= kMost) return value;
    return Fail(ErrorCode::kMalformed,
                fmt::format("expected a number of {} to {}, found '{}'", kLeast, kMost, text));
  }
  [[nodiscard]] static std::string Write(double value) { return fmt::format("{}", std::lround(value)); }
};

// A whole number within bounds, with or without a % behind it.
template <int kLeast, int kMost>
struct PercentForm {
  [[nodiscard]] static Result<int> Read(std::string_view text) {
    if (text.ends_with('%')) text = Trimmed(text.substr(0, text.size() - 1));
    return NumberForm<kLeast, kMost>::Read(text);
  }
  [[nodiscard]] static std::string Write(int value) { return fmt::format("{} %", value); }
};

// A number of layers, or "all".
template <uint32_t kMost>
struct LayersForm {
  [[nodiscard]] static Result<uint32_t> Read(std::string_view text) {
    if (text == "all") return kAllLayers;
    uint32_t layers = 0;
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, layers);
    if (error == std::errc{} && end == last && layers - 1 < kMost) return layers;
    return Fail(ErrorCode::kMalformed, fmt::format("expected a number of layers or 'all', found '{}'", text));
  }
  [[nodiscard]] static std::string Write(uint32_t layers) {
    return layers == kAllLayers ? "all" : fmt::format("{}", layers);
  }
};

// Any text, in double quotes.
struct TextForm {
  [[nodiscard]] static Result<std::string> Read(std::string_view text) {
    if (auto plain = UnquoteValue(text)) return *std::move(plain);
    return Fail(ErrorCode::kMalformed, fmt::format("expected a text in double quotes, found '{}'", text));
  }
  [[nodiscard]] static std::string Write(const std::string& text) { return QuoteValue(text); }
};

// Rows of members.

template <typename Member>
struct MemberOf;
template <typename OwnerType, typename ValueType>
struct MemberOf<ValueType OwnerType::*> {
  using Owner = OwnerType;
  using Value = ValueType;
};

template <typename T>
[[nodiscard]] const T& Held(const T& value) {
  return value;
}
template <typename T>
[[nodiscard]] const T& Held(const std::optional<T>& value) {
  return *value;
}

enum class Written : uint8_t { kAlways, kUnlessDefault };

// A member with one line. Of several lines in a file the last one counts.
template <auto kMember, typename Form, Written kWritten = Written::kAlways>
[[nodiscard]] constexpr auto MemberRow(std::string_view name) {
  using Owner = typename MemberOf<decltype(kMember)>::Owner;
  using Value = typename MemberOf<decltype(kMember)>::Value;
  return NameValueRow<Owner>{name,
                             [](std::string_view, std::string_view text, Owner& owner) -> Result<void> {
                               RINGSCOPE_ASSIGN(auto value, Form::Read(text));
                               owner.*kMember = static_cast<Value>(std::move(value));
                               return {};
                             },
                             [](std::string_view row_name, const Owner& owner, std::string& text) {
                               const Value& value = owner.*kMember;
                               if (kWritten == Written::kUnlessDefault && value == Owner{}.*kMember) return;
                               text += fmt::format("{} = {}\n", row_name, Form::Write(Held(value)));
                             }};
}

enum class Repeats : uint8_t { kKept, kDropped };

// A list of at most `kMost` elements, one line each.
template <auto kList, typename Form, size_t kMost = SIZE_MAX, Repeats kRepeats = Repeats::kKept>
[[nodiscard]] constexpr auto ListRow(std::string_view name) {
  using Owner = typename MemberOf<decltype(kList)>::Owner;
  return NameValueRow<Owner>{
      name,
      [](std::string_view, std::string_view text, Owner& owner) -> Result<void> {
        auto& list = owner.*kList;
        RINGSCOPE_ASSIGN(auto value, Form::Read(text));
        if (list.size() >= kMost) return {};
        if (kRepeats == Repeats::kKept || std::find(list.begin(), list.end(), value) == list.end())
          list.push_back(std::move(value));
        return {};
      },
      [](std::string_view row_name, const Owner& owner, std::string& text) {
        for (const auto& value : owner.*kList) text += fmt::format("{} = {}\n", row_name, Form::Write(value));
      },
      true};
}

enum class Nameless : uint8_t { kKept, kDropped };

// A list whose elements have names. A line's name is the row's name followed by the element's.
template <auto kList, auto kElementName, auto kElementValue, typename Form, size_t kMost, Nameless kNameless>
[[nodiscard]] constexpr auto NamedListRow(std::string_view name) {
  using Owner = typename MemberOf<decltype(kList)>::Owner;
  using Element = typename MemberOf<decltype(kElementName)>::Owner;
  using Value = typename MemberOf<decltype(kElementValue)>::Value;
  return NameValueRow<Owner>{
      name,
      [](std::string_view name_rest, std::string_view text, Owner& owner) -> Result<void> {
        if (kNameless == Nameless::kDropped && name_rest.empty()) return {};
        RINGSCOPE_ASSIGN(auto value, Form::Read(text));
        Element element;
        element.*kElementName = name_rest;
        element.*kElementValue = static_cast<Value>(std::move(value));
        if ((owner.*kList).size() < kMost) (owner.*kList).push_back(std::move(element));
        return {};
      },
      [](std::string_view row_name, const Owner& owner, std::string& text) {
        for (const Element& element : owner.*kList) {
          text += fmt::format("{}{} = {}\n", row_name, element.*kElementName,
                              Form::Write(element.*kElementValue));
        }
      },
      true};
}

}  // namespace ringscope
