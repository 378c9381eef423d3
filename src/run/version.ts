declare const SKIDPAD_VERSION: string;

/** Of Skidpad; kept with every recording and every result. */
export const version: string = typeof SKIDPAD_VERSION === 'undefined' ? 'development' : SKIDPAD_VERSION;
