declare module 'asset:*' {
  const text: string;
  export default text;
}
