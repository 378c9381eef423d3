/** ISO-TP and UDS of somebody else's: scapy's soft socket asks the ECU over socketcand, in messages of one frame and of several, both ways. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { start, temporaryFolder } from '../support/command-line.ts';
import { python, pythonHas } from '../support/python.ts';
import { until } from '../support/until.ts';
import { hasCompiler } from './programs.ts';

const SCENARIO = `
name: workshop
duration: 3000
clock: { kind: paced, speed: 1 }
links:
  tap: { kind: socketcand, port: 0 }
  program: { kind: program, firmware: diagnosis }
blocks:
  ecu: { type: bus/diagnosis-ecu, inputs: { frames: body.frames } }
  outside: { type: bus/gateway, inputs: { frames: body.frames }, host: { kind: can, link: tap, timing: free } }
  engine: { type: bus/can-log, params: { file: engine.log } }
  body:
    type: bus/can
    params: { nodes: [ecu, outside, engine] }
    inputs: { nodes: [ecu.frames, outside.frames, engine.frames] }
`;

/** Ten frames a second that say that the loop runs. */
const ENGINE = Array.from({ length: 20_000 }, (_, i) => `(${(i / 10).toFixed(6)}) can0 321#00`);

const TESTER = `
import sys, logging
logging.disable(logging.CRITICAL)
import can
from scapy.config import conf
conf.contribs["CANSocket"] = {"use-python-can": True}
from scapy.contrib.cansocket_python_can import PythonCANSocket
from scapy.contrib.isotp import ISOTPSoftSocket
from scapy.contrib.automotive.uds import UDS, UDS_RDBI, UDS_DSC, UDS_SA, UDS_TP
# what is asked before the loop runs, nobody hears
first = can.interface.Bus(interface="socketcand", host="127.0.0.1", port=int(sys.argv[1]), channel="can0")
first.recv()
first.shutdown()
can_socket = PythonCANSocket(bustype="socketcand", host="127.0.0.1", port=int(sys.argv[1]), channel="can0")
tester = ISOTPSoftSocket(can_socket, tx_id=0x7e0, rx_id=0x7e8, basecls=UDS, padding=True)
def ask(request):
    answer = tester.sr1(request, timeout=60, verbose=False)
    assert answer is not None, "no answer"
    print(bytes(answer).hex(), flush=True)
    return answer
# twenty bytes in three frames, for which flow control is ours to give and theirs to read
vin = ask(UDS() / UDS_RDBI(identifiers=[0xf190]))
assert vin.service == 0x62
ask(UDS() / UDS_DSC(diagnosticSessionType=3))
seed = ask(UDS() / UDS_SA(securityAccessType=1))
assert seed.service == 0x67
ask(UDS() / UDS_TP(subFunction=0))
# nineteen bytes in three frames: flow control is theirs to give
ask(UDS() / UDS_RDBI(identifiers=[0xf190] * 9))
print("done", flush=True)
tester.close()
`;

const hasScapy = pythonHas('can', 'scapy.contrib.isotp');
if (!hasScapy) console.log('skipped: a tester of somebody else (no scapy and python-can in /usr/bin/python3)');
if (!hasCompiler) console.log('skipped: a tester of somebody else asks an ECU in C (no compiler)');

describe.skipIf(!hasScapy)('a tester of somebody else', () => {
  it.each([
    { where: 'as a model', args: [] },
    ...(hasCompiler ? [{ where: 'in C', args: ['--host', 'ecu=can:program'] }] : []),
  ])('asks the ECU $where', async ({ args }) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'workshop.yaml'), SCENARIO);
    writeFileSync(join(cwd, 'engine.log'), ENGINE.join('\n'));
    const run = start(['run', 'workshop.yaml', '--no-record', ...args], { cwd });
    onTestFinished(() => void run.child.kill('SIGTERM'));
    let stderr = '';
    run.child.stderr!.on('data', (text) => (stderr += text));
    await until(() => /127\.0\.0\.1:\d+/.test(stderr) || run.child.exitCode !== null);
    const port = /127\.0\.0\.1:(\d+)/.exec(stderr)![1];
    const { stdout } = await promisify(execFile)(python, ['-c', TESTER, port]);
    const [vin, session, seed, present, long, done] = stdout.split('\n');
    expect(vin).toBe(`62f190${Buffer.from('SKIDPAD0000000001').toString('hex')}`);
    expect(session).toBe('5003003201f4');
    expect(seed).toMatch(/^6701[0-9a-f]{8}$/);
    expect(present).toBe('7e00');
    expect(long).toBe(LONG_ANSWER);
    expect(done).toBe('done');
    run.child.kill('SIGTERM');
    await run.finished;
  });
});

/** Nine at once are more than it takes. */
const LONG_ANSWER = '7f2213';
