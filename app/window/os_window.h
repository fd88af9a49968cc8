#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/widgets/input_event.h"
#include "cct/base/result.h"
#include "renderer/gl/gl_api.h"

struct GLFWwindow;

namespace ringscope {

struct WindowOptions {
  std::string title;
  int width = 1440;  // in screen coordinates
  int height = 900;
  bool vertical_sync = true;
  // Multiplies a size not chosen by the user by the content scale, if the desktop does not.
  bool scale_to_monitor = false;
};

// The shape of the mouse pointer.
enum class PointerShape : uint8_t { kArrow, kText, kHand, kResizeHorizontal, kResizeVertical };
inline constexpr size_t kPointerShapeCount = 5;

// A window of the desktop with an OpenGL 3.3 core context that is current as long as the window lives. Only
// one window at a time.
class Window {
 public:
  // Errors: kIo (no display, no OpenGL 3.3), with the reason.
  [[nodiscard]] static Result<std::unique_ptr<Window>> Open(const WindowOptions& options);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  [[nodiscard]] const GlInfo& gl_info() const { return gl_info_; }
  // The size of the framebuffer in pixels.
  [[nodiscard]] int width_px() const;
  [[nodiscard]] int height_px() const;
  // The size in screen coordinates, as in WindowOptions.
  [[nodiscard]] int width() const;
  [[nodiscard]] int height() const;
  // Pixels for a unit of the user interface: 1 at 96 dpi.
  [[nodiscard]] float content_scale() const;
  [[nodiscard]] bool minimized() const;

  // Sleeps until something happens, at most `timeout_s` seconds; negative: without limit; 0: does not sleep.
  void WaitForEvents(double timeout_s);
  // Ends a sleep from any thread.
  static void Wake();
  // Events since the last call.
  [[nodiscard]] std::vector<InputEvent> TakeEvents();
  // Whether the window must be drawn without any input: resized, uncovered.
  [[nodiscard]] bool TakeRefresh();

  void SwapBuffers();
  void SetTitle(const std::string& title);
  void SetSize(int width, int height);
  void SetPointerShape(PointerShape shape);
  [[nodiscard]] PointerShape pointer_shape() const { return shape_; }
  void SetClipboard(const std::string& text);
  [[nodiscard]] std::string clipboard() const;

 private:
  Window() = default;
  void InstallCallbacks();
  void Push(InputEvent event) { events_.push_back(std::move(event)); }

  GLFWwindow* window_ = nullptr;
  GlInfo gl_info_;
  std::vector<InputEvent> events_;
  bool refresh_ = true;
  PointerShape shape_ = PointerShape::kArrow;
  struct Cursors;
  std::unique_ptr<Cursors> cursors_;
};

}  // namespace ringscope
