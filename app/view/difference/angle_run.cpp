#include "app/view/difference/angle_run.h"

#include <utility>

namespace ringscope {

std::shared_ptr<const MadeAngle> RunMakeAngle(const AngleRequest& request, JobControl& job) {
  MadeAngle made{request, {}, {}};
  Result<DrawnAngle> drawn = MakeAngle(request.tree, request.sides, request.angle, request.by_share, &job);
  if (!drawn) {
    if (drawn.error().code == ErrorCode::kCancelled) return nullptr;
    made.problem = drawn.error().message;
  } else {
    made.drawn = std::move(*drawn);
  }
  return std::make_shared<const MadeAngle>(std::move(made));
}

}  // namespace ringscope
