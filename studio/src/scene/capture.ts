/** The scene that is on the screen, for whoever wants a picture or a film of it. */
interface LiveScene {
  readonly canvas: HTMLCanvasElement;
  /** Draws now, so that the canvas holds what is to be read. */
  draw(): void;
}

const scenes: LiveScene[] = [];

/** Makes a scene known until the returned function is called; the newest one counts. */
export function registerScene(scene: LiveScene): () => void {
  scenes.push(scene);
  return () => {
    const at = scenes.indexOf(scene);
    if (at >= 0) scenes.splice(at, 1);
  };
}

/** For a film: `currentSceneCanvas()?.captureStream(60)`. */
export const currentSceneCanvas = (): HTMLCanvasElement | undefined => scenes.at(-1)?.canvas;

/** A PNG picture of the current view. Rejects when no scene is open. */
export function captureScene(): Promise<Blob> {
  const scene = scenes.at(-1);
  if (scene === undefined)
    return Promise.reject(new Error('There is no scene to take a picture of: open the scene panel.'));
  // canvases without a preserved buffer are empty after the browser has shown them, so draw and read in one go
  scene.draw();
  return new Promise((resolve, reject) => {
    scene.canvas.toBlob(
      (blob) =>
        blob === null ? reject(new Error('The picture could not be made: the canvas is empty.')) : resolve(blob),
      'image/png',
    );
  });
}
