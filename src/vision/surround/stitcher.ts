/**
 * Stitches sets of pictures to views, in the memory that the pictures lie in, or in one of its own for pictures from elsewhere. What it keeps between
 * sets (the table moved for a tilt) follows from its arguments, so that a view depends on nothing but the parameters, the pictures and the tilt.
 */
import type { FrameMemory } from '../../math/frame-memory.ts';
import { frameMemoryOf } from '../../math/frame-memory.ts';
import type { Image } from '../../msgs/index.ts';
import { kernelsIn } from '../../pixels/kernels/kernels.ts';
import type { SurroundKernels } from '../../pixels/kernels/surround-kernels.ts';
import type { Layout } from '../../pixels/layout.ts';
import { layOut } from '../../pixels/layout.ts';
import { ExposureMatch, OVERLAP_SUMS } from './exposure.ts';
import type { SurroundParams } from './params.ts';
import { MOST_CAMERAS } from './params.ts';
import { pictureLayout } from './picture-layout.ts';
import { meshNodes, meshShift, TiltMesh, tiltSteps } from './tilt-mesh.ts';
import { TiltedGround } from './tilted-ground.ts';
import type { ViewTable } from './view-table.ts';
import { BIAS, buildViewTable } from './view-table.ts';

export interface Tilt {
  /** Of the body [rad]. */
  readonly roll: number;
  readonly pitch: number;
}

const LEVEL: Tilt = { roll: 0, pitch: 0 };

/** Bytes of what the kernels know of a camera. */
const CAMERA_BYTES = 64;
/** Most bytes of a pixel, for pictures that have to be copied. */
const PIXEL_BYTES = 4;

/** Views of one set of parameters, of pictures from any memory. */
export class Stitcher {
  readonly table: ViewTable;
  private readonly inMemory = new WeakMap<object, StitcherInMemory>();

  constructor(private readonly params: SurroundParams) {
    this.table = buildViewTable(params);
  }

  /** Bytes of a view, rgb8. */
  get bytes(): number {
    return 3 * this.params.size * this.params.size;
  }

  /** out ← the view of these pictures, one per camera, with the body tilted. `matchExposure` as the parameter of that name. */
  stitch(
    pictures: readonly Image[],
    out: Uint8Array,
    tilt: Tilt = LEVEL,
    matchExposure = this.params.matchExposure,
  ): void {
    const work = this.for(pictures);
    work.load(pictures);
    work.tilt(tilt);
    work.expose(matchExposure);
    work.stitch(out);
  }

  private for(pictures: readonly Image[]): StitcherInMemory {
    const frames = frameMemoryOf(pictures[0].data);
    const isShared = frames !== undefined && pictures.every(({ data }) => frames.holds(data));
    const key = isShared ? frames : this;
    let found = this.inMemory.get(key);
    if (found === undefined) {
      found = new StitcherInMemory(this.params, this.table, isShared ? frames : undefined);
      this.inMemory.set(key, found);
    }
    return found;
  }
}

type Place = 'records' | 'moved' | 'starts' | 'overlaps' | 'cameras' | 'sums' | 'meshes' | 'out';

class StitcherInMemory {
  private readonly layout: Layout<Place>;
  private readonly kernels: SurroundKernels;
  private readonly cameras: DataView;
  private readonly sums: Uint32Array;
  private readonly out: Uint8Array;
  private readonly exposure: ExposureMatch;
  private readonly meshes: readonly TiltMesh[];
  private records: number;
  private rollSteps = 0;
  private pitchSteps = 0;

