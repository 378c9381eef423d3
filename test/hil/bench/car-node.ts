/** A car as a node of the cruise bus: a mass with drag that obeys CruiseCommand, tells VehicleSpeed, and a driver who changes their mind. */
import { CanFrame, defineBlock, Float64, queuedInput, queuedOutput } from 'skidpad';

/** CRC-8 of SAE J1850 over bytes 1 to `end`. */
function checksum(data: Uint8Array, end: number): number {
  let crc = 0xff;
  for (let i = 1; i < end; i++) {
    crc ^= data[i];
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ 0x1d) & 0xff : crc << 1;
  }
  return crc ^ 0xff;
}

export default defineBlock({
  type: 'car-node',
  doc: 'A car as a node of the cruise bus.',
  params: {},
  defaultPeriod: 0.01,
  inputs: { frames: queuedInput(CanFrame) },
  outputs: { frames: queuedOutput(CanFrame), speed: Float64 },
  init: () => ({ speed: 10, force: 0, counter: 0 }),
  step(_params, state, inputs, { frames, speed }, time) {
    for (const { id, data } of inputs.frames.queue) {
      if (id === 0x0c0) state.force = ((data[2] | (data[3] << 8)) - 2 * (data[4] | (data[5] << 8))) / 10000;
    }
    // full drive force gives 3 m/s², drag a twentieth of the speed
    state.speed = Math.max(0, state.speed + (3 * state.force - state.speed / 20) * time.elapsed);
    speed.value.data = state.speed;
    const { value } = frames;
    value.id = 0x100;
    value.length = 4;
    value.data.fill(0);
    const raw = Math.round(state.speed / 0.005);
    value.data.set([0, state.counter++ & 15, raw & 255, raw >> 8]);
    value.data[0] = checksum(value.data, 4);
    frames.send();
    if (time.activation % 5 !== 0) return;
    value.id = 0x110;
    value.length = 3;
    value.data.fill(0);
    const wanted = time.now < 5 ? 1500 : 800;
    value.data.set([wanted & 255, wanted >> 8, time.now < 1 ? 0 : 1]);
    frames.send();
  },
});
