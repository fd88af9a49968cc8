#include "app/core/job_runner.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "app/colors/legend_run.h"
#include "app/documents/document.h"
#include "app/saving/export_losses.h"
#include "app/saving/saved_view.h"
#include "app/saving/tree_save.h"
#include "app/search/search_run.h"
#include "app/source/source_run.h"
#include "app/tables/table_run.h"
#include "cct/base/atomic_file.h"
#include "cct/base/exhaustion.h"
#include "cct/import/import_preview.h"
#include "cct/transform/pipeline.h"
#include "cct/tree/verify.h"

namespace ringscope {
namespace {

// Views of one profile share its tree.
Result<LoadedWindow> LoadSavedWindow(const std::filesystem::path& path, const OpenOptions& options,
                                     JobControl& job) {
  LoadedWindow loaded;
  RINGSCOPE_ASSIGN(loaded.window, ReadSavedWindow(path));
  for (size_t i = 0; i < loaded.window.views.size(); ++i) {
    const std::filesystem::path& profile = loaded.window.views[i].profile;
    if (i > 0 && profile == loaded.window.views[0].profile) {
      loaded.trees.push_back(loaded.trees[0]);
      continue;
    }
    Result<CctPtr> tree = LoadTree(profile, options, job);
    if (!tree) {
      Error error = std::move(tree).error();
      error.message = profile.string() + ": " + error.message;
      return tl::unexpected(std::move(error));
    }
    loaded.trees.push_back(WithFunctions(std::move(*tree)));
  }
  return loaded;
}

}  // namespace
struct JobRunner::Mailbox {
  std::mutex mutex;
  std::condition_variable filled;
  std::vector<Action> actions;
  std::function<void()> wake;

