/** The control course in closed loops: RosDrive's Prius on its track, the line from the truth. */
import { describe, expect, it } from 'vitest';
import {
  prius,
  priusBody,
  priusCamera,
  runCourse,
  sonars,
  sonarWires,
  world,
} from '../../../test/fixtures/course/prius-course.ts';
import type { Reader } from '../../../test/fixtures/course/prius-course.ts';
import { headingGains } from './course-gains.ts';
import type { StepFigures } from './step-response.ts';
import { stepFigures } from './step-response.ts';

type Law = 'published' | 'corrected';
const controller = (law: Law, name: string): string => `control/${law === 'published' ? 'published-' : ''}${name}`;
const track = world('rosdrive');
const obstacles = world('rosdrive-obstacles');

/** Line follower and cruise control of one car; `over` is the block whose request comes first. */
function follower(
  car: string,
  law: Law,
  gains: keyof typeof headingGains,
  speed: number,
  over?: string,
): Record<string, any> {
  return {
    [`${car}-cruise`]: {
      type: 'control/cruise',
      rateHz: 30,
      params: { setpoint: speed },
      inputs: { car_info: `${car}.car_info`, ...(over === 'over.steering' ? { setpoint: 'over.setpoint' } : {}) },
    },
    [`${car}-line`]: { type: 'world/line-truth', params: { camera: priusCamera }, inputs: { state: `${car}.state` } },
    [`${car}-steering`]: {
      type: controller(law, 'line-steering'),
      rateHz: 30,
      offset: '1 ms',
      params: law === 'published' ? { gains, setpoint: speed } : { gains, camera: priusCamera },
      inputs: {
        line: `${car}-line.line`,
        car_info: `${car}.car_info`,
        ...(over === undefined ? {} : { suppressed: over }),
      },
    },
    [`${car}-mixer`]: {
      type: controller(law, 'prius-mixer'),
      rateHz: 30,
      offset: '5 ms',
      inputs: {
        pedals: `${car}-cruise.pedals`,
        steering: `${car}-steering.steering`,
        ...(over === undefined ? {} : { override: over }),
      },
    },
  };
}

interface SpeedTest {
  readonly steps: StepFigures[];
  readonly x: number;
  readonly speed: number;
}
const speedTests = new Map<string, Promise<SpeedTest>>();
function speedTest(law: Law, gains: string): Promise<SpeedTest> {
  const key = `${law} ${gains}`;
  const test = speedTests.get(key) ?? runSpeedTest(law, gains);
  speedTests.set(key, test);
  return test;
}

/** RosDrive's speed test: figures of the four steps, and where the car stands in the end. */
async function runSpeedTest(law: Law, gains: string): Promise<SpeedTest> {
  const [times, speeds, setpoints]: number[][] = [[], [], []];
  let x = 0;
  await runCourse(
    {
      world: track,
      duration: 32,
      blocks: {
        ...follower('car', 'corrected', 'REF', 13),
        car: prius({ x: 60, y: 45.65, yaw: 0 }, { inputs: { control: 'car-mixer.control' } }),
        schedule: {
          type: controller(law, 'speed-schedule'),
          params: { stop: {} },
          inputs: { car_info: 'car.car_info' },
        },
        'car-cruise': {
          type: controller(law, 'cruise'),
          rateHz: 30,
          params: { gains },
          inputs: { car_info: 'car.car_info', setpoint: 'schedule.setpoint', stop: 'schedule.stop' },
        },
      },
    },
    (value, now) => {
      times.push(now);
      speeds.push(value('car.state.vx'));
      setpoints.push(value('schedule.setpoint.data'));
      x = value('car.car_info.latitude');
    },
  );
  const steps: StepFigures[] = [];
  for (const wanted of [20, 14, 16, 12]) {
    const begin = setpoints.indexOf(wanted);
    const end = begin + setpoints.slice(begin).findIndex((setpoint) => setpoint !== wanted);
    steps.push(
      stepFigures({
        times: times.slice(begin, end),
        values: speeds.slice(begin, end),
        from: speeds[begin],
        to: wanted,
        steadyShare: 0.15,
      }),
    );
  }
  return { steps, x, speed: speeds.at(-1)! };
}

