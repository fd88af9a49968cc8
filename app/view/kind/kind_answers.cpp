#include "app/view/kind/kind_answers.h"

namespace ringscope {

bool IsStopped(const ViewState& view) {
  const ViewKind* const kind = view.kinds.Get<StoppedAnswer>().kind;
  return kind != nullptr && kind == &view.kind();
}

void Do(AppState& state, const StartAgain&, action::Effects&) {
  state.kinds.Set(StartedAgain{state.kinds.Get<StartedAgain>().times + 1});
}

}  // namespace ringscope
