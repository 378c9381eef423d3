import { describe, expect, it } from 'vitest';
import { scenarioFiles, localScenario } from '../../test/support/scenario-files.ts';
import { catalog } from '../catalog.ts';
import { checkScenario } from './check.ts';

const notesOf = (blocks: Record<string, unknown>): readonly string[] =>
  checkScenario({ name: 'notes', duration: 1, blocks }, catalog).notes;
const driver = { type: 'control/twist-schedule', rateHz: 50, params: { segments: [{ until: 1, vx: 1 }] } };

describe('notes', () => {
  it('say that a program is called external now', () => {
    const ports = { inputs: { state: 'skidpad_msgs/msg/VehicleState' }, outputs: { twist: 'geometry_msgs/msg/Twist' } };
    const host = { kind: 'process', command: 'true' };
    const blocks = (type: string) => ({
      car: { type: 'vehicle/bicycle', inputs: { twist: 'driver.twist' } },
      driver: { type, rateHz: 50, ports, host, inputs: { state: 'car.state' } },
    });
    expect(notesOf(blocks('program'))).toEqual(['blocks.driver.type: "program" is now called "external"']);
    expect(notesOf(blocks('external'))).toEqual([]);
    const saved = checkScenario({ name: 'x', duration: 1, blocks: blocks('program') }, catalog).document;
    expect(saved.blocks.driver.type).toBe('external');
  });

  it('say that nothing drives a vehicle', () => {
    expect(notesOf({ car: { type: 'vehicle/bicycle' } })).toEqual([
      expect.stringMatching(/^blocks\.car\.inputs: no command is wired, so nothing drives it; it takes .*\btwist\b/),
    ]);
    expect(notesOf({ car: { type: 'vehicle/bicycle', inputs: { twist: 'driver.twist' } }, driver })).toEqual([]);
  });

  it('do not take a push of the traffic for a command', () => {
    const blocks = {
      car: { type: 'vehicle/four-wheel', inputs: { contact: 'traffic.contacts[0]' } },
      traffic: { type: 'world/traffic', params: { bodies: [{}] }, inputs: { vehicles: ['car.state'] } },
    };
    expect(notesOf(blocks)).toEqual([expect.stringMatching(/^blocks\.car\.inputs: no command is wired/)]);
  });

  it('are not made about what comes with the project', async () => {
    const scenarios = await Promise.all(scenarioFiles().map((file) => localScenario(file)));
    // but for a pickup that is parked where cars shall crash into it
    const notes = scenarios.flatMap((scenario) => scenario.notes);
    expect(notes.filter((note) => !note.startsWith('blocks.pickup.inputs: no command is wired'))).toEqual([]);
  });
});
