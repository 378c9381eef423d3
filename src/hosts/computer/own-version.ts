declare const SKIDPAD_VERSION: string;

/** Of this program: only the same one gives the same bits. */
export const ownVersion: string = typeof SKIDPAD_VERSION === 'undefined' ? 'development' : SKIDPAD_VERSION;