describe('cruise control of the Prius', () => {
  it('reaches 20, 14, 16 and 12 m/s without a steady error of 0.006 m/s, and stops at its point', async () => {
    for (const gains of ['PID2', 'PID3', 'PID4']) {
      const { steps, x, speed } = await speedTest('corrected', gains);
      for (const { steadyError, ripple } of steps) expect(Math.abs(steadyError) + ripple).toBeLessThan(0.006);
      expect(speed).toBeCloseTo(0, 6);
      expect(Math.abs(x - 410)).toBeLessThan(0.3);
    }
  });

  it('orders the gains as RosDrive tells: P alone overshoots most, more derivative is slower and overshoots less, more integral overshoots more', async () => {
    const [p1, p2, p3, p4] = await Promise.all(
      ['PID1', 'PID2', 'PID3', 'PID4'].map(async (gains) => (await speedTest('corrected', gains)).steps),
    );
    const overshoot = (steps: StepFigures[]): number => steps[0].overshoot;
    const settling = (steps: StepFigures[]): number => steps[1].settlingTime2;
    expect(overshoot(p1)).toBeGreaterThan(overshoot(p3));
    expect(overshoot(p3)).toBeGreaterThan(overshoot(p4));
    expect(overshoot(p4)).toBeGreaterThan(overshoot(p2));
    expect(settling(p2)).toBeGreaterThan(settling(p4));
  });

  it('as published keeps P alone within 0.006 m/s, winds up the more the larger its integral gain, and overruns its stop', async () => {
    const [p1, p3, p4] = await Promise.all(['PID1', 'PID3', 'PID4'].map((gains) => speedTest('published', gains)));
    for (const { steadyError } of p1.steps) expect(Math.abs(steadyError)).toBeLessThan(0.006);
    expect(p4.steps[0].steadyError).toBeGreaterThan(0.006);
    // braking to 14 m/s it steps over the band in which the integral would be forgotten
    expect(p3.steps[1].overshoot).toBeGreaterThan(p4.steps[1].overshoot);
    expect(p4.steps[1].overshoot).toBeGreaterThan(0.1);
    expect(p4.x).toBeGreaterThan(415);
  });
});

/** A lap, or less of it when `look`, called every 10 ms, has seen enough. */
async function lap(
  law: Law,
  gains: keyof typeof headingGains,
  look: (value: Reader) => boolean = () => false,
): Promise<{ laps: number; worst: number }> {
  const { speed } = headingGains[gains];
  let [laps, worst] = [0, 0];
  await runCourse(
    {
      world: track,
      duration: 125,
      blocks: {
        ...follower('car', law, gains, speed),
        car: prius({ x: 71.9, y: 45.7, yaw: 0, speed }, { inputs: { control: 'car-mixer.control' } }),
        referee: { type: 'world/track-probe', params: { point: 1.45 }, inputs: { state: 'car.state' } },
      },
    },
    (value) => {
      laps = value('referee.track.laps');
      worst = Math.max(worst, Math.abs(value('referee.track.lateral')));
      return look(value) || laps > 0 || worst > 25;
    },
  );
  return { laps, worst };
}

describe('line following', () => {
  it('at 13 m/s, where the tyres can just hold the bends, stays within 1.2 m of the line for a lap', async () => {
    const { laps, worst } = await lap('corrected', 'REF');
    expect(laps).toBe(1);
    expect(worst).toBeLessThan(1.2);
  });

  it('as published cuts bends at 13 m/s and leaves the line most at curve 4', async () => {
    let [worst, where] = [0, 0];
    let progress = 0;
    await lap('published', 'REF', (value) => {
      const { lateral } = value('referee.track');
      progress = value('referee.track.progress');
      if (Math.abs(lateral) > worst) [worst, where] = [Math.abs(lateral), progress];
      return progress > 900 && progress < 1000;
    });
    expect(progress).toBeGreaterThan(900);
    expect(worst).toBeGreaterThan(5);
    // curve 4 with the way into it
    expect(where).toBeGreaterThan(716);
    expect(where).toBeLessThan(815);
  });
});

