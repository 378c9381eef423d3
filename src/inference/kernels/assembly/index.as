export * from "./convolution";
export * from "./unpack";
