#include "app/window/os_window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace ringscope {
namespace {

// Below this size parts of the window would overlap.
constexpr int kLeastWidth = 640, kLeastHeight = 480;

using input::KeyCode;

std::string LastGlfwError() {
  const char* description = nullptr;
  glfwGetError(&description);
  return description == nullptr ? "unknown reason" : description;
}

struct NamedKey {
  int glfw;
  KeyCode code;
};
constexpr std::array kNamedKeys{
    NamedKey{GLFW_KEY_SPACE, KeyCode::kSpace},          NamedKey{GLFW_KEY_MENU, KeyCode::kMenu},
    NamedKey{GLFW_KEY_KP_ENTER, KeyCode::kKeypadEnter}, NamedKey{GLFW_KEY_KP_ADD, KeyCode::kPlus},
    NamedKey{GLFW_KEY_KP_SUBTRACT, KeyCode::kMinus},    NamedKey{GLFW_KEY_KP_DECIMAL, KeyCode::kPeriod},
    NamedKey{GLFW_KEY_KP_DIVIDE, KeyCode::kSlash},
};

// The code of the key `steps` behind `first`, in the common order of GLFW and KeyCode.
KeyCode Behind(KeyCode first, int steps) { return static_cast<KeyCode>(static_cast<int>(first) + steps); }

KeyCode KeyCodeOf(int key, int scancode) {
  for (const NamedKey& named : kNamedKeys)
    if (named.glfw == key) return named.code;
  if (key >= GLFW_KEY_ESCAPE && key <= GLFW_KEY_END) return Behind(KeyCode::kEscape, key - GLFW_KEY_ESCAPE);
  if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12) return Behind(KeyCode::kF1, key - GLFW_KEY_F1);
  // Digits go by place: on some layouts they are typed with Shift, but Ctrl+0 is that key.
  if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9) return Behind(KeyCode::k0, key - GLFW_KEY_0);
  if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9) return Behind(KeyCode::k0, key - GLFW_KEY_KP_0);
  // Other keys go by the sign that the layout prints on them, so that Ctrl+A is where the user finds an A. A
  // layout without Latin letters has the places of the American one.
  const char* name = glfwGetKeyName(key, scancode);
  if (name != nullptr && name[0] > ' ' && name[0] < 127 && name[1] == '\0') {
    const char sign = name[0] >= 'a' && name[0] <= 'z' ? static_cast<char>(name[0] - 'a' + 'A') : name[0];
    return static_cast<KeyCode>(sign);
  }
  return key > GLFW_KEY_SPACE && key < 127 ? static_cast<KeyCode>(key) : KeyCode::kNone;
}

input::Modifiers ModifiersFrom(int mods) {
  return {(mods & GLFW_MOD_CONTROL) != 0, (mods & GLFW_MOD_SHIFT) != 0, (mods & GLFW_MOD_ALT) != 0};
}

// The modifiers after the key change: X11 reports those before.
int WithKeyItself(int mods, int key, bool down) {
  int bit = 0;
  if (key == GLFW_KEY_LEFT_CONTROL || key == GLFW_KEY_RIGHT_CONTROL) bit = GLFW_MOD_CONTROL;
  if (key == GLFW_KEY_LEFT_SHIFT || key == GLFW_KEY_RIGHT_SHIFT) bit = GLFW_MOD_SHIFT;
  if (key == GLFW_KEY_LEFT_ALT || key == GLFW_KEY_RIGHT_ALT) bit = GLFW_MOD_ALT;
  return down ? mods | bit : mods & ~bit;
}

struct Size {
  int width = 0, height = 0;
};
Size SizeOf(GLFWwindow* window, void (*get)(GLFWwindow*, int*, int*)) {
  Size size;
  get(window, &size.width, &size.height);
  return size;
}

GlFunction LoadGlFunction(const char* name) { return glfwGetProcAddress(name); }

}  // namespace

struct Window::Cursors {
  std::array<GLFWcursor*, kPointerShapeCount> all{};
  Cursors() {
    // In the order of PointerShape.
    constexpr std::array<int, kPointerShapeCount> kShapes{
        GLFW_ARROW_CURSOR, GLFW_IBEAM_CURSOR, GLFW_HAND_CURSOR, GLFW_HRESIZE_CURSOR, GLFW_VRESIZE_CURSOR};
    std::transform(kShapes.begin(), kShapes.end(), all.begin(), glfwCreateStandardCursor);
  }
  ~Cursors() {
    for (GLFWcursor* cursor : all)
      if (cursor != nullptr) glfwDestroyCursor(cursor);
  }
  Cursors(const Cursors&) = delete;
  Cursors& operator=(const Cursors&) = delete;
};

Result<std::unique_ptr<Window>> Window::Open(const WindowOptions& options) {
  if (glfwInit() != GLFW_TRUE) {
    return Fail(ErrorCode::kIo,
                "cannot reach a display: {}; 'ringscope render FILE -o OUT.png' draws without one",
                LastGlfwError());
  }
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, options.scale_to_monitor ? GLFW_TRUE : GLFW_FALSE);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "ringscope");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "ringscope");
  // The window is no larger than the screen, if its size is known.
  int width = options.width, height = options.height;
  if (GLFWmonitor* monitor = glfwGetPrimaryMonitor(); monitor != nullptr) {
    int x = 0, y = 0, room_x = 0, room_y = 0;
    glfwGetMonitorWorkarea(monitor, &x, &y, &room_x, &room_y);
    if (room_x > 0 && room_y > 0) {
      width = std::min(width, room_x);
      height = std::min(height, room_y);
    }
  }
  std::unique_ptr<Window> window(new Window);
  window->window_ = glfwCreateWindow(std::max(width, kLeastWidth), std::max(height, kLeastHeight),
                                     options.title.c_str(), nullptr, nullptr);
  if (window->window_ == nullptr) {
    return Fail(ErrorCode::kIo, "cannot open a window with OpenGL 3.3: {}", LastGlfwError());
  }
  glfwSetWindowSizeLimits(window->window_, kLeastWidth, kLeastHeight, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwMakeContextCurrent(window->window_);
  glfwSwapInterval(options.vertical_sync ? 1 : 0);
  RINGSCOPE_ASSIGN(window->gl_info_, LoadGl(LoadGlFunction));
  window->cursors_ = std::make_unique<Cursors>();
  window->InstallCallbacks();
  return window;
}

