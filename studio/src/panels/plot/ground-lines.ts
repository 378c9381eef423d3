/** What is painted on the ground of a scenario's world, and the centre line of its track, to be drawn under paths. */
import type { WorldDocument } from '../../../../src/world/world-schema.ts';
import { worldOf } from '../../../../src/world/world.ts';
import type { ScenarioView } from '../../players/player.ts';
import type { Backdrop } from './chart-view.ts';

export function groundLines(scenario: ScenarioView | undefined): Backdrop {
  const document = scenario?.document?.world as WorldDocument | undefined;
  if (document === undefined) return [];
  try {
    const { scene, track } = worldOf(document);
    if (scene.ground.stripes.length > 0 || track === undefined) return scene.ground.stripes;
    const points = new Float64Array(2 * track.x.length);
    for (let i = 0; i < track.x.length; i++) {
      points[2 * i] = track.x[i];
      points[2 * i + 1] = track.y[i];
    }
    return [{ points, closed: track.closed }];
  } catch {
    // a plot is readable without its ground; what is wrong with the world is said where it is edited
    return [];
  }
}
