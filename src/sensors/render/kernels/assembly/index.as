export { flood } from './canvas';
export { addPath, beginSolid, limitRows, paint, record, takeTurn } from './edges';
export { addPolygon } from './trace';
export { recordSolid } from './solid';
export { lightNodes } from './light';
export { developRows } from './rows';
