/**
 * Parameter files of vehicle_dynamics_sim's `sim_node`, turned into scenarios.
 *
 * Takes the parsed YAML (`sim_node: ros__parameters: …`, nested or with dotted names) and returns a scenario document: a `driver`
 * that does what upstream's publish_some_velocities does, the `vehicle`, and its `localisation`, on upstream's topics.
 *
 * Keys, defaults, ranges and rejections are upstream's, in snake_case; the scenario has our names (`wheel_base` becomes `wheelBase`). Stricter: unknown keys and bad values are errors in every section, while
 * ROS ignores undeclared parameters. More lenient: 1000 may stand for 1000.0. `simulate_localization` defaults to true, as
 * in upstream's code (its README says false).
 *
 * Clock modes. `use_sim_time` → an external clock. Otherwise a free clock, as fast as possible, because the clock never changes the
 * result; real time is asked for with `--clock paced`. Differs: upstream knows no other pace than real time.
 */
import type { AnyBlock } from '../core/block.ts';
import { InputError, quote, suggestion } from '../core/input-error.ts';
import type { AnySchema, Fields, GroupSchema, Schema } from '../core/schema.ts';
import { choice, flag, group, param, parse } from '../core/schema.ts';
import { isTree } from '../core/tree.ts';
import { bicycle } from './kinematic/bicycle.ts';
import { differential } from './kinematic/differential.ts';
import { localisation } from './localisation/localisation.ts';
import { omni } from './kinematic/omni.ts';

const models = { bicycle, differential, omni };
type Model = keyof typeof models;

const NODE = 'sim_node';
const SECTION = 'ros__parameters';

/** Our parameters that upstream does not have in the section of a model. */
const NOT_UPSTREAM = new Set([
  'x',
  'y',
  'yaw',
  'commandTimeout',
  'publishRateHz',
  'yawLever',
  'naturalFrequency',
  'dampingRatio',
  'deadZone',
  'quantisation',
  'backlash',
]);

/** Our name in upstream's spelling: `wheelBase` is `wheel_base`. */
const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The same, where upstream has another word for some of them. */
const upstreamName = (name: string, model: Model): string =>
  name === 'visWheelDiameter' && model !== 'omni' ? 'vis_tire_diameter' : snakeCase(name);

/** The fields of a block that a parameter file may set, by upstream's names. */
function upstreamFields(fields: Fields, model: Model): Fields {
  const kept = Object.entries(fields).filter(([name]) => !NOT_UPSTREAM.has(name));
  return Object.fromEntries(
    kept.map(([name, field]) => [upstreamName(name, model), upstreamField(field, fields, model)]),
  );
}

function upstreamField(field: Schema, siblings: Fields, model: Model): Schema {
  if (field.kind === 'group') return group(upstreamFields(field.fields, model), field.doc);
  if (field.kind !== 'number' || typeof field.fallback !== 'function') return field;
  // a default that follows from other parameters knows them by our names
  const { fallback } = field;
  return { ...field, fallback: (given) => fallback(ourNames(siblings, given, model) as Record<string, never>) };
}

/** Values by upstream's names, by ours. */
function ourNames(fields: Fields, values: Readonly<Record<string, unknown>>, model: Model): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = values[upstreamName(name, model)];
    if (value === undefined) continue;
    result[name] = field.kind === 'group' ? ourNames(field.fields, value as Record<string, unknown>, model) : value;
  }
  return result;
}

/** The section of a model; its values are checked, and only passed on. */
const modelSection = (name: Model) =>
  group(upstreamFields(models[name].params, name), `parameters of the ${name} model`) as GroupSchema as GroupSchema<
    Readonly<Record<string, AnySchema>>
  >;

