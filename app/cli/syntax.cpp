#include "app/cli/syntax.h"

#include <algorithm>
#include <charconv>

#include "app/saving/saved_view.h"
#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

void ParseSize(const std::string& text, ViewOptions& view) {
  const Result<PictureSize> size = ParsePictureSize(text);
  if (!size) throw CLI::ValidationError("--size: " + size.error().message);
  view.width_px = size->width_px;
  view.height_px = size->height_px;
}

}  // namespace

CLI::Validator WholeNumber(uint64_t least, uint64_t most) {
  return CLI::Validator(
      [least, most](std::string& text) {
        uint64_t value = 0;
        const char* const end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data(), end, value);
        if (error == std::errc{} && rest == end && value >= least && value <= most) return std::string();
        // The largest that fits says nothing to whom a letter slipped in.
        if (most >= UINT32_MAX && error != std::errc::result_out_of_range && value <= most)
          return fmt::format("expected a whole number of at least {}, found '{}'", least, text);
        return fmt::format("expected a whole number of {} to {}, found '{}'", least, most, text);
      },
      "");
}

CLI::Validator Number(double least, double most) {
  return CLI::Validator(
      [least, most](std::string& text) {
        double value = 0;
        const char* const end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data(), end, value);
        if (error == std::errc{} && rest == end && value >= least && value <= most) return std::string();
        return fmt::format("expected a number of {} to {}, found '{}'", least, most, text);
      },
      "");
}

void AddReading(CLI::App* command, InputOptions& input) {
  AddChoice<ThreadRing>(command, "--threads", {{"merge", ThreadRing::kMerged}, {"ring", ThreadRing::kAlways}},
                        input.open.import.threads, "Threads and processes as the first ring, or merged");
  command
      ->add_option("--labels", input.open.import.labels,
                   "Labels of the samples (pprof, OTLP; 'state' of JFR) as the first rings instead of "
                   "threads, as in 'region,thread'")
      ->type_name("NAME,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  const auto naming = [&](const char* option, std::string& text, const char* help) {
    command->add_option(option, text, help)->check([](const std::string& value) {
      constexpr size_t kMostBytes = 200;
      if (value.empty() || value.size() > kMostBytes || std::any_of(value.begin(), value.end(), IsControl))
        return fmt::format("expected a line of 1 to {} bytes", kMostBytes);
      return std::string();
    });
  };
  naming("--metric-name", input.open.import.naming.name,
         "What folded stacks count, as in 'cpu time'; default: samples");
  naming("--unit", input.open.import.naming.unit,
         "The unit of that: ns, us, ms, s, bytes, ...; default: count");
  command->add_flag(
      "--lines", input.open.import.lines,
      "What functions cost by themselves, by source line: a context below the function for each, where "
      "the format tells that (callgrind, pprof)");
  command->add_flag("!--no-symbols", input.open.import.look_up_symbols,
                    "Do not look up code without a name in the files of the program");
  command->add_flag("--without-perf", input.open.import.without_perf,
                    "Read perf.data without the help of perf, also where perf is installed");
  command
      ->add_option(
          "--apply", input.apply,
          "Transform the tree first: steps separated by '|', as in 'focus fn:parse | fold-recursion'")
      ->type_name("PIPELINE");
  command
      ->add_option("--define", input.define,
                   "A derived metric, 'NAME = FORMULA', for conditions of --apply and for search, methods, "
                   "table, check, render and export --table; may be given several times")
      ->type_name("METRIC")
      ->allow_extra_args(false);
}

void AddInput(CLI::App* command, InputOptions& input) {
  command->add_option("FILE", input.file, "A .cct file or any profile that can be read")->required();
  AddReading(command, input);
  AddNoVerify(command, input);
}

void AddNoVerify(CLI::App* command, InputOptions& input) {
  command->add_flag("!--no-verify", input.open.verify, "Do not check a .cct file before using it");
}

void AddMetric(CLI::App* command, std::string& metric) {
  command->add_option("--metric", metric, "Name of a metric of the file; default: the first one")
      ->check([](const std::string& name) {
        return std::string(name.empty() ? "expected the name of a metric, found nothing" : "");
      });
}

void AddRoot(CLI::App* command, std::optional<std::string>& root) {
  command->add_option(
      "--root", root,
      "Call path of the view root, 'main;f'; ';' and '\\' in names are written '\\;' and '\\\\'");
}

void AddView(CLI::App* command, ViewOptions& view) {
  AddMetric(command, view.metric);
  AddChoice(command, "--mode", kModeWords, view.mode, "How angles and radii are chosen; default: length");
  AddChoice(command, "--form", kFormWords, view.form, "Rings or an icicle of rows; default: rings");
  AddRoot(command, view.root);
  command
      ->add_option("--depth", view.depth,
                   "Number of layers, the view root included; default: as many as have something to draw")
      ->type_name("N")
      ->check(WholeNumber(1));
  AddSize(command, view);
}

void AddSize(CLI::App* command, ViewOptions& view) {
  command
      ->add_option_function<std::string>(
          "--size", [&view](const std::string& text) { ParseSize(text, view); },
          "Size of the picture in pixels; default: 1440x900")
      ->type_name("WxH");
}

void AddJson(CLI::App* command, bool& json) { command->add_flag("--json", json, "Print JSON"); }

}  // namespace ringscope
