import { readFileSync, readdirSync, truncateSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRecordingFile } from '../../src/record/mcap/open-recording-file.ts';
import { skidpad, start, temporaryFolder } from '../support/command-line.ts';
import { until } from '../support/until.ts';

const BICYCLE = 'scenarios/dynamics/bicycle.yaml';
const short = ['--duration', '2', '--set', 'expect=[]'];

/** A scenario file with one broken or special thing in it. */
function scenarioWith(text: string): string {
  const file = join(temporaryFolder(), 'scenario.yaml');
  writeFileSync(file, text);
  return file;
}

describe('skidpad run', () => {
  it('leaves recording, CSV, scenario, metrics and report, and says good', async () => {
    const out = join(temporaryFolder(), 'run');
    const { code, stdout } = await skidpad(['run', BICYCLE, '--out', out]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/20 s simulated .* × real time/);
    expect(stdout).toMatch(/all 4 expectations hold/);
    expect(readdirSync(out).sort()).toEqual([
      'metrics.json',
      'recording.mcap',
      'report.html',
      'scenario.yaml',
      'signals.csv',
    ]);
    expect(readFileSync(join(out, 'signals.csv'), 'utf8')).toMatch(/^time \[s\],driver\.twist\.linear\.x \[m\/s\],/);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('<html');
    expect(openRecordingFile(join(out, 'recording.mcap')).complete).toBe(true);
  });

  it('prints one JSON object with what a program needs', async () => {
    const { code, stdout } = await skidpad(['run', BICYCLE, '--json', '--no-record', '--seed', '9']);
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    expect(result).toMatchObject({
      scenario: 'bicycle',
      seed: 9,
      ticks: 20000,
      duration: 20,
      deadlineMisses: 0,
      out: null,
    });
    expect(result.hash).toMatch(/^[0-9a-f]{16}$/);
    expect(result.wall).toBeGreaterThan(0);
    expect(result.realTimeFactor).toBeCloseTo(20 / result.wall, 6);
    expect(result.metrics.topSpeed).toBeLessThanOrEqual(2);
    expect(result.expectations).toHaveLength(4);
  });

  it('ends with 1 when an expectation fails, and says so in JUnit too', async () => {
    const junit = join(temporaryFolder(), 'junit.xml');
    const { code, stdout } = await skidpad([
      'run',
      BICYCLE,
      '--no-record',
      '--set',
      'expect[0].max=1e-9',
      '--junit',
      junit,
    ]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/1 of 4 expectations failed/);
    expect(readFileSync(junit, 'utf8')).toMatch(/tests="4".*failures="1"/);
  });

  it.each<[string, string[], RegExp]>([
    ['a file that is not there', ['nowhere.yaml'], /^skidpad: nowhere\.yaml: there is no such file/],
    [
      'an override of an unknown parameter',
      [BICYCLE, '--set', 'blocks.vehicle.params.wheelbase=2'],
      /^skidpad: --set blocks\.vehicle\.params\.wheelbase: unknown key \(did you mean "wheelBase"\?\)/,
    ],
    [
      'the wrong unit',
      [BICYCLE, '--set', 'blocks.vehicle.params.wheelBase=2 s'],
      /^skidpad: --set blocks\.vehicle\.params\.wheelBase: expected a quantity in m, got "2 s", which is a time/,
    ],
    [
      'NaN',
      [BICYCLE, '--set', 'blocks.vehicle.params.wheelBase=.nan'],
      /^skidpad: --set blocks\.vehicle\.params\.wheelBase: expected a number above 0 \[m\], got NaN/,
    ],
    [
      'parameters that contradict each other',
      [BICYCLE, '--set', 'blocks.vehicle.params.steeringActuator.maxPosition=0'],
      /^skidpad: --set blocks\.vehicle\.params\.steeringActuator\.maxPosition: /,
    ],
    [
      'an unknown host',
      [BICYCLE, '--host', 'vehicle=moon'],
      /^skidpad: --host vehicle=moon: there is no kind "moon"; there is local, worker, process/,
    ],
    ['a host for no block', [BICYCLE, '--host', 'nobody=worker'], /^skidpad: --host: there is no block "nobody"/],
    ['a seed that is no number', [BICYCLE, '--seed', 'lucky'], /^skidpad: --seed: expected a number, got "lucky"/],
    ['an unknown option', [BICYCLE, '--fast'], /^skidpad: unknown option '--fast'/],
    ['an unknown clock', [BICYCLE, '--clock', 'sundial'], /--clock <kind>.*sundial.* is invalid/],
    [
      'a metric of an unknown field',
      [BICYCLE, '--set', 'metrics.topSpeed.of=vehicle.state.vxx'],
      /^skidpad: --set metrics\.topSpeed\.of: .*vxx/,
    ],
    ['nothing at all', [], /^skidpad: expected a scenario file/],
  ])('answers %s with one sentence and 2', async (_name, args, sentence) => {
    const { code, stderr } = await skidpad(['run', '--no-record', ...args]);
    expect(code).toBe(2);
    expect(stderr).toMatch(sentence);
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(3);
  });

  it('names the line of unreadable YAML', async () => {
    const file = scenarioWith('name: x\nduration: [1\nblocks: {}\n');
    const { code, stderr } = await skidpad(['run', file, '--no-record']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/scenario\.yaml:\d+:\d+: unreadable YAML/);
  });

  it('will not write into a folder with somebody’s work in it', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'thesis.tex'), '');
    const { code, stderr } = await skidpad(['run', BICYCLE, '--out', folder]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/--out: .* holds thesis\.tex/);
  });

  it('reads vehicle_dynamics_sim parameter files', async () => {
    const file = scenarioWith(
      'sim_node:\n  ros__parameters:\n    model: differential\n    model_params:\n      differential:\n        track: 0.5\n',
    );
    const { code, stdout } = await skidpad(['run', '--params', file, '--no-record', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).ticks).toBeGreaterThan(1000);
  });

  it('says that a parameter file is no scenario', async () => {
    const { code, stderr } = await skidpad(['run', scenarioWith('sim_node:\n  ros__parameters: {}\n'), '--no-record']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/run it with --params/);
  });

  it('runs at the pace of the wall clock when asked, with the same result', async () => {
    const paced = JSON.parse(
      (await skidpad(['run', BICYCLE, ...short, '--no-record', '--json', '--clock', 'paced', '--speed', '4'])).stdout,
    );
    const free = JSON.parse((await skidpad(['run', BICYCLE, ...short, '--no-record', '--json'])).stdout);
    expect(paced.wall).toBeGreaterThan(0.49);
    expect(paced.hash).toBe(free.hash);
    expect(paced.lateness.count).toBe(2000);
  });

  it('follows an external clock line by line and ends with it', async () => {
    const { code, stdout } = await skidpad(
      ['run', BICYCLE, '--no-record', '--json', '--clock', 'external', '--set', 'expect=[]'],
      { input: '0.25\n{"clock":{"sec":0,"nanosec":500000000}}\n' },
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout).ticks).toBe(501);
  });
});

