import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readDbc } from '../../bus/dbc/read-dbc.ts';
import { dbc } from './dbc.ts';

const CRUISE = 'scenarios/hil/cruise.dbc';
const EVERYTHING = 'test/fixtures/dbc/everything.dbc';

describe('skidpad dbc', () => {
  let folder: string;
  const said: string[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skidpad-dbc-'));
    said.length = 0;
    vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });
  const output = () => said.join('\n');

  it('lists the messages', () => {
    dbc(CRUISE, {});
    expect(output()).toMatch(/0x100 {2}VehicleSpeed +4 {2}Car +10 ms {2}Crc Counter Speed/);
  });

  it('shows where the bits of a message are, most significant first', () => {
    dbc(EVERYTHING, { message: 'Motor' });
    // Torque is 7|12@0: all of byte 0 and the high half of byte 1
    expect(output()).toContain('   0  A A A A A A A A\n   1  A A A A · · · ·\n   2  B B B B B B B B');
    expect(output()).toMatch(/A {2}Torque +7\|12@0- +0.5 +-10 +\[-100 \| 1000\] +N·m/);
  });

  it('marks bits that multiplexed signals share', () => {
    dbc(EVERYTHING, { message: '0x200' });
    expect(output()).toContain('   1  * * * * * * * *');
  });

  it('says what a frame means', () => {
    dbc(CRUISE, { decode: '300#23.00.2E.00', json: true });
    expect(JSON.parse(output())).toEqual({
      message: 'CruiseStatus',
      id: '0x300',
      signals: [
        { signal: 'State', raw: '3', value: 3, unit: '', meaning: 'Fault' },
        { signal: 'Error', raw: '2', value: 2, unit: '', meaning: 'SpeedCounter' },
        { signal: 'SpeedError', raw: '46', value: 0.46, unit: 'm/s' },
      ],
    });
  });

  it('writes the canonical file and a picture', () => {
    const [out, svg] = [join(folder, 'o.dbc'), join(folder, 'o.svg')];
    dbc(EVERYTHING, { out, svg });
    expect(readDbc(readFileSync(out), out).database).toEqual(readDbc(readFileSync(EVERYTHING), EVERYTHING).database);
    expect(readFileSync(svg, 'utf8')).toMatch(/^<svg [^]*>Torque<\/text>[^]*<\/svg>\n$/);
  });

  it('prints everything as JSON, attributes as objects', () => {
    dbc(EVERYTHING, { message: 'Motor', json: true });
    expect(JSON.parse(output())).toMatchObject({
      messages: [{ name: 'Motor', cycleTime: 0.02, attributes: { GenMsgCycleTime: 20 } }],
    });
  });

  it('refuses what it cannot do in a sentence', () => {
    expect(() => dbc(CRUISE, { message: 'Cruise' })).toThrow('--message: there is no message "Cruise"');
    expect(() => dbc(CRUISE, { decode: '123' })).toThrow('--decode: expected an identifier, # and at most 8 bytes');
    expect(() => dbc(CRUISE, { decode: '123#' })).toThrow('--decode: there is no message 0x123');
    expect(() => dbc(CRUISE, { decode: '300#00' })).toThrow('--decode: expected the 4 bytes of CruiseStatus, got 1');
  });
});