  void Post(Action action) {
    {
      const std::lock_guard lock(mutex);
      actions.push_back(std::move(action));
    }
    filled.notify_one();
    if (wake) wake();
  }
};

struct JobRunner::Running {
  JobId id = kNoJob;
  JobControl control;
  std::atomic<bool> ended{false};
  std::thread thread;
};

JobRunner::JobRunner(std::function<void()> wake) : mailbox_(std::make_shared<Mailbox>()) {
  mailbox_->wake = std::move(wake);
}

JobRunner::~JobRunner() {
  for (const auto& job : running_) job->control.cancel_requested = true;
  WaitForAll();
}

void JobRunner::Launch(JobId job, std::function<Action(Error)> failure,
                       std::function<void(JobControl&, const std::function<void(Action)>&)> work) {
  auto& running = running_.emplace_back(std::make_unique<Running>());
  running->id = job;
  Running* const shared = running.get();  // outlives its thread: joined before it is erased
  const auto run = [shared, mailbox = mailbox_, failure, work = std::move(work)] {
    const Result<void> done = CatchExhaustion([&]() -> Result<void> {
      work(shared->control, [&](Action action) { mailbox->Post(std::move(action)); });
      return {};
    });
    if (!done) mailbox->Post(failure(done.error()));
    shared->ended = true;
  };
  try {
    running->thread = std::thread(run);
  } catch (const std::system_error& exception) {
    running_.pop_back();
    mailbox_->Post(failure(OutOfThreadsError(exception)));
  }
}

void JobRunner::Start(const effect::StartLoad& load) {
  const auto failure = [load](Error error) {
    return action::LoadFinished{load.job, tl::unexpected(std::move(error))};
  };
  Launch(load.job, failure, [load](JobControl& control, const auto& post) {
    OpenOptions options;
    options.import.look_up_symbols = true;
    options.verify = false;
    Result<ProfileFile> file = ProfileFile::Open(load.path, control);
    if (!file) {
      post(action::LoadFinished{load.job, tl::unexpected(std::move(file).error())});
      return;
    }
    if (LooksLikeSavedView(file->contents())) {
      post(action::WindowLoaded{load.job, LoadSavedWindow(load.path, options, control)});
      return;
    }
    ImportPreview preview([&](CctPtr tree) {
      post(action::PreviewLoaded{load.job, WithFunctions(std::move(tree))});
    });
    options.import.preview = &preview;
    post(action::LoadFinished{load.job, std::move(*file).Read(options, control).map(WithFunctions)});
  });
}

void JobRunner::Start(const effect::StartVerify& verify) {
  const auto failure = [verify](Error error) {
    return action::VerifyFinished{verify.job, tl::unexpected(std::move(error))};
  };
  Launch(verify.job, failure, [verify](JobControl& control, const auto& post) {
    post(action::VerifyFinished{verify.job, VerifyCct(*verify.tree, &control)});
  });
}

void JobRunner::Start(const effect::StartTransform& transform) {
  const auto failure = [transform](Error error) {
    return action::TransformFinished{transform.job, tl::unexpected(std::move(error))};
  };
  Launch(transform.job, failure, [transform](JobControl& control, const auto& post) {
    TransformScope scope;
    scope.metric = transform.metric;
    scope.derived = transform.derived;
    auto outcome = ApplyPipeline(transform.tree, transform.pipeline, scope, &control);
    post(action::TransformFinished{
        transform.job, std::move(outcome).map([](TransformOutcome&& made) {
          return TransformedTree{WithFunctions(std::move(made.tree)), std::move(made.steps)};
        })});
  });
}

void JobRunner::Start(const effect::StartSearch& search) {
  const auto failure = [search](Error error) {
    SearchOutcome outcome;
    outcome.error = std::move(error.message);
    outcome.complete = true;
    return action::SearchFinished{search.job, std::make_shared<const SearchOutcome>(std::move(outcome))};
  };
  Launch(search.job, failure, [search](JobControl& control, const auto& post) {
    RunSearch(search, control, [&](std::shared_ptr<const SearchOutcome> outcome) {
      post(action::SearchFinished{search.job, std::move(outcome)});
    });
  });
}

void JobRunner::Start(const effect::StartSortMatches& sort) {
  const auto failure = [sort](const Error&) { return action::MatchesSorted{sort.job, nullptr}; };
  Launch(sort.job, failure, [sort](JobControl& control, const auto& post) {
    const SearchOutcome& outcome = *sort.outcome;
    auto sorted = SortByInclusive(*outcome.tree, outcome.below_root.matches(), outcome.metric, &control);
    std::shared_ptr<const SortedMatches> matches;
    if (sorted) matches = std::make_shared<const SortedMatches>(std::move(*sorted));
    post(action::MatchesSorted{sort.job, std::move(matches)});
  });
}

void JobRunner::Start(const effect::StartSaveTree& save) {
  const auto failure = [save](Error error) {
    return action::SaveFinished{save.job, save.path, tl::unexpected(std::move(error))};
  };
  Launch(save.job, failure, [save](JobControl& control, const auto& post) {
    action::SaveFinished finished{save.job, save.path,
                                  SaveTree(save.tree, save.metric, save.title, save.path, &control)};
    if (const auto format = TreeFormatOf(save.path); format && finished.result) {
      finished.losses = ExportLosses(*save.tree, *format, save.metric, &control);
      if (std::string others = MetricsLeftOut(*save.tree, *format, save.metric); !others.empty())
        finished.losses.insert(finished.losses.begin(), std::move(others));
    }
    post(std::move(finished));
  });
}

void JobRunner::Start(const effect::StartSource& source) {
  const auto failure = [source](const Error&) { return action::SourceLoaded{source.job, nullptr}; };
  Launch(source.job, failure, [source](JobControl& control, const auto& post) {
    post(action::SourceLoaded{source.job, RunSource(source, control)});
  });
}

void JobRunner::Start(const effect::StartTable& table) {
  const auto failure = [table](Error error) {
    TableOutcome outcome;
    outcome.request = table.request;
    outcome.error = std::move(error.message);
    return action::TableFinished{table.job, std::make_shared<const TableOutcome>(std::move(outcome))};
  };
  Launch(table.job, failure, [table](JobControl& control, const auto& post) {
    post(action::TableFinished{table.job, RunTable(table, control)});
  });
}

void JobRunner::Start(const effect::StartNeighbours& neighbours) {
  const auto failure = [neighbours](Error error) {
    NeighbourOutcome outcome;
    outcome.request = neighbours.request;
    outcome.error = std::move(error.message);
    return action::NeighboursFinished{neighbours.job,
                                      std::make_shared<const NeighbourOutcome>(std::move(outcome))};
  };
  Launch(neighbours.job, failure, [neighbours](JobControl& control, const auto& post) {
    post(action::NeighboursFinished{neighbours.job, RunNeighbours(neighbours, control)});
  });
}

void JobRunner::Start(const effect::StartLegendCosts& legend) {
  const auto failure = [legend](const Error&) { return action::LegendCostsFinished{legend.job, nullptr}; };
  Launch(legend.job, failure, [legend](JobControl& control, const auto& post) {
    post(
        action::LegendCostsFinished{legend.job, RunLegendCosts(legend.request, legend.known.get(), control)});
  });
}

void JobRunner::Start(const effect::SaveText& save) {
  const auto failure = [save](Error error) {
    return action::SaveFinished{save.job, save.path, tl::unexpected(std::move(error))};
  };
  Launch(save.job, failure, [save](JobControl&, const auto& post) {
    const auto write = [&]() -> Result<void> {
      RINGSCOPE_ASSIGN(AtomicFile file, AtomicFile::Create(save.path));
      RINGSCOPE_TRY(file.Write(save.text));
      return file.Commit();
    };
    post(action::SaveFinished{save.job, save.path, write()});
  });
}

void JobRunner::Cancel(JobId job) {
  for (const auto& running : running_) {
    if (running->id == job) running->control.cancel_requested = true;
  }
}

std::vector<Action> JobRunner::TakeActions() {
  std::vector<Action> actions;
  for (const auto& running : running_) {
    const uint64_t done = running->control.done_units;
    const uint64_t total = running->control.total_units;
    actions.push_back(action::JobProgressed{running->id, done, total});
  }
  // Ended threads are joined before the mailbox is emptied, so no result of theirs is left behind unseen.
  std::erase_if(running_, [](const std::unique_ptr<Running>& running) {
    if (!running->ended) return false;
    running->thread.join();
    return true;
  });
  const std::lock_guard lock(mailbox_->mutex);
  std::move(mailbox_->actions.begin(), mailbox_->actions.end(), std::back_inserter(actions));
  mailbox_->actions.clear();
  return actions;
}

void JobRunner::WaitForResult(std::chrono::microseconds at_most) {
  std::unique_lock lock(mailbox_->mutex);
  mailbox_->filled.wait_for(lock, at_most, [&] { return !mailbox_->actions.empty(); });
}

bool JobRunner::busy() const { return !running_.empty(); }

void JobRunner::WaitForAll() {
  for (const auto& running : running_) {
    if (running->thread.joinable()) running->thread.join();
  }
  running_.clear();
}

}  // namespace ringscope
