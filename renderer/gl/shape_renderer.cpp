#include "renderer/gl/shape_renderer.h"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "renderer/gl/drawing.h"
#include "shaders/chart_constants.h"

namespace ringscope {

// The layouts that are uploaded:
static_assert(sizeof(PlacedRect) == 36 && offsetof(PlacedRect, border_px) == 16);
static_assert(sizeof(PlacedStroke) == 24 && offsetof(PlacedStroke, width_px) == 16);

Result<ShapeRenderer> ShapeRenderer::Create(const ChartRendererOptions& options) {
  const ShaderSource source{options.shader_dir};
  RINGSCOPE_ASSIGN(LabelRenderer labels, LabelRenderer::Create(source, options.font));
  ShapeRenderer made(std::move(labels));
  RINGSCOPE_ASSIGN(made.rect_program_, BuildProgram(source, "rect.vert", "rect.frag"));
  constexpr std::string_view kStriped[] = {"RINGSCOPE_HATCHED"};
  RINGSCOPE_ASSIGN(made.striped_program_, BuildProgram(source, "rect.vert", "rect.frag", kStriped));
  RINGSCOPE_ASSIGN(made.stroke_program_, BuildProgram(source, "stroke.vert", "stroke.frag"));
  RINGSCOPE_ASSIGN(made.raster_program_, BuildProgram(source, "raster.vert", "raster.frag"));
  return made;
}

// Striped rectangles cost more for each pixel, so rectangles without stripes have a program of their own,
// unless stripes alternate too often. A run ends at each raster.
void ShapeRenderer::MakeRuns(const PlacedShapes& shapes) {
  constexpr size_t kMostRuns = 64;
  runs_.clear();
  size_t raster = 0;
  for (size_t first = 0; first < shapes.rects.size();) {
    while (raster < shapes.rasters.size() && shapes.rasters[raster].rects_below <= first) ++raster;
    const size_t end = raster < shapes.rasters.size()
                           ? std::min(shapes.rasters[raster].rects_below, shapes.rects.size())
                           : shapes.rects.size();
    const size_t runs_before = runs_.size();
    for (size_t k = first; k < end; ++k) {
      const bool is_striped = shapes.rects[k].hatch.a != 0;
      if (runs_.size() == runs_before || runs_.back().is_striped != is_striped)
        runs_.push_back({k, 0, is_striped});
      ++runs_.back().count;
    }
    if (runs_.size() - runs_before > kMostRuns) {
      runs_.resize(runs_before);
      runs_.push_back({first, end - first, true});
    }
    first = end;
  }
}

void ShapeRenderer::UploadRasters(const PlacedShapes& shapes) {
  raster_count_ = 0;
  for (const PlacedRaster& placed : shapes.rasters) {
    if (raster_count_ == rasters_.size()) rasters_.push_back({MakeGlTexture(), {}});
    Raster& raster = rasters_[raster_count_++];
    raster.place = placed;
    raster.place.cells.reset();
    BindTexture(raster.texture, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, static_cast<GLsizei>(placed.columns),
                 static_cast<GLsizei>(placed.rows), 0, GL_RGBA, GL_UNSIGNED_BYTE, placed.cells->data());
    glBindTexture(GL_TEXTURE_2D, 0);
  }
}

void ShapeRenderer::DrawRaster(const Raster& raster, const ChartPlacement& placement) const {
  glUseProgram(raster_program_.name());
  SetUniform(raster_program_, "ndc_per_px", {placement.ndc_per_px_x, placement.ndc_per_px_y});
  SetUniform(raster_program_, "shape",
             {raster.place.left_px, raster.place.top_px, raster.place.width_px, raster.place.height_px});
  glUniform1i(glGetUniformLocation(raster_program_.name(), "cells"), 0);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, raster.texture.name());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glBindTexture(GL_TEXTURE_2D, 0);
}