Window::~Window() {
  cursors_.reset();
  if (window_ != nullptr) glfwDestroyWindow(window_);
  glfwTerminate();
}

void Window::InstallCallbacks() {
  glfwSetWindowUserPointer(window_, this);
  const auto self = [](GLFWwindow* w) { return static_cast<Window*>(glfwGetWindowUserPointer(w)); };
  // A capture-less lambda can be used inside another one only as a constant.
  static constexpr auto kSelf = self;
  glfwSetCursorPosCallback(window_, [](GLFWwindow* w, double x, double y) {
    Window& window = *kSelf(w);
    // From screen coordinates to pixels, which differ on Wayland and macOS.
    const double scale = window.width() > 0 ? static_cast<double>(window.width_px()) / window.width() : 1.0;
    window.Push(input::MouseMove{static_cast<float>(x * scale), static_cast<float>(y * scale)});
  });
  glfwSetCursorEnterCallback(window_, [](GLFWwindow* w, int entered) {
    if (entered == GLFW_FALSE) kSelf(w)->Push(input::MouseLeave{});
  });
  glfwSetMouseButtonCallback(window_, [](GLFWwindow* w, int button, int action, int mods) {
    kSelf(w)->Push(ModifiersFrom(mods));
    kSelf(w)->Push(input::MouseButton{button, action == GLFW_PRESS});
  });
  glfwSetScrollCallback(window_, [](GLFWwindow* w, double x, double y) {
    kSelf(w)->Push(input::Wheel{static_cast<float>(x), static_cast<float>(y)});
  });
  glfwSetKeyCallback(window_, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
    kSelf(w)->Push(ModifiersFrom(WithKeyItself(mods, key, action != GLFW_RELEASE)));
    const KeyCode code = KeyCodeOf(key, scancode);
    if (code != KeyCode::kNone) {
      kSelf(w)->Push(input::KeyChange{code, action != GLFW_RELEASE, action == GLFW_REPEAT});
    }
  });
  glfwSetCharCallback(window_, [](GLFWwindow* w, unsigned int character) {
    kSelf(w)->Push(input::Character{static_cast<char32_t>(character)});
  });
  glfwSetDropCallback(window_, [](GLFWwindow* w, int count, const char** paths) {
    input::DropFiles drop;
    for (int i = 0; i < count; ++i) drop.paths.emplace_back(paths[i]);
    kSelf(w)->Push(std::move(drop));
  });
  glfwSetWindowFocusCallback(window_, [](GLFWwindow* w, int focused) {
    // GLFW does not report keys that are released in another window.
    if (focused == GLFW_FALSE) kSelf(w)->Push(input::Modifiers{});
    kSelf(w)->Push(input::Focus{focused == GLFW_TRUE});
  });
  glfwSetWindowCloseCallback(window_, [](GLFWwindow* w) { kSelf(w)->Push(input::Close{}); });
  glfwSetWindowRefreshCallback(window_, [](GLFWwindow* w) { kSelf(w)->refresh_ = true; });
  glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* w, int, int) { kSelf(w)->refresh_ = true; });
  glfwSetWindowContentScaleCallback(window_, [](GLFWwindow* w, float, float) { kSelf(w)->refresh_ = true; });
}

int Window::width_px() const { return SizeOf(window_, glfwGetFramebufferSize).width; }
int Window::height_px() const { return SizeOf(window_, glfwGetFramebufferSize).height; }
int Window::width() const { return SizeOf(window_, glfwGetWindowSize).width; }
int Window::height() const { return SizeOf(window_, glfwGetWindowSize).height; }

float Window::content_scale() const {
  float x = 1, y = 1;
  glfwGetWindowContentScale(window_, &x, &y);
  return std::clamp(std::max(x, y), 0.5f, 8.0f);
}

bool Window::minimized() const {
  return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE || width_px() <= 0 || height_px() <= 0;
}

void Window::WaitForEvents(double timeout_s) {
  if (timeout_s == 0) {
    glfwPollEvents();
  } else if (timeout_s < 0) {
    glfwWaitEvents();
  } else {
    glfwWaitEventsTimeout(timeout_s);
  }
}

void Window::Wake() { glfwPostEmptyEvent(); }

std::vector<InputEvent> Window::TakeEvents() { return std::exchange(events_, {}); }

bool Window::TakeRefresh() { return std::exchange(refresh_, false); }

void Window::SwapBuffers() { glfwSwapBuffers(window_); }

void Window::SetTitle(const std::string& title) { glfwSetWindowTitle(window_, title.c_str()); }

void Window::SetSize(int width, int height) { glfwSetWindowSize(window_, width, height); }

void Window::SetPointerShape(PointerShape shape) {
  if (shape == shape_) return;
  shape_ = shape;
  glfwSetCursor(window_, cursors_->all[static_cast<size_t>(shape)]);
}

void Window::SetClipboard(const std::string& text) { glfwSetClipboardString(window_, text.c_str()); }

std::string Window::clipboard() const {
  const char* text = glfwGetClipboardString(window_);
  return text == nullptr ? std::string() : text;
}

}  // namespace ringscope
