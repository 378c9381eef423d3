/**
 * Parameters and wiring with which each block is tried: small, so that the suites are fast, and such that every parameter can matter.
 * A block without an entry is tried with its defaults; one with optional inputs also without them.
 */
import type { AnyBlock } from '../../src/core/block.ts';
import { inputPorts } from '../../src/core/ports.ts';
import { parseFields } from '../../src/core/schema.ts';
import type { ImageKind } from './rendered-images.ts';
import { LANE_CAMERA } from './rendered-images.ts';

export interface Example {
  readonly params: Readonly<Record<string, unknown>>;
  /** Inputs on which nothing comes. */
  readonly unwired?: readonly string[];
  /** What images on its inputs show. */
  readonly images?: ImageKind;
  /** Every parameter of the world is turned by itself; elsewhere the world as a whole, since all blocks read it the same way. */
  readonly turnsWorld?: boolean;
  /** Only the parameter of this path is turned, or those of the group; the others are turned in another example. */
  readonly turnsOnly?: string;
  /** A block that takes its time: fewer steps, and one other value of each parameter. */
  readonly isSlow?: boolean;
  /** A block that plans where the situation changes: a plan is as large as it is, and makes its own arrays. */
  readonly isPlanner?: boolean;
  /** Files that its parameters name. */
  readonly files?: Readonly<Record<string, string>>;
}

const CRUISE_DBC = 'scenarios/hil/cruise.dbc';
const SURROUND_NETWORK = 'networks/surround.net';
const CORNER_NETWORK = 'networks/corner.net';

/** A lane on which the vehicles of the plausible messages drive, with everything else a world may hold. */
const WORLD = {
  track: {
    polar: { radius: 10, harmonics: [{ order: 2, sin: 0.2 }], start: { x: 10, y: 0, heading: 1.57 } },
    lines: { wear: { fraction: 0.2 } },
    road: { width: 5 },
  },
  stripes: [
    {
      points: [
        [11, 0],
        [11, 3],
        [9, 6],
      ],
      colour: [250, 220, 40],
    },
  ],
  areas: [
    {
      points: [
        [8, 2],
        [12, 2],
        [12, 4],
        [8, 4],
      ],
    },
  ],
  shadows: [
    {
      points: [
        [9, 1],
        [10, 1],
        [10, 3],
      ],
    },
  ],
  randomShadows: { count: 20, size: 2 },
  solids: [
    { name: 'box', x: 11.5, y: 4, yaw: 0.3, length: 1, width: 0.5, height: 1 },
    {
      name: 'post',
      x: 8.5,
      y: 6,
      footprint: [
        [0.2, 0],
        [0, 0.2],
        [-0.2, -0.2],
      ],
      height: 2,
    },
  ],
};

/** The same with a lot, whose slots the vehicles drive past and into. */
const WITH_LOT = {
  ...WORLD,
  lots: [
    {
      rows: [{ x: 10, y: 0, heading: 1.57, side: 'right', slots: 3, kerb: {}, wheelStops: {}, pillars: {} }],
      surface: {},
      parked: { slots: [2] },
      walls: [{ from: [16, 0], to: [16, 9] }],
      sun: {},
    },
  ],
};

const OTHER_TRACKS = [
  { random: { radius: 10, amplitude: 0.5, start: { x: 10, heading: 1.57 } } },
  {
    segments: {
      start: { x: 10, y: -3, heading: 1.57 },
      elements: [
        { straight: 5 },
        { arc: { radius: 8, angle: 1 } },
        { lineTo: [4, 12] },
        { arcTo: { point: [-2, 12], radius: 9 } },
      ],
    },
  },
  {
    points: {
      through: [
        [10, 0],
        [0, 10],
        [-10, 0],
        [0, -10],
      ],
    },
  },
];

/** A world that differs from it in all that matters to anybody. */
export const OTHER_WORLD = {
  ...WORLD,
  track: { ...WORLD.track, polar: { radius: 6, direction: 'cw' }, laneWidth: 2 },
  solids: [{ name: 'box', x: 10, y: 3, length: 2, width: 2, height: 2 }],
};

const inWorld = (params: object = {}, world: object = WORLD): Example[] => [{ params: { ...params, world } }];

const WITH_CENTRE_LINE = { track: { polar: { radius: 10 }, lines: { kind: 'centre' } } };

