#include "app/files/save_run.h"

#include <utility>

#include "app/core/action.h"
#include "app/files/export_losses.h"
#include "app/files/saving_actions.h"
#include "app/files/tree_save.h"

namespace ringscope {

std::shared_ptr<const SaveTarget> RunSaveTarget(const SaveTargetRequest& request, JobControl&) {
  std::error_code error;
  return std::make_shared<const SaveTarget>(SaveTarget{std::filesystem::exists(request.path, error)});
}

void RunSave(JobId id, const SaveTreeRequest& request, JobControl& job, const PostAction& post) {
  action::SaveFinished finished{id, request.path,
                                SaveTree(request.tree, request.metric, request.title, request.path, &job)};
  if (const auto format = TreeFormatOf(request.path); format && finished.result) {
    finished.losses = ExportLosses(*request.tree, *format, request.metric, &job);
    if (std::string others = MetricsLeftOut(*request.tree, *format, request.metric); !others.empty())
      finished.losses.insert(finished.losses.begin(), std::move(others));
  }
  post(std::move(finished));
}

void RunSave(JobId id, const SaveTextRequest& request, JobControl&, const PostAction& post) {
  const auto write = [&](const TextSink& sink) { return sink(request.text); };
  post(action::SaveFinished{id, request.path, WriteTextFile(request.path, write)});
}

}  // namespace ringscope
