/** The command line. A command that is named is the only one that is set up, and loads its own code. */
import { Command, Option } from 'commander';
import { withRulesOptions } from './comparison-rules.ts';
import { offerLibrary } from '../node/own-library.ts';
import { explain } from './exit-code.ts';
import { withRosbridgeOptions } from './rosbridge-options.ts';
import { withServeOptions } from './serve-options.ts';

declare const SKIDPAD_VERSION: string;

const collect = (value: string, previous: string[]) => [...previous, value];

const program = new Command('skidpad')
  .description(
    'A proving ground for wheeled vehicles: one scenario, with a model, your code, an ECU or a robot in the loop',
  )
  .version(SKIDPAD_VERSION)
  .showHelpAfterError('(add --help for usage)')
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'skidpad: ')) })
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .addHelpText(
    'after',
    `
Exit codes: 0 success, 1 an expectation failed or runs differ, 2 bad input or a file that
cannot be read or written, 3 a host failed, 4 a run from elsewhere asks for --trust, 130 interrupted.
Try: skidpad run scenarios/dynamics/bicycle.yaml`,
  );

const withScenario = (command: Command) =>
  command
    .argument('[scenario]', 'a scenario file, or the directory of an earlier run')
    .option('--params <file>', 'a vehicle_dynamics_sim ROS parameter file instead of a scenario')
    .option('--seed <number>', 'seed of every random stream')
    .option('--world <file>', 'a world file in place of the world of the scenario')
    .option(
      '--set <path=value>',
      'change one value of the scenario, such as blocks.vehicle.params.wheelBase=2 (repeatable)',
      collect,
      [],
    )
    .option(
      '--host <block=kind>',
      'where a block runs: local, worker, process:COMMAND, process-cdr:COMMAND or a file with a kind of host (repeatable)',
      collect,
      [],
    )
    .addOption(new Option('--clock <kind>', 'when the next tick may start').choices(['free', 'paced', 'external']))
    .option('--speed <factor>', 'paced: simulated seconds per second')
    .option('--duration <seconds>', 'simulated time');

const THREADS = [
  '--threads <number>',
  'threads that share the work of cameras, lidars and detectors, where the run is long enough; the same bits',
] as const;

