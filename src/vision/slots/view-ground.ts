/** Where the view of the networks lies on the ground: 256 × 256 pixels, up is ahead. */

/** Rows and columns of the picture that the networks know [px]. */
export const VIEW_SIZE = 256;

export interface ViewGround {
  /** Side of the square [m], and how far ahead of base_link its middle is. */
  readonly extent: number;
  readonly centre: number;
}

/** Of a place `down` and `right` of the upper left corner, as shares of the side. */
export const xOfShare = ({ extent, centre }: ViewGround, down: number): number => centre + extent * (0.5 - down);
export const yOfShare = ({ extent }: ViewGround, right: number): number => extent * (0.5 - right);
