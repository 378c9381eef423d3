/**
 * Other vehicles and people as a camera sees them, from the bodies of a world: a vehicle is a box with a lower and darker-glazed upper part; what is as
 * tall as a person and no wider has legs, a torso and a head.
 */
import type { Bodies, Body } from '../../msgs/index.ts';
import type { Solid } from '../../world/scene.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Share of a body's height that is below the windows, and share of its length that the cabin takes. */
const WAIST = 0.6;
const CABIN_FRONT = 0.72;
const CABIN_REAR = 0.06;

/** A person is at least this tall, and at most so long and wide [m]. */
const SHORTEST_PERSON = 0.9;
const WIDEST_PERSON = 1.2;
/** Heights of hips and shoulders, as shares of the whole. */
const HIPS = 0.47;
const SHOULDERS = 0.84;
const TROUSERS = [38, 40, 52] as const;
const SKIN = [198, 152, 124] as const;

const isPerson = ({ front, rear, half_width: half, bottom, top }: Body): boolean =>
  top - bottom >= SHORTEST_PERSON && Math.max(front + rear, 2 * half) <= WIDEST_PERSON;

/** Solids made from the latest bodies; they are reused from picture to picture. */
export class MovingSolids {
  private readonly pool: Writable<Solid>[] = [];
  private readonly shown: Solid[] = [];

  /** Everything but the body of that name. */
  update({ bodies }: Bodies, ownBody: string): readonly Solid[] {
    this.shown.length = 0;
    for (const body of bodies) {
      if (body.name === ownBody) continue;
      if (isPerson(body)) this.showPerson(body);
      else this.showVehicle(body);
    }
    return this.shown;
  }

  private showVehicle(body: Body): void {
    const { rear, front, half_width: half, bottom, top, red, green, blue } = body;
    const waist = bottom + WAIST * (top - bottom);
    const length = front + rear;
    paint(this.show(body, -rear, front, half, bottom, waist), red, green, blue);
    const cabin = this.show(body, -rear + CABIN_REAR * length, -rear + CABIN_FRONT * length, half, waist, top);
    paint(cabin, Math.round(0.45 * red), Math.round(0.45 * green), Math.round(0.45 * blue));
  }

  private showPerson(body: Body): void {
    const { rear, front, half_width: half, bottom, top, red, green, blue } = body;
    const hips = bottom + HIPS * (top - bottom);
    const shoulders = bottom + SHOULDERS * (top - bottom);
    paint(this.show(body, -0.7 * rear, 0.7 * front, 0.6 * half, bottom, hips), ...TROUSERS);
    paint(this.show(body, -rear, front, half, hips, shoulders), red, green, blue);
    paint(this.show(body, -0.6 * rear, 0.6 * front, 0.38 * half, shoulders, top), ...SKIN);
  }

  /** A part of a body, yet to be painted. */
  private show(body: Body, rear: number, front: number, half: number, bottom: number, top: number): Writable<Solid> {
    const solid = (this.pool[this.shown.length] ??= createSolid());
    const { footprint } = solid;
    footprint[0] = footprint[6] = rear;
    footprint[2] = footprint[4] = front;
    footprint[1] = footprint[3] = -half;
    footprint[5] = footprint[7] = half;
    solid.name = body.name;
    solid.bottom = bottom;
    solid.top = top;
    solid.x = body.x;
    solid.y = body.y;
    solid.yaw = body.yaw;
    this.shown.push(solid);
    return solid;
  }
}

function paint({ colour }: Writable<Solid>, red: number, green: number, blue: number): void {
  const writable = colour as [number, number, number];
  writable[0] = red;
  writable[1] = green;
  writable[2] = blue;
}

const createSolid = (): Writable<Solid> => ({
  name: '',
  footprint: new Float64Array(8),
  bottom: 0,
  top: 0,
  x: 0,
  y: 0,
  yaw: 0,
  colour: [0, 0, 0],
});