/** With every kind of track, and every parameter of the world turned. */
const inWorlds = (params: object = {}): Example[] => [
  { params: { ...params, world: WORLD }, turnsWorld: true, isSlow: true },
  ...OTHER_TRACKS.map((track) => ({
    params: { ...params, world: { track } },
    turnsWorld: true,
    turnsOnly: 'world.track',
    isSlow: true,
  })),
];

/** Actuators that answer within the time of a trial. */
const QUICK = { deadTime: 0.02, timeConstant: 0.05 };
const QUICK_DRIVE = { ...QUICK, maxVelocity: 0.7, maxAcceleration: 20 };
const QUICK_STEERING = { ...QUICK, maxVelocity: 10, maxPosition: 0.5 };
const ROUGH = { deadZone: 0.02, quantisation: 0.01, backlash: 0.02 };
const SECOND_ORDER = { naturalFrequency: 40, dampingRatio: 0.5 };
const SHORT_TIMEOUT = { commandTimeout: 0.03 };

const LANE_WINDOW = { xMin: 2.6, xMax: 7, yHalf: 2, pixelsPerMetre: 30 };
/** The matrix of MonoSIM's released detector for a quarter of the pixels each way. */
const LANE_MATRIX = {
  imageToView: [-6.125, -38, 570, 0, -64, 960, 0, -0.475, 1],
  imageWidth: 160,
  imageHeight: 120,
  columns: 160,
  rows: 120,
  forwardScale: 15.8,
  sidewaysScale: 13.4,
  bottomRow: 120,
  centreColumn: 80,
};
const laneParams = { birdsEye: { camera: LANE_CAMERA, window: LANE_WINDOW, matrix: LANE_MATRIX } };
const laneExamples: Example[] = [
  { params: laneParams, images: 'lane' },
  { params: laneParams, images: 'lane', unwired: ['camera_info'] },
  {
    params: { birdsEye: { camera: { ...LANE_CAMERA, lens: { hfov: 1.35 } }, window: LANE_WINDOW } },
    images: 'lane',
    unwired: ['camera_info'],
    turnsOnly: 'birdsEye.camera.lens',
  },
  {
    params: {
      ...laneParams,
      threshold: { kind: 'fixed', level: 150 },
      open: 3,
      search: 'windows',
      channel: 'grey',
      windows: { margin: 10, minPixels: 5 },
    },
    images: 'lane',
  },
  {
    params: {
      birdsEye: { from: 'matrix', matrix: LANE_MATRIX },
      threshold: { kind: 'fixed', level: 150 },
      search: 'windows',
      windows: { margin: 10, minPixels: 5 },
    },
    images: 'lane',
  },
];

/** Coarse or small views, since every pixel is drawn. */
const COARSE_WINDOW = { ...LANE_WINDOW, pixelsPerMetre: 12 };
const laneViewExamples: Example[] = [
  { params: { birdsEye: { ...laneParams.birdsEye, window: COARSE_WINDOW } }, images: 'lane', isSlow: true },
  {
    params: { birdsEye: { camera: { ...LANE_CAMERA, lens: { hfov: 1.35 } }, window: COARSE_WINDOW } },
    images: 'lane',
    unwired: ['camera_info'],
    turnsOnly: 'birdsEye.camera.lens',
    isSlow: true,
  },
  {
    params: {
      birdsEye: { from: 'matrix', matrix: { ...LANE_MATRIX, columns: 80, rows: 60 } },
      threshold: { kind: 'fixed', level: 150 },
    },
    images: 'lane',
    isSlow: true,
  },
];

/** Two cameras beside each other that see much of the same lane. */
const surroundParams = {
  cameras: [LANE_CAMERA, { ...LANE_CAMERA, mount: { ...LANE_CAMERA.mount, y: 0.5, yaw: 0.3 } }],
  size: 64,
  centre: 4,
};
const surroundExamples: Example[] = [
  { params: surroundParams, images: 'lane' },
  { params: surroundParams, images: 'lane', unwired: ['state'] },
  { params: surroundParams, images: 'yuv422', unwired: ['state', 'imu'] },
];

const LINE_REGION = { top: 106, bottom: 160 };
const lineExamples: Example[] = [
  { params: { region: LINE_REGION }, images: 'line' },
  { params: { region: { ...LINE_REGION, crop: false }, merge: 'mean' }, images: 'line' },
];

/** Where the vehicles of the plausible messages come by, again and again. */
const WAYPOINTS = Array.from({ length: 40 }, (_, i) => {
  const angle = 0.3 + 0.3 * Math.sin(2 * i);
  return { x: 10 * Math.cos(angle), y: 10 * Math.sin(angle) };
});

