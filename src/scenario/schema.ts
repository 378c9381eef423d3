/** What a scenario document may say: every key with its type, unit, bounds and meaning. */
import { doorFaultsSchema } from '../core/door-faults.ts';
import { hostFaultKinds } from '../core/faulty-host.ts';
import { latePolicies, lostReactions } from '../core/host.ts';
import type { ValueOf } from '../core/schema.ts';
import { anything, choice, flag, group, integer, list, map, optional, param, text } from '../core/schema.ts';

/** More than eleven days are a mistake [s]. */
const LONGEST = 1e6;

export const wireSchema = group(
  {
    from: text(undefined, 'the output this input reads, as block.port'),
    delay: param(0, 's', 'transport delay', { min: 0, max: LONGEST }),
    jitter: param(0, 's', 'width of the uniformly distributed extra delay', { min: 0, max: LONGEST }),
    loss: param(0, '', 'probability that a publication is lost', { min: 0, max: 1 }),
    reorder: flag(false, 'whether a later message may overtake an earlier one'),
  },
  'a wire: block.port, or its source with delay, jitter and loss; a list of wires where the input is a list',
  { shorthand: 'from' },
);

/** What every link takes besides its own parameters. */
export const linkFields = { faults: optional(doorFaultsSchema) } as const;

/** What every host is told, whatever its kind. */
export const hostFields = {
  kind: text(undefined, 'where the steps happen: a kind of host, or a file with one'),
  timeLimit: param(10, 's', 'wall time after which a silent host has failed', { above: 0, max: LONGEST }),
  late: choice('wait', latePolicies, 'what to do when an answer is late and the clock does not wait'),
  maxAge: optional(
    param(undefined, 's', 'simulated time after which a silent block, or one that tells old news, is lost', {
      above: 0,
      max: LONGEST,
    }),
  ),
  clock: optional(text(undefined, 'a link that follows the master by whose time the answers are stamped')),
  lost: choice('hold', lostReactions, 'what becomes of the outputs of a lost block: kept, zero, or the run ends'),
};

export const portSchema = group(
  {
    type: text(undefined, 'a ROS 2 message type'),
    queued: flag(false, 'whether every message counts, and not only the last'),
  },
  'a port: its message type, or the type and whether messages queue',
  { shorthand: 'type' },
);

const hostFaultSchema = group(
  {
    kind: choice(
      undefined,
      hostFaultKinds,
      'stall: it stands still and goes on; reset: it begins anew; brown-out: silent, then it begins anew',
    ),
    at: param(undefined, 's', 'when: at the first release at or after it', { min: 0, max: LONGEST }),
    for: optional(param(undefined, 's', 'how long; to the end of the run when absent', { above: 0, max: LONGEST })),
  },
  'a failure of the controller that steps the block',
);

const blockSchema = group(
  {
    from: optional(text(undefined, 'a file with a block entry that this one completes and overrides')),
    type: optional(text(undefined, 'the block type')),
    rateHz: optional(param(undefined, 'Hz', 'releases per second; instead of period', { min: 1e-6 })),
    period: optional(param(undefined, 's', 'time between releases; instead of rateHz', { above: 0, max: LONGEST })),
    offset: param(0, 's', 'time of the first release', { min: 0, max: LONGEST }),
    latency: optional(
      param(undefined, 's', 'time from release to publication; when absent one tick, and the period for a plant', {
        above: 0,
        max: LONGEST,
      }),
    ),
    publishEvery: integer(
      1,
      '',
      'steps per publication: a plant may step at 1 kHz and publish at 100 Hz with 10; occasional outputs are not affected',
      { min: 1 },
    ),
    ports: optional(
      group(
        {
          inputs: map(portSchema, 'message type of each input'),
          outputs: map(portSchema, 'message type of each output'),
        },
        'type external: the ports of what stands in for the block',
      ),
    ),
    start: optional(
      anything('where a vehicle starts on the track: progress, lateral, heading; instead of x, y and yaw in params'),
    ),
    body: optional(
      anything('outline of a vehicle: front, rear, halfWidth, bottom, top, colour; with it, it collides and is seen'),
    ),
    sensors: optional(
      anything('sensors of a vehicle by name: block entries, or false for one to leave out; from: FILE reads a set'),
    ),
    params: anything('the parameters of the block type'),
    inputs: map(anything('a wire'), 'what each input reads'),
    topics: map(text(undefined, 'a ROS topic name'), 'topic of each output; /block/port when absent'),
    host: optional(anything('where the block runs: a kind of host, or the kind with its parameters')),
    faults: optional(list(hostFaultSchema, undefined, 'how the controller that steps the block fails')),
  },
  'one block of the loop',
);

