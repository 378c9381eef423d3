/** What a report is told beside the recording, from the scenario: the world from above, outlines of vehicles, and where views look. */
import type { PlanGround, Surroundings, ViewSquare } from '../record/report/surroundings.ts';
import { bodiesOf, isBirdsEyeView } from '../scenario/check-figures.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { WorldDocument } from '../world/index.ts';
import { worldOf } from '../world/index.ts';
import { cornersOf } from '../world/world-extent.ts';

export function surroundingsOf({ document, blocks }: Pick<Scenario, 'document' | 'blocks'>): Surroundings {
  const views = blocks
    .filter(isBirdsEyeView)
    .flatMap(({ name, params, outputPorts }) =>
      outputPorts.map((port) => [`${name}.${port.name}`, params as unknown as ViewSquare] as const),
    );
  return { ground: groundOf(document), bodies: bodiesOf(document), views: new Map(views) };
}

function groundOf({ world }: Scenario['document']): PlanGround | undefined {
  if (world === undefined) return undefined;
  const { ground, solids } = worldOf(world as WorldDocument).scene;
  return { ...ground, solids: solids.map((solid) => ({ points: cornersOf(solid), colour: solid.colour })) };
}