const SHORT_CARS = {
  ...{ front: 0.1, rear: 0.05, otherLength: 0.1, sonarX: 0.15, farX: 0.1, sideX: -0.3, clearance: 0.1 },
  ...{ pullOutGap: 1.5, pullOutTime: 0.1, bend: 0.3, patience: 100, returnTime: 0.02, lateralAcceleration: 1 },
};

/** The camera in whose image the lines of the plausible messages are: the front camera of RosDrive's Prius. */
const COURSE_CAMERA = {
  width: 800,
  height: 800,
  lens: { hfov: 1.3962634 },
  mount: { x: 1.85, y: 0, z: 3, roll: 0, pitch: 0.05, yaw: 0 },
};

const SPEEDS = WAYPOINTS.map((_, i) => 5 + (i % 7));

/** The second is never reached: the way is on its last segment when it becomes shorter. */
const SHORT_WAY = [WAYPOINTS[0], { x: 100, y: 0 }];

/** With lanes that last, with lanes that are lost between two messages, and with speeds that are not reached at once. */
const laneKeeping = (params: Example['params'] = {}): Example[] => [
  { params },
  { params: { ...params, timeout: 0.01, holdTime: 0.01, acceleration: 50, deceleration: 50 } },
  { params: { ...params, speed: 10, lateralAcceleration: 0.5 } },
];

/** A bus with one fault, of which only that is turned: it begins after the turn, and what it does is seen in what is left of the trial. */
const CAN_NODES = ['a', 'b', 'c'];
const canFault = (fault: object): Example => ({
  params: {
    nodes: CAN_NODES,
    dataBitRate: 2e6,
    bitRate: 125e3,
    statusPeriod: 0.005,
    faults: [{ at: 0.35, for: 0.1, ...fault }],
  },
  turnsOnly: 'faults',
});
const canExamples: Example[] = [
  {
    params: {
      nodes: CAN_NODES,
      dataBitRate: 2e6,
      statusPeriod: 0.01,
      faults: [
        { kind: 'babbling', node: 'a', id: 0x42, rateHz: 300 },
        { kind: 'babbling', node: 'a', id: 0x41, rateHz: 300 },
        { kind: 'bus-off', node: 'b', at: 0.2, for: 0.2 },
      ],
    },
  },
  canFault({ kind: 'drop', node: 'a', probability: 0.5 }),
  canFault({ kind: 'delay', delay: 0.002 }),
  canFault({ kind: 'corrupt', ids: [0x101, 0x102, 0x103, 0x104, 0x105, 0x106, 0x107, 0x108], undetected: true }),
  canFault({ kind: 'babbling', node: 'b', id: 0x50, rateHz: 100 }),
];

/** Frames of every kind, every few milliseconds. */
const CAN_LOG = Array.from(
  { length: 300 },
  (_, i) =>
    `(${(i * 0.004).toFixed(6)}) can0 ${['123#', '00000123#R2', '7FF##3', '456#'][i % 4]}${i % 4 === 1 ? '' : '0A0B'}\n`,
).join('');

/** Packets come every 40 ms, and everything happens within the half second of a trial. */
const QUICK_GPTP = {
  links: [{ jitter: 1e-6 }],
  priority1: 250,
  clock: { wander: 1e-6, jitter: 1e-8 },
  syncInterval: 0.02,
  announceInterval: 0.05,
  pdelayInterval: 0.05,
  asymmetryBound: 1e-6,
};