/** A lap among the pickups. */
async function obstacleLap(
  gains: 'REF' | 'PID7',
): Promise<{ laps: number; nearest: number; contacts: number; wrongSide: string[] }> {
  const { speed } = headingGains[gains];
  let [laps, nearest, contacts] = [0, Infinity, 0];
  const closest: { name: string; distance: number; isLeft: boolean }[] = obstacles.solids.map(
    ({ name }: { name: string }) => ({ name, distance: Infinity, isLeft: false }),
  );
  // offset of each pickup from the line in driving direction, left positive
  const offsets = [
    2.38, -2.37, 2.51, -2.18, 2.93, -1.69, 1.87, 1.87, 1.7, -2.4, -2.57, -1.94, 1.78, -1.52, 1.86, 2.39, -1.84, 2.01,
    -2.24,
  ];
  await runCourse(
    {
      world: obstacles,
      duration: 125,
      blocks: {
        ...follower('car', 'corrected', gains, speed, 'avoid.avoidance'),
        car: prius(
          { x: 71.9, y: 45.7, yaw: 0, speed },
          { inputs: { control: 'car-mixer.control', contact: 'traffic.contacts[0]' }, sensors: sonars() },
        ),
        traffic: {
          type: 'world/traffic',
          params: { bodies: [{ name: 'car', ...priusBody }] },
          inputs: { vehicles: ['car.state'] },
        },
        clearance: { type: 'world/clearance', params: { a: 'car' }, inputs: { bodies: 'traffic.bodies' } },
        avoid: {
          type: 'control/sonar-avoidance',
          rateHz: 30,
          offset: '3 ms',
          params: { camera: priusCamera },
          inputs: {
            ...sonarWires('car'),
            car_info: 'car.car_info',
            wish: 'car-steering.steering',
            line: 'car-line.line',
          },
        },
        // at 15 m/s it swings 10 m wide: this is about which side it passes, and not about the lane
        referee: { type: 'world/track-probe', params: { point: 1.45, lapLimit: 12 }, inputs: { state: 'car.state' } },
      },
    },
    (value, now) => {
      laps = value('referee.track.laps');
      contacts = value('traffic.event.count');
      if (now > 0.1) nearest = Math.min(nearest, value('clearance.distance.data'));
      const { latitude: x, longitude: y, heading } = value('car.car_info');
      obstacles.solids.forEach((solid: { x: number; y: number }, i: number) => {
        const distance = Math.hypot(solid.x - x, solid.y - y);
        if (distance < closest[i].distance)
          Object.assign(closest[i], {
            distance,
            isLeft: (solid.y - y) * Math.cos(heading - 1.57) > (solid.x - x) * Math.sin(heading - 1.57),
          });
      });
      return laps > 0 || contacts > 0;
    },
  );
  return {
    laps,
    nearest,
    contacts,
    wrongSide: closest.filter(({ isLeft }, i) => isLeft !== offsets[i] > 0).map(({ name }) => name),
  };
}

describe('a lap among nineteen pickups', () => {
  it.each([
    ['REF', 13],
    ['PID7', 15],
  ] as const)(
    'with %s at %s m/s passes each on the side of the line, half a metre away or more',
    async (gains, _speed) => {
      const { laps, nearest, contacts, wrongSide } = await obstacleLap(gains);
      expect(laps).toBe(1);
      expect(contacts).toBe(0);
      expect(nearest).toBeGreaterThan(0.5);
      expect(wrongSide).toEqual([]);
    },
  );
});

/** RosDrive's overtaking test on the first straight. */
async function overtake(law: Law, speed: number): Promise<{ nearest: number; contacts: number; backOnLine: number }> {
  let [nearest, contacts, backOnLine] = [Infinity, 0, 0];
  const seeing = Object.fromEntries(
    Object.entries<any>(sonars(20)).map(([name, sonar]) => [
      name,
      { ...sonar, params: { ...sonar.params, ownBody: 'car1' }, inputs: { state: '.state', bodies: 'traffic.bodies' } },
    ]),
  );
  await runCourse(
    {
      world: track,
      duration: 40,
      blocks: {
        ...follower('car1', law, 'PID7', speed, 'over.steering'),
        ...follower('car2', law, 'PID7', 12),
        car1: prius(
          { x: 60, y: 45.65, yaw: 0 },
          { inputs: { control: 'car1-mixer.control', contact: 'traffic.contacts[0]' }, sensors: seeing },
        ),
        car2: prius(
          { x: 90, y: 45.65, yaw: 0 },
          { inputs: { control: 'car2-mixer.control', contact: 'traffic.contacts[1]' } },
        ),
        traffic: {
          type: 'world/traffic',
          params: {
            bodies: [
              { name: 'car1', ...priusBody },
              { name: 'car2', ...priusBody },
            ],
          },
          inputs: { vehicles: ['car1.state', 'car2.state'] },
        },
        clearance: { type: 'world/clearance', params: { a: 'car1', b: 'car2' }, inputs: { bodies: 'traffic.bodies' } },
        over: {
          type: controller(law, 'overtaking'),
          rateHz: 30,
          offset: '3 ms',
          params: { setpoint: speed, ...(law === 'corrected' && { camera: priusCamera }) },
          inputs: {
            ...sonarWires('car1'),
            ...(law === 'corrected' && { car_info: 'car1.car_info', line: 'car1-line.line' }),
          },
        },
      },
    },
    (value, now) => {
      const [own, other] = [value('car1.state'), value('car2.state')];
      if (now > 0.1) nearest = Math.min(nearest, value('clearance.distance.data'));
      contacts = value('traffic.event.count');
      if (backOnLine === 0 && own.x > other.x + 6 && Math.abs(own.y - 45.7) < 0.5) backOnLine = own.x;
      return Math.max(own.x, other.x) > 425;
    },
  );
  return { nearest, contacts, backOnLine };
}