describe('a program with ports of its own', () => {
  it('takes part in the loop, and its run replays without it', async () => {
    const out = join(temporaryFolder(), 'run');
    const { code, stdout } = await skidpad(['run', 'examples/process/cruise.yaml', '--out', out]);
    expect(stdout).toMatch(/all 3 expectations hold/);
    expect(code).toBe(0);
    expect((await skidpad(['replay', out])).stdout).toMatch(/replayed from the recording: cruise\nidentical/);
  });

  it.each<[string, string[], RegExp]>([
    [
      'without a process host',
      ['--set', 'blocks.cruise.host=local'],
      /^skidpad: --set blocks\.cruise\.host: expected a host that stands in for the block, such as process/,
    ],
    [
      'with an unknown message type',
      ['--set', 'blocks.cruise.ports.inputs.odom=nav_msgs/Odometri'],
      /^skidpad: --set blocks\.cruise\.ports\.inputs\.odom: .*nearest are nav_msgs\/Odometry/,
    ],
    [
      'with NaN in its parameters',
      ['--set', 'blocks.cruise.params.gain=.nan'],
      /^skidpad: --set blocks\.cruise\.params\.gain: expected a finite number, got NaN/,
    ],
    [
      'wired to the wrong type',
      ['--set', 'blocks.cruise.inputs.odom=localisation.tf'],
      /^skidpad: --set blocks\.cruise\.inputs\.odom: expected a nav_msgs\/msg\/Odometry, but localisation\.tf is a tf2_msgs\/msg\/TFMessage/,
    ],
  ])('%s gets a sentence and 2', async (_name, args, sentence) => {
    const { code, stderr } = await skidpad(['run', 'examples/process/cruise.yaml', '--no-record', ...args]);
    expect(code).toBe(2);
    expect(stderr).toMatch(sentence);
  });
});

