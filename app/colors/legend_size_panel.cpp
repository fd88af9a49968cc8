#include "app/colors/colors_panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

// The steps in which a legend becomes smaller: rather fewer rows, down to `rows`, than labels narrower than
// `label_width`.
struct Squeeze {
  float label_width;
  size_t rows;
};
constexpr float kGoodLabelWidth = 96, kMinLabelWidth = 70;
constexpr std::array kSqueezes{Squeeze{240, 8}, Squeeze{160, 6}, Squeeze{kGoodLabelWidth, 2},
                               Squeeze{kMinLabelWidth, 2}};
// For a legend that covers a part of the chart, and for one beside the chart.
constexpr float kMaxLabelWidth = 240;
constexpr float kMaxFreeLabelWidth = 420;
constexpr float kGradientWidth = 258;
// The most rows of a legend that was opened over a part of the chart.
constexpr size_t kOpenedRows = 8;
// The largest part of a chart that a legend covers before the user opens it.
constexpr float kMostCovered = 0.25f;

class Sizer {
 public:
  Sizer(const LegendModel& model, const LegendPlace& place, const PanelRect& chart, bool all_rows,
        const PanelContext& ctx)
      : model_(model), place_(place), chart_(chart), all_rows_(all_rows), ctx_(ctx) {
    for (const LegendRow& row : model.rows) {
      widest_ = std::max(widest_, std::ceil(TextWidth(ctx.fonts.small, row.label)));
      share_width_ = std::max(share_width_, std::ceil(TextWidth(ctx.fonts.small, row.share)));
    }
    label_x_ = ctx.Px(kLegendLabelGap) + (share_width_ > 0 ? share_width_ + ctx.Px(8) : 0);
  }

  // In the corner beside the chart; std::nullopt if there is no room.
  std::optional<LegendSize> Free() const {
    for (const Squeeze& squeeze : kSqueezes) {
      const size_t least = std::min(squeeze.rows, model_.rows.size());
      for (size_t rows = model_.rows.size() + 1; rows-- > least;) {
        if (auto size = FreeWith(rows, ctx_.Px(squeeze.label_width))) return size;
      }
    }
    return std::nullopt;
  }

  // In the strip below the chart.
  LegendSize Strip() const {
    const float padding = ctx_.Px(kLegendPadding), gap = ctx_.Px(20);
    const float map = model_.gradient.empty() ? 0 : ctx_.Px(kGradientWidth) - 2 * padding + gap;
    const float room = std::max(1.0f, chart_.width - 2 * padding - map) + gap;
    const size_t wanted = std::max<size_t>(1, (model_.rows.size() + kLegendStripRows - 1) / kLegendStripRows);
    const float least = label_x_ + ctx_.Px(kGoodLabelWidth) + gap;
    const size_t columns = std::min(wanted, std::max<size_t>(1, static_cast<size_t>(room / least)));
    const bool has_more = columns < wanted;
    LegendSize size = Plain(has_more ? columns * kLegendStripRows - 1 : model_.rows.size(), has_more);
    size.is_free = true;
    size.rows_per_column = kLegendStripRows;
    size.first_column_x = map;
    const float widest = label_x_ + std::min(widest_, ctx_.Px(kMaxFreeLabelWidth)) + gap;
    size.column_width = std::min(std::floor(room / static_cast<float>(columns)), widest);
    size.label_widths.assign(size.rows, std::max(1.0f, size.column_width - gap - label_x_));
    size.width = chart_.width;
    size.height = place_.strip_px;
    return size;
  }

  // In the strip at the left of the chart.
  LegendSize Left() const {
    LegendSize size = Over(model_.rows.size(), false);
    size.is_free = true;
    size.width = place_.left_px - 2 * ctx_.Px(kLegendMargin);
    const float room = size.width - 2 * ctx_.Px(kLegendPadding) - label_x_;
    for (float& width : size.label_widths) width = std::min(width, room);
    size.map_width = std::min(size.map_width, size.width - 2 * ctx_.Px(kLegendPadding));
    return size;
  }

  // Over the chart: at most `rows` rows, as far as the chart is high enough.
  LegendSize Over(size_t rows, bool has_more) const {
    LegendSize size = Plain(rows, has_more);
    while (rows > 1 && size.height + 2 * ctx_.Px(kLegendMargin) > chart_.height) size = Plain(--rows, true);
    size.label_widths.assign(size.rows,
                             std::clamp(widest_, ctx_.Px(kMinLabelWidth), ctx_.Px(kMaxLabelWidth)));
    SetWidth(size);
    return size;
  }

