/** A film of the scene as it is on the screen: WebM, from the canvas by the browser's own recorder. */
import { signal } from '@preact/signals';
import { currentSceneCanvas } from '../../scene/capture.ts';

const RATE_HZ = 30;
const BITS_PER_SECOND = 8e6;
const TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];

export const canFilm = (): boolean =>
  typeof MediaRecorder !== 'undefined' && TYPES.some((type) => MediaRecorder.isTypeSupported(type));

/** When the film began [ms of performance.now]; undefined while there is none. */
export const filmingSince = signal<number | undefined>(undefined);

let recorder: MediaRecorder | undefined;

/** Starts; throws one sentence when it cannot. `done` gets the film when it is stopped, also by the scene being closed. */
export function startFilm(done: (film: Blob) => void): void {
  const canvas = currentSceneCanvas();
  if (canvas === undefined) throw new Error('There is no scene to film: open the scene panel.');
  if (!canFilm()) throw new Error('This browser cannot record films.');
  const pieces: Blob[] = [];
  recorder = new MediaRecorder(canvas.captureStream(RATE_HZ), {
    mimeType: TYPES.find((type) => MediaRecorder.isTypeSupported(type)),
    videoBitsPerSecond: BITS_PER_SECOND,
  });
  recorder.ondataavailable = ({ data }) => pieces.push(data);
  recorder.onstop = () => {
    filmingSince.value = undefined;
    recorder = undefined;
    done(new Blob(pieces, { type: 'video/webm' }));
  };
  recorder.start(1000);
  filmingSince.value = performance.now();
}

export const stopFilm = (): void => recorder?.stop();
