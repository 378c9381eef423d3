import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { withConstants } from '../../scripts/constant-bindings.mjs';

/** What a bundle that is one function gives, and its text with constants. */
function bundle(lines: readonly string[]): { text: string; value: unknown } {
  const text = withConstants(`(function () {\n"use strict";${lines.join('\n')}\n})`);
  return { text, value: (new Script(text).runInThisContext() as () => unknown)() };
}

const LATER = 'var __esm=(fn,res)=>function(){return fn&&(res=fn[Object.keys(fn)[0]](fn=0)),res};';

describe('constants of a bundle', () => {
  it('are declared as such where they get their value once, and left alone where they do not', () => {
    const { text, value } = bundle(['var a=1;var b=2;b++;var c=3,d=4;[d]=[5];', 'return [a,b,c,d]']);
    expect(text).toContain('const a=1');
    expect(text).toContain('var b=2');
    expect(text).toContain('var c=3,d=4');
    expect(value).toEqual([1, 3, 3, 5]);
  });

  it('may change within', () => {
    const { text, value } = bundle(['var a=new Uint8Array(1),b={};a[0]=7;b.c=a[0]++;', 'return [a[0],b.c]']);
    expect(text).toContain('const a=new Uint8Array(1),b={}');
    expect(value).toEqual([8, 7]);
  });

  it('leave alone what another variable of the same name is assigned to further in', () => {
    const { text, value } = bundle(['var a=1;function f(){let a=2;a+=1;return a}', 'return [a,f()]']);
    expect(text).toContain('var a=1');
    expect(value).toEqual([1, 3]);
  });

  it('are functions too, of every kind, which may be called before they are written', () => {
    const { text, value } = bundle([
      'var first=late(1);',
      'function late(x=2){return x+1}async function soon(){}function*many(){yield 1}',
      'return [first,late.name,soon.constructor.name,[...many()]]',
    ]);
    expect(text).toContain('const late=function(x=2)');
    expect(value).toEqual([2, 'late', 'AsyncFunction', [1]]);
  });

  it('are there before a module that loads later, where that has no effect', () => {
    const { text, value } = bundle([
      LATER,
      'var seen=[];function note(x){seen.push(x);return x}',
      'var TURN,HALF,words,effect,f;',
      'var init_m=__esm({"m.ts"(){TURN=6.28;HALF=TURN/2;words=new Uint32Array(new Float64Array(1).buffer);effect=note(TURN);f=x=>x*HALF;}});',
      'const before=[typeof HALF,effect,seen.length];init_m();init_m();',
      'return [before,TURN,HALF,words.length,effect,f(2),seen]',
    ]);
    for (const name of ['TURN=6.28', 'HALF=TURN/2', 'f=x=>x*HALF']) expect(text).toContain(`const ${name}`);
    expect(text).toContain('var effect;');
    expect(value).toEqual([['number', undefined, 0], 6.28, 3.14, 2, 6.28, 6.28, [6.28]]);
  });

  it('are in modules as in scripts', () => {
    const text = withConstants('import { x } from "y";\nvar a = x;\nfunction f() {}\nexport {\n  a,\n  f\n};\n');
    expect(text).toMatch(/const f=function\(\) \{\};/);
    expect(text).toContain('const a = x;');
  });
});
