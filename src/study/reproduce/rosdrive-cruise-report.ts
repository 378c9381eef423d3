/** RosDrive's Table 1 and Figure 13: what its cruise control does, as published and corrected. */
import type { StepFigures } from '../../control/course/step-response.ts';
import { lineChart } from '../../record/report/chart.ts';
import type { Study, StudySection } from '../study-report.ts';
import { SET_POINTS, speedSteps, timesOf } from './rosdrive-measures.ts';
import { number as text } from './study-numbers.ts';
import type { CruiseGains, Law, RosdriveStudy } from './rosdrive.ts';
import { CRUISE_GAINS, FINE, LAWS } from './rosdrive.ts';

/** Steady error of the chapter's best controllers [m/s]. */
const STEADY = 0.006;

const steadyOf = ({ steadyError, ripple }: StepFigures): number => Math.abs(steadyError) + ripple;
const worstSteady = (steps: readonly StepFigures[]): number => Math.max(...steps.map(steadyOf));

export function cruiseFindings({ cruise }: RosdriveStudy): Study['verdicts'] {
  const steps = Object.fromEntries(CRUISE_GAINS.map((gains) => [gains, speedSteps(cruise.corrected[gains])])) as Record<
    CruiseGains,
    StepFigures[]
  >;
  const { PID1, PID2, PID3, PID4 } = steps;
  const integral = [PID2, PID3, PID4];
  const overshoot = (run: readonly StepFigures[]) => 100 * run[0].overshoot;
  const settling = (run: readonly StepFigures[]) => run[1].settlingTime2;
  return [
    {
      sentence: `Cruise corrected: with integral action the steady error is at most 0.006 m/s at 20, 14, 16 and 12 m/s (worst ${text(Math.max(...integral.map(worstSteady)))} m/s, ripple included)`,
      pass: integral.every((run) => worstSteady(run) <= STEADY),
    },
    {
      sentence: `Cruise corrected: P alone is the worst of Table 1 in overshoot or offset (overshoot ${text(overshoot(PID1))} % against at most ${text(Math.max(...integral.map(overshoot)))} %; offset ${text(worstSteady(PID1))} against ${text(Math.max(...integral.map(worstSteady)))} m/s)`,
      pass:
        overshoot(PID1) > Math.max(...integral.map(overshoot)) ||
        worstSteady(PID1) > Math.max(...integral.map(worstSteady)),
    },
    {
      sentence: `Cruise corrected: more derivative (PID2 against PID4) is slower and overshoots less (settles after ${text(settling(PID2))} against ${text(settling(PID4))} s, overshoot ${text(overshoot(PID2))} against ${text(overshoot(PID4))} %)`,
      pass: settling(PID2) > settling(PID4) && overshoot(PID2) < overshoot(PID4),
    },
    {
      sentence: `Cruise corrected: more integral (PID3 against PID4) overshoots more (to 20 m/s ${text(overshoot(PID3))} against ${text(overshoot(PID4))} %, to 14 m/s ${text(100 * PID3[1].overshoot)} against ${text(100 * PID4[1].overshoot)} %)`,
      pass: overshoot(PID3) > overshoot(PID4) && PID3[1].overshoot > PID4[1].overshoot,
    },
    {
      sentence: `Cruise corrected: more integral is faster (rise to 14 m/s in ${text(PID3[1].riseTime, 4)} against ${text(PID4[1].riseTime, 4)} s; the pedals are at their limits meanwhile and the integral waits)`,
      pass: PID3[1].riseTime < PID4[1].riseTime,
    },
  ];
}

const NAMES: Readonly<Record<Law, string>> = { published: 'as published', corrected: 'corrected' };

export function cruiseSection({ cruise }: RosdriveStudy): StudySection {
  const rows = LAWS.flatMap((law) =>
    CRUISE_GAINS.map((gains) => {
      const run = cruise[law][gains];
      const steps = speedSteps(run);
      return [
        `${gains} ${law}`,
        ...steps.map((step) => text(1e3 * steadyOf(step))),
        text(100 * steps[0].overshoot),
        text(steps[0].riseTime),
        text(100 * steps[1].overshoot),
        text(steps[1].settlingTime2),
        text(run.series['car1.car_info.latitude'].at(-1)!, 4),
      ];
    }),
  );
  const chart = (law: Law, title: string, ranges: object = {}) => {
    const { series } = cruise[law].PID4;
    const wanted = {
      name: 'set point, PID4',
      x: timesOf(series['schedule.setpoint.data'], FINE),
      y: series['schedule.setpoint.data'],
      dashed: true,
    };
    const lines = CRUISE_GAINS.map((gains) => ({
      name: gains,
      x: timesOf(cruise[law][gains].series['car1.state.vx'], FINE),
      y: cruise[law][gains].series['car1.state.vx'],
    }));
    return lineChart({ title, x: 'time [s]', y: 'v [m/s]', lines: [...lines, wanted], ...ranges });
  };
  return {
    title: 'Table 1 and Figure 13: cruise control',
    text:
      `Set points ${SET_POINTS.join(' → ')} → 0 m/s, switched by place; the car shall stand at x = 410 m.\n\n` +
      'Differences: the published derivative subtracts an error that is never updated, so K_D only lowers the gain, by K_D/dt: at 30 Hz to 2.7 for PID2 and 6.75 for PID3 and PID4; its integral winds up while the throttle is at its limit and is forgotten within 0.1 m/s; ' +
      'its stop is a full brake 2 m before the point. The corrected law differentiates the speed, stops integrating at the limit, and brakes in time.',
    table: {
      caption: 'Steady error with ripple by set point [mm/s], steps to 20 and to 14 m/s, and where the car stands',
      titles: [
        '',
        ...SET_POINTS.map((speed) => `#${speed} m/s`),
        '#Over 20 [%]',
        '#Rise [s]',
        '#Over 14 [%]',
        '#Settling [s]',
        '#Stands [m]',
      ],
      rows,
    },
    figures: LAWS.flatMap((law) => [
      chart(law, `Speed, ${NAMES[law]}`),
      chart(law, `Arriving at 20 m/s, ${NAMES[law]}`, { xRange: [4.5, 8], yRange: [19.5, 20.5] }),
    ]),
  };
}
