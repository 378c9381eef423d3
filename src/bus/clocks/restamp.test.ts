import { describe, expect, it } from 'vitest';
import { catalog } from '../../catalog.ts';
import { buildLoop } from '../../core/build.ts';
import { defineBlock, queuedOutput } from '../../core/block.ts';
import { byType } from '../../scenario/catalog.ts';
import { checkScenario } from '../../scenario/check.ts';
import type { Image as ImageMessage, Time } from '../../msgs/index.ts';
import { CanFrame, Image, Odometry, setTime, timeToNs } from '../../msgs/index.ts';

/** Publishes true stamps, two frames at a time, and an image that it paints over the last but one. */
const sensor = defineBlock({
  type: 'test/sensor',
  doc: 'a sensor with true stamps',
  defaultPeriod: 0.1,
  params: {},
  inputs: {},
  outputs: { odom: Odometry, image: Image, frames: queuedOutput(CanFrame) },
  init: () => ({}),
  step(_own, _state, _inputs, { odom, image, frames }, { nowNs, activation }) {
    setTime(odom.value.header.stamp, nowNs);
    odom.value.pose.pose.position.x = activation;
    setTime(image.value.header.stamp, nowNs);
    image.value.data = image.frame(4).fill(activation);
    for (const laterNs of [0, 1000]) {
      setTime(frames.value.stamp, nowNs + laterNs);
      frames.send();
    }
  },
});

const shared = { ...catalog, blocks: new Map([...catalog.blocks, ...byType([sensor])]) };

async function seen<T>(port: string, read: (message: any) => T, clock: object): Promise<[number, T][]> {
  const loop = await buildLoop(
    checkScenario(
      {
        name: 'test',
        duration: 2,
        blocks: {
          sensor: { type: sensor.type },
          computer: { type: 'bus/clock', params: clock },
          stamped: {
            type: 'bus/restamp',
            inputs: {
              clock: 'computer.clock',
              odom: 'sensor.odom',
              image: 'sensor.image',
              frames: 'sensor.frames',
            },
          },
        },
      },
      shared,
    ),
  );
  const messages: [number, T][] = [];
  loop.ports
    .find(({ path }) => path === `stamped.${port}`)!
    .listen(({ signal }, tick) => messages.push([tick, read(signal.value)]));
  loop.runUntil(2000);
  return messages;
}

const stampOf = ({ header }: { header: { stamp: Time } }): number => timeToNs(header.stamp);

describe('bus/restamp', () => {
  it('writes what the computer’s clock says of every stamp, and publishes when it would', async () => {
    const stamps = await seen('odom', stampOf, { offset: 0.25, drift: 100e-6 });
    expect(stamps).toHaveLength(20);
    stamps.forEach(([tick, stampNs], i) => {
      expect(tick).toBe(i * 100 + 2);
      expect(stampNs - i * 1e8).toBeCloseTo(0.25e9 + i * 1e4, -1);
    });
  });

  it('leaves everything else as it is', async () => {
    const values = await seen('odom', ({ pose }) => pose.pose.position.x, { offset: 1 });
    expect(values.map(([, x]) => x)).toEqual(Array.from({ length: 20 }, (_, i) => i));
    const pixels = await seen('image', ({ data }: ImageMessage) => [...data], {});
    expect(pixels.map(([, data]) => data)).toEqual(Array.from({ length: 20 }, (_, i) => [i, i, i, i]));
  });

  it('stamps every frame of a queue', async () => {
    const stamps = await seen('frames', ({ stamp }) => timeToNs(stamp), { offset: -0.001 });
    expect(stamps.map(([, stampNs]) => stampNs)).toEqual(
      Array.from({ length: 40 }, (_, i) => Math.floor(i / 2) * 1e8 + (i % 2) * 1000 - 1e6),
    );
  });

  it('jumps with the clock', async () => {
    const stamps = await seen('odom', stampOf, { faults: [{ kind: 'jump', at: 0.95, offset: 0.5 }] });
    expect(stamps.map(([, stampNs], i) => stampNs - i * 1e8)).toEqual(
      Array.from({ length: 20 }, (_, i) => (i < 10 ? 0 : 0.5e9)),
    );
  });
});
