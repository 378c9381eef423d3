/** What the study of MonoSIM found, as findings, tables and figures. */
import { parse } from '../../core/schema.ts';
import { worldOf, worldParams } from '../../world/index.ts';
import type { JobResult } from '../engine/job.ts';
import { heatChart, lineChart } from '../../record/report/chart.ts';
import type { Study, StudySection, StudyTable } from '../study-report.ts';
import type { MonosimStudy, Variant } from './monosim.ts';
import { number as text } from './study-numbers.ts';
import { completed, maxHeldDeadTime, PAPER, POINTS, randomTrack, spread, VARIANTS } from './monosim.ts';

const NAMES: Readonly<Record<Variant, string>> = {
  'pid-released': 'PID as released',
  'mpc-released': 'MPC as released',
  pid: 'PID corrected',
  mpc: 'MPC corrected',
};

/** Why a row differs from the paper's, in one line. */
const WHY: Readonly<Record<Variant, string>> = {
  'pid-released':
    'the paper averages over other tracks and does not say which point of the car it measures; where it loses the lane in a tight bend the released code throws, and such laps are not counted',
  'mpc-released':
    'the same; the lane is taken to begin at the car though it begins at the camera 2 m ahead, and 2.5 m is used for a wheelbase of 1.3 m',
  pid: 'lane in the frame of the rear axle, remembered by odometry, curvature fed forward',
  mpc: "the dynamic bicycle of the paper's equations with the true camera offset, wheelbase and latency",
};

const withSpread = ({ mean, deviation }: { mean: number; deviation: number }): string =>
  `${text(mean)} ± ${text(deviation)}`;

export function monosimReport(study: MonosimStudy): Study {
  return {
    title: 'MonoSIM, reproduced',
    description:
      `Lane keeping with one camera: the released controllers and corrected ones over ${study.seeds.length} random tracks and the paper's own, at 2.5 m/s, with a 640 × 480 camera at 10 Hz in the loop. ` +
      'Lateral deviation: mean squared distance of a point of the car from the centre line of the lane [m²]. Angular deviation: mean squared angle between the car and the direction of the line at the nearest point [rad²]. Both over every 10 ms of a lap.',
    verdicts: findings(study),
    sections: [
      tableOne(study),
      byPoint(study),
      ownTrack(study),
      figures(study),
      speedAndDeadTime(study),
      vision(study),
    ],
  };
}

function findings({ tracks, sweep, speeds }: MonosimStudy): Study['verdicts'] {
  const mean = (variant: Variant, metric: string) => spread(completed(tracks[variant]), metric).mean;
  const worst = (variant: Variant, metric: string) => spread(tracks[variant], metric).worst;
  const corrected = ['pid', 'mpc'] as const;
  const near = (ours: number, paper: number) => ours / paper < 10 && ours / paper > 0.1;
  return [
    {
      sentence: `Released: PID deviates less than MPC, as in the paper (lateral ${text(mean('pid-released', 'lateralMsd'))} < ${text(mean('mpc-released', 'lateralMsd'))} m², angular ${text(mean('pid-released', 'angularMsd'))} < ${text(mean('mpc-released', 'angularMsd'))} rad²)`,
      pass:
        mean('pid-released', 'lateralMsd') < mean('mpc-released', 'lateralMsd') &&
        mean('pid-released', 'angularMsd') < mean('mpc-released', 'angularMsd'),
    },
    {
      sentence:
        "Released: all four numbers have the order of magnitude of the paper's (within a factor of ten, at the centre of mass)",
      pass: corrected.every(
        (kind) =>
          near(mean(`${kind}-released`, 'lateralMsdCentre'), PAPER[kind].lateral) &&
          near(mean(`${kind}-released`, 'angularMsdCentre'), PAPER[kind].angular),
      ),
    },
    ...corrected.map((kind) => ({
      sentence: `${NAMES[kind]}: on every track at most 0.005 m² and 0.0005 rad² at the rear axle (worst ${text(worst(kind, 'lateralMsd'))} m², ${text(worst(kind, 'angularMsd'))} rad²)`,
      pass: worst(kind, 'lateralMsd') <= 0.005 && worst(kind, 'angularMsd') <= 0.0005,
    })),
    {
      sentence: 'Corrected: the centre of the car never leaves the lane on any track, and every lap is completed',
      pass: corrected.every((kind) =>
        tracks[kind].every(({ metrics }) => metrics.timeOutOfLane === 0 && metrics.laps === 1),
      ),
    },
    {
      sentence: `MPC corrected: no plan violates a constraint (largest violation ${text(worst('mpc', 'violation'))})`,
      pass: worst('mpc', 'violation') <= 1e-9,
    },
    {
      sentence: `Detector: median error ${text(1e3 * worst('pid', 'detectorMedian'))} mm and p99 ${text(1e3 * worst('pid', 'detectorP99'))} mm on the worst track (at most 10 and 40 mm)`,
      pass: worst('pid', 'detectorMedian') <= 0.01 && worst('pid', 'detectorP99') <= 0.04,
    },
    {
      sentence: `The MPC holds the lane with at least the dead time of the PID at every speed, and with more at some`,
      pass:
        speeds.every((speed) => maxHeldDeadTime(sweep.mpc, speed) >= maxHeldDeadTime(sweep.pid, speed)) &&
        speeds.some((speed) => maxHeldDeadTime(sweep.mpc, speed) > maxHeldDeadTime(sweep.pid, speed)),
    },
  ];
}