describe('a run that ends badly leaves a readable recording', () => {
  /** Longer than anybody waits. */
  const hour = ['--clock', 'paced', '--duration', '3600', '--set', 'expect=[]'];

  /** How far the recording of a run goes that may still be written to [s]; before there is one, nowhere. */
  function reach(out: string): number {
    try {
      const recording = openRecordingFile(join(out, 'recording.mcap'));
      recording.close();
      return recording.lastTimeNs / 1e9;
    } catch {
      return -Infinity;
    }
  }

  it('after kill -9, as far as it was written while it ran', async () => {
    const out = join(temporaryFolder(), 'run');
    const { child, finished } = start(['run', BICYCLE, '--out', out, ...hour]);
    await until(() => reach(out) > 1);
    const written = reach(out);
    child.kill('SIGKILL');
    await finished;
    const recording = openRecordingFile(join(out, 'recording.mcap'));
    expect(recording.complete).toBe(false);
    expect(recording.lastTimeNs / 1e9).toBeGreaterThanOrEqual(written);
    expect([...recording.messages()].length).toBeGreaterThan(100);
    expect(recording.scenarioYaml).toContain('name: bicycle');
  });

  it('after Ctrl-C, whole and with exit code 130', async () => {
    const out = join(temporaryFolder(), 'run');
    const { child, finished } = start(['run', BICYCLE, '--out', out, ...hour]);
    await until(() => reach(out) > 0);
    child.kill('SIGINT');
    expect((await finished).code).toBe(130);
    expect(openRecordingFile(join(out, 'recording.mcap')).complete).toBe(true);
  });

  it.each([
    [
      'dies',
      'import sys,json\nsys.stdin.readline(); print(json.dumps({"op":"ready"}),flush=True)\nfor i in range(20):\n  sys.stdin.readline(); print(json.dumps({"op":"outputs","outputs":{}}),flush=True)\nsys.exit(4)\n',
      /blocks\.controller: .*4/,
    ],
    [
      'answers nonsense',
      'import sys,json\nsys.stdin.readline(); print(json.dumps({"op":"ready"}),flush=True)\nsys.stdin.readline(); print("hello",flush=True); sys.stdin.read()\n',
      /blocks\.controller: .*hello/,
    ],
    [
      'hangs',
      'import sys,json\nsys.stdin.readline(); print(json.dumps({"op":"ready"}),flush=True)\nsys.stdin.read()\n',
      /blocks\.controller: .*did not answer within 10 s/,
    ],
    [
      'answers NaN',
      'import sys,json\nsys.stdin.readline(); print(json.dumps({"op":"ready"}),flush=True)\nfor l in sys.stdin: print(json.dumps({"op":"outputs","outputs":{"twist":{"linear":{"x":"NaN"}}}}),flush=True)\n',
      /blocks\.controller: .*linear\.x/,
    ],
  ])('when a program %s, with exit code 3 and one sentence', async (name, program, sentence) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'controller.py'), program);
    const out = join(folder, 'run');
    const { code, stderr } = await skidpad([
      'run',
      'scenarios/hosts/waypoints-python.yaml',
      '--out',
      out,
      '--set',
      `blocks.controller.host.command=python3 ${join(folder, 'controller.py')}`,
      '--set',
      `blocks.controller.host.timeLimit=${name === 'hangs' ? 10 : 300}`,
    ]);
    expect(code).toBe(3);
    expect(stderr.split('\n').filter((line) => line.startsWith('skidpad:'))).toHaveLength(1);
    expect(stderr).toMatch(sentence);
    expect([...openRecordingFile(join(out, 'recording.mcap')).messages()].length).toBeGreaterThan(0);
  });

  it('when the program does not exist', async () => {
    const { code, stderr } = await skidpad([
      'run',
      'scenarios/hosts/waypoints-python.yaml',
      '--no-record',
      '--host',
      'controller=process:no-such-program-here',
    ]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/blocks\.controller: .*no-such-program-here/);
  });
});