export const metricReductions = [
  'mean',
  'meanAbs',
  'rms',
  'meanSquare',
  'std',
  'min',
  'max',
  'maxAbs',
  'final',
  'integral',
  'count',
  'peakToPeak',
  'median',
  'p95',
  'p99',
  'variation',
  'rmsRate',
  'largestStep',
] as const;

/** How images are recorded. */
const imageForms = ['raw', 'png', 'jpeg'] as const;
const imageForm = optional(
  choice(undefined, imageForms, 'how images are kept: raw, png without loss, or jpeg; raw when absent'),
);
const jpegQuality = optional(
  param(undefined, '', 'of jpeg, from 1 to 100: larger is closer to the image, and bigger; 90 when absent', {
    min: 1,
    max: 100,
  }),
);

const recordSchema = group(
  {
    signal: text(undefined, 'a signal, as block.port'),
    rateHz: optional(
      param(undefined, 'Hz', 'keep at most this many messages per second; all when absent', { above: 0 }),
    ),
    as: imageForm,
    quality: jpegQuality,
  },
  'one signal to record: block.port, or the signal with a rate',
  { shorthand: 'signal' },
);

const metricSchema = group(
  {
    of: text(undefined, 'the field to measure, as block.port.field'),
    minus: optional(anything('a number, or a field read at the same instant, to subtract')),
    reduce: choice(undefined, metricReductions, 'how samples become one number'),
    from: param(0, 's', 'start of the window', { min: 0 }),
    to: optional(param(undefined, 's', 'end of the window; the end of the run when absent', { above: 0 })),
    doc: text('', 'what the metric says'),
  },
  'one number measured over the run',
);

const expectationSchema = group(
  {
    metric: text(undefined, 'the metric that is judged'),
    min: optional(param(undefined, '', 'smallest good value')),
    max: optional(param(undefined, '', 'largest good value')),
    doc: text('', 'what is expected, as a sentence'),
  },
  'a bound on a metric: a scenario with expectations is a test',
);

const imageSchema = group(
  {
    title: text(undefined, 'title'),
    of: text(undefined, 'a recorded signal of type sensor_msgs/Image, as block.port'),
    at: list(
      param(undefined, 's', 'the latest image at this time', { min: 0 }),
      [],
      'when; one from the middle of the run when empty',
    ),
    overlay: list(
      text(undefined, 'a recorded signal of MarkingPoints, ParkingSlots or Footprints, as block.port'),
      [],
      "what is drawn over a bird's-eye view of vision/surround: of each signal the message whose stamp is nearest",
    ),
    doc: text('', 'what to look for'),
  },
  'images of the report',
);

const plotSchema = group(
  {
    title: text(undefined, 'title'),
    x: optional(text(undefined, 'field on the horizontal axis; time when absent')),
    y: list(text(undefined, 'a field, as block.port.field'), undefined, 'fields on the vertical axis', 1),
    equal: flag(false, 'whether both axes have the same scale'),
    track: flag(false, 'whether to draw the track of the world beneath'),
    plan: flag(
      false,
      'whether to draw the world as seen from above, and the slots and trajectories of automatic parking that are recorded; needs x, and has equal axes',
    ),
    body: optional(
      text(undefined, 'a vehicle whose outline is drawn along the first line; x and yaw are fields of the same signal'),
    ),
    doc: text('', 'what to look for'),
  },
  'one plot of the report',
);

const changeSchema = group(
  {
    at: param(undefined, 's', 'when: from the first tick at or after it', { min: 0 }),
    block: text(undefined, 'the block, or world for what all blocks share'),
    params: anything('only the parameters that change'),
  },
  'parameters that change during the run',
);

const budgetSchema = group(
  {
    limit: param(undefined, 's', 'how old the data behind a command may be when a vehicle reads it', { above: 0 }),
    to: optional(text(undefined, 'the input of a vehicle, as block.port; every command when absent')),
    from: optional(text(undefined, 'the block where the data begins; every way when absent')),
    through: optional(text(undefined, 'a block that the way leads through; every way when absent')),
    hops: map(
      param(undefined, 's', 'how much of it the block may take, waiting for its release included', { min: 0 }),
      'the share of each block',
    ),
  },
  'a latency budget: its limit, or the limit with the way that it is for and the share of each block',
  { shorthand: 'limit' },
);