const parametersSchema = group(
  {
    use_sim_time: flag(false, 'follow an external clock'),
    step_rate: param(1000, 'Hz', 'simulation rate', { above: 0 }),
    pub_rate: param(50, 'Hz', 'publishing rate', { above: 0 }),
    twist_reference_max_oldness: param(1, 's', 'age beyond which a command counts as zero', { min: 0 }),
    be_reference_clock: flag(false, 'be the clock of others'),
    simulate_localization: flag(true, 'whether odometry drifts and localisation is noisy'),
    model: choice('bicycle', ['bicycle', 'differential', 'omni'], 'vehicle model'),
    model_params: group(
      {
        bicycle: modelSection('bicycle'),
        differential: modelSection('differential'),
        omni: modelSection('omni'),
      },
      'parameters of each model',
    ),
    localization: group(
      {
        odom_walk_velocity_translation: localisation.params.odomWalkVelocityTranslation,
        odom_walk_velocity_rotation: localisation.params.odomWalkVelocityRotation,
        map_sample_noise_translation: localisation.params.mapSampleNoiseTranslation,
        map_sample_noise_rotation: localisation.params.mapSampleNoiseRotation,
      },
      'localisation noise',
    ),
  },
  'parameters of sim_node',
);

export interface ScenarioBlockEntry {
  readonly type: string;
  readonly period: number;
  readonly params: Readonly<Record<string, unknown>>;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly topics?: Readonly<Record<string, string>>;
}

export interface ScenarioFromParams {
  readonly name: string;
  readonly description: string;
  readonly duration: number;
  readonly tick: number;
  readonly clock: 'free' | 'external';
  readonly blocks: {
    readonly driver: ScenarioBlockEntry;
    readonly vehicle: ScenarioBlockEntry;
    readonly localisation: ScenarioBlockEntry;
  };
}

/** The manoeuvre of upstream's publish_some_velocities: until [s], forward velocity [m/s], yaw rate [rad/s]. */
const MANOEUVRE = [
  { until: 4, vx: 2.5, vy: 0, yawRate: 0 },
  { until: 8, vx: 2, vy: 0, yawRate: 0.5 },
  { until: 12, vx: 0, vy: 0, yawRate: 0.5 },
  { until: 16, vx: 0, vy: 0, yawRate: -0.5 },
];
const DRIVER_PERIOD = 0.02;
/** The manoeuvre, and time to come to rest [s]. */
const DURATION = 20;

/** The scenario that a parsed parameter file describes; throws InputError with the path of what is wrong. */
export function scenarioFromParamsFile(file: unknown): ScenarioFromParams {
  const section = `${nodeOf(file)}.${SECTION}`;
  const given = normalise(parametersSchema, nested(parametersOf(file), section));
  const values = parse(parametersSchema, given, section);
  if (values.use_sim_time && values.be_reference_clock) {
    throw new InputError(
      `${section}.be_reference_clock`,
      'expected false because use_sim_time is true: a simulator cannot both follow a clock and be it',
    );
  }
  const model: Model = values.model;
  const path = `${section}.model_params.${model}`;
  const { params, check }: AnyBlock = models[model];
  const vehicleParams = {
    ...ourNames(params, values.model_params[model], model),
    commandTimeout: values.twist_reference_max_oldness,
    publishRateHz: values.pub_rate,
  };
  const problem = check?.(parse(group(params as Fields, ''), vehicleParams, path));
  if (problem !== undefined) {
    const names = problem[0].split('.').map((name) => upstreamName(name, model));
    throw new InputError([path, ...names].join('.'), problem[1]);
  }

  const tick = Math.round(1e9 / values.step_rate) / 1e9;
  return {
    name: `vehicle-dynamics-sim-${model}`,
    description: `vehicle_dynamics_sim's ${model} model and velocity schedule, from its parameter file.`,
    duration: DURATION,
    tick,
    clock: values.use_sim_time ? 'external' : 'free',
    blocks: {
      driver: {
        type: 'control/twist-schedule',
        period: Math.max(DRIVER_PERIOD, tick),
        params: { segments: MANOEUVRE.map((segment) => ({ ...segment })) },
        topics: { twist: '/twist_reference' },
      },
      vehicle: {
        type: models[model].type,
        period: tick,
        params: vehicleParams,
        inputs: { twist: 'driver.twist' },
        topics: { joint_states: '/joint_states', robot_description: '/robot_description' },
      },
      localisation: {
        type: localisation.type,
        period: Math.max(Math.round(1e9 / values.pub_rate) / 1e9, tick),
        params: {
          simulateLocalisation: values.simulate_localization,
          odomWalkVelocityTranslation: values.localization.odom_walk_velocity_translation,
          odomWalkVelocityRotation: values.localization.odom_walk_velocity_rotation,
          mapSampleNoiseTranslation: values.localization.map_sample_noise_translation,
          mapSampleNoiseRotation: values.localization.map_sample_noise_rotation,
        },
        inputs: { state: 'vehicle.state' },
        topics: { odom: '/odom', tf: '/tf', tf_static: '/tf_static', twist_actual: '/twist_actual' },
      },
    },
  };
}