describe('skidpad verify, replay, latency, report', () => {
  const record = async (scenario: string, ...args: string[]) => {
    const out = join(temporaryFolder(), 'run');
    expect((await skidpad(['run', scenario, '--out', out, ...args])).code).toBe(0);
    return out;
  };

  it('changes parameters at the same instant wherever a block runs', async () => {
    const run = async (...host: string[]) =>
      JSON.parse(
        (
          await skidpad([
            'run',
            'scenarios/manual/bicycle.yaml',
            '--no-record',
            '--json',
            '--duration',
            '20',
            '--set',
            'expect=[]',
            ...host,
          ])
        ).stdout,
      ).hash as string;
    const local = await run();
    expect(await run('--host', 'driver=worker')).toBe(local);
    expect(await run('--set', 'changes=[]')).not.toBe(local);
  });

  it('verify finds an honest run identical, on another host too', async () => {
    const out = await record('scenarios/dynamics/waypoints.yaml', '--duration', '3', '--set', 'expect=[]');
    const { code, stdout } = await skidpad(['verify', out]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^identical: \d+ messages over 3 s/);
    expect((await skidpad(['verify', out, '--host', 'controller=worker'])).code).toBe(0);
  });

  it('verify names the first tick and field of a run that differs', async () => {
    const out = await record(BICYCLE, ...short);
    // a recording whose messages were made with another wheelbase than its scenario says
    const file = join(out, 'recording.mcap');
    const bytes = readFileSync(file);
    const place = bytes.indexOf('maxAcceleration: 1\n');
    bytes.write('maxAcceleration: 2\n', place);
    writeFileSync(file, bytes);
    const { code, stdout } = await skidpad(['verify', out, '--json']);
    expect(code).toBe(1);
    const { first } = JSON.parse(stdout);
    expect(first).toMatchObject({ signal: 'vehicle.state', field: 'x' });
    // the command enters at 2 ms with a dead time of 0.2 s: motion begins right after
    expect(first.tick).toBeGreaterThanOrEqual(202);
    expect(first.tick).toBeLessThanOrEqual(204);
  });

  it('replay needs no program any more, and gives the same bits', async () => {
    const out = await record('scenarios/hosts/waypoints-python.yaml', '--duration', '5', '--set', 'expect=[]');
    const { code, stdout } = await skidpad(['replay', out, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ identical: true, replayed: ['controller'] });
  });

  it('replay repeats a paced run in which a slow program missed its deadlines', async () => {
    const folder = temporaryFolder();
    // every fifth answer is given only after the next question, when its time is over whatever the wall clock says
    writeFileSync(
      join(folder, 'slow.py'),
      'import sys,json\nsys.stdin.readline(); print(json.dumps({"op":"ready"}),flush=True)\nn=0\nowed=[]\nfor l in sys.stdin:\n  if json.loads(l).get("op")!="step": break\n  n+=1\n  owed.append(n)\n  if n%5==0: continue\n  for x in owed: print(json.dumps({"op":"outputs","outputs":{"twist":{"linear":{"x":x/20}}}}),flush=True)\n  owed=[]\n',
    );
    for (const late of ['hold', 'drop']) {
      const out = join(folder, late);
      const run = await skidpad([
        'run',
        'scenarios/hosts/waypoints-python.yaml',
        '--out',
        out,
        '--json',
        '--duration',
        '2',
        '--clock',
        'paced',
        '--set',
        'expect=[]',
        '--set',
        `blocks.controller.host.command=python3 ${join(folder, 'slow.py')}`,
        '--set',
        `blocks.controller.host.late=${late}`,
      ]);
      expect(JSON.parse(run.stdout).deadlineMisses).toBeGreaterThan(3);
      const { stdout } = await skidpad(['replay', out, '--json']);
      expect(JSON.parse(stdout)).toMatchObject({ identical: true, hash: JSON.parse(run.stdout).hash });
    }
  });

  it('latency gives the age of the data behind every command, hop by hop', async () => {
    const out = await record(
      'scenarios/dynamics/waypoints.yaml',
      '--duration',
      '3',
      '--set',
      'expect=[]',
      '--set',
      'blocks.controller.inputs.odom.delay=0.007',
    );
    const { code, stdout } = await skidpad(['latency', out, '--json']);
    expect(code).toBe(0);
    const [chain] = JSON.parse(stdout);
    expect(chain.path).toBe('vehicle.state → localisation.odom → controller.twist → vehicle.twist');
    // by hand: odometry of 0, 20, 40 ms … is sent 1 ms and arrives 8 ms later; the controller reads at 0, 50, 100 ms …
    // and publishes 10 ms after; so it reads data that is 10 or 30 ms old, and the vehicle reads at once
    expect(chain.hops.map((hop: any) => [hop.hop, hop.min, hop.max])).toEqual([
      ['localisation waits', 0, 0],
      ['localisation computes', 0.001, 0.001],
      ['controller waits', 0.009, 0.019],
      ['controller computes', 0.01, 0.01],
      ['vehicle waits', 0, 0],
    ]);
    expect([chain.age.min, chain.age.max]).toEqual([0.02, 0.03]);
  });

  it('a recording cut in half is reported on as far as it goes', async () => {
    const out = await record(BICYCLE);
    const file = join(out, 'recording.mcap');
    truncateSync(file, Math.floor(statSync(file).size / 2));
    expect((await skidpad(['report', out])).code).toBe(0);
    for (const command of ['verify', 'replay']) {
      const refused = await skidpad([command, out]);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toMatch(/the recording was cut short: it can be read up to [\d.]+ s; add --partial/);
      const partial = await skidpad([command, out, '--partial', '--json']);
      expect(partial.code).toBe(0);
      expect(JSON.parse(partial.stdout)).toMatchObject({ identical: true, complete: false });
    }
  });

  it('what is no run gets a sentence and 2', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'recording.mcap'), 'not an mcap file at all');
    for (const command of ['verify', 'replay', 'latency', 'report']) {
      const { code, stderr } = await skidpad([command, folder]);
      expect(code).toBe(2);
      expect(stderr).toMatch(/is not an MCAP recording/);
    }
    expect((await skidpad(['verify', join(folder, 'nothing')])).stderr).toMatch(/there is no such run/);
  });
});

