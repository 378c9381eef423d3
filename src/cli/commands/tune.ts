/** `skidpad tune`: a relay experiment on a car, the gains that follow from its limit cycle, and how the car then answers a step. */
import { formatYaml } from '../../scenario/yaml.ts';
import { packageFile } from '../../node/package-files.ts';
import { writeWholeFile } from '../../node/whole-file.ts';
import { resolve } from 'node:path';
import type { ScenarioSource } from '../../scenario/document.ts';
import { positiveOption } from '../number-option.ts';
import { InputError, quote } from '../../core/input-error.ts';
import type { TunedGains, UltimatePoint } from '../../control/course/relay-tuning.ts';
import { findLimitCycle, tyreusLuyben, ultimatePoint, zieglerNichols } from '../../control/course/relay-tuning.ts';
import { stepFigures } from '../../control/course/step-response.ts';
import { runJob } from '../../study/engine/job.ts';
import { formatNumber, formatTable } from '../table.ts';

export interface TuneOptions {
  readonly vehicle?: string;
  readonly speed?: string;
  readonly amplitude?: string;
  readonly rate?: string;
  readonly rule?: string;
  readonly out?: string;
  readonly json?: boolean;
}

const RULES: Readonly<Record<string, (point: UltimatePoint) => TunedGains>> = {
  'ziegler-nichols-p': zieglerNichols.p,
  'ziegler-nichols-pi': zieglerNichols.pi,
  'ziegler-nichols-pid': zieglerNichols.pid,
  'tyreus-luyben-pi': tyreusLuyben.pi,
  'tyreus-luyben-pid': tyreusLuyben.pid,
};

/** The experiment lasts this long, and speed is sampled this often [s]. */
const DURATION = 40;
const SAMPLE = 0.001;

interface Settings {
  readonly vehicle: string;
  readonly speed: number;
  readonly amplitude: number;
  readonly rateHz: number;
}

export async function tune(options: TuneOptions): Promise<void> {
  const rule = options.rule ?? 'tyreus-luyben-pi';
  if (!Object.hasOwn(RULES, rule))
    throw new InputError('--rule', `expected one of ${Object.keys(RULES).join(', ')}, got ${quote(rule)}`);
  const settings: Settings = {
    vehicle: options.vehicle ?? packageFile('vehicles/prius.yaml'),
    speed: positiveOption('--speed', options.speed, 15),
    amplitude: positiveOption('--amplitude', options.amplitude, 0.5),
    rateHz: positiveOption('--rate', options.rate, 30),
  };
  const point = await experiment(settings);
  const rows = [];
  for (const [name, gainsOf] of Object.entries(RULES))
    rows.push({ rule: name, ...gainsOf(point), ...(await stepAnswer(settings, gainsOf(point))) });
  const { kp, ki, kd } = RULES[rule](point);
  if (options.out !== undefined) writeWholeFile(options.out, formatYaml({ kp, ki, kd }));
  if (options.json)
    return void console.log(
      JSON.stringify(
        {
          ...settings,
          ultimateGain: point.gain,
          ultimatePeriod: point.period,
          rules: rows,
          rule,
          gains: { kp, ki, kd },
        },
        null,
        2,
      ),
    );
  console.log(
    `relay of ±${settings.amplitude} around ${settings.speed} m/s at ${settings.rateHz} Hz: ultimate gain ${formatNumber(point.gain)} s/m, period ${formatNumber(point.period)} s\n`,
  );
  const number = (value: number | undefined) =>
    value === undefined || !Number.isFinite(value) ? '–' : formatNumber(Number(value.toPrecision(4)));
  console.log(
    formatTable(
      ['rule', 'kp', 'ki', 'kd', 'rise [s]', 'overshoot [%]', 'settling [s]', 'error [m/s]'],
      rows.map((row) => [
        row.rule,
        number(row.kp),
        number(row.ki),
        number(row.kd),
        number(row.riseTime),
        number(row.overshootPercent),
        number(row.settlingTime),
        number(row.steadyStateError),
      ]),
    ),
  );
  console.log(`\nblocks.cruise.params: { kp: ${number(kp)}, ki: ${number(ki)}, kd: ${number(kd)} }   (${rule})`);
}

/** The car alone on endless ground, driven by this controller. */
function scenario({ vehicle, rateHz }: Settings, controller: Record<string, unknown>): ScenarioSource {
  const document = {
    name: 'tune',
    duration: DURATION,
    blocks: {
      car: { from: resolve(vehicle), inputs: { control: 'controller.pedals' } },
      controller: { rateHz, inputs: { car_info: 'car.car_info' }, ...controller },
    },
  };
  return { document, path: 'tune' };
}

async function speedOf(source: ScenarioSource): Promise<{ times: Float64Array; speeds: Float64Array }> {
  const { series } = await runJob({ scenario: source, series: { fields: ['car.state.vx'], period: SAMPLE } });
  const speeds = series['car.state.vx'].map((value) => (Number.isNaN(value) ? 0 : value));
  return { times: speeds.map((_, i) => (i + 1) * SAMPLE), speeds };
}

async function experiment(settings: Settings): Promise<UltimatePoint> {
  const { speed, amplitude } = settings;
  const { times, speeds } = await speedOf(
    scenario(settings, { type: 'control/relay', params: { setpoint: speed, amplitude } }),
  );
  const cycle = findLimitCycle(times, speeds);
  const point = cycle && ultimatePoint(cycle, amplitude);
  if (point === undefined)
    throw new InputError(
      'tune',
      `the speed does not swing around ${speed} m/s; can this car reach it, and is it driven by pedals?`,
    );
  return point;
}

/** From standstill to the speed, with these gains. */
async function stepAnswer(settings: Settings, gains: TunedGains) {
  const { times, speeds } = await speedOf(
    scenario(settings, { type: 'control/cruise', params: { ...gains, setpoint: settings.speed } }),
  );
  const { riseTime, overshoot, settlingTime2, steadyError } = stepFigures({
    times,
    values: speeds,
    from: 0,
    to: settings.speed,
  });
  return { riseTime, overshootPercent: 100 * overshoot, settlingTime: settlingTime2, steadyStateError: steadyError };
}
