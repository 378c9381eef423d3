import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHash } from '../math/hash.ts';
import { Float64, Image } from '../msgs/index.ts';
import type { OutputPortSetup } from './signal.ts';
import { MOST_QUEUED, OTHERS, OutputPort, ownBits, QueueSignal } from './signal.ts';

const imagePort = (setup: Partial<OutputPortSetup<Image>> = {}) =>
  new OutputPort<Image>({ block: 'camera', name: 'image', type: Image, topic: '/image', depth: 2, ...setup });
const numberPort = (setup: Partial<OutputPortSetup<Float64>> = {}) =>
  new OutputPort<Float64>({ block: 'a', name: 'b', type: Float64, topic: '/a/b', depth: 2, ...setup });

/** Draws a frame full of this byte into the draft. */
function draw(port: OutputPort<Image>, byte: number, size = 4): void {
  port.value.data = port.frame(size).fill(byte);
}

/** The one byte that a latched picture is full of; −1 for a mixture. */
const shown = ({ signal }: OutputPort<Image>): number => {
  const bytes = new Set(signal.value.data);
  return bytes.size === 1 ? [...bytes][0] : -1;
};

describe('an output', () => {
  it('is born silent, with the zero value of its type', () => {
    const port = numberPort();
    expect(port.signal).toMatchObject({ value: { data: 0 }, sequence: 0, publishedNs: 0, captureTicks: [] });
    expect([port.path, port.topic, port.occasional, port.queued, port.isObserved]).toEqual([
      'a.b',
      '/a/b',
      false,
      false,
      false,
    ]);
    expect(numberPort({ occasional: true }).occasional).toBe(true);
    expect(numberPort({ queued: true })).toMatchObject({ occasional: true, queued: true, isOther: true });
  });

  it('shares one mask with its block, where the thirty-first has its own', () => {
    const mask = { bits: 0 };
    const ports = Array.from({ length: 33 }, (_, index) => numberPort({ index, mask }));
    for (const [i, port] of ports.entries()) {
      for (const other of ports) other.publish = false;
      port.publish = true;
      expect(ports.map(({ publish }) => publish)).toEqual(ports.map((_, k) => k === i));
      expect(mask.bits).toBe(i < 30 ? 2 ** i : 0);
      expect(port.isOther).toBe(i >= 30);
    }
    for (const port of ports) port.publish = true;
    ports[3].publish = false;
    expect(ports.map(({ publish }, i) => (publish ? -1 : i)).filter((i) => i >= 0)).toEqual([3]);
    expect(numberPort({ index: 2, mask, queued: true }).isOther).toBe(true);
    expect([ownBits(mask.bits | OTHERS), ownBits(OTHERS)]).toEqual([mask.bits, 0]);
    // alone, it publishes unless it is told otherwise
    expect([numberPort().publish, numberPort({ queued: true }).publish]).toEqual([true, false]);
  });

  it('tells those who listen, for as long as they do', () => {
    const port = numberPort();
    const heard: string[] = [];
    const cease = port.listen((_port, tick) => heard.push(`a ${tick}`));
    port.listen(({ path }, tick) => heard.push(`${path} ${tick}`));
    port.announce(1);
    let changes = 0;
    port.onListenersChanged = () => changes++;
    cease();
    expect([port.listenerCount, port.isObserved, port.isHeardInOrder, changes]).toEqual([1, true, true, 1]);
    cease();
    expect([port.listenerCount, changes]).toEqual([1, 1]);
    port.listen(() => {}, { alone: true })();
    expect([port.listenerCount, changes]).toEqual([1, 3]);
    port.announce(2);
    expect(heard).toEqual(['a 1', 'a.b 1', 'a.b 2']);
  });

  it('latches what was committed, in order, and hashes all of it', () => {
    const port = numberPort();
    const expected = createHash();
    for (const data of [5, 6]) {
      port.value.data = data;
      port.commit();
    }
    for (const data of [5, 6]) {
      port.latch();
      Float64.hash(expected, { data });
      expect([port.signal.value.data, port.signal.sequence, { ...port.hash }]).toEqual([
        data,
        data - 4,
        { ...expected },
      ]);
    }
  });
});

