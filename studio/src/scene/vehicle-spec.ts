/**
 * What a vehicle looks like, from what a scenario says about it: outline of its body, wheels and the joints that move them.
 *
 * Wheels follow from whichever geometry its parameters have, in base_link (on the ground, x forward, y left):
 *
 *   trackFront, wheelRadius           car on four wheels: axles at −offset and wheelBase − offset
 *   visTrackFixed, visTrackSteered    bicycle models; a track of 0 is one wheel; `reverse` steers behind the fixed axle
 *   track alone                       two driven wheels
 *   track and wheelBase               four wheels about the middle
 *
 * The outline is the body that the traffic block knows or that stands beside the block's parameters; otherwise one around the wheels with
 * the overhangs of a usual car. Joint names are those of joint_states (vehicle/*-joints.ts, urdf.ts).
 */
import type { ScenarioView } from '../players/player.ts';
import type { Rgb } from './mesh-data.ts';
import { sourceBlock } from './signal-owner.ts';

export interface Outline {
  /** Reach from base_link [m]; lower and upper face above the ground. */
  readonly front: number;
  readonly rear: number;
  readonly halfWidth: number;
  readonly bottom: number;
  readonly top: number;
}

export interface WheelSpec {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly width: number;
  /** Joint of joint_states that steers it; absent for wheels that do not steer. */
  readonly steerJoint?: string;
  /** Joint that rolls it, where the vehicle publishes one. */
  readonly rollJoint: string;
}

export interface VehicleSpec {
  readonly name: string;
  readonly style: 'car' | 'platform';
  readonly outline: Outline;
  readonly colour?: Rgb;
  readonly wheels: readonly WheelSpec[];
  /** [kg] */
  readonly mass: number;
  /** Where it stands before it has said anything, where that is known. */
  readonly start?: { readonly x: number; readonly y: number; readonly yaw: number };
}

type Tree = Record<string, any>;
type Params = Readonly<Record<string, any>>;

/** Blocks that publish the state of a vehicle of their own. */
export const vehicleBlocks = ({ blocks }: Pick<ScenarioView, 'blocks'>): string[] =>
  blocks
    .filter(
      ({ plant, outputs }) =>
        plant && outputs.some(({ port, type }) => port === 'state' && type.endsWith('/VehicleState')),
    )
    .map(({ name }) => name);

export function vehicleSpecs(scenario: Pick<ScenarioView, 'blocks' | 'document'>): VehicleSpec[] {
  const blocks = (scenario.document?.blocks ?? {}) as Tree;
  const bodies = trafficBodies(blocks);
  return vehicleBlocks(scenario).map((name) => {
    const params = (blocks[name]?.params ?? {}) as Params;
    const start = { x: numberOr(params.x, 0), y: numberOr(params.y, 0), yaw: numberOr(params.yaw, 0) };
    return { ...vehicleSpec(name, params, bodies.get(name) ?? blocks[name]?.body), start };
  });
}

/** Bodies by the vehicle they belong to, from every block that has some. */
function trafficBodies(blocks: Tree): Map<string, Tree> {
  const found = new Map<string, Tree>();
  for (const { params, inputs } of Object.values(blocks) as Tree[]) {
    if (!Array.isArray(params?.bodies)) continue;
    (params.bodies as Tree[]).forEach((body, i) => {
      const vehicle = sourceBlock(inputs?.vehicles?.[i]) ?? body.name;
      if (typeof vehicle === 'string') found.set(vehicle, body);
    });
  }
  return found;
}

export function vehicleSpec(name: string, params: Params, body?: Tree): VehicleSpec {
  const wheels = wheelsOf(params);
  const { style, outline } = aroundWheels(params, wheels);
  return {
    name,
    style,
    outline: { ...outline, ...pick(body, ['front', 'rear', 'halfWidth', 'bottom', 'top']) },
    ...(Array.isArray(body?.colour) && { colour: body.colour as unknown as Rgb }),
    wheels,
    mass: numberOr(body?.mass, numberOr(params.mass, estimatedMass(outline))),
  };
}

/** A vehicle of which only a name is known: a middle-sized car. */
export const plainVehicle = (name: string): VehicleSpec =>
  vehicleSpec(name, { wheelBase: 2.7, trackFront: 1.55, trackRear: 1.55, wheelRadius: 0.31 });

/** A box that others see and hit, of which nothing else is known: wheels where a car of that size has them. */
export function vehicleOfBody(name: string, outline: Outline, colour?: Rgb): VehicleSpec {
  const length = outline.front + outline.rear;
  const radius = Math.min(0.07 * length, 0.4 * outline.top);
  const track = 1.75 * outline.halfWidth;
  return vehicleSpec(
    name,
    {
      wheelBase: 0.62 * length,
      trackFront: track,
      wheelRadius: radius,
      baseLinkOffset: outline.rear - 0.19 * length,
    },
    { ...outline, colour },
  );
}

const numberOr = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : fallback;

