/** Outline of messages in a row. */
export const topicsIcon = 'M4 5h16v5H4zM4 14h16v5H4zM8 7.5h.01M8 16.5h.01M12 7.5h5M12 16.5h5';
