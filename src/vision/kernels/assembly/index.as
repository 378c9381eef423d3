export * from "./remap";
export * from "./colour";
export * from "./blur";
export * from "./morphology";
export * from "./levels";
export * from "./counting";
