/** Outline of a curve over two axes. */
export const plotIcon = 'M4 4v16h16M7.5 15l3.5-5 3 3 5-7';

/** Two axes with arrows. */
export const axesIcon = 'M6 4v14h14M3.5 6.5L6 4l2.5 2.5M17.5 15.5L20 18l-2.5 2.5';
