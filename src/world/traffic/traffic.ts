/**
 * Where vehicles meet: collects their states, publishes all of them as bodies, and pushes apart those that touch each other or a solid.
 *
 * Every vehicle integrates its own motion; here they get the forces they exert on each other. Bodies are upright boxes, solids upright prisms;
 * contact is planar, between those that share a height. The law of contact, its closed forms and its limits are in contact-law.ts.
 *
 * Time. A plant publishes what is true at the instant of publication, so states are carried on to the end of the step (traffic-motion.ts). Bodies are
 * then where their own states of that instant say, and forces are for the instant from which on they act; only the velocities behind them are one step old.
 *
 * Outputs. `contacts[i]` is the force on vehicle i in map axes [N], through its centre of mass, with the moment about the vertical [N m]: published while
 * it is not zero, and once when it ceases. `event` tells the beginning of a contact; of several that begin at once, one in each step.
 * Vehicles without an input for `contact` push others and are not pushed. Solids never move.
 *
 * Valid for cars of 800 kg to 2 t and robots alike: nothing depends on mass. In steps of 1 ms and with the default contact a wall at 20 m/s is entered by
 * 0.17 m, and a collision at 30 m/s by 0.25 m; in longer steps contact is softer, in proportion to the step.
 * Checked against: conservation of momentum, closed forms and impulses of rigid collisions; see contact-law.ts.
 */
import { DOUBLE } from '../../math/double.ts';
import { defineBlock, occasionalOutput, optionalInput, portList } from '../../core/block.ts';
import type { Output } from '../../core/signal.ts';
import { Bodies, Body, Contact, setTime, VehicleState, Wrench } from '../../msgs/index.ts';
import type { RigidBody } from '../contact/bodies.ts';
import type { ContactState, ContactTime } from './contacts.ts';
import { meet } from './contacts.ts';
import { gather, place } from './motion.ts';
import type { TrafficParams } from './params.ts';
import { bodiesProblem, pushesProblem, trafficParams } from './params.ts';
import type { TrafficScene } from './scene.ts';
import { trafficScene } from './scene.ts';
import { worldProblem } from '../world.ts';

interface TrafficState extends ContactState {
  /** How many contacts have been published. */
  count: number;
  /** How many vehicles' latest force was not zero, and 1 for each of them. */
  pushed: number;
  readonly isPushed: Uint8Array;
}

const oneForEachBody = ({ bodies }: TrafficParams): number => bodies.length;

export const traffic = defineBlock({
  type: 'world/traffic',
  doc: 'Where vehicles meet: publishes their bodies, and pushes apart those that touch each other or a solid.',
  plant: true,
  defaultPeriod: 0.001,
  params: trafficParams,
  inputs: { vehicles: portList(optionalInput(VehicleState), oneForEachBody) },
  outputs: {
    bodies: Bodies,
    contacts: portList(occasionalOutput(Wrench), oneForEachBody),
    event: occasionalOutput(Contact),
  },

  check: (params) => bodiesProblem(params.bodies) ?? pushesProblem(params) ?? worldProblem(params.world),

  init: ({ bodies }): TrafficState => ({
    ongoing: [],
    begun: [],
    count: 0,
    pushed: 0,
    isPushed: new Uint8Array(bodies.length),
  }),

  step(params, state, ins, outs, time) {
    const scene = trafficScene(params);
    end.dt = time.dt;
    end.timeNs = time.nowNs + Math.round(time.dt * 1e9);
    const count = gather(scene, ins.vehicles, end.timeNs);
    meet(scene, count, state, end);
    const isPushed = params.pushes.length > 0 && push(scene, count, params.pushes, time.nowNs, end);
    if (isPushed || state.ongoing.length > 0 || state.pushed !== 0) publishForces(scene, count, state, outs.contacts);
    if (count === 0) outs.bodies.publish = false;
    if (outs.bodies.publish) writeBodies(scene, count, outs.bodies.value, end.timeNs);
    if (state.begun.length > 0) announce(scene, state, outs.event);
  },
});

/** The end of the step at hand. */
const end: ContactTime = { timeNs: DOUBLE, dt: DOUBLE };

/** Adds the pushes from outside that fall into this step; whether there are any. */
function push(
  scene: TrafficScene,
  count: number,
  pushes: TrafficParams['pushes'],
  nowNs: number,
  { timeNs, dt }: ContactTime,
): boolean {
  let isAny = false;
  for (let i = 0; i < pushes.length; i++) {
    const sinceNs = nowNs - Math.round(pushes[i].at * 1e9);
    if (sinceNs < 0 || sinceNs >= timeNs - nowNs) continue;
    for (let k = 0; k < count; k++) {
      const rigid = place(scene, k);
      if (rigid.name !== pushes[i].body) continue;
      rigid.forceX += pushes[i].x / dt;
      rigid.forceY += pushes[i].y / dt;
      isAny = true;
    }
  }
  return isAny;
}

/** Publishes the force on every vehicle that is pushed, or was until now. */
function publishForces(
  scene: TrafficScene,
  count: number,
  state: TrafficState,
  wrenches: readonly Output<Wrench>[],
): void {
  let pushed = 0;
  for (let k = 0; k < count; k++) {
    const i = scene.present[k];
    const rigid = place(scene, k);
    const isPushed = rigid.forceX !== 0 || rigid.forceY !== 0 || rigid.moment !== 0;
    if (isPushed || state.isPushed[i] === 1) publishForce(rigid, wrenches[i]);
    state.isPushed[i] = isPushed ? 1 : 0;
    if (isPushed) pushed++;
  }
  state.pushed = pushed;
}

function publishForce(rigid: RigidBody, output: Output<Wrench>): void {
  const { force, torque } = output.value;
  force.x = rigid.forceX;
  force.y = rigid.forceY;
  torque.z = rigid.moment;
  output.publish = true;
}

function writeBodies({ movers, present }: TrafficScene, count: number, message: Bodies, timeNs: number): void {
  const { bodies } = message;
  setTime(message.stamp, timeNs);
  if (bodies.length > count) bodies.length = count;
  for (let k = 0; k < count; k++) {
    if (k === bodies.length) bodies.push(Body.create());
    Body.copy(bodies[k], movers[present[k]].message);
  }
}

/** Publishes the oldest contact that has not been. */
function announce({ movers, solids }: TrafficScene, state: TrafficState, event: Output<Contact>): void {
  const { a, b, timeNs, x, y, closingSpeed } = state.begun.shift()!;
  const message = event.value;
  setTime(message.stamp, timeNs);
  message.a = movers[a].rigid.name;
  message.b = b < movers.length ? movers[b].rigid.name : solids[b - movers.length].name;
  message.x = x;
  message.y = y;
  message.closing_speed = closingSpeed;
  message.count = ++state.count;
  event.publish = true;
}
