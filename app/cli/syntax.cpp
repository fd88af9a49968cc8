#include "app/cli/syntax.h"

#include <algorithm>
#include <charconv>

#include "app/cli/memory_size.h"
#include "app/view/saved_view.h"
#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

// The help's section of the options that most commands have and few calls need.
constexpr std::string_view kReadingSection = "How the file is read";

std::string ReadSize(const std::string& text, ViewOptions& view) {
  const Result<PictureSize> size = ParsePictureSize(text);
  if (!size) return size.error().message;
  view.spec.width_px = static_cast<float>(size->width_px);
  view.spec.height_px = static_cast<float>(size->height_px);
  return {};
}

}  // namespace

CommandTable AllCommands() {
  CommandTable commands;
  for (const auto add :
       {AddConvert,   AddInfo,    AddDump,   AddVerify,  AddTransform, AddExport,    AddSynth,
        AddLayout,    AddRender,  AddPlot,   AddBench,   AddSummary,   AddEvolution, AddBlueprint,
        AddSpread,    AddThreads, AddSearch, AddMethods, AddTable,     AddCallers,   AddCallees,
        AddStack,     AddFit,     AddCheck,  AddCompare, AddReport,    AddSeries,    AddCluster,
        AddAggregate, AddMembers, AddTrack,  AddRecord,  AddMcp})
    add(commands);
  return commands;
}

WordCheck WholeNumber(uint64_t least, uint64_t most) {
  return [least, most](const std::string& text) {
    uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc{} && rest == end && value >= least && value <= most) return std::string();
    // The maximum of the type would not help a user who mistyped a letter.
    if (most >= UINT32_MAX && error != std::errc::result_out_of_range && value <= most)
      return fmt::format("expected a whole number of at least {}, found '{}'", least, text);
    return fmt::format("expected a whole number of {} to {}, found '{}'", least, most, text);
  };
}

WordCheck Number(double least, double most) {
  return [least, most](const std::string& text) {
    double value = 0;
    if (ReadWord(text, value).empty() && value >= least && value <= most) return std::string();
    return fmt::format("expected a number of {} to {}, found '{}'", least, most, text);
  };
}

void AddReading(CommandSyntax* command, InputOptions& input) {
  command->section = kReadingSection;
  command->AddChoice<ThreadRing, 2>(
      "--threads", {{{"merge", ThreadRing::kMerged}, {"ring", ThreadRing::kAlways}}},
      input.open.import.threads, "Threads and processes as the first ring, or merged");
  command->AddOption("--labels NAME,...", input.open.import.labels,
                     "Labels of the samples (pprof, OTLP; 'state' of JFR; 'part' of callgrind) as the first "
                     "rings instead of threads, as in 'region,thread'");
  const auto naming = [&](const char* option, std::string& text, const char* word, const char* help) {
    command->AddOption(option, text, help)->Value(word)->Check([](const std::string& value) {
      constexpr size_t kMostBytes = 200;
      if (value.empty() || value.size() > kMostBytes || std::any_of(value.begin(), value.end(), IsControl))
        return fmt::format("expected a line of 1 to {} bytes", kMostBytes);
      return std::string();
    });
  };
  naming("--metric-name", input.open.import.naming.name, "NAME",
         "The metric of folded stacks, as in 'cpu time'; default: samples");
  naming("--unit", input.open.import.naming.unit, "UNIT",
         "The unit of that metric: ns, us, ms, s, bytes, ...; default: count");
  command->AddFlag("--lines", input.open.import.lines,
                   "Self cost by source line: a context below the function for each line, where the format "
                   "has lines (callgrind, pprof)");
  command->AddChoice<bool, 2>(
      "--call-sites", {{{"merge", false}, {"distinct", true}}}, input.open.import.call_sites,
      "Calls of a function at several lines of its caller as one context (merge) or as one each (distinct), "
      "where the format has these lines (pprof, callgrind, perf, JFR, hprof, Firefox, code by address with "
      "debug information); default: merge");
  command->AddFlagOff("--no-symbols", input.open.import.look_up_symbols,
                      "Do not look up code without a name in the files of the program");
  command->AddFlag("--without-perf", input.open.import.without_perf,
                   "Read perf.data without the help of perf, even if perf is installed");
  command->AddOption(
      "--apply PIPELINE", input.apply,
      "Transform the tree first: steps separated by '|', as in 'focus fn:parse | fold-recursion'");
  command->AddOption("--define METRIC", input.define,
                     "A derived metric, 'NAME = FORMULA', for conditions of --apply and for search, methods, "
                     "table, check, render and export --table; may be given several times");
  command->section.clear();
}

