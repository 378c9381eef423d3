import { describe, expect, it } from 'vitest';
import { closeOutside } from './close-outside.ts';

describe('the worker of users’ blocks', () => {
  it('has no door to the network, to storage or to other workers, not even by inheritance', () => {
    class Base {
      get indexedDB() {
        return 'kept';
      }
    }
    class Scope extends Base {
      fetch = () => 'sent';
      navigator = Object.create({ storage: 'kept', userAgent: 'browser' }) as object;
      setTimeout = () => 1;
    }
    const scope = new Scope();
    closeOutside(scope);
    expect('fetch' in scope || 'indexedDB' in scope || 'indexedDB' in Base.prototype).toBe(false);
    expect('storage' in scope.navigator).toBe(false);
    expect(scope.navigator).toHaveProperty('userAgent');
    expect(scope.setTimeout()).toBe(1);
  });

  it('covers what cannot be removed', () => {
    const scope = Object.defineProperty({}, 'caches', { value: 'kept', writable: true });
    closeOutside(scope);
    expect(scope).toHaveProperty('caches', undefined);
  });
});
