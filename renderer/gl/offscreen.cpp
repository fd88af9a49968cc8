#include "renderer/gl/offscreen.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fmt/core.h>
#include <glad/gl.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <thread>
#include <utility>

#include "cct/base/system/memory_limit.h"

namespace ringscope {
namespace {

GlFunction FindEglFunction(const char* name) { return eglGetProcAddress(name); }

bool HasExtension(const char* list, std::string_view name) {
  return list != nullptr && std::string_view(list).find(name) != std::string_view::npos;
}

// The surfaceless platform needs neither a display server nor a device node.
EGLDisplay SurfacelessDisplay() {
  if (!HasExtension(eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS), "EGL_MESA_platform_surfaceless")) {
    return EGL_NO_DISPLAY;
  }
  const auto get_display =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  return get_display == nullptr ? EGL_NO_DISPLAY
                                : get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
}

// Fails if there is less free address space: a library that draws without a graphics card ends the program
// when it cannot have the address space that it takes.
Result<void> CheckAddressSpace(uint64_t needed_bytes) {
  void* const free =
      mmap(nullptr, needed_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (free == MAP_FAILED) {
    return Fail(ErrorCode::kLimit,
                "drawing needs {} MiB more of address space, and the limit (ulimit -v) leaves less: an .svg "
                "needs none",
                needed_bytes >> 20);
  }
  munmap(free, needed_bytes);
  return {};
}

// The address space of the library with its compiler of shaders, and of a stack and a heap for each
// processor's thread.
uint64_t BytesOfLibrary() {
  constexpr uint64_t kAtRest = uint64_t{480} << 20, kOfThread = uint64_t{80} << 20, kMostThreads = 32;
  return kAtRest + std::clamp<uint64_t>(std::thread::hardware_concurrency(), 1, kMostThreads) * kOfThread;
}

// The address space of the compiled shaders and of the picture: as a texture, as pixels and as encoded bytes.
uint64_t BytesOfPicture(uint64_t width_px, uint64_t height_px) {
  constexpr uint64_t kOfShaders = uint64_t{128} << 20, kOfPixel = 16;
  return kOfShaders + width_px * height_px * kOfPixel;
}

}  // namespace

struct OffscreenContext::State {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLSurface surface = EGL_NO_SURFACE;
  EGLContext context = EGL_NO_CONTEXT;
  GlInfo info;
  MemoryLimitPause pause;  // dies last

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (display == EGL_NO_DISPLAY) return;
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
    if (surface != EGL_NO_SURFACE) eglDestroySurface(display, surface);
    eglTerminate(display);
  }

  // Returns true if a context of this display has become current.
  bool Start(EGLDisplay candidate) {
    if (candidate == EGL_NO_DISPLAY || eglInitialize(candidate, nullptr, nullptr) == EGL_FALSE) return false;
    display = candidate;
    if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE) return false;
    constexpr std::array<EGLint, 5> kConfig = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                               EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (eglChooseConfig(display, kConfig.data(), &config, 1, &count) == EGL_FALSE || count == 0) return false;
    constexpr std::array<EGLint, 7> kContext = {EGL_CONTEXT_MAJOR_VERSION,
                                                3,
                                                EGL_CONTEXT_MINOR_VERSION,
                                                3,
                                                EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                                EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                                EGL_NONE};
    context = eglCreateContext(display, config, EGL_NO_CONTEXT, kContext.data());
    if (context == EGL_NO_CONTEXT) return false;
    if (!HasExtension(eglQueryString(display, EGL_EXTENSIONS), "EGL_KHR_surfaceless_context")) {
      constexpr std::array<EGLint, 5> kPixel = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
      surface = eglCreatePbufferSurface(display, config, kPixel.data());
      if (surface == EGL_NO_SURFACE) return false;
    }
    return eglMakeCurrent(display, surface, surface, context) == EGL_TRUE;
  }
};

OffscreenContext::OffscreenContext(std::unique_ptr<State> state) : state_(std::move(state)) {}
OffscreenContext::OffscreenContext(OffscreenContext&&) noexcept = default;
OffscreenContext& OffscreenContext::operator=(OffscreenContext&&) noexcept = default;
OffscreenContext::~OffscreenContext() = default;

const GlInfo& OffscreenContext::info() const { return state_->info; }

Result<OffscreenContext> OffscreenContext::Create() {
  RINGSCOPE_TRY(CheckAddressSpace(BytesOfLibrary()));
  for (const bool surfaceless : {true, false}) {
    auto state = std::make_unique<State>();
    if (!state->Start(surfaceless ? SurfacelessDisplay() : eglGetDisplay(EGL_DEFAULT_DISPLAY))) continue;
    RINGSCOPE_ASSIGN(state->info, LoadGl(FindEglFunction));
    return OffscreenContext(std::move(state));
  }
  return Fail(ErrorCode::kUnsupported,
              "drawing without a window needs EGL with OpenGL 3.3 (Debian: libegl1, libgl1-mesa-dri), found "
              "none that starts");
}

