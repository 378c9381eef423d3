/** What is to be said about a camera besides lens and mount: the light, and what spoils its pictures. */
import { group, param } from '../../core/schema.ts';

export const sunParams = group(
  {
    azimuth: param(2.2, 'rad', 'where it stands, from east (x) towards north (y)'),
    elevation: param(0.9, 'rad', 'how high it stands above the ground; lower brings glare nearer to the horizon', {
      min: 0,
      max: Math.PI / 2,
    }),
  },
  'the sun, which shades solids and mirrors itself in the ground',
);

export const effectParams = group(
  {
    gain: param(1, '', 'exposure: factor on all grey levels before clipping; above 1 overexposes', { min: 0 }),
    gamma: param(
      1,
      '',
      'tone curve: p/255 becomes (p/255) to the power of 1/gamma, after gain and before noise; above 1 lifts what is dark, 2.2 is usual',
      { min: 0.2, max: 5 },
    ),
    noise: param(
      0,
      '',
      'standard deviation of Gaussian read noise as a fraction of full scale; 0.007 is the usual setting of Gazebo cameras',
      { min: 0, max: 0.1 },
    ),
    blur: param(0, 'px', 'standard deviation of lens blur; larger softens edges', { min: 0, max: 20 }),
    glare: param(0, '', 'brightness of the sun mirrored by the ground, as a fraction of full scale', { min: 0 }),
    glareWidth: param(0.12, 'rad', 'size of that reflection: larger for rougher ground', { min: 0.02, max: 3 }),
    lineTime: param(
      0,
      's',
      'rolling shutter: time from one row to the next while the vehicle moves on; 0 for a global shutter',
      { min: 0, max: 0.001 },
    ),
  },
  'what spoils a picture; all off unless set',
);
