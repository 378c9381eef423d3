/** Outline of stacked bars beside a clock's hand. */
export const latencyIcon = 'M4 6h9v4H4zM4 14h13v4H4zM16 8h4M13 8h3M20 5v6';