Result<OffscreenTarget> OffscreenTarget::Create(uint32_t width_px, uint32_t height_px) {
  constexpr uint32_t kMaxSide = 16384;
  RINGSCOPE_TRY(
      CheckAddressSpace(BytesOfPicture(std::min(width_px, kMaxSide), std::min(height_px, kMaxSide))));
  GlTexture texture = MakeGlTexture();
  GlFramebuffer framebuffer = MakeGlFramebuffer();
  OffscreenTarget target;
  target.width_px_ = std::clamp(width_px, 1u, kMaxSide);
  target.height_px_ = std::clamp(height_px, 1u, kMaxSide);
  BindTexture(texture, GL_NEAREST);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, static_cast<GLsizei>(target.width_px_),
               static_cast<GLsizei>(target.height_px_), 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glBindTexture(GL_TEXTURE_2D, 0);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture.name(), 0);
  const bool complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  if (const auto errors = TakeGlErrors(); !complete || !errors.empty()) {
    return Fail(ErrorCode::kLimit, "OpenGL gives no picture of {}x{}", target.width_px_, target.height_px_);
  }
  target.texture_ = std::move(texture);
  target.framebuffer_ = std::move(framebuffer);
  return target;
}

Image OffscreenTarget::ReadPixels() const {
  Image image;
  image.width_px = width_px_;
  image.height_px = height_px_;
  const size_t row_bytes = size_t{width_px_} * 4;
  image.rgba.resize(row_bytes * height_px_);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.name());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, static_cast<GLsizei>(width_px_), static_cast<GLsizei>(height_px_), GL_RGBA,
               GL_UNSIGNED_BYTE, image.rgba.data());
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  for (size_t top = 0, bottom = height_px_ - size_t{1}; top < bottom; ++top, --bottom) {
    std::swap_ranges(image.rgba.begin() + static_cast<ptrdiff_t>(top * row_bytes),
                     image.rgba.begin() + static_cast<ptrdiff_t>((top + 1) * row_bytes),
                     image.rgba.begin() + static_cast<ptrdiff_t>(bottom * row_bytes));
  }
  return image;
}

Result<Image> RenderChartImage(const ArcBatch& batch, const ChartPaint& paint, std::span<const Label> labels,
                               Theme theme, std::shared_ptr<const FontFace> font) {
  RINGSCOPE_ASSIGN(
      const OffscreenTarget target,
      OffscreenTarget::Create(static_cast<uint32_t>(std::lround(std::max(batch.spec.width_px, 1.0f))),
                              static_cast<uint32_t>(std::lround(std::max(batch.spec.height_px, 1.0f)))));
  RINGSCOPE_ASSIGN(ChartRenderer renderer, ChartRenderer::Create({std::move(font), {}}));
  renderer.SetBatch(batch);
  renderer.SetPaint(paint);
  renderer.SetLabels(labels, theme);
  DrawOptions options;
  options.theme = theme;
  renderer.Draw(target.whole(), options);
  return target.ReadPixels();
}

void FinishDrawing() { glFinish(); }

void KeptDrawing::DrawAhead(int32_t width_px, int32_t height_px, const DrawInto& draw) {
  const auto width = static_cast<uint32_t>(width_px), height = static_cast<uint32_t>(height_px);
  if (!kept_ || kept_->width_px() != width || kept_->height_px() != height) {
    kept_.reset();
    if (auto made = OffscreenTarget::Create(width, height)) kept_.emplace(std::move(*made));
    is_outdated_ = true;
  }
  if (!kept_ || !std::exchange(is_outdated_, false)) return;
  draw(kept_->whole());
  glFlush();
  // The caller's next drawing is for the window.
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void KeptDrawing::Show(const DrawTarget& target, const KeptPart& part, const DrawInto& draw) {
  DrawAhead(part.whole_width_px, part.whole_height_px, draw);
  // OpenGL counts rows from the bottom.
  const int32_t bottom_px = part.whole_height_px - part.top_px - target.height_px;
  if (!kept_) {
    draw({target.framebuffer, target.x_px - part.left_px, target.y_px - bottom_px, part.whole_width_px,
          part.whole_height_px});
    return;
  }
  glBindFramebuffer(GL_READ_FRAMEBUFFER, kept_->framebuffer());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.framebuffer);
  glDisable(GL_SCISSOR_TEST);
  glBlitFramebuffer(part.left_px, bottom_px, part.left_px + target.width_px, bottom_px + target.height_px,
                    target.x_px, target.y_px, target.x_px + target.width_px, target.y_px + target.height_px,
                    GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
}

}  // namespace ringscope
