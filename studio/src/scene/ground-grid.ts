/**
 * A metric grid on the ground that goes on forever: lines every unit and every ten, one pixel wide at any distance, fading where they
 * would crowd and towards the horizon.
 *
 *   cover = 1 − min(1, |distance to the nearest line| / pixel)        pixel  size of a pixel on the ground, from screen derivatives
 */
import { Color, DoubleSide, Mesh, PlaneGeometry, ShaderMaterial, Vector2 } from 'three';

const VERTEX = /* glsl */ `
  varying vec2 place;
  void main() {
    vec4 world = modelMatrix * vec4(position, 1.0);
    place = world.xy;
    gl_Position = projectionMatrix * viewMatrix * world;
  }`;

const FRAGMENT = /* glsl */ `
  varying vec2 place;
  uniform vec3 colour;
  uniform float unit;
  uniform float strength;
  uniform vec2 middle;
  uniform float reach;
  float lines(float spacing) {
    vec2 at = place / spacing;
    vec2 pixel = fwidth(at);
    vec2 cover = 1.0 - min(abs(fract(at - 0.5) - 0.5) / max(pixel, 1e-6), 1.0);
    // lines that are closer than a few pixels are a haze, and not drawn
    vec2 room = 1.0 - smoothstep(0.06, 0.28, pixel);
    return max(cover.x * room.x, cover.y * room.y);
  }
  void main() {
    float fade = 1.0 - smoothstep(0.25 * reach, reach, distance(place, middle));
    float cover = max(0.45 * lines(unit), lines(10.0 * unit));
    gl_FragColor = vec4(colour, cover * fade * strength);
    #include <colorspace_fragment>
  }`;

export class GroundGrid {
  readonly object: Mesh<PlaneGeometry, ShaderMaterial>;
  private readonly middle = new Vector2();

  constructor(order: number) {
    const uniforms = {
      colour: { value: new Color() },
      unit: { value: 1 },
      strength: { value: 1 },
      middle: { value: this.middle },
      reach: { value: 100 },
    };
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
    });
    this.object = new Mesh(new PlaneGeometry(2, 2), material);
    this.object.renderOrder = order;
    this.object.frustumCulled = false;
  }

  look(colour: string, strength: number): void {
    const { uniforms } = this.object.material;
    (uniforms.colour.value as Color).set(colour);
    uniforms.strength.value = strength;
  }

  /** Goes below the camera, as far as can be seen from its height or distance. */
  follow(x: number, y: number, distance: number): void {
    const { uniforms } = this.object.material;
    uniforms.unit.value = distance < 4 ? 0.1 : distance < 120 ? 1 : 10;
    const reach = Math.max(12, 14 * distance);
    uniforms.reach.value = reach;
    this.middle.set(x, y);
    this.object.position.set(x, y, 0);
    this.object.scale.set(reach, reach, 1);
    this.object.updateMatrixWorld();
  }
}
