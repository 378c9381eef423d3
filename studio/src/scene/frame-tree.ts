/**
 * Frames of somebody else's data, from tf: where each is in its root, in the plane.
 *
 *   T_root,c = T_root,p T_p,c        T = (x, y, z, yaw)
 *
 * Roll and pitch of frames are left out. Frames stay known until they are said to be elsewhere.
 */
import type { TransformStamped } from '../../../src/msgs/index.ts';
import { yawOf } from './pose-source.ts';

export interface FramePose {
  x: number;
  y: number;
  z: number;
  yaw: number;
}

interface Link extends FramePose {
  parent: string;
  time: number;
}

/** What is read of a tf2_msgs/TFMessage. */
type Transform = Pick<TransformStamped, 'child_frame_id' | 'transform'> & {
  readonly header: { readonly frame_id: string };
};

/** Longer chains are loops. */
const DEEPEST = 32;

/** Frame names with and without a leading slash are the same. */
const plain = (frame: string): string => frame.replace(/^\//, '');

export class FrameTree {
  private readonly links = new Map<string, Link>();

  clear(): void {
    this.links.clear();
  }

  /** Takes in a tf2_msgs/TFMessage. */
  add({ transforms }: { readonly transforms: readonly Transform[] }, time: number): void {
    for (const { header, child_frame_id: child, transform } of transforms) {
      const {
        translation: { x, y, z },
        rotation,
      } = transform;
      this.links.set(plain(child), { parent: plain(header.frame_id), x, y, z, yaw: yawOf(rotation), time });
    }
  }

  get frames(): Iterable<string> {
    return this.links.keys();
  }

  /** When the newest link of a frame was published [s]. */
  timeOf(frame: string): number {
    return this.links.get(plain(frame))?.time ?? NaN;
  }

  /** Writes where a frame is in the root of its tree; false when the chain does not end. */
  locate(frame: string, out: FramePose): boolean {
    out.x = out.y = out.z = out.yaw = 0;
    let name = plain(frame);
    for (let depth = 0; depth < DEEPEST; depth++) {
      const link = this.links.get(name);
      if (link === undefined) return true;
      const [c, s] = [Math.cos(link.yaw), Math.sin(link.yaw)];
      const { x, y } = out;
      out.x = link.x + c * x - s * y;
      out.y = link.y + s * x + c * y;
      out.z += link.z;
      out.yaw += link.yaw;
      name = link.parent;
    }
    return false;
  }
}
