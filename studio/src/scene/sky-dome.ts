/** A calm sky: from the horizon, which is also the colour of the haze, up to the zenith, with a sun in its glow. */
import { BackSide, Color, Mesh, ShaderMaterial, SphereGeometry } from 'three';
import { TOWARDS_SUN } from './sunlight.ts';

const VERTEX = /* glsl */ `
  varying vec3 direction;
  void main() {
    direction = normalize(position);
    gl_Position = projectionMatrix * mat4(mat3(viewMatrix)) * vec4(position, 1.0);
  }`;

const FRAGMENT = /* glsl */ `
  varying vec3 direction;
  uniform vec3 horizon;
  uniform vec3 zenith;
  uniform vec3 sun;
  uniform vec3 towardsSun;
  void main() {
    vec3 look = normalize(direction);
    float near = max(dot(look, towardsSun), 0.0);
    vec3 sky = mix(horizon, zenith, smoothstep(0.0, 0.55, look.z));
    // the disc, a little larger than life, and the glow around it
    float glow = 0.35 * pow(near, 24.0) + 0.5 * pow(near, 400.0) + smoothstep(0.9994, 0.9997, near);
    gl_FragColor = vec4(mix(sky, sun, min(glow, 1.0)), 1.0);
    #include <colorspace_fragment>
  }`;

export class SkyDome {
  readonly object: Mesh<SphereGeometry, ShaderMaterial>;

  constructor(order: number) {
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        horizon: { value: new Color() },
        zenith: { value: new Color() },
        sun: { value: new Color() },
        towardsSun: { value: TOWARDS_SUN },
      },
      side: BackSide,
      depthTest: false,
      depthWrite: false,
    });
    this.object = new Mesh(new SphereGeometry(50, 24, 16), material);
    this.object.renderOrder = order;
    this.object.frustumCulled = false;
  }

  look(horizon: string, zenith: string, sun: string): void {
    const { uniforms } = this.object.material;
    (uniforms.horizon.value as Color).set(horizon);
    (uniforms.zenith.value as Color).set(zenith);
    (uniforms.sun.value as Color).set(sun);
  }
}
