import { describe, expect, it } from 'vitest';
import { History } from '../../players/history.ts';
import { historyCsv } from './history-csv.ts';

const topics = [
  {
    id: '/car/state',
    signal: 'car.state',
    fields: [
      { path: 'x', unit: 'm' },
      { path: 'gear', unit: '' },
    ],
  },
  { id: '/odd, name', fields: [{ path: 'data', unit: 'rad/s' }] },
  { id: '/silent', fields: [{ path: 'data', unit: '' }] },
];

function filled(): History {
  const history = new History();
  for (const { id, fields } of topics)
    history.declare(
      id,
      fields.map(({ path }) => path),
    );
  return history;
}

describe('the table of a history', () => {
  it('has units in its header, latched values in rows of 20 ms, and empty cells before the first', () => {
    const history = filled();
    history.add('/car/state', 0.02, [1.5, 1]);
    history.add('/car/state', 0.05, [2.25, NaN]);
    history.add('/odd, name', 0.04, [-0.1]);
    expect(historyCsv(topics, history).split('\r\n')).toEqual([
      'time [s],car.state.x [m],car.state.gear,"/odd, name.data [rad/s]"',
      '0.02,1.5,1,',
      '0.04,1.5,1,-0.1',
      '0.06,2.25,,-0.1',
      '',
    ]);
  });

  it('is only a header when nothing has happened', () => expect(historyCsv(topics, filled())).toBe('time [s]\r\n'));

  it('of a long run has no more rows than a spreadsheet likes', () => {
    const history = filled();
    for (let k = 0; k <= 100; k++) history.add('/car/state', k * 36, [k, 1]);
    const rows = historyCsv(topics, history).split('\r\n').slice(1, -1);
    expect(rows.length).toBeLessThanOrEqual(20_001);
    expect(rows.at(-1)).toBe('3600,100,1');
  });
});
