#include <algorithm>
#include <span>

#include "app/cli/recording/recorders/recorder.h"
#include "app/cli/syntax.h"
#include "app/cli/tracking/command_track.h"

namespace ringscope {

void AddTrackCommand(CommandTable& commands) {
  const auto [command, options] = AddCommand(
      commands, "track",
      "Build the last versions of a git repository, run benchmarks of each, and keep their profiles",
      &RunTrack);
  command->AddOption("--repo", options->repository, "The repository, in which nothing is changed")
      ->Value("FOLDER");
  command->AddOption("--last", options->last, "How many versions; default: 20")
      ->Value("N")
      ->Check(WholeNumber(1, 100'000));
  command->AddOption("--build", options->build, "What builds a version, for sh -c; default: nothing is built")
      ->Value("COMMAND");
  command
      ->AddOption(
          "--bench", options->benchmarks,
          "A benchmark, for sh -c; it writes a profile to the path in $RINGSCOPE_PROFILE. May be repeated")
      ->Value("NAME=COMMAND")
      ->OneEachTime();
  command
      ->AddOption(
          "--bench-files", options->files,
          "A file or folder of the repository that belongs to the benchmarks, or to one of them: where "
          "it changes, results are not compared. May be repeated")
      ->Value("[NAME=]PATH")
      ->OneEachTime();
  command->AddFlag("--changed-benchmarks", options->changed_benchmarks,
                   "Measure benchmarks whose files are not the same in all versions, too");
  command->AddOption("--runs", options->runs, "Of each benchmark and version; default: 5")
      ->Value("N")
      ->Check(WholeNumber(1, 999));
  command
      ->AddOption(
          "--recorder", options->recorder,
          "Who writes the profile: the command itself (own, the default), the best recorder that is here "
          "(best), or one of 'record --list'")
      ->Value("NAME")
      ->Check([](const std::string& word) {
        const std::span<const Recorder> all = AllRecorders();
        const bool is_known = word == kOwnRecorder || word == kBestRecorder ||
                              std::any_of(all.begin(), all.end(), [&word](const Recorder& one) {
                                return one.name == word || one.family == word;
                              });
        return is_known ? std::string()
                        : fmt::format("expected own, best or one of {}, found '{}'", RecorderNames(), word);
      });
  command
      ->AddOption("--limit-seconds", options->limit_seconds,
                  "How long each command may take; default: no limit")
      ->Value("N")
      ->Check(WholeNumber(1));
  command->AddFlag("-y,--yes", options->yes,
                   "Run the commands that the folder's manifest names without showing them and asking");
  command
      ->AddOption("-o,--output", options->folder,
                  "The folder for profiles, logs and the manifest; one that was begun is gone on with")
      ->Required()
      ->Value("FOLDER");
  command->Example(
      "ringscope track --last 10 --build make --bench 'sort=./bench sort' --recorder best -o history",
      "Profiles one benchmark of the last ten versions");
}

}  // namespace ringscope
