/** Escaped HTML. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML and quoted attributes. The worker has no other escaper. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

export type HtmlValue = Html | string | number | null | readonly HtmlValue[]

const print = (value: HtmlValue): string => {
  if (value === null) return ''
  if (value instanceof Html) return value.text
  return typeof value === 'object' ? value.map(print).join('') : escapeHtml(String(value))
}

/** A template tag: escapes values that are not Html, joins lists, prints nothing for null, trims. Attributes must be quoted. */
export const html = (strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  new Html(String.raw({ raw: strings }, ...values.map(print)).trim())

/** An element around text, without the white space that the formatter adds to `html` templates. */
export const element = (name: 'var' | 'code' | 'pre' | 'small', text: string): Html =>
  new Html(`<${name}${name === 'pre' ? ' tabindex="0"' : ''}>${escapeHtml(text)}</${name}>`)