export const scenarioSchema = group(
  {
    $schema: optional(text(undefined, 'JSON Schema of this document, for editors')),
    from: optional(text(undefined, 'a scenario that this one completes and overrides')),
    name: text(undefined, 'short name'),
    description: text('', 'one or two sentences for the gallery'),
    seed: integer(1, '', 'seed of every random stream', { min: 0 }),
    tick: param(0.001, 's', 'the quantum of time', { above: 0 }),
    duration: param(undefined, 's', 'simulated time', { above: 0 }),
    until: optional(
      group(
        {
          of: text(undefined, 'a field, as block.port.field'),
          min: optional(param(undefined, '', 'ends when the field is at least this')),
          max: optional(param(undefined, '', 'ends when the field is at most this')),
        },
        'ends the run before its duration, at the first tenth of a second at which a published field is in these bounds',
      ),
    ),
    clock: optional(
      anything('when the next tick may start: a kind of clock, or the kind with its parameters; free when absent'),
    ),
    links: map(
      anything('a kind of link with its parameters'),
      'doors to what is real, by name, for the hosts that share them',
    ),
    world: optional(
      anything(
        'ground, track and obstacles, for every block that has a world parameter; from: FILE reads a world file',
      ),
    ),
    blocks: map(blockSchema, 'the blocks by name'),
    faults: optional(
      anything(
        'what goes wrong: a list of { at, for, block or link, kind } with what the kind needs, handed to whom it befalls',
      ),
    ),
    changes: list(changeSchema, [], 'parameters that change during the run, in order of time'),
    record: optional(
      list(
        recordSchema,
        undefined,
        'signals to record; when absent all of them, images and point clouds once a second',
      ),
    ),
    recordImages: optional(
      group(
        {
          as: imageForm,
          quality: jpegQuality,
          rateHz: optional(
            param(undefined, 'Hz', 'images per second of a camera that record does not name; 1 when absent', {
              above: 0,
            }),
          ),
        },
        'how images are recorded of which record says nothing else',
        { shorthand: 'as' },
      ),
    ),
    csv: group(
      {
        rateHz: param(50, 'Hz', 'rows per simulated second', { min: 1e-6, max: 1e6 }),
        columns: optional(
          list(
            text(undefined, 'a field, as block.port.field'),
            undefined,
            'columns; every scalar that is recorded when absent',
          ),
        ),
      },
      'the CSV beside the recording',
    ),
    verify: group(
      {
        tolerance: map(
          param(undefined, '', 'largest difference that counts as equal', { min: 0 }),
          'fields that need not be the same to the bit, as block.port or block.port.field, when the run is repeated',
        ),
        ignore: list(text(undefined, 'block.port or block.port.field'), [], 'signals and fields that are not compared'),
      },
      'what is equal when the run is repeated with something in it that is not deterministic',
    ),
    budget: optional(budgetSchema),
    metrics: map(metricSchema, 'metrics by name'),
    expect: list(expectationSchema, [], 'what a good run looks like'),
    plots: list(plotSchema, [], 'plots of the report; a sensible set when absent'),
    images: list(imageSchema, [], 'images of the report; one of each recorded camera when absent'),
  },
  'A Skidpad scenario',
);

/** A kind of host, clock or link with its parameters. */
interface KindDocument {
  readonly kind: string;
  readonly [param: string]: unknown;
}

type Parsed = ValueOf<typeof scenarioSchema>;

/** A checked document: everything that another part of the catalogue had to say is said. */
export interface ScenarioDocument extends Omit<Parsed, 'clock' | 'links'> {
  readonly clock: KindDocument;
  readonly links: Readonly<Record<string, KindDocument>>;
}
export type MetricSpec = ValueOf<typeof metricSchema>;
export type ExpectationSpec = ValueOf<typeof expectationSchema>;
export type BudgetSpec = ValueOf<typeof budgetSchema>;
export type ImageForm = (typeof imageForms)[number];
export type ImageSpec = ValueOf<typeof imageSchema>;
export type PlotSpec = ValueOf<typeof plotSchema>;
