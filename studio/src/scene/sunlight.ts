/** Daylight: a bright sky, and a sun whose shadows are computed around the vehicle that is looked at only. */
import { Color, DirectionalLight, Group, HemisphereLight, Vector3 } from 'three';

/** Where the sun stands unless a camera says otherwise: 126° from east, 52° high. */
const AZIMUTH = 2.2;
const ELEVATION = 0.9;
export const TOWARDS_SUN: Readonly<Vector3> = new Vector3(
  Math.cos(ELEVATION) * Math.cos(AZIMUTH),
  Math.cos(ELEVATION) * Math.sin(AZIMUTH),
  Math.sin(ELEVATION),
);
const MAP_SIZE = 1024;

export class Sunlight {
  readonly group = new Group();
  private readonly sky = new HemisphereLight(0xffffff, 0x8a8f98, 1.7);
  private readonly sun = new DirectionalLight(0xfff4e2, 2.4);
  private size = 0;

  constructor() {
    this.sky.position.set(0, 0, 1);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(MAP_SIZE, MAP_SIZE);
    this.sun.shadow.bias = -0.0004;
    // soft edges, as of a sun that is no point
    this.sun.shadow.radius = 3;
    this.group.add(this.sky, this.sun, this.sun.target);
  }

  set shadows(on: boolean) {
    this.sun.castShadow = on;
  }

  look(dark: boolean): void {
    this.sky.intensity = dark ? 1.6 : 2.1;
    this.sky.groundColor = new Color(dark ? 0x6a7078 : 0xa8aeb6);
    this.sun.intensity = dark ? 2 : 2.5;
  }

  /** Shadows within `size` metres of a place, moved by whole texels so that their edges stand still. */
  follow(x: number, y: number, size: number): void {
    const { camera, normalBias } = this.sun.shadow;
    if (size !== this.size) {
      this.size = size;
      camera.left = camera.bottom = -size;
      camera.right = camera.top = size;
      camera.near = 0.1;
      camera.far = 6 * size;
      camera.updateProjectionMatrix();
      this.sun.shadow.normalBias = Math.max(normalBias, (2 * size) / MAP_SIZE);
    }
    const texel = (2 * size) / MAP_SIZE;
    this.sun.target.position.set(Math.round(x / texel) * texel, Math.round(y / texel) * texel, 0);
    this.sun.position.copy(this.sun.target.position).addScaledVector(TOWARDS_SUN, 3 * size);
  }

  dispose(): void {
    this.sun.dispose();
    this.sky.dispose();
  }
}