void ShapeRenderer::SetShapes(const PlacedShapes& shapes) {
  Upload(rects_, shapes.rects);
  Upload(strokes_, shapes.strokes);
  MakeRuns(shapes);
  UploadRasters(shapes);
  stroke_count_ = shapes.strokes.size();
  strokes_below_ = std::min(shapes.strokes_below, stroke_count_);
  // A label's colour has the label's index.
  const auto color_of = [&](const Label& label) {
    return shapes.label_colors[static_cast<size_t>(&label - shapes.labels.data())];
  };
  labels_.SetLabels(shapes.labels, color_of);
}

void ShapeRenderer::Draw(const DrawTarget& target, std::optional<Color> background) const {
  if (target.width_px <= 0 || target.height_px <= 0) return;
  BeginDrawing(target, background, vertex_array_);
  const auto width = static_cast<float>(target.width_px), height = static_cast<float>(target.height_px);
  const ChartPlacement placement{2 / width, 2 / height, -1, 1};
  glBlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
  const auto draw = [&](const GlProgram& program, size_t count) {
    glUseProgram(program.name());
    SetUniform(program, "ndc_per_px", {placement.ndc_per_px_x, placement.ndc_per_px_y});
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count));
  };
  const auto draw_strokes = [&](size_t first, size_t count) {
    if (count == 0) return;
    glBindBuffer(GL_ARRAY_BUFFER, strokes_.name());
    constexpr size_t kStride = sizeof(PlacedStroke);
    const size_t at = first * kStride;
    PointAttribute(RINGSCOPE_ATTRIBUTE_SHAPE, 4, kStride, at);
    PointAttribute(RINGSCOPE_ATTRIBUTE_WIDTH, 1, kStride, at + offsetof(PlacedStroke, width_px));
    PointColorAttribute(RINGSCOPE_ATTRIBUTE_FILL, kStride, at + offsetof(PlacedStroke, color), 1);
    draw(stroke_program_, count);
  };
  draw_strokes(0, strokes_below_);
  size_t raster = 0;
  const auto draw_rasters_below = [&](size_t rect) {
    for (; raster < raster_count_ && rasters_[raster].place.rects_below <= rect; ++raster)
      DrawRaster(rasters_[raster], placement);
  };
  for (const Run& run : runs_) {
    draw_rasters_below(run.first);
    glBindBuffer(GL_ARRAY_BUFFER, rects_.name());
    constexpr size_t kStride = sizeof(PlacedRect);
    const size_t at = run.first * kStride;
    PointAttribute(RINGSCOPE_ATTRIBUTE_SHAPE, 4, kStride, at);
    PointAttribute(RINGSCOPE_ATTRIBUTE_WIDTH, 1, kStride, at + offsetof(PlacedRect, border_px));
    PointColorAttribute(RINGSCOPE_ATTRIBUTE_FILL, kStride, at + offsetof(PlacedRect, fill), 1);
    PointColorAttribute(RINGSCOPE_ATTRIBUTE_BORDER, kStride, at + offsetof(PlacedRect, border), 1);
    PointColorAttribute(RINGSCOPE_ATTRIBUTE_HATCH, kStride, at + offsetof(PlacedRect, hatch), 1);
    draw(run.is_striped ? striped_program_ : rect_program_, run.count);
    glDisableVertexAttribArray(RINGSCOPE_ATTRIBUTE_HATCH);
    glDisableVertexAttribArray(RINGSCOPE_ATTRIBUTE_BORDER);
  }
  draw_rasters_below(~size_t{0});
  draw_strokes(strokes_below_, stroke_count_ - strokes_below_);
  glDisableVertexAttribArray(RINGSCOPE_ATTRIBUTE_FILL);
  // The labels' origin is a whole number of pixels from the upper left corner.
  labels_.Draw(
      {placement.ndc_per_px_x, placement.ndc_per_px_y, std::floor(0.5f * width) * placement.ndc_per_px_x - 1,
       1 - std::floor(0.5f * height) * placement.ndc_per_px_y},
      1);
  EndDrawing();
}

}  // namespace ringscope