/** Sets up each command. */
const COMMANDS: Record<string, (program: Command) => void> = {
  run: (program) =>
    withRosbridgeOptions(
      withServeOptions(
        withScenario(program.command('run').description('run a scenario and write its recording, tables and report')),
      ),
    )
      .option(...THREADS)
      .option('--out <dir>', 'run directory (default: runs/NAME-TIME)')
      .option('--force', 'replace an earlier run in that directory')
      .option('--json', 'print one JSON object with the result')
      .option('--no-record', 'write nothing to disk')
      .option('--junit <file>', 'write expectations as JUnit XML')
      .action(async (file, options) => (await import('./commands/run.ts')).run(file, options)),
  robot: (program) =>
    program
      .command('robot')
      .description('a simulated PiCar-S in its own time, driven over rosbridge as a real one is')
      .argument('[file]', 'a robot of your own: a scenario with a link of kind rosbridge-server named clients')
      .option('--port <number>', 'port of its rosbridge server, 0 for any free one (default: 9090)')
      .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
      .option('--duration <time>', 'ends after so long (default: when interrupted)')
      .option('--out <dir>', 'record into this run directory')
      .option('--force', 'replace an earlier run in that directory')
      .option('--json', 'print one JSON object at the end')
      .action(async (file, options) => (await import('./commands/robot.ts')).robot(file, options)),
  studio: (program) =>
    program
      .command('studio')
      .description('the whole loop in a browser: scenes, plots, knobs, an editor')
      .option('--port <number>', 'port, 0 for any free one (default: 4400, or any when that is taken)')
      .option('--host <address>', 'address to listen on', '127.0.0.1')
      .option('--no-open', 'do not open a browser')
      .option(
        '--connect <address>',
        'let the page watch a run on another machine, such as ws://robot:8765 (repeatable)',
        collect,
        [],
      )
      .action(async (options) => (await import('./commands/studio.ts')).studio(options)),
  check: (program) =>
    withScenario(program.command('check').description('check a scenario and show its dataflow as one table'))
      .option(...THREADS)
      .option('--dot', 'print the dataflow as a Graphviz graph')
      .option('--json', 'print the dataflow as JSON')
      .action(async (file, options) => (await import('./commands/check.ts')).check(file, options)),
  verify: (program) =>
    withRulesOptions(program.command('verify'))
      .description('run again and name the first tick and field that differ')
      .argument('<run>', 'a run directory')
      .option('--host <block=kind>', 'run a block elsewhere than it ran (repeatable)', collect, [])
      .option('--partial', 'compare a recording that was cut as far as it goes')
      .option('--trust', 'execute what came with a run that was made elsewhere: modules, programs, links')
      .option('--json', 'print one JSON object')
      .action(async (run, options) => (await import('./commands/verify.ts')).verify(run, options)),
  replay: (program) =>
    withRulesOptions(program.command('replay'))
      .description('run again with recorded outputs in place of whatever is not deterministic')
      .argument('<run>', 'a run directory')
      .option('--block <name>', 'also replay this block from the recording (repeatable)', collect, [])
      .option('--partial', 'replay a recording that was cut as far as it goes')
      .option('--trust', 'execute what came with a run that was made elsewhere: modules, programs, links')
      .option('--json', 'print one JSON object')
      .action(async (run, options) => (await import('./commands/replay.ts')).replay(run, options)),
  latency: (program) =>
    program
      .command('latency')
      .description('the age of the data behind every command, hop by hop, measured and declared, against its budget')
      .argument('<run>', 'a run directory or an MCAP recording')
      .option('--budget <time>', 'how old data may be, such as "83 ms"; as the scenario says when absent')
      .option('--json', 'print one JSON object')
      .action(async (run, options) => (await import('./commands/latency.ts')).latency(run, options)),
  can: (program) =>
    program
      .command('can')
      .description('CAN frames of a run or a log: identifiers, cycle times, gaps, bus load; as candump or ASC log')
      .argument('<run>', 'a run directory, an MCAP recording, or a log of candump (.log) or Vector (.asc)')
      .option('--candump <file>', 'write the frames as candump logs them')
      .option('--asc <file>', 'write the frames as a Vector ASC log')
      .option('--dbc <file>', 'names and signals of the messages')
      .option(
        '--signal <block.port>',
        'only these frames, such as body.frames (repeatable; default: buses)',
        collect,
        [],
      )
      .option('--json', 'print one JSON object')
      .action(async (run, options) => (await import('./commands/can.ts')).can(run, options)),
  report: (program) =>
    program
      .command('report')
      .description('write the CSV and the report of a recording again')
      .argument('<run>', 'a run directory')
      .option('--rosdrive <block>', "also write rosdrive.csv, with the columns of RosDrive's log, of this car")
      .action(async (run, options) => (await import('./commands/report.ts')).report(run, options)),
  grade: (program) =>
    program
      .command('grade')
      .description('run your work in a lab of the course and see pass or fail per criterion')
      .argument('<lab>', 'lab1, lab2 …, or a folder with a scenario.yaml')
      .argument('<submission>', 'a controller (.ts, .py, a program) or parameters (.yaml), as the lab asks')
      .option('--out <dir>', 'also write recording, CSV and report')
      .option('--force', 'replace an earlier run in that directory')
      .option('--json', 'print one JSON object')
      .action(async (lab, submission, options) =>
        (await import('./commands/grade.ts')).grade(lab, submission, options),
      ),
  compare: (program) =>
    program
      .command('compare')
      .description(
        'several runs in one report: metrics, what was changed, step responses, trajectories, spreads, overtaking',
      )
      .argument('[runs...]', 'run directories, at least two')
      .option(
        '--step <field=setpoint>',
        'a field and the set point it follows, or a number (repeatable; default: speed)',
        collect,
        [],
      )
      .option(
        '--path <signal>',
        'a signal with a place, such as car.state (repeatable; default: the vehicles)',
        collect,
        [],
      )
      .option('--zoom <x0,y0,x1,y1>', 'also draw the trajectories in this rectangle [m] (repeatable)', collect, [])
      .option(
        '--curve <n>',
        'also draw them in the n-th bend of the track (repeatable; default: the tightest)',
        collect,
        [],
      )
      .option(
        '--box <field>',
        'box plot of a field (repeatable; default: errors of referees and controllers)',
        collect,
        [],
      )
      .option('--crossing <a,b>', 'progress of two vehicles, such as car1.state,car2.state (repeatable)', collect, [])
      .option('--plot <field>', 'a field over time (repeatable)', collect, [])
      .option('--out <dir>', 'directory of the report (default: runs/comparison, or the next that is free)')
      .option('--force', 'replace an earlier report in that directory')
      .option('--json', 'print one JSON object with the tables')
      .action(async (runs, options) => (await import('./commands/compare.ts')).compare(runs, options)),
  tune: (program) =>
    program
      .command('tune')
      .description("a relay experiment on a car's speed, and the cruise control gains that follow from it")
      .option('--vehicle <file>', 'vehicle file, driven by pedals (default: the Prius)')
      .option('--speed <m/s>', 'speed around which the relay switches (default: 15)')
      .option('--amplitude <share>', 'step of the demand, as a share of full drive force (default: 0.5)')
      .option('--rate <Hz>', 'rate of the controller (default: 30)')
      .option('--rule <name>', 'rule whose gains are written (default: tyreus-luyben-pi)')
      .option('--out <file>', 'write the gains as parameters of control/cruise')
      .option('--json', 'print one JSON object')
      .action(async (options) => (await import('./commands/tune.ts')).tune(options)),
  identify: (program) =>
    program
      .command('identify')
      .description("dead time, lag, gain and backlash of a robot's drive and steering, from a recording of it")
      .argument('<run>', 'a run directory or an MCAP recording')
      .option('--drive <command:signal>', 'the commanded speed and the signal that says how the robot moves')
      .option('--steering <command:signal>', 'the commanded steering angle and such a signal')
      .option('--wheel-base <m>', 'where steering is only seen by how the robot turns')
      .option('--max-dead-time <s>', 'longest dead time that is looked for (default: 2, or a quarter of the log)')
      .option('--out <dir>', 'directory of the report (default: runs/identified, or the next that is free)')
      .option('--force', 'replace an earlier report in that directory')
      .option('--json', 'print one JSON object')
      .action(async (run, options) => (await import('./commands/identify.ts')).identify(run, options)),
  reproduce: (program) =>
    program
      .command('reproduce')
      .description('run a published study again and write one report beside the published numbers')
      .argument('<study>', 'apa, monosim or rosdrive')
      .option('--out <dir>', 'directory of the report (default: runs/reproduce-STUDY, or the next that is free)')
      .option('--force', 'replace an earlier report in that directory')
      .option('--quick', 'fewer runs and a coarser grid, to see that it works')
      .option('--json', 'print one JSON object with findings and tables')
      .action(async (study, options) => (await import('./commands/reproduce.ts')).reproduce(study, options)),
  calibrate: (program) =>
    program
      .command('calibrate')
      .description('a camera file from pictures of a board, or pictures of a known camera')
      .argument('[pictures...]', 'PNG pictures of the board')
      .option('--board <CxR>', 'inner corners of a chessboard, such as 9x6')
      .option('--charuco <CxR>', 'squares of a ChArUco board, such as 7x5')
      .option('--square <m>', 'side of a square')
      .option('--marker <m>', 'side of a ChArUco marker')
      .option('--dictionary <name>', 'ChArUco dictionary (default: DICT_4X4_50)')
      .option('--fisheye', 'fit the Kannala–Brandt model')
      .option('--ground <picture>', 'the board lying on the floor: height, tilt and homography')
      .option('--camera <file>', 'use the lens of this camera file as it is')
      .option('--surround [rig]', 'the mounts of all cameras of a vehicle, from boards on the floor (docs/surround.md)')
      .option('--name <name>', 'camera name')
      .option('--out <file>', 'camera file (default: camera.yaml)')
      .option('--block <file>', 'also write the camera as a block of a scenario')
      .option('--draw <dir>', 'write pictures with the corners drawn')
      .option('--force', 'replace earlier pictures in the directories of --draw and --render')
      .option('--json', 'print one JSON object')
      .option('--render <dir>', 'render pictures of a known camera instead')
      .option('--count <n>', 'how many pictures to render')
      .option('--seed <n>', 'another seed, other poses of the board')
      .option('--size <WxH>', 'size of the pictures in pixels')
      .option('--noise <levels>', 'noise of the pictures in grey levels')
      .option('--blur <px>', 'blur of the pictures')
      .action(async (files, options) => (await import('./commands/calibrate.ts')).calibrate(files, options)),
  track: (program) =>
    program
      .command('track')
      .description('make a random track or draw the world of a file: table, SVG, PNG, world file')
      .option('--seed <number>', 'another seed, another track')
      .option('--paper', "MonoSIM's own track")
      .option('--world <file>', 'draw the world of this world or scenario file')
      .option('--radius <metres>', 'radius of the circle that is bent')
      .option('--max-curvature <1/m>', 'no bend is tighter')
      .option('--lane-width <metres>', 'width of the lane')
      .option('--out <file>', 'write .svg, .png or .yaml (repeatable)', collect, [])
      .option('--json', 'print one JSON object')
      .action(async (options) => (await import('./commands/track.ts')).track(options)),
  park: (program) =>
    program
      .command('park')
      .description('plan a parking manoeuvre, check it and draw it: a case file of ours or a CSV of TPCAP')
      .argument('<file>', 'a case (.yaml) or a problem of the TPCAP benchmark (.csv)')
      .option('--planner <name>', 'auto, line-arc, reeds-shepp or hybrid', 'auto')
      .option('--out <file>', 'write .svg or .png with the drawing, .csv with the points (repeatable)', collect, [])
      .option('--json', 'print one JSON object')
      .action(async (file, options) => (await import('./commands/park.ts')).park(file, options)),
  slam: (program) =>
    program
      .command('slam')
      .description('a map and the way through it, from the scans of a recording or a CARMEN log')
      .argument('<file>', 'a run directory, an MCAP recording, or a CARMEN log (FLASER, ROBOTLASER1, ODOM, TRUEPOS)')
      .option('--relations <file>', 'errors by relations between stamps (Kümmerle et al. 2009)')
      .option('--odometry <file>', 'take odometry from the ODOM lines of this CARMEN log')
      .option('--no-odometry', 'match scans without any odometry')
      .option('--scan <signal>', 'recording: the LaserScan, such as lidar.scan (default: the first)')
      .option('--odom <signal>', 'recording: the Odometry (default: the first)')
      .option('--mount <x,y,heading>', 'recording: the scanner in the frame of the robot [m, rad]')
      .option('--resolution <metres>', 'side of a cell (default: 0.05)')
      .option('--max-range <metres>', 'longer ranges are left out (default: 20)')
      .option('--submap <keyframes>', 'keyframes after which the next submap begins (default: 25)')
      .option('--no-loops', 'scan matching alone')
      .option('--published', "gradient weights as in hector_mapping's code")
      .option('--out <dir>', 'directory of map and trajectory (default: runs/slam-NAME, or the next that is free)')
      .option('--force', 'replace an earlier map in that directory')
      .option('--json', 'print one JSON object')
      .action(async (file, options) => (await import('./commands/slam.ts')).slam(file, options)),
  dbc: (program) =>
    program
      .command('dbc')
      .description('the messages and signals of a DBC file, their layout, and what a frame means')
      .argument('<file>', 'a DBC file')
      .option(
        '--message <name>',
        'one message, by name or identifier such as 0x123: its signals and where their bits are',
      )
      .option('--decode <frame>', 'a frame as candump writes it, such as 0x123#DEADBEEF')
      .option('--svg <file>', 'draw the layout of the messages')
      .option('--out <file>', 'write the file again in canonical order')
      .option('--json', 'print one JSON object')
      .action(async (file, options) => (await import('./commands/dbc.ts')).dbc(file, options)),
  blocks: (program) =>
    program
      .command('blocks')
      .description('block types, or the ports and parameters of one')
      .argument('[type]', 'a block type')
      .option('--json', 'print JSON')
      .action(async (type, options) => (await import('./commands/blocks.ts')).blocks(type, options)),
  computer: (program) =>
    program
      .command('computer')
      .description('the program that hosts of kind computer start: steps blocks as a run elsewhere says')
      .action(async () => (await import('../hosts/computer/serve-computer.ts')).serveComputer()),
  schema: (program) =>
    program
      .command('schema')
      .description('the JSON Schema of scenario files')
      .action(async () => (await import('./commands/schema.ts')).schema()),
};

offerLibrary({ index: () => import('../index.ts'), node: () => import('../node/index.ts') });

const named = Object.keys(COMMANDS).filter((name) => name === process.argv[2]);
for (const name of named.length > 0 ? named : Object.keys(COMMANDS)) COMMANDS[name](program);

// whoever reads our output may have seen enough; a terminal that went away has sent its signal, which ends a command in good order
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code !== 'EIO') process.exit(code === 'EPIPE' ? 0 : 2);
});
process.stderr.on('error', () => {});

program.parseAsync().catch((error: unknown) => {
  const { message, code } = explain(error);
  console.error(`skidpad: ${message}`);
  process.exitCode = code;
});