const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  'bus/can': canExamples,
  'bus/can-log': [{ params: { file: 'drive.log', speed: 1.5 }, files: { 'drive.log': CAN_LOG } }],
  'bus/clock': [
    { params: { drift: 1e-5, wander: 1e-6, jitter: 1e-8, faults: [{ kind: 'jump', at: 0.1, offset: 1 }] } },
    { params: { faults: [{ kind: 'drift', at: 0.4, for: 0.1, drift: 0.01 }] }, turnsOnly: 'faults' },
  ],
  'bus/gptp-node': [
    { params: QUICK_GPTP },
    { params: { ...QUICK_GPTP, faults: [{ kind: 'drift', at: 0.4, for: 0.1, drift: 0.01 }] }, turnsOnly: 'faults' },
  ],
  'bus/video-injection': [
    { params: { cameras: 2, width: LANE_CAMERA.width, height: LANE_CAMERA.height }, images: 'yuv422' },
  ],
  'control/twist-schedule': [
    {
      params: {
        segments: [
          { until: 0.05, vx: 1 },
          { until: 0.1, yawRate: 1 },
        ],
        repeat: true,
      },
    },
  ],
  'control/drive-schedule': [
    {
      params: {
        segments: [
          { until: 0.35, speed: 1 },
          { until: 0.8, steering: 0.1 },
        ],
      },
    },
  ],
  'control/waypoint-follower': [
    { params: { waypoints: WAYPOINTS } },
    { params: { waypoints: WAYPOINTS.slice(0, 1), reach: 0.01, slowRadius: 5 } },
    { params: { waypoints: SHORT_WAY, reach: 8 }, turnsOnly: 'waypoints' },
  ],
  'slam/scan-matcher': [{ params: { size: 4, resolution: 0.05, rays: 100 } }],
  'control/manual': [{ params: { throttle: 0.5, steering: 0.3 } }],
  'control/lane-pid': laneKeeping({ integralLimit: 0.02 }),
  'control/lane-mpc': [...laneKeeping(), { params: { discretisation: 'euler' } }],
  'control/pure-pursuit': laneKeeping(),
  'control/stanley': laneKeeping(),
  'control/cruise': [
    { params: {}, unwired: ['stop'] },
    { params: { setpoint: 8, kd: 0.1 }, unwired: ['setpoint', 'stop'] },
    // gains with which neither pedal is pressed down
    { params: { setpoint: 0, holdSpeed: 5, kp: 0.003, ki: 0.01, kd: 0.001 }, unwired: ['setpoint', 'stop'] },
    { params: { setpoint: 3, kp: 0.02, ki: 0, kd: 0, pedals: { creepSpeed: 8 } }, unwired: ['setpoint', 'stop'] },
  ],
  'control/speed-schedule': [
    { params: { waypoints: WAYPOINTS.slice(0, 3), speeds: SPEEDS.slice(0, 3), reach: 0.5 } },
    { params: { waypoints: WAYPOINTS, speeds: [20], stop: { x: 10, y: 8 } } },
    { params: { waypoints: SHORT_WAY }, turnsOnly: 'waypoints' },
  ],
  'control/line-steering': [
    { params: { camera: COURSE_CAMERA } },
    { params: { camera: COURSE_CAMERA, holdTime: 0.01, grip: 0.5, slip: 0.01 } },
  ],
  'control/sonar-avoidance': [
    // neither the tyres nor the end stop shall hide what it wants
    { params: { lateralAcceleration: 500, maxSteering: 1.4, memory: 0.1, camera: COURSE_CAMERA } },
  ],
  'control/overtaking': [
    { params: { lateralAcceleration: 500, maxSteering: 1.4, camera: COURSE_CAMERA } },
    // cars so short that one after the other is passed
    { params: { ...SHORT_CARS, camera: COURSE_CAMERA } },
  ],
  'control/prius-mixer': [{ params: { timeout: 0.03 } }],
  'control/published-cruise': [
    { params: {}, unwired: ['stop'] },
    { params: { setpoint: 8, kp: 0.05, ki: 0.05, kd: 0 }, unwired: ['setpoint', 'stop'] },
  ],
  'control/published-speed-schedule': [
    { params: { waypoints: WAYPOINTS.slice(0, 3), speeds: SPEEDS.slice(0, 3), toleranceX: 0.5 } },
    { params: { waypoints: SHORT_WAY, toleranceY: 8 }, turnsOnly: 'waypoints' },
    // a lap with every step, so that it stops after the turn
    {
      params: {
        waypoints: WAYPOINTS.slice(0, 1),
        toleranceX: 10,
        toleranceY: 10,
        stop: { x: 9.5, y: 3, laps: 85, radius: 2.2 },
      },
    },
  ],
  'control/published-line-steering': [{ params: {} }, { params: { gains: 'PID11' }, unwired: ['setpoint'] }],
  'control/published-prius-mixer': [{ params: { timeout: 0.03 } }],
  'control/parking-schedule': [{ params: { legs: [{ length: 1 }, { length: -1, curvature: 0.2 }] } }],
  'control/parking-guard': [{ params: { release: 0, hysteresis: 0.05, sonars: [{ x: 3, y: 0 }] } }],
  'sensors/camera': inWorlds({ width: 48, height: 36, far: 40 }),
  'sensors/sonar': inWorld({ ownBody: 'body_0' }),
  'sensors/lidar': inWorld({ rays: 48, mount: { pitch: 0.1 }, ownBody: 'body_0' }),
  'sensors/lidar-3d': inWorld({ columns: 32, beams: 4 }).map((example) => ({ ...example, isSlow: true })),
  'vehicle/bicycle': [
    { params: { ...SHORT_TIMEOUT, driveActuator: QUICK_DRIVE, steeringActuator: QUICK_STEERING } },
    {
      params: {
        driveActuator: { ...QUICK_DRIVE, ...ROUGH, ...SECOND_ORDER },
        steeringActuator: { ...QUICK_STEERING, ...ROUGH, ...SECOND_ORDER },
      },
    },
  ],
  'vehicle/differential': [
    { params: { ...SHORT_TIMEOUT, driveActuators: QUICK_DRIVE } },
    { params: { driveActuators: { ...QUICK_DRIVE, ...ROUGH, ...SECOND_ORDER } } },
  ],
  'vehicle/omni': [
    { params: { ...SHORT_TIMEOUT, driveActuators: QUICK_DRIVE } },
    { params: { driveActuators: { ...QUICK_DRIVE, ...ROUGH, ...SECOND_ORDER } } },
  ],
  'vehicle/single-track': [
    { params: { ...SHORT_TIMEOUT, driveActuator: QUICK_DRIVE, steeringActuator: QUICK_STEERING } },
    {
      params: {
        tyreModel: 'linear',
        dragArea: 0.6,
        driveActuator: { ...QUICK_DRIVE, ...ROUGH, ...SECOND_ORDER },
        steeringActuator: { ...QUICK_STEERING, ...ROUGH, ...SECOND_ORDER },
      },
    },
  ],
  'vehicle/four-wheel': [
    { params: { ...SHORT_TIMEOUT, steeringActuator: QUICK_STEERING } },
    { params: { ...SHORT_TIMEOUT, tyreModel: 'unity', speed: 5, steeringActuator: QUICK_STEERING } },
    {
      params: {
        tyreModel: 'magic-formula',
        speed: 5,
        dragArea: 0.6,
        powertrain: { creepThrottle: 0.1, engineBraking: 0.1 },
        steeringActuator: { ...QUICK_STEERING, ...ROUGH, ...SECOND_ORDER },
      },
      unwired: ['control'],
    },
    {
      params: { speedControl: { law: 'wheel-pid', kd: 10 }, steeringActuator: { deadTime: 0, timeConstant: 0 } },
      unwired: ['control'],
    },
  ],
  'vehicle/localisation': [{ params: { simulateLocalisation: true } }, { params: {} }],
  'vision/lane-detector': laneExamples,
  'vision/lane-view': laneViewExamples,
  'vision/line-detector': lineExamples,
  'vision/line-view': lineExamples.map((example) => ({ ...example, isSlow: true })),
  'vision/resize': [
    { params: { width: 40, height: 30 }, images: 'lane' },
    { params: { width: 40, height: 30, interpolation: 'linear' }, images: 'line', unwired: ['camera_info'] },
  ],
  'vision/surround': surroundExamples,
  'vision/marking-points': [
    { params: { weights: SURROUND_NETWORK, corners: CORNER_NETWORK, threshold: 0.2 }, images: 'view', isSlow: true },
    { params: { weights: SURROUND_NETWORK, threshold: 0.2 }, images: 'view', turnsOnly: 'threshold', isSlow: true },
  ],
  'vision/vehicles': [{ params: { weights: SURROUND_NETWORK, threshold: 0.2 }, images: 'view', isSlow: true }],
  'vision/slots': [
    { params: {} },
    { params: { rules: 'published' }, turnsOnly: 'extent' },
    { params: {}, unwired: ['footprints'], turnsOnly: 'depth' },
  ],
  'world/lane-probe': inWorld(),
  'world/lane-truth': inWorld(),
  'world/line-truth': [
    ...inWorld(
      {
        near: 2,
        far: 8,
        camera: { ...COURSE_CAMERA, lens: { hfov: 2.5 }, mount: { ...COURSE_CAMERA.mount, pitch: 0.5 } },
      },
      WITH_CENTRE_LINE,
    ),
    ...inWorld({ near: 2, far: 8, ends: 'distance', camera: COURSE_CAMERA }, WITH_CENTRE_LINE),
  ],
  'bus/dbc-encoder': [
    {
      params: {
        dbc: CRUISE_DBC,
        inputs: { state: 'skidpad_msgs/VehicleState' },
        messages: [
          {
            message: 'VehicleSpeed',
            signals: { Speed: 'state.vx' },
            counter: 'Counter',
            checksum: { signal: 'Crc' },
          },
          { message: 'DriverInput', signals: { SetSpeed: 20, Enable: 'On' }, every: 5 },
        ],
        faults: [
          { kind: 'stuck', message: 'VehicleSpeed', signal: 'Speed', at: 0.5, for: 0.2 },
          { kind: 'counter', message: 'VehicleSpeed', at: 0.8, for: 0.1 },
        ],
      },
    },
  ],
  'bus/dbc-decoder': [
    {
      params: {
        dbc: CRUISE_DBC,
        outputs: {
          control: {
            type: 'prius_msgs/Control',
            fields: { throttle: 'CruiseCommand.Throttle', brake: 'CruiseStatus.SpeedError' },
          },
        },
        timeout: 0.1,
      },
    },
  ],
  'bus/restbus': [
    {
      params: {
        dbc: CRUISE_DBC,
        nodes: ['Cruise'],
        messages: [{ message: 'DriverInput', signals: { SetSpeed: { sine: { mean: 20, amplitude: 5 } } } }],
      },
    },
  ],
  'world/track-probe': inWorlds(),
  'world/slot-truth': inWorld({ range: 6 }, WITH_LOT),
  'world/vehicle-truth': inWorld({ range: 4 }, WITH_LOT),
  // who chooses is the block itself: a goal at every step would begin anew each time
  'planning/parking': [{ params: {}, unwired: ['goal'], isSlow: true, isPlanner: true }],
  'control/parking-failsafe': [{ params: {} }, { params: {}, unwired: ['control'] }],
  'world/walker': [
    {
      params: {
        start: 0.1,
        waypoints: [
          { x: 0.1, y: 0, speed: 2, reverse: true },
          { x: 0.1, y: 0.1, wait: 0.05, reverse: true },
          { x: 0.1, y: 50 },
        ],
        cornerRadius: 0.03,
      },
    },
    { params: { start: 2, yaw: 1, waypoints: [{ x: 1, y: 0 }] } },
  ],
  // each law has parameters of its own; limits that are reached
  'control/platoon': [
    ...['ploeg', 'acc', 'path', 'consensus', 'flatbed'].map((law) => ({
      params: { law, place: 2, setSpeed: 200, maxAcceleration: 60, maxDeceleration: 60 },
      ...(law !== 'ploeg' && { turnsOnly: law }),
    })),
    { params: { law: 'acc', setSpeed: 200, maxAcceleration: 0.5, maxDeceleration: 0.5 }, turnsOnly: 'maxAcceleration' },
  ],
  'control/platoon-leader': [
    { params: { speed: 8, waves: [{ amplitude: 2, frequencyHz: 2 }], maxAcceleration: 60, maxDeceleration: 60 } },
    { params: { speed: 8, brakeAt: 0.2, braking: 3 }, turnsOnly: 'brakeAt' },
  ],
  // stops before, at and after where the vehicle of a trial is
  'planning/timetable': [
    {
      params: { file: 'stop_times.txt', trip: 'bus', dwell: 0.1 },
      files: {
        'stop_times.txt':
          'trip_id,arrival_time,departure_time,stop_id,shape_dist_traveled\nbus,00:00:00,00:00:00,a,4\nbus,00:00:01,00:00:02,b,9\nbus,00:01:00,00:02:00,c,500\n',
      },
    },
  ],
  'world/parking-probe': [
    ...inWorld({ slot: 1 }, WITH_LOT),
    // larger than a slot is never inside of one, and smaller may be
    ...inWorld({ slot: 0, front: 0.3, rear: 0.3, halfWidth: 0.2 }, WITH_LOT),
  ],
  'world/traffic': inWorld({
    bodies: [{}, { front: 2 }],
    // soft enough to be followed in the steps of a trial, and with friction that does not slide
    contact: { stiffness: 100, slipSpeed: 2 },
    pushes: [{ at: 0.4, body: 'vehicle_0', x: 100 }],
  }),
  'world/clearance': [...inWorld({ a: 'body_0', b: 'body_1' }), ...inWorld({ a: 'body_0', b: 'box' })],
};

/** The examples of a block: with all of its inputs, and with only those that it needs. */
export function examplesOf(block: AnyBlock): readonly Example[] {
  const examples = EXAMPLES[block.type] ?? [{ params: {} }];
  const ports = inputPorts(block, parseFields(block.params, examples[0].params, 'params'));
  const optional = ports.filter((port) => port.optional && !port.queued).map((port) => port.name);
  if (optional.length === 0) return examples;
  return [...examples, { ...examples[0], unwired: optional }];
}
