/** A vehicle in the scene: body, wheels that steer and roll, lamps and its name. */
import { Color, Group, Mesh, MeshBasicMaterial, MeshStandardMaterial } from 'three';
import type { DisplayPose } from './display-pose.ts';
import { disposeChildren, geometryOf } from './geometry.ts';
import { LabelSprite } from './label-sprite.ts';
import type { Rgb } from './mesh-data.ts';
import type { SceneTheme } from './scene-theme.ts';
import type { VehicleDisplay } from './vehicle-display.ts';
import { bodyMesh, tailLampMesh, wheelMesh } from './vehicle-mesh.ts';
import type { VehicleSpec } from './vehicle-spec.ts';

const LAMP_OFF = new Color('#5a1414');
const LAMP_ON = new Color('#ff3020');

/** Red, green and blue, 0 to 255, of a CSS colour. */
function rgbOf(colour: string): Rgb {
  const hex = new Color(colour).getHex();
  return [(hex >> 16) & 255, (hex >> 8) & 255, hex & 255];
}

interface ModelLook {
  /** CSS colour, where the vehicle does not have its own. */
  readonly colour: string;
  readonly theme: SceneTheme;
  /** Another run's: seen through, without shadow. */
  readonly ghost?: boolean;
}

export class VehicleModel {
  /** In base_link. */
  readonly group = new Group();
  readonly label: LabelSprite;
  readonly body: Mesh;
  private readonly wheels: { readonly steer: Group; readonly roll: Mesh }[];
  private readonly lamps: MeshBasicMaterial;

  constructor(
    readonly spec: VehicleSpec,
    readonly look: ModelLook,
    name = spec.name,
  ) {
    this.group.rotation.order = 'ZYX';
    const colour = look.ghost === true ? rgbOf(look.colour) : (spec.colour ?? rgbOf(look.colour));
    // in the very place of the vehicle a ghost is behind it
    const behind = { polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 2 };
    const transparency = look.ghost === true ? { transparent: true, opacity: 0.4, depthWrite: false, ...behind } : {};
    const paint = new MeshStandardMaterial({
      vertexColors: true,
      roughness: 0.5,
      metalness: 0.05,
      flatShading: true,
      ...transparency,
    });
    const casts = look.ghost !== true;
    this.body = new Mesh(geometryOf(bodyMesh(spec, colour)), paint);
    this.body.castShadow = casts;
    this.group.add(this.body);
    const shapes = new Map<string, ReturnType<typeof geometryOf>>();
    this.wheels = spec.wheels.map((wheel) => {
      const shape = `${wheel.radius} ${wheel.width}`;
      if (!shapes.has(shape)) shapes.set(shape, geometryOf(wheelMesh(wheel)));
      const steer = new Group();
      steer.position.set(wheel.x, wheel.y, wheel.radius);
      const roll = new Mesh(shapes.get(shape), paint);
      roll.castShadow = casts;
      steer.add(roll);
      this.group.add(steer);
      return { steer, roll };
    });
    this.lamps = new MeshBasicMaterial({ color: LAMP_OFF, ...transparency });
    if (spec.style === 'car') this.group.add(new Mesh(geometryOf(tailLampMesh(spec)), this.lamps));
    this.label = new LabelSprite({ text: name, ink: look.theme.text, plate: look.theme.surface, mark: look.colour });
    this.label.object.position.set((spec.outline.front - spec.outline.rear) / 2, 0, 1.25 * spec.outline.top);
    this.group.add(this.label.object);
  }

  get length(): number {
    return this.spec.outline.front + this.spec.outline.rear;
  }

  place({ x, y, yaw, roll, pitch }: DisplayPose): void {
    this.group.position.set(x, y, 0);
    this.group.rotation.set(roll, pitch, yaw);
  }

  show(display: VehicleDisplay): void {
    this.group.visible = display.track.known;
    this.place(display.track.pose);
    for (let i = 0; i < this.wheels.length; i++) {
      this.wheels[i].steer.rotation.z = display.steer[i];
      this.wheels[i].roll.rotation.y = display.roll[i];
    }
    this.lamps.color = display.braking ? LAMP_ON : LAMP_OFF;
  }

  dispose(): void {
    this.group.removeFromParent();
    disposeChildren(this.group);
  }
}
