export { flood } from './canvas';
export { addPath } from './coverage';
export { paint } from './paint';
export { develop } from './develop';
export { addLight } from './glare';
export { addPolygon } from './trace';
