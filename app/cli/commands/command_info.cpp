#include <fmt/format.h>

#include <algorithm>

#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/syntax.h"
#include "app/cli/tree_info.h"
#include "app/view/stack_text.h"
#include "cct/base/system/mapped_file.h"
#include "cct/base/text/number_text.h"
#include "cct/export/dump.h"
#include "cct/file/cct_file.h"
#include "cct/tree/verify.h"

namespace ringscope {
namespace {

struct DumpOptions : ProfileOptions {
  decltype(&DumpText) dump = &DumpText;  // the function that prints the chosen part
};

Result<int> RunInfo(const ProfileOptions& options) {
  RINGSCOPE_TRY(CheckDefinesAreUsed(options.input));
  InputOptions input_options = options.input;
  input_options.prints_report = !options.as_json();
  input_options.has_report = true;
  RINGSCOPE_ASSIGN(const Input input, LoadInput(input_options));
  return Deliver(TreeInfo(options.input.file, input.tree), options.format);
}

Result<int> RunVerify(const ProfileOptions& options) {
  if (options.input.file == "-")
    return Refuse("-: expected the name of a .cct file, found the standard input");
  {
    RINGSCOPE_ASSIGN(
        const auto file,
        About(options.input.file, MappedFile::Open(options.input.file, MappedFile::Access::kRandom)));
    if (!LooksLikeCctFile(file.bytes())) {
      return Refuse(options.input.file.string() +
                    ": expected a .cct file, found another one: verify checks .cct files; 'ringscope info' "
                    "says what of a profile could not be read");
    }
  }
  InputOptions input = options.input;
  input.open.verify = false;  // VerifyCct() below checks it
  RINGSCOPE_ASSIGN(const Input loaded, LoadInput(input));
  const Cct& tree = *loaded.tree;
  RINGSCOPE_TRY(About(input.file, VerifyCct(tree)));
  const TreeSizes sizes = SizesOf(tree);
  Output out;
  out.Print("{}: every column is sound ({}, {}, {})\n", input.file.string(),
            CountedText(sizes.nodes, "context"), CountedText(sizes.layers, "layer"),
            CountedText(tree.metric_count(), "metric"));
  return out.Finish();
}

constexpr uint64_t kMuchTextBytes = uint64_t{1} << 30;

Result<int> RunDump(const DumpOptions& options) {
  RINGSCOPE_TRY(CheckDefinesAreUsed(options.input));
  RINGSCOPE_ASSIGN(const Input input, LoadInput(options.input));
  const Cct& tree = *input.tree;
  const std::string file = options.input.file.string();
  const auto tell_missing = [&](std::string_view lost, std::string_view what) {
    const bool is_lost = std::ranges::count(input.losses, lost) > 0;
    PrintNote(is_lost ? std::string(lost) : fmt::format("{} has no {}", file, what));
  };
  const auto dump = options.dump;
  if (dump == &DumpText || dump == &DumpTsv) NoteEstimate(tree);
  if (dump == &DumpSamples && !tree.has_times()) tell_missing(kLostTimes, "samples with times");
  if (dump == &DumpTypes && tree.types().empty())
    tell_missing(kLostTypes, "types of receivers, arguments and results");
  if (dump == &DumpPoints && tree.point_count() == 0)
    tell_missing(kLostPoints, "points of cost by input size");
  if (dump == &DumpText) {
    const uint64_t least_bytes = LeastDumpTextBytes(tree);
    const std::string size = ValueText(least_bytes, "bytes", 1);
    if (least_bytes > kMaxExportBytes) {
      return Refuse(
          "{}: writes more than {}, as each layer is indented more than the one above: 'dump --tsv' indents "
          "nothing, and --apply 'prune ...' or 'fold-recursion' makes a tree of fewer layers",
          file, size);
    }
    if (least_bytes >= kMuchTextBytes)
      PrintNote(fmt::format("writes more than {}; 'dump --tsv' indents nothing", size));
  }
  Output out;
  const Result<void> dumped = dump(tree, out.Sink());
  if (!dumped && !out.stopped()) return tl::unexpected(About(options.input.file, dumped.error()));
  return out.Finish();
}

Result<int> RunStack(const ProfileOptions& options) {
  RINGSCOPE_TRY(CheckDefinesAreUsed(options.input));
  RINGSCOPE_ASSIGN(const InputView view, LoadInputView(options.input, options.view, DefaultRoot::kWholeTree));
  Output out(options.format);
  out.Write(StackText(view.tree(), view.view.root.context));
  return out.Finish();
}

}  // namespace

void AddInfo(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "info", "Sizes, metrics and what was skipped", &RunInfo);
  AddInput(command, options->input);
  AddJsonOrMarkdown(command, options->format);
  command->Example("ringscope info run.cct", "What was read, what was left out, and why");
}

void AddDump(CommandTable& commands) {
  const auto [command, options] = AddCommand(commands, "dump", "The whole tree as text", &RunDump);
  AddInput(command, options->input);
  command->AddSetter("--tsv", options->dump, &DumpTsv, "One tab-separated line a context in level order");
  command->AddSetter("--points", options->dump, &DumpPoints,
                     "The costs by input size instead (aprof), one tab-separated line a point");
  command->AddSetter("--samples", options->dump, &DumpSamples,
                     "The samples with their times instead, one tab-separated line a sample");
  command->AddSetter("--frames", options->dump, &DumpFrames,
                     "The facts about functions instead, one tab-separated line a function");
  command->AddSetter(
      "--types", options->dump, &DumpTypes,
      "The types of receivers, arguments and results instead, one tab-separated line a context, role and "
      "type");
  command->Exclusive({"--points", "--samples", "--frames", "--types"});
  command->Example("ringscope dump run.cct --tsv", "A line for each context, for other programs");
}

void AddVerify(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "verify", "Check every column of a .cct file", &RunVerify);
  command->AddOption("FILE", options->input.file, "A .cct file")->Required();
  command->Example("ringscope verify run.cct", "Whether the file is as it was written");
}

void AddStack(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "stack", "One call stack as text, innermost function first", &RunStack);
  AddInput(command, options->input);
  AddRoot(command, options->view.root);
  AddMarkdown(command, options->format);
  command->Option("--root")->Required()->help = "The call path, 'main;f'";
  command->Example("ringscope stack run.cct --root 'main;parse'", "Who called parse, down to main");
}

}  // namespace ringscope
