/** Other vehicles as a camera sees them: each a box with a lower and darker-glazed upper part, from the bodies of a world. */
import type { Bodies, Body } from '../../msgs/index.ts';
import type { Solid } from '../../world/scene.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Share of a body's height that is below the windows, and share of its length that the cabin takes. */
const WAIST = 0.6;
const CABIN_FRONT = 0.72;
const CABIN_REAR = 0.06;

/** Solids made from the latest bodies; they are reused from picture to picture. */
export class MovingSolids {
  private readonly pool: Writable<Solid>[] = [];
  private readonly shown: Solid[] = [];

  /** Everything but the body of that name. */
  update({ bodies }: Bodies, ownBody: string): readonly Solid[] {
    this.shown.length = 0;
    for (const body of bodies) {
      if (body.name === ownBody) continue;
      const waist = body.bottom + WAIST * (body.top - body.bottom);
      this.show(body, -body.rear, body.front, body.bottom, waist, 1);
      const length = body.front + body.rear;
      this.show(body, -body.rear + CABIN_REAR * length, -body.rear + CABIN_FRONT * length, waist, body.top, 0.45);
    }
    return this.shown;
  }

  private show(body: Body, rear: number, front: number, bottom: number, top: number, brightness: number): void {
    const solid = (this.pool[this.shown.length] ??= createSolid());
    const { footprint } = solid;
    const half = body.half_width;
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
    const colour = solid.colour as [number, number, number];
    colour[0] = Math.round(brightness * body.red);
    colour[1] = Math.round(brightness * body.green);
    colour[2] = Math.round(brightness * body.blue);
    this.shown.push(solid);
  }
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
