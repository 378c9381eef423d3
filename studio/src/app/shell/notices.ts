/** Short messages at the bottom of the page. Remarks go by themselves; problems stay until they are closed. */
import { signal } from '@preact/signals';

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly kind: 'info' | 'problem';
}

/** How long a remark stays [ms], and how many are shown at once. */
const STAY = 5000;
const MOST = 4;

export function createNotices() {
  const notices = signal<readonly Notice[]>([]);
  let nextId = 1;
  const dismiss = (id: number) => void (notices.value = notices.value.filter((notice) => notice.id !== id));
  const notify = (text: string, kind: Notice['kind'] = 'info') => {
    const id = nextId++;
    notices.value = [...notices.value.filter((notice) => notice.text !== text), { id, text, kind }].slice(-MOST);
    if (kind === 'info') setTimeout(() => dismiss(id), STAY);
  };
  return { notices, notify, dismiss };
}
