#include "app/cli/recording/command_record.h"
#include "app/cli/syntax.h"

namespace ringscope {

void AddRecordCommand(CLI::App& app, Run& run) {
  const auto [command, options] = AddCommand(
      app, run, "record", "Run a command, record it with the best tool that is there, and write a .cct file",
      &RunRecord);
  constexpr std::pair<const char*, const char*> kHelp[] = {{"cpu", "Where the time goes (the default)"},
                                                           {"calls", "Every call"},
                                                           {"heap", "Who allocates memory"},
                                                           {"locks", "Who waits for locks"},
                                                           {"io", "Who reads and writes"}};
  for (const auto& [word, help] : kHelp) {
    command->add_flag_callback(
        std::string("--") + word,
        [options = options, measure = *ValueOfWord(kMeasureWords, word)] {
          options->measures.push_back(measure);
        },
        help);
  }
  command
      ->add_option("--tool", options->tool,
                   "A recorder of --list, instead of the best one: " + RecorderNames())
      ->type_name("NAME");
  command
      ->add_option("--leave-out", options->leave_out,
                   "With --calls: a function that gets no contexts of its own, so that its time stays at its "
                   "caller; * stands for any characters, and the option may be repeated")
      ->type_name("PATTERN")
      ->allow_extra_args(false);
  command->add_flag("--sizes", options->sizes,
                    "With --calls: also what calls cost by the size of their input; of Python programs");
  command->add_option("--frequency", options->frequency, "Samples a second; default: 999")
      ->type_name("N")
      ->check(WholeNumber(1, 100'000));
  command->add_option("--duration", options->duration_s, "How long to record; then the command is ended")
      ->type_name("SECONDS")
      ->check(WholeNumber(1));
  command->add_option("--pid", options->process, "Record a process that runs already, instead of a command")
      ->type_name("PID")
      ->check(WholeNumber(1, INT32_MAX));
  command->add_option("--runs", options->runs, "How many times to run the command; default: 1")
      ->type_name("N")
      ->check(WholeNumber(1, 999));
  command->add_option("-o,--output", options->output, "The .cct file; default: named after the program")
      ->type_name("FILE");
  command
      ->add_option(
          "--live", options->live,
          "Another .cct file, which gets what there is now and then while the program runs: so that it takes "
          "at most 3 % of one core")
      ->type_name("FILE");
  command->add_flag("--open", options->open, "Open the result in a window");
  command->add_flag("--elevate", options->elevate, "Start perf, and nothing else, as root by sudo");
  command->add_flag("-q,--quiet", options->quiet, "Say nothing but what went wrong");
  command->add_flag("--list", options->list, "Print the recorders that are here and what each can measure");
  command->add_option("COMMAND", options->command, "What to run, with its arguments, behind --");
  command->positionals_at_end();
}

}  // namespace ringscope
