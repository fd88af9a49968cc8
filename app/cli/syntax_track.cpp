#include <algorithm>
#include <span>

#include "app/cli/recording/recorders/recorder.h"
#include "app/cli/syntax.h"
#include "app/cli/tracking/command_track.h"

namespace ringscope {

void AddTrackCommand(CLI::App& app, Run& run) {
  const auto [command, options] = AddCommand(
      app, run, "track",
      "Build the last versions of a git repository, run benchmarks of each, and keep their profiles",
      &RunTrack);
  command->add_option("--repo", options->repository, "The repository, in which nothing is changed")
      ->type_name("FOLDER");
  command->add_option("--last", options->last, "How many versions; default: 20")
      ->type_name("N")
      ->check(WholeNumber(1, 100'000));
  command
      ->add_option("--build", options->build, "What builds a version, for sh -c; default: nothing is built")
      ->type_name("COMMAND");
  command
      ->add_option(
          "--bench", options->benchmarks,
          "A benchmark, for sh -c; it writes a profile to the path in $RINGSCOPE_PROFILE. May be repeated")
      ->type_name("NAME=COMMAND")
      ->allow_extra_args(false);
  command
      ->add_option(
          "--bench-files", options->files,
          "A file or folder of the repository that belongs to the benchmarks, or to one of them: where "
          "it changes, results are not compared. May be repeated")
      ->type_name("[NAME=]PATH")
      ->allow_extra_args(false);
  command->add_flag("--changed-benchmarks", options->changed_benchmarks,
                    "Measure benchmarks whose files are not the same in all versions, too");
  command->add_option("--runs", options->runs, "Of each benchmark and version; default: 5")
      ->type_name("N")
      ->check(WholeNumber(1, 999));
  command
      ->add_option(
          "--recorder", options->recorder,
          "Who writes the profile: the command itself (own, the default), the best recorder that is here "
          "(best), or one of 'record --list'")
      ->type_name("NAME")
      ->check([](const std::string& word) {
        const std::span<const Recorder> all = AllRecorders();
        const bool is_known = word == kOwnRecorder || word == kBestRecorder ||
                              std::any_of(all.begin(), all.end(), [&word](const Recorder& one) {
                                return one.name == word || one.family == word;
                              });
        return is_known ? std::string()
                        : fmt::format("expected own, best or one of {}, found '{}'", RecorderNames(), word);
      });
  command
      ->add_option("--limit-seconds", options->limit_seconds,
                   "How long each command may take; default: no limit")
      ->type_name("N")
      ->check(WholeNumber(1));
  command
      ->add_option("-o,--output", options->folder,
                   "The folder for profiles, logs and the manifest; one that was begun is gone on with")
      ->required()
      ->type_name("FOLDER");
}

}  // namespace ringscope
