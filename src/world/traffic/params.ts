/** What a scenario says about the bodies of its vehicles, and about what happens when they touch. */
import type { FieldValues, ValueOf } from '../../core/schema.ts';
import { fixed, group, integer, list, param, text } from '../../core/schema.ts';
import { worldParams } from '../world-schema.ts';

const colour: readonly number[] = [60, 90, 160];

/** The size of a vehicle that does not say its own [m]. */
const BODY_SIZE = { front: 3.6, rear: 0.9, halfWidth: 0.9, bottom: 0.15, top: 1.5 } as const;

export const bodySchema = group(
  {
    name: text('', 'what others call it; vehicle_0, vehicle_1 … when absent'),
    front: param(BODY_SIZE.front, 'm', 'reach ahead of base_link', { min: 0 }),
    rear: param(BODY_SIZE.rear, 'm', 'reach behind base_link', { min: 0 }),
    halfWidth: param(BODY_SIZE.halfWidth, 'm', 'reach to each side of base_link', { above: 0 }),
    bottom: param(BODY_SIZE.bottom, 'm', 'height of its lower face; what is lower is driven over'),
    top: param(BODY_SIZE.top, 'm', 'height of its upper face'),
    colour: list(
      integer(undefined, '', '0 to 255', { min: 0, max: 255 }),
      colour,
      'colour: red, green, blue, each 0 to 255',
      3,
    ),
    mass: param(1500, 'kg', 'mass; the heavier of two is pushed less', { above: 0 }),
    inertia: param(2500, 'kg m²', 'moment of inertia about the vertical; smaller is spun more by a push at its end', {
      above: 0,
    }),
    comX: param(1.5, 'm', 'how far the centre of mass is ahead of base_link'),
  },
  'the body of one vehicle',
);

const contactSchema = group(
  {
    stiffness: param(
      3600,
      '1/s²',
      'stiffness per reduced mass of the two; larger is harder: bodies overlap by 0.51 times closing speed / √stiffness at restitution 0.2',
      { above: 0, max: 5000 },
    ),
    restitution: param(0.2, '', 'speed after a straight collision per speed before', { min: 0.1, max: 0.9 }),
    friction: param(0.5, '', 'friction coefficient between bodies; 0 lets them glance off', { min: 0 }),
    slipSpeed: param(0.05, 'm/s', 'sliding slower than this, friction is viscous; smaller holds better', { above: 0 }),
  },
  'what happens when bodies touch',
);

const pushSchema = group(
  {
    at: param(undefined, 's', 'when', { min: 0 }),
    body: text(undefined, 'name of the body'),
    x: param(0, 'N s', 'impulse eastwards, through the centre of mass'),
    y: param(0, 'N s', 'impulse northwards'),
  },
  'a push from outside',
);

export const trafficParams = {
  world: worldParams,
  bodies: fixed(list(bodySchema, [], 'one for each of the vehicles, in their order')),
  contact: contactSchema,
  pushes: list(
    pushSchema,
    [],
    'pushes from outside; each is a force over one step, the first that begins at or after its time',
  ),
};

export type TrafficParams = FieldValues<typeof trafficParams>;
export type BodyParams = ValueOf<typeof bodySchema>;

/** What the i-th vehicle is called. */
export const bodyName = (body: Pick<BodyParams, 'name'>, i: number): string =>
  body.name === '' ? `vehicle_${i}` : body.name;

/** What is wrong with the pushes, if anything. */
export function pushesProblem({
  pushes,
  bodies,
}: Pick<TrafficParams, 'pushes' | 'bodies'>): readonly [path: string, problem: string] | undefined {
  const known = bodies.map(bodyName);
  const stray = pushes.findIndex(({ body }) => !known.includes(body));
  return stray < 0
    ? undefined
    : [
        `pushes[${stray}].body`,
        `there is no body ${JSON.stringify(pushes[stray].body)}; there are ${known.join(', ') || 'none'}`,
      ];
}

/** What is wrong with the bodies, if anything. */
export function bodiesProblem(bodies: readonly BodyParams[]): readonly [path: string, problem: string] | undefined {
  for (let i = 0; i < bodies.length; i++) {
    const { front, rear, bottom, top, colour: own } = bodies[i];
    if (front + rear === 0) return [`bodies[${i}].front`, 'expected a body with a length, got front 0 and rear 0'];
    if (top <= bottom) return [`bodies[${i}].top`, `expected more than bottom, which is ${bottom}, got ${top}`];
    if (own.length !== 3) return [`bodies[${i}].colour`, `expected red, green and blue, got ${own.length} numbers`];
    const name = bodyName(bodies[i], i);
    if (bodies.findIndex((other, j) => bodyName(other, j) === name) < i)
      return [`bodies[${i}].name`, `expected another name, ${JSON.stringify(name)} is taken`];
  }
  return undefined;
}
