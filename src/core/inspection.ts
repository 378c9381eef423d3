/**
 * How a block that reads images lets people see what it does with them: every stage as an image of its own, and what it found as
 * lines over the image. Both follow from parameters and messages alone, by the block's own code, so that a viewer can compute
 * them anywhere and for any instant without asking the block that runs.
 */

/** The pixels of a sensor_msgs/Image. */
export interface StageImage {
  readonly width: number;
  readonly height: number;
  readonly encoding: string;
  readonly is_bigendian: number;
  /** Bytes from row to row. */
  readonly step: number;
  readonly data: Uint8Array;
}

export interface ImageStage {
  /** Kebab-case, unique among the stages of a block. */
  readonly id: string;
  readonly title: string;
  /** One sentence on what was done, with the parameters that matter. */
  readonly doc: string;
  /** May be a view of memory that is used again: look at it before the next image is worked on. */
  readonly image: StageImage;
}

/** A line over the image: u, v of point after point, pixel centres at whole numbers. */
export interface ImageLine {
  /** Faded: no longer seen. */
  readonly role: 'edge' | 'centre' | 'faded';
  readonly points: Float64Array;
}

/** P are the block's parameters, M its messages by port, inputs and outputs, undefined where there is none yet. */
export interface Inspection<P, M> {
  /** The input that the stages begin with, and the output they lead to. */
  readonly image: keyof M & string;
  readonly result: keyof M & string;
  /** What is found, in a word for a button. */
  readonly finds: string;
  /** Nothing where there is no image. The same object of parameters again makes use of what follows from them. */
  stages(params: P, messages: M): readonly ImageStage[];
  lines(params: P, messages: M): readonly ImageLine[];
}
