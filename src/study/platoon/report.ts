/** What the study of platoons found, as findings, tables and figures. */
import { lineChart } from '../../record/report/chart.ts';
import type { Study, StudySection } from '../study-report.ts';
import { stringGain } from './closed-form.ts';
import { PLOEG } from './critical-headway.ts';
import type { PlatoonFigures, PlatoonRecord } from './platoon-of-eight.ts';
import { CARS, CONTROLLERS, platoonFigures } from './platoon-of-eight.ts';
import type { DrivenPlatoon, FoundHeadway, PlatoonStudy } from './reproduce.ts';

type Findings = Study['verdicts'];
interface Part {
  readonly findings: Findings;
  readonly section: StudySection;
}

const WITHIN = 0.02;
const omegas = Float64Array.from({ length: 200 }, (_, i) => 10 ** (-2 + (3 * i) / 199));

/** |Γ(jω)| over frequency at some headways, with a radio of 100 ms. */
const gainChart = (): string =>
  lineChart({
    title: 'Gain from one vehicle to the next, radio 100 ms',
    x: 'frequency [Hz]',
    y: '|Γ|',
    xRange: [0, 0.5],
    lines: [0.3, 0.57, 0.8].map((headway) => ({
      name: `h = ${headway} s`,
      x: omegas.map((omega) => omega / (2 * Math.PI)),
      y: omegas.map((omega) => stringGain({ ...PLOEG, radioDelay: 0.1 }, headway, omega)),
    })),
  });

function headwayChart(headways: readonly FoundHeadway[]): string[] {
  const radio = headways.flatMap((entry) =>
    entry.loop.law === 'ploeg' && entry.loop.radioDelay !== undefined
      ? [{ ...entry, delay: 1000 * entry.loop.radioDelay }]
      : [],
  );
  if (radio.length < 2) return [];
  const x = radio.map(({ delay }) => delay);
  return [
    lineChart({
      title: 'Smallest string-stable headway over the delay of the radio',
      x: 'radio delay [ms]',
      y: 'headway [s]',
      lines: [
        { name: 'closed form', x, y: radio.map(({ closedForm }) => closedForm) },
        { name: 'simulated', x, y: radio.map(({ simulated }) => simulated), points: true },
      ],
    }),
  ];
}

function headwayPart(headways: readonly FoundHeadway[]): Part {
  const off = ({ closedForm, simulated }: FoundHeadway) => simulated / closedForm - 1;
  return {
    findings: headways.map((entry) => ({
      sentence: `${entry.name}: string stable from ${entry.simulated.toFixed(3)} s on, ${entry.closedForm.toFixed(3)} s in closed form`,
      pass:
        Math.abs(off(entry)) < WITHIN && Math.abs(entry.closedForm - (entry.published ?? entry.closedForm)) < 0.0051,
    })),
    section: {
      title: 'String stability',
      text:
        'The smallest headway at which no wave of the speed grows from one vehicle to the next. Simulated: a leader swings in many waves at once, the gain at each is that of two Fourier ' +
        'coefficients, and bisection finds the headway. Vehicles of Ploeg et al.: engine lag 0.1 s, dead time 0.2 s, k_p 0.2, k_d 0.7. ACC with constant headway: λ 0.01 1/s, so that the bound is 2 (dead time + lag).',
      table: {
        caption: 'Smallest string-stable headway [s]',
        titles: ['controller', '#published', '#closed form', '#simulated', '#difference'],
        rows: headways.map((entry) => [
          entry.name,
          entry.published?.toFixed(2) ?? '',
          entry.closedForm.toFixed(3),
          entry.simulated.toFixed(3),
          `${(100 * off(entry)).toFixed(1)} %`,
        ]),
      },
      figures: [...headwayChart(headways), gainChart()],
    },
  };
}

const speedChart = ({ controller, manoeuvre, record }: DrivenPlatoon): string =>
  lineChart({
    title: `Speeds: ${CONTROLLERS[controller].name}, ${manoeuvre}`,
    x: 'time [s]',
    y: 'speed [m/s]',
    lines: [0, 1, 4, CARS - 1].map((i) => ({ name: `car ${i}`, x: record.t, y: speedOf(record, i) })),
  });
const speedOf = ({ speed }: PlatoonRecord, i: number): number[] => speed.map((row) => row[i]);

function platoonRow({ controller, manoeuvre }: DrivenPlatoon, figures: PlatoonFigures): string[] {
  const isSwinging = manoeuvre === 'sinusoidal';
  return [
    CONTROLLERS[controller].name,
    manoeuvre,
    CONTROLLERS[controller].gap.toFixed(1),
    figures.leastGap.toFixed(2),
    figures.firstDeviation.toFixed(2),
    figures.lastDeviation.toFixed(2),
    isSwinging ? figures.swing.toFixed(2) : '',
    figures.leastGap > 0 ? '' : 'touch',
  ];
}

function controllerPart(platoons: readonly DrivenPlatoon[]): Part {
  const all = platoons.map((platoon) => ({ ...platoon, figures: platoonFigures(platoon.record) }));
  const findings = all.map(({ controller, manoeuvre, figures }) => {
    const { name } = CONTROLLERS[controller];
    const isUnstable = controller === 'acc-0.3';
    if (manoeuvre === 'braking')
      return {
        sentence: `${name}: braking at 8 m/s² ${isUnstable ? 'ends in a collision' : `leaves ${figures.leastGap.toFixed(1)} m`}`,
        pass: figures.leastGap > 0 !== isUnstable,
      };
    return {
      sentence: `${name}: the last car swings ${figures.swing.toFixed(2)} times as far as the first follower`,
      pass: figures.swing > 1 === isUnstable,
    };
  });
  return {
    findings,
    section: {
      title: "Plexe's controllers",
      text:
        'Eight cars at 100 km/h, engine lag 0.5 s, beacons at 10 Hz. The leader swings by 10 km/h at 0.2 Hz, or brakes at 8 m/s². ACC is string stable from twice the engine lag on: ' +
        "0.3 s is not, 1.2 s is. The same platoons driven by SUMO's own controllers have the same gaps within 0.08 m while the leader swings, where they are string stable.",
      table: {
        caption: "Six controllers, two manoeuvres, Plexe's defaults",
        titles: [
          'controller',
          'manoeuvre',
          '#gap [m]',
          '#least gap [m]',
          '#deviation of the first [m]',
          '#of the last [m]',
          '#swing last/first',
          '',
        ],
        rows: all.map((platoon) => platoonRow(platoon, platoon.figures)),
      },
      figures: platoons.map(speedChart),
    },
  };
}

export function platoonReport({ headways, platoons }: PlatoonStudy): Study {
  const parts = [headwayPart(headways), controllerPart(platoons)];
  return {
    title: 'Platoons, reproduced',
    description:
      "Headways at which platoons are string stable, simulated beside the closed form and Ploeg's figures; and the six controllers of Plexe in its two manoeuvres.",
    verdicts: parts.flatMap(({ findings }) => findings),
    sections: parts.map(({ section }) => section),
  };
}
