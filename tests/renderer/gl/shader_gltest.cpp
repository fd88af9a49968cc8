#include <fstream>

#include "renderer/gl/drawing.h"
#include "tests/renderer/gl/gl_fixture.h"
#include "tests/test_paths.h"

namespace ringscope::chart_test::shader_gltest {
namespace {

namespace fs = std::filesystem;

using ShaderTest = GlTest;

fs::path CopyOfShaders(const std::string& name) {
  const fs::path folder = ArtifactDir() / name;
  fs::remove_all(folder);
  fs::create_directories(folder);
  for (const auto& entry : fs::directory_iterator(SourceDir() / "shaders")) {
    fs::copy(entry.path(), folder / entry.path().filename());
  }
  return folder;
}

TEST_F(ShaderTest, EveryEmbeddedProgramCompiles) {
  const auto renderer = ChartRenderer::Create({});
  EXPECT_TRUE(renderer) << DescribeError(renderer.error());
}

TEST_F(ShaderTest, EmbeddedTextIsThatOfTheFolder) {
  for (const auto& entry : fs::directory_iterator(SourceDir() / "shaders")) {
    const std::string name = entry.path().filename().string();
    if (name == "CMakeLists.txt" || name.ends_with(".md")) continue;
    const auto text = ShaderSource{entry.path().parent_path()}.Read(name);
    ASSERT_TRUE(text);
    EXPECT_EQ(*text, FindEmbeddedShader(name)) << name;
  }
}

TEST_F(ShaderTest, ErrorsNameFileAndLine) {
  const fs::path folder = CopyOfShaders("broken_shader");
  std::ofstream(folder / "outline.frag") << "out vec4 color;\nvoid main() {\n  color = nonsense;\n}\n";
  const auto renderer = ChartRenderer::Create({nullptr, folder});
  ASSERT_FALSE(renderer);
  EXPECT_NE(renderer.error().message.find("outline.frag:3"), std::string::npos) << renderer.error().message;
}

TEST_F(ShaderTest, AMissingFileIsNamed) {
  const fs::path folder = CopyOfShaders("missing_shader");
  fs::remove(folder / "label.vert");
  const auto renderer = ChartRenderer::Create({nullptr, folder});
  ASSERT_FALSE(renderer);
  EXPECT_NE(renderer.error().message.find("label.vert"), std::string::npos) << renderer.error().message;
}

}  // namespace
}  // namespace ringscope::chart_test::shader_gltest
