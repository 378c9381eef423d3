/** What becomes of messages between a release and a publication; whole runs are in test/rosbridge. */
import { describe, expect, it } from 'vitest';
import { Float64, Int32, Twist } from '../../msgs/index.ts';
import type { Arrival, RosbridgeLink } from '../../rosbridge/rosbridge-link.ts';
import { externalBlock } from '../../scenario/external-block.ts';
import { drafts, hosted, problemOf, publish, release } from '../fixtures/test-rig.ts';
import type { RosbridgeHostOptions } from './rosbridge-host.ts';
import { openRosbridgeHost } from './rosbridge-host.ts';

/** A link at which a test is the robot. */
class FakeLink implements RosbridgeLink {
  isConnected = true;
  unsent = 0;
  unreadable = 0;
  readonly said: [topic: string, message: any][] = [];
  private readonly listeners = new Map<string, (message: unknown, arrival: Arrival) => void>();

  advertise(topic: string) {
    return {
      publish: (message: unknown) => this.isConnected && this.said.push([topic, structuredClone(message)]) > 0,
      close: () => void this.said.push([topic, 'closed']),
    };
  }

  subscribe(topic: string, _type: unknown, _wishes: unknown, listener: (message: unknown, arrival: Arrival) => void) {
    this.listeners.set(topic, listener);
    return () => void this.listeners.delete(topic);
  }

  tell(topic: string, message: unknown, truthNs: number): void {
    this.listeners.get(topic)?.(message, { arrivalNs: truthNs, truthNs, boundNs: 5 });
  }

  callService = () => Promise.reject(new Error('there is none'));
  close(): void {}
}

const port = (type: string, queued = false) => ({ type, queued });
const robot = externalBlock(
  {
    inputs: { cmd: port('geometry_msgs/msg/Twist'), gear: port('std_msgs/msg/Int32') },
    outputs: { speed: port('std_msgs/msg/Float64'), events: port('std_msgs/msg/Int32', true) },
  },
  'blocks.robot',
);

function open(options: Partial<RosbridgeHostOptions> = {}) {
  const [block, link, logged] = [hosted(robot), new FakeLink(), [] as string[]];
  const defaults = { topics: {}, watch: [], zeroAtEnd: [], compression: 'none', throttle: 0, timeLimit: 60 } as const;
  const log = (line: string) => void logged.push(line);
  const host = openRosbridgeHost(block, { ...defaults, link, timing: 'free', log, ...options });
  return { block, link, logged, host };
}

describe('a robot', () => {
  it('says its last word on a latched output and every word on a queued one', () => {
    const { block, link, host } = open();
    release(host, block, 0);
    for (let i = 0; i < 5; i++) {
      link.tell('/speed', { data: i }, i);
      link.tell('/events', { data: i }, 10 + i);
    }
    expect(host.ready()).toBe(true);
    void host.finish();
    expect([block.outputs.speed.value, block.outputs.events.sent]).toEqual([{ data: 4 }, 5]);
    // as old as the oldest news
    expect([host.truthNs, host.truthBoundNs]).toEqual([4, 5]);
    release(host, block, 1);
    void host.finish();
    expect(drafts(block)[0]).toBe('');
  });

  it('that floods, or says NaN, is cut short', () => {
    const { block, link, host, logged } = open({ watch: ['events'] });
    release(host, block, 0);
    for (let i = 0; i < 100_000; i++) link.tell('/events', { data: i }, i);
    for (let i = 0; i < 100; i++) link.tell('/speed', { data: NaN }, 1);
    void host.finish();
    expect([block.outputs.events.sent, block.outputs.events.value]).toEqual([4096, { data: 99_999 }]);
    expect([block.outputs.speed.publish, host.truthNs]).toEqual([false, 99_999]);
    expect([logged.length, logged[0]]).toEqual([
      10,
      'blocks.bench: /speed: data is no number; such messages are left out',
    ]);
  });

  it('is told what is new, once it is there, and to stand still at the end', async () => {
    const { block, link, host } = open({ topics: { cmd: '/cmd_vel' }, zeroAtEnd: ['gear'] });
    const drive = Twist.create();
    drive.linear.x = 2;
    release(host, block, 0);
    link.isConnected = false;
    publish(block, 'cmd', 1, (twist) => Object.assign(twist, drive));
    publish(block, 'gear', 1, (gear) => (gear.data = 3));
    release(host, block, 1);
    expect(link.said).toEqual([]);
    link.isConnected = true;
    for (const activation of [2, 3]) release(host, block, activation);
    expect(link.said).toEqual([
      ['/cmd_vel', drive],
      ['/gear', { data: 3 }],
    ]);
    await host.close();
    await host.close();
    expect(link.said.slice(2)).toEqual([
      ['/cmd_vel', Twist.create()],
      ['/cmd_vel', 'closed'],
      ['/gear', Int32.create()],
      ['/gear', 'closed'],
    ]);
  });

  it('that answers late, or a release that nobody made, is waited for and ignored', async () => {
    const { block, link, host } = open({ timing: 'answered', timeLimit: 60 });
    release(host, block, 0);
    release(host, block, 1);
    link.tell('/skidpad/bench/done', { data: 77 }, 0);
    expect(host.ready()).toBe(false);
    // the answer to the first got lost
    link.tell('/speed', Object.assign(Float64.create(), { data: 6 }), 0);
    link.tell('/skidpad/bench/done', { data: 1 }, 0);
    await host.finish();
    expect(block.outputs.speed.publish).toBe(false);
    await host.finish();
    expect([block.outputs.speed.publish, block.outputs.speed.value]).toEqual([true, { data: 6 }]);
    const impatient = open({ timing: 'answered', timeLimit: 0.01 });
    release(impatient.host, impatient.block, 0);
    expect(await problemOf(() => impatient.host.finish())).toBe('blocks.bench: did not answer within 0.01 s');
    expect(await problemOf(() => impatient.host.save())).toContain('replay the recording');
  });
});