describe('skidpad check, blocks, schema', () => {
  it('check shows the dataflow as a table, as JSON and as a graph', async () => {
    expect((await skidpad(['check', BICYCLE])).stdout).toMatch(
      /vehicle\s+vehicle\/bicycle\s+local\s+1 ms\s+1 ms\s+twist ← driver\.twist/,
    );
    expect(JSON.parse((await skidpad(['check', BICYCLE, '--json'])).stdout).blocks).toHaveLength(3);
    expect((await skidpad(['check', BICYCLE, '--dot'])).stdout).toMatch(/^digraph \{[^]*"driver" -> "vehicle"/);
  });

  it('blocks documents every type, and one in detail', async () => {
    expect((await skidpad(['blocks'])).stdout).toMatch(/vehicle\/bicycle/);
    expect((await skidpad(['blocks', 'vehicle/bicycle'])).stdout).toMatch(/driveActuator\.deadTime\s+0\.2\s+s/);
    expect((await skidpad(['blocks', 'vehicle/bycicle'])).code).toBe(2);
  });

  it('the published schema is current', async () => {
    expect((await skidpad(['schema'])).stdout).toBe(readFileSync('schema/scenario.schema.json', 'utf8'));
  });

  it('every command has help', async () => {
    for (const command of ['run', 'check', 'verify', 'replay', 'latency', 'report', 'blocks', 'schema']) {
      const { code, stdout } = await skidpad([command, '--help']);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^Usage: skidpad/);
    }
  });
});