describe('frames', () => {
  it('come from a ring as large as what can be in flight, latched, drafted and looked at elsewhere', () => {
    const distinct = (setup: Partial<OutputPortSetup<Image>>) => {
      const made: Uint8Array[] = [];
      const port = imagePort({ ...setup, allocate: (size) => (made.push(new Uint8Array(size)), made.at(-1)!) });
      for (let i = 0; i < 50; i++) {
        draw(port, i);
        port.commit();
        port.latch();
      }
      return made.length;
    };
    expect([distinct({ depth: 1 }), distinct({ depth: 2 }), distinct({ depth: 1, extraFrames: 3 })]).toEqual([3, 4, 6]);
  });

  it('are as long as asked, of memory that is used again where it is large enough', () => {
    const sizes: number[] = [];
    const port = imagePort({ depth: 1, allocate: (size) => (sizes.push(size), new Uint8Array(size)) });
    const lengths = [10, 10, 4, 10, 11, 0].map((size) => port.frame(size).length);
    expect([lengths, sizes]).toEqual([
      [10, 10, 4, 10, 11, 0],
      [10, 11],
    ]);
    expect(port.frame(11)).toBe(port.frame(11));
  });

  it('that a reader elsewhere may still look at stay as they are', () => {
    const port = imagePort({ depth: 2, extraFrames: 2 });
    const published: Uint8Array[] = [];
    for (let i = 1; i < 30; i++) {
      draw(port, i);
      port.commit();
      if (i > 2) {
        port.latch();
        published.unshift(port.signal.value.data);
      }
      // the latest three, whatever is drawn next
      draw(port, 200 + (i % 9));
      published.slice(0, 3).forEach((frame, k) => expect([...new Set(frame)]).toEqual([i - 2 - k]));
    }
  });
});

/** What happens to a port: a commit, a publication, an answer taken back, a snapshot restored. */
const happenings = (most: number) =>
  fc.array(
    fc.tuple(
      fc.constantFrom('send', 'send', 'send', 'latch', 'latch', 'take back', 'restore', 'move') as fc.Arbitrary<string>,
      fc.integer({ min: 1, max: most }),
    ),
    { maxLength: 60 },
  );

/** Plays them on a port and on a plain list beside it. */
function play(create: () => OutputPort<Image>, events: readonly (readonly [string, number])[]): void {
  let port = create();
  const { queued, depth } = port;
  const flying: number[] = [];
  let latched = 0;
  let sequence = 0;
  let next = 0;
  for (const [event, count] of events) {
    const times = queued ? count : 1;
    if (event === 'send' && (queued || flying.length < depth)) {
      for (let i = 0; i < times; i++) {
        next = (next % 250) + 1;
        draw(port, next, 3);
        flying.push(next);
        if (queued) port.send();
        else port.commit();
      }
    } else if (event === 'latch') {
      for (let i = 0; i < Math.min(times, flying.length); i++) {
        if (port.queued) port.latchNext();
        else port.latch();
        latched = flying.shift()!;
        sequence++;
        expect(shown(port)).toBe(latched);
      }
    } else if (event === 'take back' && flying.length >= times) {
      port.takeBack(times);
      flying.splice(flying.length - times);
    } else if (event === 'restore') port.restore(port.save());
    else if (event === 'move') {
      const other = create();
      other.restore(structuredClone(port.save()));
      port = other;
    }
    expect([port.signal.sequence, sequence === 0 ? -1 : shown(port)]).toEqual([
      sequence,
      sequence === 0 ? -1 : latched,
    ]);
  }
  for (const byte of flying) {
    port.latch();
    expect(shown(port)).toBe(byte);
  }
}

