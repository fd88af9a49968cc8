#include "app/cli/recording/record_options.h"

#include "app/cli/syntax.h"

namespace ringscope {

void AddRecord(CommandTable& commands) {
  const auto [command, options] = AddCommand(
      commands, "record", "Run a command, record it with the best tool that is there, and write a .cct file",
      &RunRecord);
  constexpr std::pair<const char*, const char*> kHelp[] = {{"cpu", "Where the time goes (the default)"},
                                                           {"calls", "Every call"},
                                                           {"heap", "Who allocates memory"},
                                                           {"locks", "Who waits for locks"},
                                                           {"io", "Who reads and writes"}};
  for (const auto& [word, help] : kHelp) {
    command->AddAction(
        std::string("--") + word,
        [options = options, measure = *ValueOfWord(kMeasureWords, word)] {
          options->measures.push_back(measure);
        },
        help);
  }
  command->AddOption("--tool NAME", options->tool,
                     "A recorder of --list, instead of the best one: " + RecorderNames());
  command->AddOption("--leave-out PATTERN", options->leave_out,
                     "With --calls: a function that gets no contexts of its own, so that its time stays at "
                     "its caller; * stands for any characters, and the option may be repeated");
  command->AddFlag("--sizes", options->sizes,
                   "With --calls: also what calls cost by the size of their input; of Python programs");
  command->AddFlag(
      "--types", options->types,
      "With --calls: also the types of what methods are called on, of arguments and of results; of "
      "Java and Python programs");
  command->AddFlag("--call-sites", options->call_sites,
                   "With --calls: contexts by the line that calls them; of Java and Python programs");
  command->AddOption("--frequency N", options->frequency, "Samples a second; default: 999",
                     WholeNumber(1, 100'000));
  command->AddOption("--duration SECONDS", options->duration_s,
                     "How long to record; then the command is ended", WholeNumber(1));
  command->AddOption("--pid PID", options->process,
                     "Record a process that runs already, instead of a command", WholeNumber(1, INT32_MAX));
  command->AddOption("--runs N", options->runs, "How many times to run the command; default: 1",
                     WholeNumber(1, 999));
  command->AddOption("-o,--output FILE", options->output, "The .cct file; default: named after the program");
  command->AddOption("--live FILE", options->live,
                     "Another .cct file, which gets the recording so far, now and then while the program "
                     "runs, for at most 3 % of one core");
  command->AddFlag("--open", options->open, "Open the result in a window");
  command->AddFlag("--elevate", options->elevate, "Start perf, and nothing else, as root by sudo");
  command->AddFlag("-q,--quiet", options->quiet, "Print errors alone");
  command->AddFlag("--list", options->list, "Print the recorders that are here and what each can measure");
  command->AddOption("COMMAND", options->command, "The command to run, with its arguments, behind --");
  command->has_words_behind = true;
  command->Example("ringscope record -- ./program --its-option", "Where the time of a program goes")
      ->Example("ringscope record --heap -o memory.cct -- python3 script.py", "Who allocates memory")
      ->Example("ringscope record --pid 4242 --duration 10", "Ten seconds of a program that runs already");
}

}  // namespace ringscope
