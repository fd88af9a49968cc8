#pragma once

// The one table of the kinds of view. A row NAME stands for the folder app/views/NAME, which defines in the
// namespace ringscope::NAME:
//   const ViewKind& Kind();                                            for the state (view_kind.h)
//   Result<std::unique_ptr<Chart>> MakeChart(const ChartTools& tools); for the window (chart.h)
// A new view has the first kind.
#define RINGSCOPE_VIEW_KINDS(ROW) ROW(rings) ROW(summary) ROW(versions) ROW(matrix) ROW(inputs) ROW(evolution) ROW(polymetric) ROW(spread) ROW(threads)
