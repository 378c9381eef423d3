/** A ring that spreads where two bodies have touched, for a moment of simulated time: it looks the same when one goes back and looks again. */
import { Group, Mesh, MeshBasicMaterial, RingGeometry } from 'three';
import type { Frame, Topic } from '../players/player.ts';
import { disposeChildren } from './geometry.ts';
import type { SceneModel } from './scene-model.ts';
import type { SceneTheme } from './scene-theme.ts';

/** [s] */
const DURATION = 0.9;

export class ContactFlashes {
  readonly group = new Group();
  private rings: { readonly topic: Topic; readonly ring: Mesh<RingGeometry, MeshBasicMaterial> }[] = [];

  build(model: SceneModel, theme: SceneTheme): void {
    disposeChildren(this.group);
    this.rings = model.topicsOf('Contact').map((topic) => {
      const ring = new Mesh(
        new RingGeometry(0.72, 1, 48),
        new MeshBasicMaterial({
          color: theme.bad,
          transparent: true,
          depthTest: false,
          depthWrite: false,
          toneMapped: false,
        }),
      );
      ring.renderOrder = 50;
      this.group.add(ring);
      return { topic, ring };
    });
  }

  update(frame: Frame, time: number): void {
    for (const { topic, ring } of this.rings) {
      const stamped = frame.messages.get(topic.id);
      const age = stamped === undefined ? Infinity : time - stamped.time;
      ring.visible = age > -0.05 && age < DURATION;
      if (!ring.visible) continue;
      const share = Math.max(0, age / DURATION);
      const size = 0.4 + 2.6 * Math.sqrt(share);
      ring.position.set(stamped!.message.x, stamped!.message.y, 0.05);
      ring.scale.set(size, size, 1);
      ring.material.opacity = 0.9 * (1 - share);
    }
  }

  dispose(): void {
    disposeChildren(this.group);
  }
}
