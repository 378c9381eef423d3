/**
 * `skidpad reproduce rosdrive`: the chapter's tables and figures again, with its controllers as published and corrected:
 * cruise control, the speed at which bends let go, the line follower, parked pickups, overtaking, and four cars at once.
 */
import type { Job, JobResult } from '../engine/job.ts';
import { runStudy, shippedJob, shippedWorld } from './study-runs.ts';
import type { Tree } from '../../core/tree.ts';

export const LAWS = ['published', 'corrected'] as const;
export type Law = (typeof LAWS)[number];
export const CRUISE_GAINS = ['PID1', 'PID2', 'PID3', 'PID4'] as const;
export type CruiseGains = (typeof CRUISE_GAINS)[number];
const LINE_GAINS = ['REF', 'PID5', 'PID6', 'PID7', 'PID8', 'PID9', 'PID10', 'PID11'] as const;
export type LineGains = (typeof LINE_GAINS)[number];
type ByLaw<T> = Readonly<Record<Law, T>>;

/** Between samples [s]: of the speed test, whose overshoots are brief, and of everything else. */
export const FINE = 0.01;
export const PERIOD = 0.05;

export interface StudySize {
  readonly radii: readonly number[];
  readonly lineGains: readonly LineGains[];
  readonly overtakers: readonly number[];
  /** Whether REF also drives a lap by camera. */
  readonly camera: boolean;
}
export const FULL: StudySize = {
  radii: [10, 15, 18.38, 19.2, 25, 40, 60],
  lineGains: LINE_GAINS,
  overtakers: [13, 14, 15, 16, 20],
  camera: true,
};
export const QUICK: StudySize = {
  radii: [18.38],
  lineGains: ['REF', 'PID7', 'PID11'],
  overtakers: [13, 20],
  camera: false,
};

export interface RosdriveStudy {
  readonly size: StudySize;
  readonly cruise: ByLaw<Readonly<Record<CruiseGains, JobResult>>>;
  /** By radius. */
  readonly skidPads: readonly JobResult[];
  readonly laps: ByLaw<Readonly<Partial<Record<LineGains, JobResult>>>>;
  /** By law, where the camera is in the loop. */
  readonly cameraLaps: Readonly<Partial<Record<Law, JobResult>>>;
  /** At 13 and at 15 m/s. */
  readonly obstacles: ByLaw<readonly JobResult[]>;
  /** By speed. */
  readonly overtaking: ByLaw<readonly JobResult[]>;
  /** Twice the same. */
  readonly fourCars: readonly JobResult[];
  /** The track, and the one with the pickups. */
  readonly world: unknown;
  readonly obstacleWorld: { readonly solids: readonly Pickup[] };
}

