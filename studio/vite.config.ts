/** Builds the studio into dist/studio: static files that work from any folder of any web server. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { pagePolicyInMarkup } from '../src/serve/content-policy.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The built page carries its policy, for web servers that send none. */
const contentPolicy = {
  name: 'content-policy',
  apply: 'build' as const,
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: pagePolicyInMarkup },
      injectTo: 'head-prepend' as const,
    },
  ],
};

export default defineConfig({
  plugins: [contentPolicy],
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  define: { SKIDPAD_VERSION: JSON.stringify(version) },
  worker: { format: 'es' },
  server: { fs: { allow: [fileURLToPath(new URL('..', import.meta.url))] } },
  build: { outDir: '../dist/studio', emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 4000 },
});
