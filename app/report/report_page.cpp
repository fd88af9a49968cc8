#include <fmt/format.h>

#include <algorithm>

#include "app/report/report.h"
#include "cct/base/text/number_text.h"
#include "cct/base/text/utf8.h"

namespace ringscope {
namespace {

constexpr std::string_view kHtmlHead = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{0}</title>
<style>
body {{ font: 15px/1.5 system-ui, sans-serif; color: #222; background: #fff; max-width: 75em; margin: 2em auto; padding: 0 1em }}
h1 {{ font-size: 1.5em }} h2 {{ font-size: 1.15em; margin: 2em 0 .5em }}
pre {{ font-size: .9em; white-space: pre-wrap; overflow-wrap: anywhere }}
img {{ max-width: 100%; height: auto; border: 1px solid #ddd; margin: .5em 0 }}
table {{ border-collapse: collapse; font-size: .93em }}
th, td {{ padding: .2em .7em; border-bottom: 1px solid #e4e4e4; text-align: left; vertical-align: top }}
th {{ color: #666; font-weight: 600 }} .number {{ text-align: right; white-space: nowrap }}
code {{ overflow-wrap: anywhere }}
</style></head><body>
)";

std::string HtmlText(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("&<>\"").find(c) == std::string_view::npos)
      out += c;
    else
      out += fmt::format("&#{};", static_cast<int>(c));
  }
  return out;
}

// Escapes the characters that have a meaning in Markdown, for a text within a line.
std::string MarkdownText(std::string_view text) {
  std::string out;
  AppendEscaped(out, text, "\\`*_[]<>|#~@&!");
  return out;
}

// One backtick more than the longest run of them in the text, and at least `least`.
std::string Fence(std::string_view text, size_t least) {
  size_t run = 0, longest = 0;
  for (const char c : text) longest = std::max(longest, run = c == '`' ? run + 1 : 0);
  return std::string(std::max(least, longest + 1), '`');
}

// A name in a cell, as code.
std::string MarkdownCode(std::string_view text) {
  if (text.empty()) return {};
  const std::string fence = Fence(text, 1);
  const bool is_padded = text.front() == '`' || text.back() == '`';
  std::string out = fence + (is_padded ? " " : "");
  AppendEscaped(out, text, "|");
  return out + (is_padded ? " " : "") + fence;
}

class PageWriter {
 public:
  explicit PageWriter(PageForm form) : is_html_(form == PageForm::kHtml) {}

  void Heading(std::string_view text) {
    if (is_html_) out_ += fmt::format(fmt::runtime(kHtmlHead), HtmlText(TerminalLine(text)));
    out_ += is_html_ ? fmt::format("<h1>{}</h1>\n", HtmlText(TerminalLine(text)))
                     : fmt::format("# {}\n", MarkdownText(TerminalLine(text)));
  }
  void Title(std::string_view text) {
    out_ += is_html_ ? fmt::format("<h2>{}</h2>\n", HtmlText(TerminalLine(text)))
                     : fmt::format("\n## {}\n", MarkdownText(TerminalLine(text)));
  }
  void Lines(std::string_view text) {
    std::string shown;
    AppendTerminalText(shown, text.substr(std::min(text.find_first_not_of('\n'), text.size())),
                       LineBreaks::kKept);
    if (shown.empty()) return;
    out_ += is_html_ ? fmt::format("<pre>{}</pre>\n", HtmlText(shown)) : '\n' + MarkdownBlock(shown);
  }
  void Picture(const ReportPicture& picture) {
    out_ += is_html_ ? fmt::format("<img alt=\"{}\" src=\"{}\">\n", HtmlText(picture.what),
                                   HtmlText(picture.source))
                     : fmt::format("\n![{}](<{}>)\n", MarkdownText(picture.what), picture.source);
  }
  void Table(const ReportTable& table) {
    std::vector<const ReportColumn*> columns;
    for (const ReportColumn& column : table.columns)
      if (column.text && HasText(column, table.rows)) columns.push_back(&column);
    if (table.rows > 0) {
      out_ += is_html_ ? "<table>\n" : "\n";
      Row(
          columns, [](const ReportColumn& column) { return column.head.title; }, "th");
      if (!is_html_) {
        for (const ReportColumn* column : columns) out_ += IsNumber(*column) ? "|--:" : "|:--";
        out_ += "|\n";
      }
      for (size_t row = 0; row < table.rows; ++row)
        Row(
            columns, [row](const ReportColumn& column) { return column.text(row); }, "td");
      out_ += is_html_ ? "</table>\n" : "";
    }
    if (table.left_out > 0)
      out_ += fmt::format(fmt::runtime(is_html_ ? "<p>... and {} more</p>\n" : "\n... and {} more\n"),
                          CountText(table.left_out));
  }
  [[nodiscard]] std::string Take() { return std::move(is_html_ ? out_ += "</body></html>\n" : out_); }

 private:
  static bool HasText(const ReportColumn& column, size_t rows) {
    for (size_t row = 0; row < rows; ++row)
      if (!column.text(row).empty()) return true;
    return false;
  }
  static bool IsNumber(const ReportColumn& column) { return column.head.align == TextTable::Align::kRight; }

  template <typename CellOf>
  void Row(const std::vector<const ReportColumn*>& columns, CellOf cell_of, std::string_view tag) {
    if (is_html_) out_ += "<tr>";
    for (const ReportColumn* column : columns) {
      const std::string cell = TerminalLine(cell_of(*column));
      const bool is_name = tag == "td" && !IsNumber(*column) && !column->head.title.empty();
      if (!is_html_) {
        out_ += "| " + (is_name ? MarkdownCode(cell) : MarkdownText(cell)) + ' ';
        continue;
      }
      out_ += fmt::format("<{}{}>", tag, IsNumber(*column) ? " class=\"number\"" : "");
      out_ += is_name ? "<code>" + HtmlText(cell) + "</code>" : HtmlText(cell);
      out_ += fmt::format("</{}>", tag);
    }
    out_ += is_html_ ? "</tr>\n" : "|\n";
  }

  bool is_html_;
  std::string out_;
};

}  // namespace

std::string MarkdownBlock(std::string_view lines) {
  const std::string fence = Fence(lines, 3);
  return fmt::format("{0}\n{1}{2}{0}\n", fence, lines, lines.ends_with('\n') ? "" : "\n");
}

std::string ReportPage(const Report& report, std::string_view heading,
                       const std::vector<ReportPicture>& pictures, PageForm form) {
  PageWriter page(form);
  page.Heading(heading);
  std::string lines;
  bool has_pictures = false;
  const auto end_of_lines = [&](bool is_head) {
    page.Lines(lines);
    lines.clear();
    if (is_head && !has_pictures) std::ranges::for_each(pictures, [&](auto& one) { page.Picture(one); });
    has_pictures |= is_head;
  };
  for (const auto& part : report.parts) {
    if (const auto* text = std::get_if<std::string>(&part)) {
      lines += *text;
    } else if (const auto* title = std::get_if<ReportTitle>(&part)) {
      end_of_lines(true);
      page.Title(title->text);
    } else if (const auto* table = std::get_if<ReportTable>(&part)) {
      end_of_lines(false);
      page.Table(*table);
    }
  }
  end_of_lines(true);
  return page.Take();
}

}  // namespace ringscope