function tableOne({ tracks, seeds }: MonosimStudy): StudySection {
  const ours = VARIANTS.map((variant) => [
    NAMES[variant],
    `${completed(tracks[variant]).length} of ${seeds.length}`,
    ...['lateralMsd', 'angularMsd', 'lateralMsdCentre', 'angularMsdCentre'].map((metric) =>
      withSpread(spread(completed(tracks[variant]), metric)),
    ),
    WHY[variant],
  ]);
  const paper = (['pid', 'mpc'] as const).map((kind) => [
    `${kind.toUpperCase()} in the paper`,
    'not said',
    '',
    '',
    text(PAPER[kind].lateral),
    text(PAPER[kind].angular),
    'point and units not given; shown at the centre of mass, where the angular numbers are nearest',
  ]);
  return {
    title: 'Table I',
    table: {
      caption: 'Mean squared deviations, mean ± standard deviation over the laps that were completed',
      titles: [
        'Controller',
        '#Laps',
        '#Lateral, rear axle [m²]',
        '#Angular, rear axle [rad²]',
        '#Lateral, centre [m²]',
        '#Angular, centre [rad²]',
        'Why it differs',
      ],
      rows: [paper[0], paper[1], ...ours],
    },
  };
}

function byPoint({ tracks }: MonosimStudy): StudySection {
  const row = (variant: Variant, [suffix, name]: (typeof POINTS)[number]) => [
    `${NAMES[variant]}, ${name}`,
    ...['lateralMsd', 'angularMsd'].map((metric) =>
      withSpread(spread(completed(tracks[variant]), `${metric}${suffix}`)),
    ),
  ];
  return {
    title: 'At other points of the car',
    text: 'The same laps, measured elsewhere. A point ahead of the rear axle swings out of every bend by geometry alone, so its angle against the line cannot vanish.',
    table: {
      caption: 'Mean ± standard deviation over laps',
      titles: ['', '#Lateral [m²]', '#Angular [rad²]'],
      rows: VARIANTS.flatMap((variant) => POINTS.map((point) => row(variant, point))),
    },
  };
}

function ownTrack({ paperTrack }: MonosimStudy): StudySection {
  const metrics: readonly [string, string][] = [
    ['lateralMsd', 'lateral MSD [m²]'],
    ['angularMsd', 'angular MSD [rad²]'],
    ['lateralPeak', 'peak lateral error [m]'],
    ['timeOutOfLane', 'time out of lane [s]'],
    ['controlEffort', 'total change of commanded yaw rate [rad/s]'],
    ['yawOscillation', 'rms yaw acceleration [rad/s²]'],
    ['lapTime', 'lap time [s]'],
  ];
  const table: StudyTable = {
    caption: "One lap of the paper's own track",
    titles: ['', ...VARIANTS.map((variant) => `#${NAMES[variant]}`)],
    rows: metrics.map(([metric, name]) => [
      name,
      ...VARIANTS.map((variant) => text(paperTrack[variant].metrics[metric] ?? NaN)),
    ]),
  };
  return { title: "The paper's own track", table };
}

const seconds = (values: Float64Array): Float64Array => values.map((_, i) => (i + 1) * 0.1);