export interface Pickup {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

export async function studyRosdrive(size: StudySize, isQuiet: boolean): Promise<RosdriveStudy> {
  const jobs: Job[] = [];
  const results: JobResult[] = [];
  /** Queues a run; the result is there when all have run. */
  const later = (job: Job): (() => JobResult) => {
    const index = jobs.push(job) - 1;
    return () => results[index];
  };
  // the longest first, so that no core is left with one at the end
  const cameraLaps = size.camera ? LAWS.map((law) => later(cameraLap(law))) : [];
  const laps = byLaw((law) => size.lineGains.map((gains) => later(lap(law, gains))));
  const obstacles = byLaw((law) => OBSTACLE_RUNS.map(([gains, speed]) => later(obstacleLap(law, gains, speed))));
  const skidPads = size.radii.map((radius) => later(skidPad(radius)));
  const overtaking = byLaw((law) => size.overtakers.map((speed) => later(overtake(law, speed))));
  const cruise = byLaw((law) => CRUISE_GAINS.map((gains) => later(speedTest(law, gains))));
  const fourCars = [0, 1].map(() => later(shippedJob('scenarios/rosdrive/four-cars.yaml')));
  results.push(...(await runStudy('rosdrive', jobs, isQuiet)));

  const done = (runs: readonly (() => JobResult)[]): JobResult[] => runs.map((run) => run());
  const named = (names: readonly string[], runs: readonly (() => JobResult)[]) =>
    Object.fromEntries(names.map((name, i) => [name, runs[i]()]));
  return {
    size,
    cruise: byLaw((law) => named(CRUISE_GAINS, cruise[law]) as Record<CruiseGains, JobResult>),
    skidPads: done(skidPads),
    laps: byLaw((law) => named(size.lineGains, laps[law]) as Partial<Record<LineGains, JobResult>>),
    cameraLaps: size.camera ? named(LAWS, cameraLaps) : {},
    obstacles: byLaw((law) => done(obstacles[law])),
    overtaking: byLaw((law) => done(overtaking[law])),
    fourCars: done(fourCars),
    world: await worldOfScenario('line-following'),
    obstacleWorld: (await worldOfScenario('avoidance')) as unknown as RosdriveStudy['obstacleWorld'],
  };
}

const byLaw = <T>(value: (law: Law) => T): ByLaw<T> => ({
  published: value('published'),
  corrected: value('corrected'),
});
const worldOfScenario = (name: string): Promise<Tree> => shippedWorld(`scenarios/rosdrive/${name}.yaml`);

/** Gains and speeds of the laps among the pickups. */
export const OBSTACLE_RUNS = [
  ['REF', 13],
  ['PID7', 15],
] as const satisfies readonly (readonly [LineGains, number])[];

/** The block type of a controller of RosDrive: as published, or corrected. */
const controller = (law: Law, name: string): string => `control/${law === 'published' ? 'published-' : ''}${name}`;

/** A line follower in a scenario that has the corrected one: the published one knows of no camera. */
const lineSteering = (law: Law, params: object = {}) => ({
  type: controller(law, 'line-steering'),
  params: law === 'published' ? { camera: null, ...params } : params,
});

/** A controller by sonar, likewise: the published rules read nothing but the sonars. */
const bySonar = (law: Law, name: string, params: object = {}) =>
  law === 'published'
    ? {
        type: controller(law, name),
        params: { camera: null, ...params },
        inputs: { car_info: null, wish: null, line: null },
      }
    : { params };

function speedTest(law: Law, gains: CruiseGains): Job {
  return shippedJob(
    'scenarios/rosdrive/cruise.yaml',
    {
      blocks: {
        cruise: { type: controller(law, 'cruise'), params: { gains } },
        schedule: { type: controller(law, 'speed-schedule') },
      },
    },
    { fields: ['car1.state.vx', 'schedule.setpoint.data', 'car1.car_info.latitude'], period: FINE },
  );
}

/** Speed at which tyres of friction μ let go on a circle, √(μ g R) [m/s], with the chapter's μ = 0.9 and g = 9.8 m/s². */
export const gripLimitSpeed = (radius: number): number => Math.sqrt(0.9 * 9.8 * radius);

/** From 0.4 to 1.1 times the expected speed. The gain grows with it, so that the steering that the limit takes costs the same distance from every circle. */
function skidPad(radius: number): Job {
  const expected = gripLimitSpeed(radius);
  return shippedJob(
    'scenarios/rosdrive/skid-pad.yaml',
    {
      duration: 45,
      world: { track: { polar: { radius } } },
      blocks: {
        car1: { params: { speed: 0.4 * expected } },
        lane: { params: { xMax: Math.min(15, 0.8 * radius) } },
        keeper: { params: { speed: 1.3 * expected, acceleration: (0.7 * expected) / 44, gain: 0.47 * expected } },
      },
    },
    { fields: ['car1.car_info.speed', 'referee.track.lateral', 'car1.state.ay'], period: PERIOD },
  );
}

const LAP_FIELDS = [
  'car1.car_info.latitude',
  'car1.car_info.longitude',
  'car1.car_info.heading',
  'referee.track.progress',
  'referee.track.lateral',
  'referee.track.heading',
  'steering.steering.error',
  'car1.state.vx',
];
const speedOf = (gains: LineGains): number => (gains === 'REF' ? 13 : 15);

/** Laps count however wide their bends are: who is lost is told by the measures. */
const ANY_LAP = { params: { lapLimit: 100 } };

/** RosDrive's, where none is in the loop. */
const CAMERA = { width: 800, height: 800, lens: { hfov: 1.3962634 }, mount: { x: 1.85, z: 3, pitch: 0.05 } };

/** From the straight before curve 7 through it and once round, the line from the truth. */
function lap(law: Law, gains: LineGains): Job {
  const speed = speedOf(gains);
  return shippedJob(
    'scenarios/rosdrive/line-following.yaml',
    {
      duration: 125,
      until: { of: 'referee.track.laps', min: 1 },
      blocks: {
        referee: ANY_LAP,
        car1: { start: { progress: 1330 }, params: { speed }, sensors: { front_camera: false } },
        detector: null,
        view: null,
        truth: { params: { ends: law === 'published' ? 'columns' : 'distance', camera: CAMERA } },
        steering: { ...lineSteering(law, { gains }), inputs: { line: 'truth.line' } },
        cruise: { params: { setpoint: speed } },
        mixer: { type: controller(law, 'prius-mixer') },
      },
      ...WITHOUT_IMAGES,
    },
    { fields: LAP_FIELDS, period: PERIOD },
  );
}
const WITHOUT_IMAGES = { record: [], metrics: null, expect: null, plots: null, images: null };

function cameraLap(law: Law): Job {
  const file = law === 'published' ? 'line-following-published' : 'line-following';
  return shippedJob(
    `scenarios/rosdrive/${file}.yaml`,
    {
      duration: 125,
      until: { of: 'referee.track.laps', min: 1 },
      blocks: { car1: { start: { progress: 1330 } }, referee: ANY_LAP, ...(law === 'corrected' && { view: null }) },
      ...WITHOUT_IMAGES,
    },
    { fields: LAP_FIELDS, period: PERIOD },
  );
}

function obstacleLap(law: Law, gains: LineGains, speed: number): Job {
  return shippedJob(
    'scenarios/rosdrive/avoidance.yaml',
    {
      duration: 125,
      until: { of: 'referee.track.laps', min: 1 },
      blocks: {
        referee: ANY_LAP,
        car1: { params: { speed } },
        steering: lineSteering(law, { gains }),
        avoidance: bySonar(law, 'sonar-avoidance'),
        cruise: { params: { setpoint: speed } },
        mixer: { type: controller(law, 'prius-mixer') },
      },
    },
    { fields: [...LAP_FIELDS, 'clearance.distance.data', 'traffic.event.count'], period: PERIOD },
  );
}

function overtake(law: Law, speed: number): Job {
  return shippedJob(
    'scenarios/rosdrive/overtaking.yaml',
    {
      duration: 40,
      until: { of: 'car1.state.x', min: 420 },
      blocks: {
        overtaking: bySonar(law, 'overtaking', { setpoint: speed }),
        'car1-steering': lineSteering(law),
        'car2-steering': lineSteering(law),
        'car1-mixer': { type: controller(law, 'prius-mixer') },
        'car2-mixer': { type: controller(law, 'prius-mixer') },
        'car1-cruise': { params: { setpoint: speed } },
      },
    },
    {
      fields: [
        'car1.state.x',
        'car1.state.y',
        'car2.state.x',
        'car2.state.y',
        'clearance.distance.data',
        'traffic.event.count',
        'overtaking.steering.reason',
      ],
      period: PERIOD,
    },
  );
}
