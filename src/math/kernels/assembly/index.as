export * from "./byte-lanes";