describe('messages on their way', () => {
  it.each([1, 2, 3])('leave what is latched as it is, however often they are taken back: depth %i', (depth) => {
    const port = imagePort({ depth });
    draw(port, 7);
    port.commit();
    port.latch();
    for (let i = 0; i < 20; i++) {
      draw(port, 100 + i);
      port.commit();
      port.takeBack(1);
      expect(shown(port)).toBe(7);
    }
  });

  it('are latched in order and whole, through everything that can happen to them', () => {
    fc.assert(
      fc.property(happenings(1), fc.integer({ min: 1, max: 4 }), fc.nat(2), (events, depth, extraFrames) =>
        play(() => imagePort({ depth, extraFrames }), events),
      ),
      { numRuns: 150 },
    );
  });

  it('of a queue are so, however many they are', () => {
    fc.assert(
      fc.property(happenings(5), fc.integer({ min: 1, max: 3 }), (events, depth) =>
        play(() => imagePort({ depth, queued: true }), events),
      ),
      { numRuns: 150 },
    );
  });

  it('are counted by a queue until somebody takes note', () => {
    const port = numberPort({ queued: true });
    for (let i = 0; i < 5; i++) port.send();
    expect(port.sent).toBe(5);
  });
});

describe('a snapshot of an output', () => {
  it('has memory of its own, also where frames are shared with other threads', () => {
    const port = imagePort({ allocate: (size) => new Uint8Array(new SharedArrayBuffer(size)) });
    draw(port, 1);
    port.commit();
    port.latch();
    draw(port, 2);
    port.commit();
    const saved = port.save();
    draw(port, 3);
    port.signal.value.data.fill(99);
    const other = imagePort();
    other.restore(saved);
    expect(shown(other)).toBe(1);
    other.latch();
    expect(shown(other)).toBe(2);
    // nor does the restored one write into the snapshot
    other.signal.value.data.fill(77);
    const third = imagePort();
    third.restore(saved);
    third.latch();
    expect(shown(third)).toBe(2);
  });

  it('keeps draft, stamps, time and hash', () => {
    const port = numberPort();
    port.signal.captureTicks = [-1, -1];
    port.value.data = 4;
    port.commit();
    port.latch();
    Object.assign(port.signal, { publishedNs: 12, captureTicks: [3, 9] });
    port.value.data = 8;
    const other = numberPort();
    other.restore(port.save());
    expect([other.value.data, { ...other.hash }]).toEqual([8, { ...port.hash }]);
    expect(other.signal).toEqual(port.signal);
    port.signal.captureTicks[0] = 5;
    expect(other.signal.captureTicks).toEqual([3, 9]);
    // of an output that has said nothing, the zero value
    other.restore(numberPort().save());
    expect(other.signal).toMatchObject({ value: { data: 0 }, sequence: 0 });
  });
});

describe('a queue', () => {
  it('keeps every message that was latched, each in an object of its own, until its reader has seen them', () => {
    const queue = new QueueSignal<Float64>(Float64);
    const fill = (from: number) => {
      for (let data = from; data < from + 3; data++) {
        queue.value.data = data;
        expect(queue.enqueue()).toBe(true);
      }
    };
    fill(1);
    expect(queue.queue.map(({ data }) => data)).toEqual([1, 2, 3]);
    const known = new Set(queue.queue);
    queue.clear();
    expect(queue.queue).toEqual([]);
    fill(7);
    expect(queue.queue.map(({ data }) => data)).toEqual([7, 8, 9]);
    expect(queue.queue.every((message) => known.has(message))).toBe(true);
  });

  it('has room for 65 536 of them', () => {
    const queue = new QueueSignal<Float64>(Float64);
    for (let i = 0; i < 65_536; i++) queue.enqueue();
    expect([MOST_QUEUED, queue.enqueue(), queue.queue.length]).toEqual([65_536, false, 65_536]);
  });
});
