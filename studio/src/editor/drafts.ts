/** What somebody has written for each starting point, kept in this browser. */
const PREFIX = 'skidpad-studio/draft/';

export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Where a browser keeps nothing (private windows, storage switched off) drafts last as long as the page. */
export class Drafts {
  private readonly unsaved = new Map<string, string>();

  constructor(private readonly store: Store | undefined) {}

  read(id: string): string | undefined {
    try {
      return this.unsaved.get(id) ?? this.store?.getItem(PREFIX + id) ?? undefined;
    } catch {
      return undefined;
    }
  }

  /** Whether it will still be there when the page is opened again. */
  write(id: string, text: string): boolean {
    try {
      if (this.store === undefined) throw new Error('no storage');
      this.store.setItem(PREFIX + id, text);
      this.unsaved.delete(id);
      return true;
    } catch {
      this.unsaved.set(id, text);
      return false;
    }
  }

  forget(id: string): void {
    this.unsaved.delete(id);
    try {
      this.store?.removeItem(PREFIX + id);
    } catch {
      // what cannot be reached cannot come back either
    }
  }
}

/** Touching `localStorage` may throw. */
export function browserStore(): Store | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}