/** The key under which the file addresses the node. ROS also writes `/sim_node`, and `/**` for every node. */
function nodeOf(file: unknown): string {
  if (!isTree(file)) throw new InputError('', `expected a parameter file with ${NODE}.${SECTION}, got ${quote(file)}`);
  const key = [NODE, `/${NODE}`, '/**'].find((name) => Object.hasOwn(file, name));
  if (key === undefined) {
    const others = Object.keys(file);
    throw new InputError(
      others[0] ?? '',
      `expected parameters for the node ${NODE}, got ${others.map(quote).join(', ') || 'nothing'}${suggestion(others[0] ?? '', [NODE])}`,
    );
  }
  return key;
}

function parametersOf(file: unknown): Record<string, unknown> {
  const node = nodeOf(file);
  const content = (file as Record<string, unknown>)[node];
  if (!isTree(content) || !isTree(content[SECTION])) {
    throw new InputError(
      `${node}.${SECTION}`,
      `expected a mapping of parameters, got ${quote(isTree(content) ? content[SECTION] : content)}`,
    );
  }
  const stray = Object.keys(content).find((key) => key !== SECTION);
  if (stray !== undefined)
    throw new InputError(`${node}.${stray}`, `unknown key${suggestion(stray, [SECTION])}; expected only ${SECTION}`);
  return content[SECTION];
}

/** `a.b: 1` becomes `a: { b: 1 }`, as ROS reads parameter names. */
function nested(values: Record<string, unknown>, path: string): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const inner = isTree(value) ? nested(value, `${path}.${key}`) : value;
    const names = key.split('.');
    let place = result;
    for (const name of names.slice(0, -1)) {
      if (!Object.hasOwn(place, name)) place[name] = {};
      if (!isTree(place[name]))
        throw new InputError(`${path}.${key}`, `expected ${quote(name)} to be a mapping, got ${quote(place[name])}`);
      place = place[name];
    }
    merge(place, names[names.length - 1], inner, `${path}.${key}`);
  }
  return result;
}

function merge(place: Record<string, unknown>, name: string, value: unknown, path: string): void {
  if (name === '__proto__' || name === '') throw new InputError(path, `the name ${quote(name)} cannot be used`);
  const present = Object.hasOwn(place, name) ? place[name] : undefined;
  if (present === undefined) place[name] = value;
  else if (isTree(present) && isTree(value))
    for (const [key, item] of Object.entries(value)) merge(present, key, item, `${path}.${key}`);
  else throw new InputError(path, 'is given twice');
}

const YES = new Set(['y', 'yes', 'on', 'true']);
const NO = new Set(['n', 'no', 'off', 'false']);

/** ROS reads YAML 1.1, where yes, no, on and off are booleans. */
function normalise(schema: Schema, value: unknown): unknown {
  if (schema.kind === 'boolean' && typeof value === 'string') {
    const word = value.toLowerCase();
    return YES.has(word) ? true : NO.has(word) ? false : value;
  }
  if (schema.kind !== 'group' || !isTree(value)) return value;
  const fields = schema.fields as Fields;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, Object.hasOwn(fields, key) ? normalise(fields[key], item) : item]),
  );
}
