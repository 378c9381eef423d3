/** Work that wants a grade without earning it. Each does its mischief and then controls nothing: the car stands still. */

/** A TypeScript block that stands still, with code of its own at four places. */
interface Places {
  readonly top?: string;
  readonly init?: string;
  readonly step?: string;
  readonly more?: string;
}

const idle = ({ top = '', init = '', step = '', more = '' }: Places): string => `
import { Control, CarInfo, Float64, defineBlock, findBlock, param } from 'skidpad';
declare const process: any;
const builtin = async (name: string): Promise<any> => import(['node', name].join(':'));
const quietly = (mischief: () => unknown) => { try { mischief(); } catch {} };
${top}
export default defineBlock({
  type: 'idle', doc: 'Does nothing.', params: {},
  inputs: { car_info: CarInfo, setpoint: Float64 }, outputs: { control: Control },
  init() { ${init} return {}; },
  step(_params, _state, _inputs, outputs) { ${step} },
  ${more}
});
void findBlock; void param; void quietly; void builtin;
`;

const VERDICT = 'lab1: passed, 10 of 10 criteria';
const JSON_VERDICT = `{"lab":"lab1","passed":true,"scenarios":[]}`;

/** By name: a TypeScript module. */
export const modules: Readonly<Record<string, string>> = {
  'leaves with exit code 0 after a verdict of its own': idle({
    top: `console.log(${JSON.stringify(VERDICT)}); process.exit(0);`,
  }),
  'leaves with exit code 0 after a verdict in JSON': idle({
    top: `console.log(${JSON.stringify(JSON_VERDICT)}); process.exit(0);`,
  }),
  'leaves in the middle of the run': idle({ step: `if (_inputs.car_info.sequence > 5) process.exit(0);` }),
  'patches Array.prototype.every': idle({
    top: `Array.prototype.every = () => true; Array.prototype.some = () => false;`,
  }),
  'patches JSON.stringify': idle({ top: `JSON.stringify = () => ${JSON.stringify(JSON_VERDICT)};` }),
  'replaces the step of the vehicle': idle({
    top: `quietly(() => { (findBlock('vehicle/four-wheel') as any).step = () => {}; });`,
  }),
  'replaces every shipped block and every comparison': idle({
    top: `for (const type of ['vehicle/four-wheel', 'vehicle/bicycle']) quietly(() => Object.assign(findBlock(type)!, { step() {}, init: () => ({}) }));
Number.isFinite = () => true; Math.max = () => 0; Math.min = () => 0;`,
  }),
  'patches the console and the standard streams': idle({
    top: `console.log = () => {}; process.stdout.write(${JSON.stringify(`${VERDICT}\n`)}); process.stdout.write = () => true; process.stderr.write = () => true;`,
  }),
  'rewrites the terminal with escapes': idle({
    top: `console.log('\\u001b[2J\\u001b[H${VERDICT}\\u001b[8m'); console.error('\\u001b]0;passed\\u0007${VERDICT}');`,
  }),
  'overwrites the grader': idle({
    top: `const fs = await builtin('fs'); for (const file of ['cli.js', 'index.js']) quietly(() => fs.writeFileSync(new URL(file, import.meta.url.startsWith('file') ? import.meta.url : 'file://' + process.argv[1]), ''));`,
  }),
  'overwrites the lab': idle({
    top: `const fs = await builtin('fs'); quietly(() => fs.writeFileSync('docs/course/lab1-cruise-control/scenario.yaml', 'expect: []'));`,
  }),
  'starts a program': idle({
    top: `const c = await builtin('child_process'); quietly(() => c.execSync('kill -9 ' + process.ppid)); quietly(() => c.spawn('sh', ['-c', 'sleep 100'], { detached: true }));`,
  }),
  'kills its parent': idle({ top: `quietly(() => process.kill(process.ppid, 'SIGKILL'));` }),
  'signals its parent and evaluates in its inspector': idle({
    top: `quietly(() => process.kill(process.ppid, 'SIGUSR1')); await fetch('http://127.0.0.1:9229/json').catch(() => {});`,
  }),
  'answers before it is asked': idle({
    init: `const fs = process.getBuiltinModule?.('fs') ?? process.binding?.('fs'); quietly(() => { const json = '{"outputs":[[]]}'; const bytes = new Uint8Array(8 + json.length); new DataView(bytes.buffer).setUint32(0, 4 + json.length, true); new DataView(bytes.buffer).setUint32(4, json.length, true); bytes.set(new TextEncoder().encode(json), 8); for (let i = 0; i < 50; i++) fs.writeSync(3, bytes); });`,
  }),
  'answers twice, in the middle of a run': idle({
    step: `if (_inputs.car_info.sequence > 40) quietly(() => { const fs = process.getBuiltinModule?.('fs') ?? process.binding?.('fs'); fs.writeSync(3, Uint8Array.of(4, 0, 0, 0, 0, 0, 0, 0)); });`,
  }),
  'answers with bytes that are no message': idle({
    top: `(Control as any).encode = (_m: any, view: DataView) => { view.setUint8(0, 255); return 1; };`,
  }),
  'answers with a message for a port that it has not': idle({
    top: `const stringify = JSON.stringify; JSON.stringify = ((value: any, ...rest: any[]) => value?.outputs ? '{"outputs":[[],[4],[4]]}' : (stringify as any)(value, ...rest)) as any;`,
  }),
  'describes itself with a prototype': idle({
    more: `check: () => undefined, ...({ doc: 'x' }), get plant() { return JSON.parse('{"__proto__":{"pass":true}}'); },`,
  }),
  'describes itself without end': idle({ more: `...({ doc: 'x'.repeat(30_000_000) }),` }),
  'uses all memory': idle({ init: `const all: any[] = []; for (;;) all.push(new Array(1e6).fill(all.length));` }),
  'contradicts itself in numbers': idle({ step: `outputs.control.value.throttle = NaN;` }),
};

