/**
 * Short messages at the bottom of the page. Remarks go by themselves, and the last one is enough; problems stay until they are closed or something
 * else is opened.
 */
import { signal } from '@preact/signals';

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly kind: 'info' | 'problem';
}

/** How long a remark stays [ms], and how many problems are shown at once. */
const STAY = 5000;
const MOST_PROBLEMS = 2;

export function createNotices() {
  const notices = signal<readonly Notice[]>([]);
  let nextId = 1;
  const dismiss = (id: number) => void (notices.value = notices.value.filter((notice) => notice.id !== id));
  const notify = (text: string, kind: Notice['kind'] = 'info') => {
    const id = nextId++;
    const others = notices.value.filter((notice) => notice.text !== text && notice.kind === 'problem');
    notices.value = [...others.slice(kind === 'problem' ? 1 - MOST_PROBLEMS : -MOST_PROBLEMS), { id, text, kind }];
    if (kind === 'info') setTimeout(() => dismiss(id), STAY);
  };
  const clear = () => void (notices.value = []);
  return { notices, notify, dismiss, clear };
}
