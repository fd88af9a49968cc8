noperspective in vec2 place;
flat in vec4 tint;

uniform sampler2D atlas;
uniform float opacity;

out vec4 color;

void main() { color = vec4(tint.rgb, tint.a * opacity * texture(atlas, place).r); }
