"""Line charts as SVG, without any library."""
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 70, 130, 40, 50
# Told apart by colour-blind people in this order of use; dashes tell the second half from the first.
COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"]


def nice_step(span):
    """The smallest of 1, 2 or 5 times a power of ten that divides `span` into at most six."""
    step = 1e-9
    while True:
        for factor in (1, 2, 5):
            if span / (step * factor) <= 6:
                return step * factor
        step *= 10


def number(value):
    return f"{value:,.10g}"


def plot(title, x_label, y_label, series, note=""):
    """`series` maps a name to its points [(x, y), ...]. Returns the SVG text."""
    x_high = max(x for points in series.values() for x, _ in points)
    y_high = max(y for points in series.values() for _, y in points) * 1.05 or 1
    inner_width, inner_height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def place(x, y):
        return f"{LEFT + x / x_high * inner_width:.1f},{TOP + inner_height - y / y_high * inner_height:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="22" font-size="15" fill="#222222">{escape(title)}</text>',
    ]
    y, step = 0.0, nice_step(y_high)
    while y <= y_high:
        at = place(0, y).split(",")[1]
        parts.append(f'<line x1="{LEFT}" y1="{at}" x2="{WIDTH - RIGHT}" y2="{at}" stroke="#e0e0e0"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{at}" dy="4" text-anchor="end" fill="#555555">{number(round(y, 9))}</text>')
        y += step
    x, step = 0.0, nice_step(x_high)
    while x <= x_high:
        at = place(x, 0).split(",")[0]
        parts.append(f'<text x="{at}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle" fill="#555555">'
                     f'{number(round(x, 9))}</text>')
        x += step
    middle_y = TOP + inner_height / 2
    parts.append(f'<text x="{LEFT + inner_width / 2}" y="{HEIGHT - 12}" text-anchor="middle" fill="#222222">'
                 f'{escape(x_label)}</text>')
    parts.append(f'<text transform="translate(18 {middle_y}) rotate(-90)" text-anchor="middle" fill="#222222">'
                 f'{escape(y_label)}</text>')
    if note:
        parts.append(f'<text x="{WIDTH - 8}" y="{HEIGHT - 12}" text-anchor="end" font-size="10" fill="#777777">'
                     f'{escape(note)}</text>')
    for index, (name, points) in enumerate(series.items()):
        color = COLORS[index % len(COLORS)]
        dash = ' stroke-dasharray="6 3"' if index >= len(COLORS) else ""
        line = " ".join(place(x, y) for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="1.8"{dash}/>')
        key_y = TOP + 8 + index * 19
        parts.append(f'<line x1="{WIDTH - RIGHT + 14}" y1="{key_y}" x2="{WIDTH - RIGHT + 40}" y2="{key_y}" '
                     f'stroke="{color}" stroke-width="1.8"{dash}/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 46}" y="{key_y + 4}" fill="#222222">{escape(name)}</text>')
    parts.append("</svg>\n")
    return "\n".join(parts)