const pick = (body: Tree | undefined, keys: readonly string[]): Partial<Outline> =>
  Object.fromEntries(keys.filter((key) => typeof body?.[key] === 'number').map((key) => [key, body![key] as number]));

/** As dense as a car, about 120 kg per m³ of its box. */
const estimatedMass = ({ front, rear, halfWidth, bottom, top }: Outline): number =>
  120 * (front + rear) * 2 * halfWidth * (top - bottom);

const SIDES = [
  ['left', 0.5],
  ['right', -0.5],
] as const;

function wheelsOf(params: Params): WheelSpec[] {
  const offset = numberOr(params.baseLinkOffset, 0);
  if (typeof params.trackFront === 'number') return fourWheels(params, offset);
  if (typeof params.visTrackFixed === 'number') return bicycleWheels(params, offset);
  if (typeof params.track === 'number' && typeof params.wheelBase === 'number') return omniWheels(params, offset);
  if (typeof params.track === 'number') return differentialWheels(params, offset);
  return [];
}

function fourWheels(params: Params, offset: number): WheelSpec[] {
  const radius = params.wheelRadius as number;
  const size = { radius, width: 0.62 * radius };
  return SIDES.flatMap(([side, half]): WheelSpec[] => [
    {
      x: params.wheelBase - offset,
      y: half * params.trackFront,
      ...size,
      steerJoint: `steering_${side}`,
      rollJoint: `wheel_front_${side}`,
    },
    { x: -offset, y: half * numberOr(params.trackRear, params.trackFront), ...size, rollJoint: `wheel_rear_${side}` },
  ]);
}

function bicycleWheels(params: Params, offset: number): WheelSpec[] {
  const radius = params.visWheelDiameter / 2;
  const size = { radius, width: radius / 2 };
  const x = (params.reverse === true ? -1 : 1) * params.wheelBase - offset;
  const fixed: WheelSpec[] =
    params.visTrackFixed > 0
      ? SIDES.map(([side, half]) => ({
          x: -offset,
          y: half * params.visTrackFixed,
          ...size,
          rollJoint: `wheel_fixed_${side}`,
        }))
      : [{ x: -offset, y: 0, ...size, rollJoint: 'wheel_fixed' }];
  const steered: WheelSpec[] =
    params.visTrackSteered > 0
      ? SIDES.map(([side, half]) => ({
          x,
          y: half * params.visTrackSteered,
          ...size,
          steerJoint: `steering_${side}`,
          rollJoint: `wheel_steered_${side}`,
        }))
      : [{ x, y: 0, ...size, steerJoint: 'steering', rollJoint: 'wheel_steered' }];
  return [...fixed, ...steered];
}

function omniWheels(params: Params, offset: number): WheelSpec[] {
  const radius = params.visWheelDiameter / 2;
  return (
    [
      ['front', 0.5],
      ['rear', -0.5],
    ] as const
  ).flatMap(([end, along]) =>
    SIDES.map(
      ([side, half]): WheelSpec => ({
        x: along * params.wheelBase - offset,
        y: half * params.track,
        radius,
        width: 0.7 * radius,
        rollJoint: `wheel_${end}_${side}`,
      }),
    ),
  );
}

function differentialWheels(params: Params, offset: number): WheelSpec[] {
  const radius = numberOr(params.visWheelDiameter, 0.4 * params.track) / 2;
  return SIDES.map(([side, half]) => ({
    x: -offset,
    y: half * params.track,
    radius,
    width: radius / 2,
    rollJoint: `wheel_${side}`,
  }));
}

/** The outline that a vehicle on these wheels usually has. */
function aroundWheels(params: Params, wheels: readonly WheelSpec[]): Pick<VehicleSpec, 'style' | 'outline'> {
  if (wheels.length === 0)
    return { style: 'platform', outline: { front: 0.5, rear: 0.5, halfWidth: 0.35, bottom: 0.05, top: 0.4 } };
  const xs = wheels.map(({ x }) => x);
  const [first, last] = [Math.min(...xs), Math.max(...xs)];
  const { radius, width } = wheels[0];
  const half = Math.max(...wheels.map(({ y }) => Math.abs(y)));
  const base = last - first;
  const isCar =
    wheels.length === 4 && params.reverse !== true && wheels.some(({ steerJoint }) => steerJoint !== undefined);
  if (isCar) {
    const outline = {
      front: last + 0.29 * base,
      rear: 0.3 * base - first,
      halfWidth: half + 0.45 * width,
      bottom: 0.5 * radius,
      top: Math.max(0.52 * base, 2.7 * radius),
    };
    return { style: 'car', outline };
  }
  // a deck between the wheels
  const reach = Math.max(base / 2 + 1.3 * radius, 0.75 * half);
  const middle = (first + last) / 2;
  return {
    style: 'platform',
    outline: {
      front: middle + reach,
      rear: reach - middle,
      halfWidth: Math.max(half - 0.6 * width, 0.22 * base),
      bottom: 0.6 * radius,
      top: Math.max(2.3 * radius, 0.35 * base),
    },
  };
}
