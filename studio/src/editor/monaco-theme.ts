/** Monaco in the colours of the studio: made from the variables of theme.css, again whenever the theme changes. */
import { monaco } from './monaco.ts';

export function applyMonacoTheme(theme: 'dark' | 'light'): void {
  const style = getComputedStyle(document.documentElement);
  /** With all six digits, as Monaco wants them; built pages have some of them shortened. */
  const colour = (name: string): string =>
    style
      .getPropertyValue(`--${name}`)
      .trim()
      .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  /** Token colours are written without the sign. */
  const token = (name: string): string => colour(name).slice(1);
  monaco.editor.defineTheme('skidpad', {
    base: theme === 'dark' ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      { token: '', foreground: token('text') },
      { token: 'comment', foreground: token('text-muted'), fontStyle: 'italic' },
      { token: 'keyword', foreground: token('series-5') },
      { token: 'string', foreground: token('series-3') },
      { token: 'number', foreground: token('series-2') },
      { token: 'regexp', foreground: token('series-7') },
      { token: 'type', foreground: token('series-1') },
      { token: 'identifier', foreground: token('text') },
      { token: 'delimiter', foreground: token('text-muted') },
    ],
    colors: {
      'editor.background': colour('surface'),
      'editor.foreground': colour('text'),
      'editorGutter.background': colour('surface'),
      'editorLineNumber.foreground': colour('text-muted'),
      'editorLineNumber.activeForeground': colour('text'),
      'editor.lineHighlightBackground': colour('surface-raised'),
      'editor.lineHighlightBorder': colour('surface-raised'),
      'editorCursor.foreground': colour('accent'),
      'editor.selectionBackground': `${colour('series-1')}40`,
      'editorIndentGuide.background1': colour('line'),
      'editorIndentGuide.activeBackground1': colour('line-strong'),
      'editorWidget.background': colour('surface-raised'),
      'editorWidget.border': colour('line-strong'),
      'editorHoverWidget.background': colour('surface-raised'),
      'editorHoverWidget.border': colour('line-strong'),
      'editorSuggestWidget.background': colour('surface-raised'),
      'editorSuggestWidget.border': colour('line-strong'),
      'editorSuggestWidget.selectedBackground': colour('surface-hover'),
      'editorSuggestWidget.selectedForeground': colour('text'),
      'editorSuggestWidget.highlightForeground': colour('series-1'),
      'editorSuggestWidget.focusHighlightForeground': colour('series-1'),
      'editorError.foreground': colour('bad'),
      'editorWarning.foreground': colour('warn'),
      'editorOverviewRuler.border': colour('line'),
      'scrollbarSlider.background': `${colour('line-strong')}80`,
      'scrollbarSlider.hoverBackground': colour('line-strong'),
      'scrollbar.shadow': '#00000000',
      focusBorder: colour('focus'),
      'list.hoverBackground': colour('surface-hover'),
      'input.background': colour('surface-sunken'),
    },
  });
  monaco.editor.setTheme('skidpad');
}