 private:
  LegendSize Plain(size_t rows, bool has_more) const {
    LegendSize size;
    size.rows = rows;
    size.share_width = share_width_;
    size.label_x = label_x_;
    size.has_more = has_more;
    size.map_width = std::min(ctx_.Px(kGradientWidth), chart_.width) - 2 * ctx_.Px(kLegendPadding);
    float height = 2 * ctx_.Px(kLegendPadding) + ctx_.fonts.small->FontSize + ctx_.Px(4);
    if (!model_.gradient.empty())
      height += ctx_.Px(kLegendGradientHeight) + ctx_.fonts.small->FontSize + ctx_.Px(10);
    height += ctx_.Px(kLegendRowHeight) * static_cast<float>(rows + (has_more ? 1 : 0));
    size.height = std::round(height);
    if (has_more) {
      const size_t hidden = model_.rows.size() - rows;
      size.more_text = !all_rows_    ? fmt::format("{} more", hidden)
                       : hidden == 0 ? "fewer"
                                     : fmt::format("fewer ({} more do not fit)", hidden);
    }
    return size;
  }

  void SetWidth(LegendSize& size) const {
    float width = label_x_;
    for (const float label : size.label_widths) width = std::max(width, label_x_ + label);
    if (size.has_more) width = std::max(width, MoreWidth(size));
    if (!model_.gradient.empty()) width = std::max(width, ctx_.Px(kGradientWidth - 2 * kLegendPadding));
    size.width = std::round(width + 2 * ctx_.Px(kLegendPadding));
  }

  float MoreWidth(const LegendSize& size) const {
    return std::ceil(ctx_.Px(kLegendLabelGap) + TextWidth(ctx_.fonts.small, size.more_text));
  }

  // The free width from the left end of a row up to the margin of the chart, within `height_px` above the
  // lower end of the legend.
  float RoomBelow(float height_px) const {
    const float margin = ctx_.Px(kLegendMargin);
    const float free = std::min(place_.corner_width(height_px + margin), chart_.width);
    return free - 2 * margin - ctx_.Px(kLegendPadding);
  }

  std::optional<LegendSize> FreeWith(size_t rows, float least_label) const {
    LegendSize size = Plain(rows, rows < model_.rows.size());
    if (size.height + 2 * ctx_.Px(kLegendMargin) > chart_.height) return std::nullopt;
    size.is_free = true;
    const float padding = ctx_.Px(kLegendPadding), row_height = ctx_.Px(kLegendRowHeight);
    const float title = std::min(TextWidth(ctx_.fonts.small, model_.title), label_x_ + least_label);
    const float top = model_.gradient.empty() ? title : ctx_.Px(kGradientWidth) - 2 * padding;
    if (RoomBelow(size.height - padding) < top) return std::nullopt;
    if (size.has_more && RoomBelow(padding + row_height) < MoreWidth(size)) return std::nullopt;
    // The highest row has least room.
    const size_t lines = rows + (size.has_more ? 1 : 0);
    for (size_t row = 0; row < rows; ++row) {
      const float room = RoomBelow(padding + row_height * static_cast<float>(lines - row)) - label_x_;
      if (room < std::min(least_label, widest_)) return std::nullopt;
      size.label_widths.push_back(std::floor(std::min({room, widest_, ctx_.Px(kMaxFreeLabelWidth)})));
    }
    SetWidth(size);
    return size;
  }

  const LegendModel& model_;
  const LegendPlace& place_;
  const PanelRect& chart_;
  const bool all_rows_;
  const PanelContext& ctx_;
  float widest_ = 0;  // label
  float share_width_ = 0, label_x_ = 0;
};

}  // namespace

LegendSize LegendSizeOf(const LegendModel& model, const LegendPlace& place, const PanelRect& chart,
                        const LegendUi& ui, const PanelContext& ctx) {
  const Sizer sizer(model, place, chart, ui.all_rows, ctx);
  if (place.strip_px > 0) {
    LegendSize strip = sizer.Strip();
    return strip.has_more && ui.all_rows ? sizer.Over(model.rows.size(), true) : strip;
  }
  if (place.left_px > 0) return sizer.Left();
  const auto free = sizer.Free();
  // A legend that fits whole beside the chart ignores the user's choices for less room.
  if (free && !free->has_more) return *free;
  if (ui.all_rows) return sizer.Over(model.rows.size(), true);
  if (free && !model.begins_open) return *free;
  const size_t rows = std::min(kOpenedRows, model.rows.size());
  LegendSize size = sizer.Over(rows, rows < model.rows.size());
  size.can_close = true;
  // The legend of a small chart begins closed: it would cover too much.
  const bool begins_open =
      model.begins_open && size.width * size.height <= chart.width * chart.height * kMostCovered;
  size.closed = !ui.open.value_or(begins_open);
  if (size.closed) {
    size.width =
        std::round(2 * ctx.Px(kLegendPadding) + ctx.Px(16) + TextWidth(ctx.fonts.small, model.title));
    size.height = std::round(ctx.fonts.small->FontSize + ctx.Px(12));
  }
  return size;
}

}  // namespace ringscope
