import { describe, expect, it } from 'vitest';
import { defineBlock, optionalInput } from '../../../../src/core/block.ts';
import type { AnyBlock } from '../../../../src/core/block.ts';
import { group, param } from '../../../../src/core/schema.ts';
import { CameraInfo, Image, Lane } from '../../../../src/msgs/index.ts';
import { findBlock } from '../../../../src/catalog.ts';
import type { Topic } from '../../players/player.ts';
import { inspectedBlocks, portMessages, presentParams } from './inspected-blocks.ts';

const topic = (signal: string): Topic => ({
  id: `/${signal}`,
  name: `/${signal}`,
  signal,
  type: '',
  fields: [],
  bulky: false,
});

/** A block of a type that no panel has heard of. */
const mine = defineBlock({
  type: 'mine/detector',
  doc: '',
  params: { threshold: group({ level: param(1, '', '') }, '') },
  inputs: { view: Image, calibration: optionalInput(CameraInfo) },
  outputs: { found: Lane },
  inspection: { image: 'view', result: 'found', finds: 'Thing', stages: () => [], lines: () => [] },
  init: () => ({}),
  step: () => undefined,
});
const find = (type: string): AnyBlock | undefined => (type === mine.type ? mine : undefined);

const block = {
  name: 'detector',
  type: 'mine/detector',
  inputs: [{ port: 'view', from: 'camera.image' }, { port: 'calibration' }],
  outputs: [{ port: 'found' }],
  parameters: [{ path: 'threshold.level', value: 77 }],
};
const scenario: any = {
  document: { blocks: { detector: { params: { threshold: { level: 30 } } } } },
  blocks: [block, { ...block, name: 'other', type: 'mine/unknown' }],
};

describe('blocks to look into', () => {
  it('are those that say how, with their topics and the parameters they have now', () => {
    const found = inspectedBlocks(scenario, [topic('camera.image'), topic('detector.found')], find);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      name: 'detector',
      image: '/camera.image',
      result: '/detector.found',
      params: { threshold: { level: 77 } },
    });
  });

  it('are none without their topics or without a scenario', () => {
    expect(inspectedBlocks(scenario, [], find)).toEqual([]);
    expect(inspectedBlocks(undefined, [topic('camera.image')], find)).toEqual([]);
  });

  it('get the messages of their ports', () => {
    const [found] = inspectedBlocks(scenario, [topic('camera.image'), topic('detector.found')], find);
    expect(portMessages(found, new Map([['/camera.image', { message: 'an image' }]]))).toEqual({
      view: 'an image',
      found: undefined,
    });
  });

  it('leave the document as it is', () => {
    presentParams(scenario.document.blocks.detector.params, block as any);
    expect(scenario.document.blocks.detector.params.threshold.level).toBe(30);
  });

  it('are the lane detector and the line detector, of those that come with Skidpad', () => {
    expect(findBlock('vision/lane-detector')?.inspection).toMatchObject({ image: 'image', result: 'lane' });
    expect(findBlock('vision/line-detector')?.inspection).toMatchObject({ image: 'image', result: 'line' });
  });
});