void AddInput(CommandSyntax* command, InputOptions& input) {
  command->AddOption("FILE", input.file, "A .cct file or any profile that can be read")->Required();
  AddReading(command, input);
  AddNoVerify(command, input);
}

void AddNoVerify(CommandSyntax* command, InputOptions& input) {
  command->AddFlagOff("--no-verify", input.open.verify, "Do not check a .cct file before using it")->section =
      kReadingSection;
}

void AddMetric(CommandSyntax* command, std::string& metric) {
  command->AddOption("--metric METRIC", metric, "Name of a metric of the file; default: the first one",
                     [](const std::string& name) {
                       return std::string(name.empty() ? "expected the name of a metric, found nothing" : "");
                     });
}

void AddRoot(CommandSyntax* command, std::optional<std::string>& root) {
  command->AddOption(
      "--root PATH", root,
      "Call path of the view root, 'main;f'; ';' and '\\' in names are written '\\;' and '\\\\'");
}

void AddView(CommandSyntax* command, ViewOptions& view) {
  AddMetric(command, view.metric);
  command->AddChoice("--mode", kModeWords, view.spec.mode,
                     "How angles and radii are chosen; default: length");
  command->AddChoice("--form", kFormWords, view.spec.form,
                     "Rings, an icicle of rows, or a treemap of boxes; default: rings");
  AddRoot(command, view.root);
  const auto read_depth = [&depth = view.depth](const std::string& word) {
    if (word == "all") {
      depth = kAllLayers;
      return std::string();
    }
    const std::string problem = WholeNumber(1)(word);
    if (problem.empty()) return ReadWord(word, depth);
    return "expected all or " + problem.substr(std::string_view("expected ").size());
  };
  command->AddReader("--depth N|all", read_depth,
                     "Number of layers, the view root included, or all: every layer with a segment to draw; "
                     "default: all, of render as many as the window opens with");
  command->AddChoice(
      "--detail", kDetailWords, view.detail,
      "Rings that show a part a second time, with a whole circle: around the view (outside), or "
      "the view around it (inside); default: none");
  command->AddOption("--detail-of PATH", view.detail_of, "Call path of that part, as for --root");
  AddSize(command, view);
}

void AddSize(CommandSyntax* command, ViewOptions& view) {
  command->AddReader(
      "--size WxH", [&view](const std::string& text) { return ReadSize(text, view); },
      "Size of the picture in pixels; default: 1440x900");
}

void AddJson(CommandSyntax* command, ReportFormat& format) {
  command->AddSetter("--json", format, ReportFormat::kJson, "Print JSON");
}

void AddMarkdown(CommandSyntax* command, ReportFormat& format) {
  command->AddSetter("--markdown", format, ReportFormat::kMarkdown,
                     "Print a block of Markdown of at most 6,000 bytes, and how many lines are left out");
}

void AddJsonOrMarkdown(CommandSyntax* command, ReportFormat& format) {
  AddJson(command, format);
  AddMarkdown(command, format);
  command->Exclusive({"--json", "--markdown"});
}

void AddMemorySize(CommandSyntax* command, std::string names, uint64_t& bytes, std::string help) {
  const auto read = [&bytes](const std::string& text) {
    const Result<uint64_t> size = ParseMemorySize(text);
    if (!size) return size.error().message;
    bytes = *size;
    return std::string();
  };
  command->AddReader(std::move(names), read, std::move(help));
}

void AddLimit(CommandSyntax* command, std::optional<uint32_t>& limit) {
  command->AddOption("--limit N", limit, "Print the first N rows only", WholeNumber(0));
}

void AddReadable(CommandSyntax* command, ViewOptions& view) {
  command->AddFlag("--compress", view.spec.compress_chains,
                   "One layer for a chain of single callees without self cost");
  command->AddChoice(
      "--rings", kRingSizingWords, view.spec.ring_sizing,
      "Rings as the mode says (plain), or readable: room for text in the centre and the first ones; "
      "default: plain");
}

void AddLight(CommandSyntax* command, Theme& theme) {
  command->AddSetter("--light", theme, Theme::kLight, "Light background");
}

}  // namespace ringscope