function figures({ paperTrack, seeds }: MonosimStudy): StudySection {
  const over = (field: string, title: string, y: string, variants: readonly Variant[] = VARIANTS, doc = '') =>
    lineChart({
      title,
      doc,
      x: 'time [s]',
      y,
      lines: variants.map((variant) => ({
        name: NAMES[variant],
        x: seconds(paperTrack[variant].series[field]),
        y: paperTrack[variant].series[field],
      })),
    });
  const released = ['pid-released', 'mpc-released'] as const;
  return {
    title: 'Figures 12 to 16',
    text: 'Position, velocity, heading and yaw rate over a lap, as in the paper, and the errors behind Table I.',
    figures: [
      lineChart({
        title: 'Path',
        x: 'x [m]',
        y: 'y [m]',
        equal: true,
        lines: VARIANTS.map((variant) => path(NAMES[variant], paperTrack[variant])),
      }),
      lineChart({
        title: `Random tracks, the first ${Math.min(6, seeds.length)} of ${seeds.length}`,
        x: 'x [m]',
        y: 'y [m]',
        equal: true,
        lines: seeds.slice(0, 6).map(trackLine),
      }),
      over(
        'car.state.vx',
        'Velocity',
        'v [m/s]',
        released,
        'The PID commands a constant speed; the MPC trades speed against steering.',
      ),
      over('car.state.yaw', 'Heading', 'ψ [rad]', ['pid-released']),
      over(
        'car.state.yaw_rate',
        'Yaw rate',
        'ω [rad/s]',
        released,
        'The PID answers bends with spikes; the MPC is smoother and later.',
      ),
      over('referee.track.lateral', 'Lateral error at the rear axle', 'e [m]'),
      over('referee.track.heading', 'Heading error', 'θ [rad]'),
    ],
  };
}

function trackLine(seed: number): { name: string; x: Float64Array; y: Float64Array } {
  const { track } = worldOf(parse(worldParams, randomTrack(seed).world, 'world'));
  return { name: `seed ${seed}`, x: track!.x, y: track!.y };
}

const path = (name: string, { series }: JobResult) => ({ name, x: series['car.state.x'], y: series['car.state.y'] });

function speedAndDeadTime({ sweep, speeds, deadTimes }: MonosimStudy): StudySection {
  const map = (kind: 'pid' | 'mpc') =>
    heatChart({
      title: `${NAMES[kind]}: largest distance from the centre line [m]`,
      x: 'speed [m/s]',
      y: 'dead time [s]',
      columns: speeds,
      rows: deadTimes,
      cells: deadTimes.map((deadTime) =>
        speeds.map((speed) => {
          const { holds, peak } = sweep[kind].find((point) => point.speed === speed && point.deadTime === deadTime)!;
          return { text: holds ? peak.toFixed(2) : 'left the lane', good: holds ? 1 : 0 };
        }),
      ),
    });
  const limit = (kind: 'pid' | 'mpc') => ({
    name: NAMES[kind],
    x: speeds,
    y: speeds.map((speed) => Math.max(0, maxHeldDeadTime(sweep[kind], speed))),
  });
  return {
    title: 'Where each controller stops holding the lane',
    text: `One lap of the paper's track at other speeds, with a dead time between command and wheels that both controllers know of. ${crossing({ sweep, speeds })}`,
    figures: [
      map('pid'),
      map('mpc'),
      lineChart({
        title: 'Largest dead time that is held',
        x: 'speed [m/s]',
        y: 'dead time [s]',
        lines: [limit('pid'), limit('mpc')],
        yRange: [-0.02, Math.max(...deadTimes) + 0.05],
      }),
    ],
  };
}

/** From which speed on the two differ. */
function crossing({ sweep, speeds }: Pick<MonosimStudy, 'sweep' | 'speeds'>): string {
  const better = speeds.filter((speed) => maxHeldDeadTime(sweep.mpc, speed) > maxHeldDeadTime(sweep.pid, speed));
  if (better.length === 0) return 'Within this grid the MPC is nowhere better.';
  const first = better[0];
  return `They part at ${first} m/s: there the PID holds the lane up to ${text(maxHeldDeadTime(sweep.pid, first))} s of dead time, the MPC up to ${text(maxHeldDeadTime(sweep.mpc, first))} s.`;
}

function vision({ tracks, paperTrack }: MonosimStudy): StudySection {
  const rows = VARIANTS.map((variant) => {
    const times = paperTrack[variant].stepTimes;
    const micro = (block: string) => {
      const found = times.find((time) => time.block === block);
      return found === undefined ? '–' : `${text(found.median * 1e6)} / ${text(found.p99 * 1e6)}`;
    };
    return [
      NAMES[variant],
      text(1e3 * spread(tracks[variant], 'detectorMedian').mean),
      text(1e3 * spread(tracks[variant], 'detectorP99').mean),
      micro('camera'),
      micro('detector'),
      micro('controller'),
      text(paperTrack[variant].duration / paperTrack[variant].wall),
    ];
  });
  return {
    title: 'Detector and computing time',
    text: 'Distance of the detected centre line from the true one over the stretch that was seen, and the wall time of steps while other runs shared the machine.',
    table: {
      caption: "Means over the random tracks; times of the lap of the paper's track, median / p99",
      titles: [
        '',
        '#Detector median [mm]',
        '#Detector p99 [mm]',
        '#Camera [µs]',
        '#Detector [µs]',
        '#Controller [µs]',
        '#× real time',
      ],
      rows,
    },
  };
}
