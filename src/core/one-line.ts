/**
 * Foreign text, such as a name, a value or what a program wrote, made fit to stand in one line of a terminal, a sentence or a report:
 * whatever would move the cursor, change colours or turn the direction of writing is shown by its code, and long text ends in an ellipsis.
 */

/** C0 and C1 controls, separators of lines, marks of direction and of nothing, halves of pairs. */
const UNFIT =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
  /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const codeOf = (character: string): string => {
  const code = character.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
};

/** At most `longest` characters, on one line, that say what they are. */
export function oneLine(text: string, longest = 300): string {
  // a code has six characters at most, so no more than this can be shown
  const shown = text.slice(0, longest + 1).replaceAll(UNFIT, codeOf);
  if (shown.length <= longest) return shown;
  const cut = shown.slice(0, longest - 1);
  return `${cut.replace(/[\ud800-\udbff]$/, '')}…`;
}
