import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { CameraFile } from './camera-file.ts';
import { formatCameraFile, parseCameraFile } from './camera-file.ts';
import { exampleLens } from './render-series.ts';

const camera: CameraFile = {
  name: 'front: left',
  lens: { ...exampleLens('pinhole', 640, 480), fx: 525.1234567890123, k: [-0.1 / 3, 1e-17, 2e-5, -0.1, 0] },
  ground: { height: 0.25, pitch: 0.6, roll: -0.01, homography: Float64Array.of(1 / 3, 2, 3, 4, 5, 6, 7e-9, 8, 1) },
};

describe('a camera file', () => {
  it('reads back to the same bits, with and without a floor', () => {
    expect(parseCameraFile(formatCameraFile(camera), 'camera.yaml')).toEqual(camera);
    const fisheye: CameraFile = { name: 'rear', lens: exampleLens('fisheye', 1280, 960) };
    expect(parseCameraFile(formatCameraFile(fisheye), 'camera.yaml')).toEqual(fisheye);
  });

  it('has the keys of the camera_info files of ROS', () => {
    const document = parse(formatCameraFile(camera));
    expect(Object.keys(document)).toEqual([
      'image_width',
      'image_height',
      'camera_name',
      'camera_matrix',
      'distortion_model',
      'distortion_coefficients',
      'rectification_matrix',
      'projection_matrix',
      'ground',
    ]);
    expect(document.distortion_model).toBe('plumb_bob');
    expect(document.distortion_coefficients).toMatchObject({ rows: 1, cols: 5 });
    expect(document.projection_matrix).toMatchObject({ rows: 3, cols: 4 });
    expect(document.camera_matrix.data).toHaveLength(9);
  });

  it('says what is wrong with it', () => {
    const text = formatCameraFile(camera);
    const problem = (changed: string) => {
      try {
        return String(parseCameraFile(changed, 'camera.yaml'));
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(problem(text.replace('plumb_bob', 'rational_polynomial'))).toBe(
      'camera.yaml: distortion_model: expected plumb_bob or equidistant, got "rational_polynomial"',
    );
    expect(problem(text.replace('image_width: 640', 'image_width: wide'))).toBe(
      'camera.yaml: image_width: expected a number, got "wide"',
    );
    expect(problem(text.replace('image_width: 640', 'image_width: 0.5'))).toBe(
      'camera.yaml: image_width: expected a number of pixels, got 0.5',
    );
    expect(problem(text.replace('data: [525.1234567890123, 0, ', 'data: ['))).toBe(
      'camera.yaml: camera_matrix.data: expected 9 numbers, got a list of 7',
    );
    expect(problem('just words')).toBe('camera.yaml: expected a record, got "just words"');
    expect(problem('image_width: 640')).toBe('camera.yaml: camera_matrix: expected a record, got no value');
  });
});
