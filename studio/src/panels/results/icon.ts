/** Outline of a list with ticks. */
export const resultsIcon = 'M4 6.5l1.5 1.5L8.5 5M4 12.5L5.5 14l3-3M4 18.5L5.5 20l3-3M12 7h8M12 13h8M12 19h8';
