/**
 * What a number field of a record is born with when it will hold fractions later.
 *
 * Engines choose how to store a field by the first value it gets. One that is born as a whole number gets room for a small integer,
 * and the first fraction changes the shape of the record and throws away the code that was compiled for it. A field born as this
 * has room for a double from the start; its first real value is written before it is read.
 */
export const DOUBLE = 0.5;
