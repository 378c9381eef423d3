/** What a scene panel remembers. */
export const VIEWS = ['orbit', 'follow', 'driver', 'top'] as const;
export type View = (typeof VIEWS)[number];

export const LAYERS = ['paths', 'sensors', 'labels', 'grid'] as const;
export type Layer = (typeof LAYERS)[number];
type Layers = Readonly<Record<Layer, boolean>>;

export interface SceneSettings {
  readonly view: View;
  readonly layers: Layers;
  /** The vehicle that the views are about; the first one when absent or unknown. */
  readonly vehicle?: string;
}

/** Complete settings from whatever was kept. */
export function sceneSettings(kept: unknown): SceneSettings {
  const given = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<SceneSettings>;
  return {
    view: VIEWS.includes(given.view as View) ? given.view! : 'follow',
    layers: Object.fromEntries(LAYERS.map((layer) => [layer, given.layers?.[layer] !== false])) as Layers,
    ...(typeof given.vehicle === 'string' && { vehicle: given.vehicle }),
  };
}