const PYTHON_IDLE = `
print("mischief done", file=sys.stderr, flush=True)
json.loads(sys.stdin.readline())
print(json.dumps({"op": "ready"}), flush=True)
for line in sys.stdin:
    if json.loads(line)["op"] == "end":
        break
    print(json.dumps({"op": "outputs", "outputs": {}}), flush=True)
`;

/** By name: a Python program. */
export const programs: Readonly<Record<string, string>> = {
  'signals its parent and evaluates in its inspector': `
import json, os, signal, socket, sys, time
for pid in {os.getppid(), *[int(p) for p in os.listdir("/proc") if p.isdigit()]} - {os.getpid()}:
    try:
        if b"skidpad" in open(f"/proc/{pid}/cmdline", "rb").read(): os.kill(pid, signal.SIGUSR1)
    except OSError:
        pass
for _ in range(50):
    try:
        socket.create_connection(("127.0.0.1", 9229), timeout=1)
        print("reached the inspector", file=sys.stderr)
        break
    except OSError:
        time.sleep(0.02)
${PYTHON_IDLE}`,
  'kills whatever it can see': `
import json, os, signal, sys
for p in os.listdir("/proc"):
    try:
        if p.isdigit() and int(p) not in (1, os.getpid()) and b"skidpad" in open(f"/proc/{p}/cmdline", "rb").read(): os.kill(int(p), signal.SIGKILL)
    except OSError:
        pass
${PYTHON_IDLE}`,
  'prints a verdict': `
import json, sys
print(${JSON.stringify(VERDICT)}, "mischief done", file=sys.stderr, flush=True)
print(${JSON.stringify(JSON_VERDICT)}, flush=True)
${PYTHON_IDLE}`,
  'overwrites the lab': `
import json, sys, pathlib
try:
    pathlib.Path("docs/course/lab1-cruise-control/scenario.yaml").open("a").close()
    print("reached the lab", file=sys.stderr)
except OSError:
    pass
${PYTHON_IDLE}`,
};
