/** What the page remembers between visits. A browser that forbids storage forgets, and nothing else happens. */

export function loadSetting<T>(key: string): T | undefined {
  try {
    const text = localStorage.getItem(`skidpad.${key}`);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

export function saveSetting(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(`skidpad.${key}`);
    else localStorage.setItem(`skidpad.${key}`, JSON.stringify(value));
  } catch {
    // full or forbidden
  }
}
