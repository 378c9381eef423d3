/** Text as it may stand in XML and HTML, in content and in attributes. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/** No text of a report needs more characters; the rest becomes an ellipsis. */
const LONGEST = 4000;
const bounded = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`);

/** Characters that XML 1.0 cannot hold, and those that steer terminals or turn the direction of writing, become U+FFFD. */
export const xmlText = (text: string): string =>
  bounded(text)
    .replaceAll(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      '\ufffd',
    )
    .replaceAll(/[&<>"'\n\r\t]/g, (character) => ENTITIES[character]);
