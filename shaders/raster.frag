// The colour of the cell that holds the middle of the pixel.

noperspective in vec2 place;

uniform sampler2D cells;

out vec4 color;

void main() {
  vec4 cell = texture(cells, place);
  color = vec4(cell.rgb * cell.a, cell.a);
}
