/**
 * From a picture to a lane, with everything that follows from the parameters made once: map, memory, tables. Nothing in here
 * is state: what one picture leaves behind does not change what the next one gives.
 */
import { lensOf } from '../../camera-model/camera-params.ts';
import type { Encoding } from '../../camera-model/encoding.ts';
import type { Lens } from '../../camera-model/lens.ts';
import type { Lane } from '../../msgs/index.ts';
import type { BirdsEye } from '../../camera-model/birds-eye.ts';
import { viewOfCamera, viewOfMatrix } from '../../camera-model/birds-eye.ts';
import { LanePublisher } from './write-lane.ts';
import type { LaneParams } from './params.ts';
import type { LaneSearch, SearchParams } from './search.ts';
import { createLaneSearch, searchLane } from './search.ts';
import type { NodeMaker, NodeParams } from './stripe-nodes.ts';
import { createNodeMaker, makeNodes } from './stripe-nodes.ts';
import { fitPolynomial } from './polynomial-fit.ts';
import type { WindowSearch } from './sliding-windows.ts';
import { createWindowSearch, firstRowOfSearch, slideWindows } from './sliding-windows.ts';
import type { StageOptions } from './view-stages.ts';
import { ViewStages } from './view-stages.ts';

/** Length of a node of a line [m]. */
const BAND = 0.2;
/** The far end is given up band by band, but not below this length [m]. */
const SHORTEST = 1.2;
/** Paint may look this much narrower or wider than it is: at a slant, out of focus, worn. */
const NARROWEST = 0.3;
const WIDEST = 2.6;
/** Pieces of line shorter than this in the picture are specks [rows]. */
const LIGHTEST = 3;

export class LaneFinder {
  readonly stages: ViewStages;
  private readonly nodeMaker: NodeMaker;
  private readonly nodeParams: NodeParams;
  private readonly search: LaneSearch;
  private readonly searchParams: SearchParams;
  private readonly windowSearch: WindowSearch;
  private readonly publisher: LanePublisher;
  private readonly left = new Float64Array(4);
  private readonly right = new Float64Array(4);

  constructor(
    private readonly params: LaneParams,
    view: BirdsEye,
    options: StageOptions = {},
  ) {
    const { lane, order } = params;
    const { grid, map } = view;
    this.stages = new ViewStages(view, options);
    this.nodeMaker = createNodeMaker(grid, map);
    this.nodeParams = {
      narrowest: Math.max(1, NARROWEST * lane.stripeWidth * grid.columnScale),
      widest: Math.ceil(WIDEST * lane.stripeWidth * grid.columnScale),
      bandRows: Math.max(1, Math.round(BAND * grid.rowScale)),
      lightest: LIGHTEST,
      edge: params.blur > 0 ? 3 : 2,
    };
    this.search = createLaneSearch(this.nodeMaker.nodes);
    this.searchParams = {
      order,
      halfWidth: lane.width / 2,
      halfWidthDeviation: lane.widthDeviation / 2,
      huber: lane.tolerance,
      gate: lane.gate,
      reach: lane.reach,
      steepest: lane.steepest,
      tolerance: lane.tolerance,
      band: BAND,
      shortest: SHORTEST,
    };
    this.windowSearch = createWindowSearch(grid.rows, params.windows);
    this.publisher = new LanePublisher(params, grid, this.stages.spans, BAND);
  }

  /** Brings in a picture and finds its paint, from `firstRow` down: `stages.mask`. */
  findPaint(data: Uint8Array, step: number, encoding: Encoding, firstRow = 0): void {
    const { stages, params } = this;
    stages.load(data, step, encoding);
    this.maskPaint(this.highlightPaint(firstRow), firstRow);
    if (params.open > 0) stages.open(params.open, firstRow);
  }

  /** Writes the lane of the picture to a message; `last` is the centre found before, or undefined. */
  find(data: Uint8Array, step: number, encoding: Encoding, last: Float64Array | undefined, lane: Lane): void {
    if (this.params.search === 'windows') {
      this.findPaint(data, step, encoding, this.firstRow());
      this.fitWindows(lane);
    } else {
      this.findLane(data, step, encoding, last, lane);
    }
  }

  private findLane(
    data: Uint8Array,
    step: number,
    encoding: Encoding,
    last: Float64Array | undefined,
    lane: Lane,
  ): void {
    const { stages, nodeMaker, search, params } = this;
    stages.load(data, step, encoding);
    const threshold = this.highlightPaint(0);
    if (params.open > 0 || params.threshold.kind === 'fixed') {
      this.maskPaint(threshold, 0);
      if (params.open > 0) stages.open(params.open);
      stages.keepMasked(params.threshold.kind === 'fixed' ? 'level' : 'response');
    }
    makeNodes(nodeMaker, stages, stages.findStripes(threshold), this.nodeParams);
    const score = searchLane(search, nodeMaker.nodes, this.searchParams, last);
    this.publisher.publishLane(score > 0 ? search.best : undefined, nodeMaker.nodes, lane);
  }

  /** Nobody looks at rows above this one; opening reaches twice half its size further. */
  private firstRow(): number {
    const { params, stages } = this;
    if (params.search !== 'windows' || params.blur > 0 || params.threshold.kind === 'local') return 0;
    return Math.max(0, firstRowOfSearch(stages.grid.rows, params.windows) - 2 * (params.open >> 1));
  }

  /** Warps, blurs, and finds what stands out; returns the threshold above which it is paint. */
  private highlightPaint(firstRow: number): number {
    const { stages, params } = this;
    const { threshold } = params;
    stages.warp(params.channel, firstRow);
    if (params.blur > 0) stages.blur(params.blur);
    if (threshold.kind === 'fixed') return threshold.level;
    // an odd width, lest the opening move sideways
    stages.topHat(2 * Math.round((threshold.reach * stages.grid.columnScale) / 2) + 1);
    return Math.min(254, Math.max(threshold.contrast, Math.round(threshold.noiseFactor * stages.medianResponse())));
  }

  private maskPaint(threshold: number, firstRow: number): void {
    this.stages.threshold(this.params.threshold.kind === 'fixed' ? 'level' : 'response', threshold, firstRow);
  }

  private fitWindows(lane: Lane): void {
    const { stages, params, windowSearch } = this;
    slideWindows(stages, params.windows, windowSearch);
    const { left, right } = windowSearch;
    const found =
      fitPolynomial(left.points, params.order, this.left) && fitPolynomial(right.points, params.order, this.right);
    this.publisher.publishWindows(found ? this.left : undefined, this.right, windowSearch, lane);
  }
}

/** The finder of these parameters, for this lens when one is given. */
export function openLaneFinder(params: LaneParams, lens: Lens | undefined, options: StageOptions = {}): LaneFinder {
  return new LaneFinder(params, openView(params, lens), options);
}

function openView(params: LaneParams, lens: Lens = lensOf(params.birdsEye.camera)): BirdsEye {
  const { birdsEye } = params;
  if (birdsEye.from === 'camera') return viewOfCamera(lens, birdsEye.camera.mount, birdsEye.window);
  const m = birdsEye.matrix;
  return viewOfMatrix(
    m.imageToView,
    { width: m.imageWidth, height: m.imageHeight },
    {
      columns: m.columns,
      rows: m.rows,
      rowScale: m.forwardScale,
      columnScale: m.sidewaysScale,
      bottomRow: m.bottomRow,
      bias: m.bias,
      centreColumn: m.centreColumn,
    },
  );
}
