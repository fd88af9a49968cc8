#include <fstream>

#include "app/files/settings_changes.h"
#include "app/views/matrix/matrix.h"
#include "cct/file/cct_file.h"
#include "cct/track/track_series.h"
#include "tests/app/views/matrix/matrix_test_state.h"
#include "tests/app/window/window_harness.h"

namespace ringscope::matrix_window_test {
namespace {

// A folder as `ringscope track` fills it: 12 versions of three benchmarks, one of which was not built.
class MatrixWindowTest : public WindowTest {
 protected:
  void Fill() {
    TrackManifest manifest;
    manifest.settings.repository = "/r";
    manifest.settings.benchmarks = {{"parse", "p", {}}, {"layout", "l", {}}, {"write-svg", "w", {}}};
    manifest.settings.runs = 4;
    for (size_t v = 0; v < 12; ++v) {
      TrackedVersion version;
      version.commit =
          std::string(1, static_cast<char>('a' + v % 6)) + std::to_string(v % 10) + std::string(38, '0');
      version.time = 1'700'000'000 + static_cast<int64_t>(v) * 86'400;
      version.subject = "Change number " + std::to_string(v);
      if (v == 6) version.not_built = "make ended with 2: error: expected ';'";
      if (v == 9) version.outcomes["layout"].failure = "it ended with 1";
      for (const TrackedBenchmark& benchmark : manifest.settings.benchmarks) {
        if (v == 6 || (v == 9 && benchmark.name == "layout")) continue;
        version.outcomes[benchmark.name].runs = 4;
      }
      manifest.versions.push_back(std::move(version));
    }
    std::ofstream(folder / kTrackManifestName) << FormatManifest(manifest);
    for (size_t v = 0; v < manifest.versions.size(); ++v) {
      for (const auto& [name, outcome] : manifest.versions[v].outcomes) {
        fs::create_directories(TrackedProfilesOf(folder, name));
        for (uint32_t run = 1; run <= outcome.runs; ++run) {
          uint64_t cost = 12'000'000 + (v * 7 + run * 13) % 5 * 60'000;
          if (name == "parse" && v >= 4) cost += 2'000'000;
          if (name == "layout" && v >= 8) cost -= 5'000'000;
          const std::string text = "main 1000000\nmain;" + name + " " + std::to_string(cost) + "\n";
          ASSERT_TRUE(WriteCctFile(*TreeFromFolded(text).tree,
                                   TrackedProfile(folder, name, v, manifest.versions[v].commit, run)));
        }
      }
    }
  }
};

TEST_F(MatrixWindowTest, AFolderOpensAsAMatrixAndTwoClicksCompare) {
  Fill();
  Open(folder / kTrackManifestName);
  ASSERT_NE(ActiveView(state()), nullptr) << (state().errors.empty() ? "" : state().errors.front().message);
  EXPECT_EQ(&view().kind(), &matrix::Kind());
  Keep("matrix_dark");
  Post(action::SetTheme{Theme::kLight});
  ClickMark("matrix/0/3");
  Keep("matrix_light");
  viewer->Post(action::SetTheme{Theme::kDark});
  ClickMark("matrix/0/4");
  Settle();
  ASSERT_EQ(state().views.size(), 2u);
  EXPECT_EQ(view().color.mode, ColorMode::kDifference);
  Keep("matrix_compared");
}

TEST_F(MatrixWindowTest, TheFolderItselfOpensToo) {
  Fill();
  Open(folder);
  ASSERT_NE(ActiveView(state()), nullptr) << (state().errors.empty() ? "" : state().errors.front().message);
  EXPECT_EQ(&view().kind(), &matrix::Kind());
  Key(input::KeyCode::kLeft);
  Key(input::KeyCode::kDown);
  Keep("matrix_keys");
}

}  // namespace
}  // namespace ringscope::matrix_window_test