describe('overtaking a car of 12 m/s', () => {
  it('at 13 m/s stays behind at a distance', async () => {
    const { nearest, backOnLine } = await overtake('corrected', 13);
    expect(backOnLine).toBe(0);
    expect(nearest).toBeGreaterThan(8);
  });

  it.each([14, 20])(
    'at %s m/s passes more than a metre beside and is back on the line before the bend',
    async (speed) => {
      const { nearest, contacts, backOnLine } = await overtake('corrected', speed);
      expect(contacts).toBe(0);
      expect(nearest).toBeGreaterThan(1);
      expect(backOnLine).toBeGreaterThan(100);
      expect(backOnLine).toBeLessThan(400);
    },
  );

  it('as published gets past at 20 m/s without contact', async () => {
    const { contacts, backOnLine } = await overtake('published', 20);
    expect(contacts).toBe(0);
    expect(backOnLine).toBeGreaterThan(100);
  });
});

describe('lane keepers made for other cars', () => {
  it.each([
    ['control/stanley', { gain: 2.5 }],
    ['control/pure-pursuit', { lookAheadTime: 0.5, minLookAhead: 4 }],
    [
      'control/lane-mpc',
      {
        mass: 1415,
        yawInertia: 2800,
        cgToFrontAxle: 1.41,
        cgToRearAxle: 1.45,
        frontStiffness: 62_000,
        rearStiffness: 69_000,
        step: 0.05,
      },
    ],
  ])('%s takes the Prius through two bends from 13 m/s, slower in the bends', async (type, params) => {
    let worst = 0;
    let progress = 0;
    await runCourse(
      {
        world: track,
        duration: 40,
        blocks: {
          car: prius({ x: 380, y: 45.7, yaw: 0, speed: 13 }, { inputs: { control: 'mixer.control' } }),
          odometry: { type: 'vehicle/localisation', rateHz: 50, inputs: { state: 'car.state' } },
          lane: { type: 'world/lane-truth', rateHz: 20, inputs: { state: 'car.state' } },
          keeper: {
            type,
            rateHz: 20,
            offset: '2 ms',
            inputs: { lane: 'lane.lane', odom: 'odometry.odom' },
            params: {
              speed: 13,
              acceleration: 3.5,
              deceleration: 3,
              lateralAcceleration: 6.5,
              wheelBase: 2.86,
              maxSteering: 0.6458,
              ...params,
            },
          },
          adapter: { type: 'control/ackermann-to-prius', rateHz: 100, inputs: { drive: 'keeper.steer' } },
          cruise: {
            type: 'control/cruise',
            rateHz: 30,
            inputs: { car_info: 'car.car_info', setpoint: 'adapter.setpoint' },
          },
          mixer: {
            type: 'control/prius-mixer',
            rateHz: 100,
            inputs: { pedals: 'cruise.pedals', steering: 'adapter.steering' },
          },
          referee: { type: 'world/track-probe', inputs: { state: 'car.state' } },
        },
      },
      (value) => {
        worst = Math.max(worst, Math.abs(value('referee.track.lateral')));
        progress = value('referee.track.progress');
        return progress > 530;
      },
    );
    expect(progress).toBeGreaterThan(530);
    expect(worst).toBeLessThan(1.5);
  });
});
