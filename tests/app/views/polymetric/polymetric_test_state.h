#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/view/navigation.h"
#include "app/views/polymetric/polymetric.h"
#include "app/views/polymetric/polymetric_model.h"
#include "tests/app/app_test_state.h"

namespace ringscope::polymetric {

inline constexpr std::string_view kProgram =
    "main 5\nmain;p.List.add 40\nmain;p.List.add;p.Array.grow 30\nmain;p.List.get 10\nmain;q.Log.write 7\n"
    "main;q.Log.write;p.List.add 3\nmain;q.Log.write;q.Log.write 2\n";

inline std::vector<Effect> DoAndFind(AppState& state, Action action) {
  return DoAndAnswer<PolymetricWanted>(state, std::move(action));
}

inline AppState StateWithBoxes(std::string_view lines = kProgram) {
  AppState state = StateWith(TreeFromFolded(lines), "/p/run.cct");
  DoAndFind(state, action::SetKind{&Kind()});
  return state;
}

inline PolymetricWanted WantedOf(const LoadedTree& loaded, std::string text) {
  return {loaded.tree, loaded.functions, 0, std::move(text), {}, {kRootContext, kRootContext + 1}};
}
inline PolymetricFound Found(const LoadedTree& loaded, std::string text) {
  JobControl job;
  Result<PolymetricFound> found = FindPolymetric(WantedOf(loaded, std::move(text)), job);
  return found ? std::move(*found) : PolymetricFound{};
}

}  // namespace ringscope::polymetric
