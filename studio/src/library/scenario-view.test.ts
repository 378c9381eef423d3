import { describe, expect, it } from 'vitest';
import { fixed, flag, group, list, optional, param } from '../../../src/core/schema.ts';
import { parameterViews, scenarioView } from './scenario-view.ts';

describe('parameters of a block', () => {
  const views = parameterViews(
    {
      gain: param(1, '', 'a gain'),
      columns: fixed(param(640, '', 'of the image')),
      lens: fixed(group({ fx: param(500, '', ''), principal: group({ cx: param(320, '', '') }, '') }, '')),
      mount: group({ x: param(0, 'm', ''), isRigid: fixed(flag(true, '')) }, ''),
      table: fixed(list(param(0, '', ''), [], '')),
      limit: fixed(optional(param(1, 'm', ''))),
    },
    {
      gain: 2,
      columns: 320,
      lens: { fx: 400, principal: { cx: 3 } },
      mount: { x: 1, isRigid: true },
      table: [1],
      limit: 4,
    },
  );

  it('are fixed where they or anything above them are declared so', () => {
    expect(views.filter((view) => view.fixed).map(({ path }) => path)).toEqual([
      'columns',
      'lens.fx',
      'lens.principal.cx',
      'mount.isRigid',
      'table',
      'limit',
    ]);
    expect(views.filter((view) => !view.fixed).map(({ path }) => path)).toEqual(['gain', 'mount.x']);
  });

  it('have the values of the scenario', () => {
    expect(views.map(({ value }) => value)).toEqual([2, 320, 400, 3, 1, true, [1], 4]);
  });
});

describe('wires of a scenario', () => {
  it('come as numbers', () => {
    const view = scenarioView({
      name: 'wires',
      duration: 1,
      blocks: {
        car: { type: 'vehicle/bicycle', inputs: { twist: { from: 'source.twist', delay: 0.02, loss: 0.25 } } },
        source: { type: 'control/twist-schedule', params: { segments: [{ until: 1 }] } },
      },
    });
    expect(view?.blocks.find(({ name }) => name === 'car')?.inputs.find(({ port }) => port === 'twist')).toMatchObject({
      from: 'source.twist',
      wire: { delay: 0.02, jitter: 0, loss: 0.25, reorder: false },
    });
  });
});
