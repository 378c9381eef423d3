/**
 * Everything that stands still: ground, paint, grid, solids and the centre line of the track.
 *
 * The ground and what is painted on it are drawn first, in order and without depth, in the very colours of the world; light falls only on
 * what stands. Grid and shade let the ground shine through, so they come last and are hidden by what stands. The shadow that the sun throws on the ground is a plane of its own around the vehicle that is looked at.
 */
import type { BufferGeometry } from 'three';
import {
  Color,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  ShadowMaterial,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import type { World } from '../../../src/world/world.ts';
import { disposeChildren, geometryOf } from './geometry.ts';
import { GroundGrid } from './ground-grid.ts';
import { paintMesh, shadowMeshes } from './ground-mesh.ts';
import { PathLine } from './path-line.ts';
import type { SceneTheme } from './scene-theme.ts';
import { isDark, mainGround, rgbColour } from './scene-theme.ts';
import type { SolidMesh } from './solid-mesh.ts';
import { solidMesh } from './solid-mesh.ts';

const Order = { ground: -100, paint: -90, shade: -80, grid: -70, sunShade: -60, axes: -5 } as const;
/** Where the ground ends, if anybody could see it [m]. */
const FAR = 6000;
/** Thin lines of paint can be seen from this far [m]. */
const PAINT_SEEN = 60;

interface Place {
  readonly x: number;
  readonly y: number;
}

export class WorldLayer {
  readonly group = new Group();
  readonly grid = new GroundGrid(Order.grid);
  readonly sunShade = new Mesh(new PlaneGeometry(2, 2), new ShadowMaterial({ opacity: 0.34, depthWrite: false }));
  readonly axes = axes();
  private centreLine: PathLine | undefined;
  solids: SolidMesh = {
    mesh: { positions: new Float32Array(0), colours: new Float32Array(0), indices: new Uint32Array(0) },
    ends: [],
  };
  solidObject: Mesh | undefined;
  private readonly ground: Mesh<PlaneGeometry, MeshBasicMaterial>;
  private readonly standing = new Group();
  private hasPaintedCentre = false;

  constructor() {
    this.ground = new Mesh(new PlaneGeometry(2 * FAR, 2 * FAR), paintMaterial({}));
    this.ground.renderOrder = Order.ground;
    this.ground.frustumCulled = false;
    this.sunShade.receiveShadow = true;
    this.sunShade.renderOrder = Order.sunShade;
    this.sunShade.frustumCulled = false;
    this.group.add(this.ground, this.grid.object, this.sunShade, this.axes, this.standing);
  }

  build(world: World | undefined, theme: SceneTheme, hasPaintedCentre: boolean): void {
    this.hasPaintedCentre = hasPaintedCentre;
    disposeChildren(this.standing);
    this.centreLine?.dispose();
    this.centreLine = undefined;
    this.solidObject = undefined;
    this.ground.material.color.copy(
      world === undefined ? new Color(theme.ground) : rgbColour(world.scene.ground.colour),
    );
    const dark = isDark(mainGround(world, theme));
    this.grid.look(dark ? '#ffffff' : '#000000', world === undefined ? 0.32 : 0.13);
    this.sunShade.material.opacity = dark ? 0.5 : 0.34;
    if (world === undefined) return;
    const { ground, solids } = world.scene;
    const paint = paintMesh(ground);
    if (paint.indices.length > 0) this.addFlat(geometryOf(paint), paintMaterial({ vertexColors: true }), Order.paint);
    for (const { brightness, mesh } of shadowMeshes(ground.shadows)) {
      this.addFlat(
        geometryOf(mesh),
        paintMaterial({ color: 0x000000, transparent: true, opacity: 1 - brightness, depthTest: true }),
        Order.shade,
      );
    }
    this.buildSolids(solids, theme);
    if (world.track !== undefined) this.buildCentreLine(world.track, dark ? '#ffffff' : '#20242b');
  }

  private addFlat(geometry: BufferGeometry, material: MeshBasicMaterial, order: number): void {
    const mesh = new Mesh(geometry, material);
    mesh.renderOrder = order;
    this.standing.add(mesh);
  }

  private buildSolids(solids: World['scene']['solids'], theme: SceneTheme): void {
    this.solids = solidMesh(solids);
    if (solids.length === 0) return;
    const geometry = geometryOf(this.solids.mesh);
    this.solidObject = new Mesh(
      geometry,
      new MeshStandardMaterial({ vertexColors: true, roughness: 0.8, flatShading: true }),
    );
    this.solidObject.castShadow = this.solidObject.receiveShadow = true;
    const edges = new LineSegments(
      new EdgesGeometry(geometry),
      new LineBasicMaterial({ color: theme.dark ? 0xffffff : 0x000000, transparent: true, opacity: 0.22 }),
    );
    this.standing.add(this.solidObject, edges);
  }

  private buildCentreLine({ x, y, closed }: NonNullable<World['track']>, colour: string): void {
    const count = x.length + (closed ? 1 : 0);
    const line = new PathLine(count, { colour, width: 1.5, opacity: 0.4, dash: 1 });
    for (let i = 0; i < count; i++) line.setPoint(i, x[i % x.length], y[i % x.length], 0);
    line.show(count);
    this.centreLine = line;
    this.group.add(line.object);
  }

  /** The centre line, unless it is painted and near enough to be seen. */
  showCentreLine(wanted: boolean, distance: number): void {
    if (this.centreLine !== undefined)
      this.centreLine.object.visible = wanted && (!this.hasPaintedCentre || distance > PAINT_SEEN);
  }

  /** Puts the ground below the eye, the grid around what is looked at, and the shaded plane below the vehicle. */
  follow(eye: Place, target: Place, distance: number, vehicle: Place, size: number): void {
    this.ground.position.set(eye.x, eye.y, 0);
    this.grid.follow(target.x, target.y, distance);
    this.sunShade.position.set(vehicle.x, vehicle.y, 0);
    this.sunShade.scale.set(size, size, 1);
  }

  dispose(): void {
    this.centreLine?.dispose();
    disposeChildren(this.group);
  }
}

/** Colours as they are, neither lit nor mapped. */
const paintMaterial = (given: ConstructorParameters<typeof MeshBasicMaterial>[0]): MeshBasicMaterial =>
  new MeshBasicMaterial({ toneMapped: false, depthTest: false, depthWrite: false, ...given });

/** REP-103 at the origin of the map: x red, y green, z blue, one metre each. */
function axes(): LineSegments2 {
  const geometry = new LineSegmentsGeometry();
  geometry.setPositions([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]);
  const [x, y, z] = [new Color('#e5484d'), new Color('#3fb950'), new Color('#3b82f6')];
  geometry.setColors([x, x, y, y, z, z].flatMap((colour) => colour.toArray()));
  const lines = new LineSegments2(geometry, new LineMaterial({ vertexColors: true, linewidth: 3, toneMapped: false }));
  lines.renderOrder = Order.axes;
  return lines;
}
