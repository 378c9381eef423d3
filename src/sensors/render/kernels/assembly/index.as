export { flood } from './canvas';
export { addPath } from './coverage';
export { paint } from './paint';
export { develop } from './develop';
export { addLight } from './glare';
export { addPolygon } from './trace';
export { beginRecords, beginSolid, endSolid, paintRecords, record } from './records';
export { recordSolid } from './solid';
export { lightNodes, lightPixels } from './light';