  constructor(
    private readonly params: SurroundParams,
    private readonly table: ViewTable,
    frames: FrameMemory | undefined,
  ) {
    const { cameras, size } = params;
    const meshBytes = 4 * meshNodes(params) * meshNodes(params);
    this.layout = layOut(
      frames,
      {
        records: table.records.byteLength,
        moved: table.records.byteLength,
        starts: table.starts.byteLength,
        overlaps: table.overlaps.byteLength,
        cameras: CAMERA_BYTES * MOST_CAMERAS,
        sums: 4 * OVERLAP_SUMS,
        meshes: meshBytes * cameras.length,
        out: 3 * size * size,
      },
      cameras.reduce((sum, { width, height }) => sum + PIXEL_BYTES * width * height + CAMERA_BYTES, 0),
    );
    const { memory, buffer, at } = this.layout;
    this.kernels = kernelsIn(memory);
    new Uint8Array(buffer, at.records, table.records.byteLength).set(new Uint8Array(table.records));
    new Uint32Array(buffer, at.starts, table.starts.length).set(table.starts);
    new Uint32Array(buffer, at.overlaps, table.overlaps.length).set(table.overlaps);
    this.cameras = new DataView(buffer, at.cameras, CAMERA_BYTES * MOST_CAMERAS);
    this.sums = new Uint32Array(buffer, at.sums, OVERLAP_SUMS);
    this.out = new Uint8Array(buffer, at.out, 3 * size * size);
    this.exposure = new ExposureMatch(cameras.length);
    this.meshes = cameras.map((camera, i) => {
      const mesh = new Int16Array(buffer, at.meshes + i * meshBytes, meshBytes / 2);
      return new TiltMesh(new TiltedGround(camera), params, mesh);
    });
    this.records = at.records;
  }

  /** Tells the kernels where the pictures are. */
  load(pictures: readonly Image[]): void {
    const { frame } = this.layout;
    let copied = 0;
    for (let i = 0; i < pictures.length; i++) {
      const { data, step, height } = pictures[i];
      const camera = this.params.cameras[i];
      const layout = pictureLayout(pictures[i], `images[${i}]`, camera);
      let address = data.byteOffset;
      if (frame !== undefined) {
        const bytes = Math.min(data.length, step * height);
        frame.set(bytes === data.length ? data : data.subarray(0, bytes), copied);
        address = frame.byteOffset + copied;
        copied += bytes;
      }
      const at = CAMERA_BYTES * i;
      const view = this.cameras;
      view.setUint32(at, address, true);
      view.setUint32(at + 4, step, true);
      view.setUint32(at + 8, layout.shift, true);
      view.setUint32(at + 12, layout.unit, true);
      for (let j = 0; j < layout.masks.length; j++) view.setUint8(at + 16 + j, layout.masks[j]);
      view.setInt16(at + 48, 32 * (camera.width - 1) - 1 - BIAS, true);
      view.setInt16(at + 50, 32 * (camera.height - 1) - 1 - BIAS, true);
      view.setUint32(at + 56, layout.isYuv ? 1 : 0, true);
    }
  }

  /** The table for this tilt of the body. */
  tilt({ roll, pitch }: Tilt): void {
    const { layout, table, params, kernels } = this;
    const rollSteps = tiltSteps(roll);
    const pitchSteps = tiltSteps(pitch);
    this.records = rollSteps === 0 && pitchSteps === 0 ? layout.at.records : layout.at.moved;
    if (this.records === layout.at.records || (rollSteps === this.rollSteps && pitchSteps === this.pitchSteps)) return;
    this.rollSteps = rollSteps;
    this.pitchSteps = pitchSteps;
    for (const mesh of this.meshes) mesh.fill(rollSteps, pitchSteps);
    const { records, moved, starts, meshes } = layout.at;
    kernels.moveRecords(records, moved, starts, table.size, meshes, meshNodes(params), meshShift(params));
  }

  /** Gains of the cameras. */
  expose(match: boolean): void {
    const { layout, table, kernels, exposure, cameras } = this;
    if (match && table.overlaps.length > 0) {
      this.sums.fill(0);
      kernels.compareOverlaps(
        this.records,
        layout.at.overlaps,
        table.overlaps.length,
        layout.at.cameras,
        layout.at.sums,
      );
      exposure.match(this.sums);
    } else exposure.reset();
    for (let i = 0; i < exposure.gains.length; i++) cameras.setUint32(CAMERA_BYTES * i + 52, exposure.gains[i], true);
  }

  stitch(out: Uint8Array): void {
    const { layout, table, kernels } = this;
    const isHere = out.buffer === layout.buffer;
    const to = isHere ? out.byteOffset : layout.at.out;
    kernels.stitch(this.records, layout.at.starts, layout.at.cameras, to, table.size, table.size);
    if (!isHere) out.set(this.out);
  }
}
