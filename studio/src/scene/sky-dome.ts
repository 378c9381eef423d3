/** A calm background: from the horizon, which is also the colour of the haze, up to the zenith. */
import { BackSide, Color, Mesh, ShaderMaterial, SphereGeometry } from 'three';

const VERTEX = /* glsl */ `
  varying float height;
  void main() {
    height = normalize(position).z;
    gl_Position = projectionMatrix * mat4(mat3(viewMatrix)) * vec4(position, 1.0);
  }`;

const FRAGMENT = /* glsl */ `
  varying float height;
  uniform vec3 horizon;
  uniform vec3 zenith;
  void main() {
    gl_FragColor = vec4(mix(horizon, zenith, smoothstep(0.0, 0.55, height)), 1.0);
    #include <colorspace_fragment>
  }`;

export class SkyDome {
  readonly object: Mesh<SphereGeometry, ShaderMaterial>;

  constructor(order: number) {
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { horizon: { value: new Color() }, zenith: { value: new Color() } },
      side: BackSide,
      depthTest: false,
      depthWrite: false,
    });
    this.object = new Mesh(new SphereGeometry(50, 24, 16), material);
    this.object.renderOrder = order;
    this.object.frustumCulled = false;
  }

  look(horizon: string, zenith: string): void {
    const { uniforms } = this.object.material;
    (uniforms.horizon.value as Color).set(horizon);
    (uniforms.zenith.value as Color).set(zenith);
  }
}
