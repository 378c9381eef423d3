/**
 * The slots that a perfect detector would find: those of the world within a range, in base_link, with whether something stands in them.
 *
 *   p_base = R(−ψ) (p_map − p_car)
 *
 * Reads the truth: for learning about planners without perception. Checked against: slots placed by hand, seen from turned cars.
 */
import { defineBlock, optionalInput } from '../../core/block.ts';
import { param, text } from '../../core/schema.ts';
import { wrapToPi } from '../../math/angle.ts';
import { cos, sin } from '../../math/trig.ts';
import { Bodies, copyTime, ParkingSlot, ParkingSlots, VehicleState } from '../../msgs/index.ts';
import type { Slot } from '../lots/slot.ts';
import { worldProblem } from '../world.ts';
import { worldParams } from '../world-schema.ts';
import { isTakenByBody, knownSlots } from './slot-occupancy.ts';

/** Kinds as messages count them. */
const KIND = { perpendicular: 0, parallel: 1, angled: 2 } as const;

export const slotTruth = defineBlock({
  type: 'world/slot-truth',
  doc: 'The parking slots that a perfect detector would find, in base_link, with whether something stands in them.',
  params: {
    world: worldParams,
    range: param(8, 'm', 'how far the middle of a slot may be from base_link', { above: 0 }),
    ownBody: text('', 'name of the body that takes no slot, as it is the one that looks'),
  },
  defaultPeriod: 0.1,
  inputs: { state: VehicleState, bodies: optionalInput(Bodies) },
  outputs: { slots: ParkingSlots },
  check: ({ world }) => worldProblem(world),
  init: () => ({}),

  step(params, _state, { state, bodies }, outputs) {
    if (state.sequence === 0) {
      outputs.slots.publish = false;
      return;
    }
    const car = state.value;
    const { header, slots } = outputs.slots.value;
    copyTime(header.stamp, car.stamp);
    header.frame_id = 'base_link';
    const known = knownSlots(params.world);
    let count = 0;
    for (let i = 0; i < known.length; i++) {
      const { slot, isTaken } = known[i];
      const [dx, dy] = [slot.x - car.x, slot.y - car.y];
      if (dx * dx + dy * dy > params.range * params.range) continue;
      if (count === slots.length) slots.push(ParkingSlot.create());
      const out = slots[count++];
      writeSlot(out, slot, car);
      out.occupancy = isTaken || isTakenByBody(known[i], bodies.value.bodies, params.ownBody) ? 1 : 0;
    }
    slots.length = count;
  },
});

/** A slot as it is seen from the car. */
function writeSlot(out: ParkingSlot, slot: Slot, car: VehicleState): void {
  const [c, s] = [cos(car.yaw), sin(car.yaw)];
  out.id = slot.id;
  out.kind = KIND[slot.kind];
  out.left_x = c * (slot.leftX - car.x) + s * (slot.leftY - car.y);
  out.left_y = c * (slot.leftY - car.y) - s * (slot.leftX - car.x);
  out.right_x = c * (slot.rightX - car.x) + s * (slot.rightY - car.y);
  out.right_y = c * (slot.rightY - car.y) - s * (slot.rightX - car.x);
  out.direction = wrapToPi(slot.direction - car.yaw);
  out.depth = slot.depth;
  out.confidence = 1;
  out.views = 1;
}
