/** Text that is HTML already: it came from `html` below, so every value in it has been escaped. */
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

/** Text as HTML, also inside a quoted attribute. The one escaper of the worker. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

export type HtmlValue = Html | string | number | null | readonly HtmlValue[]

const print = (value: HtmlValue): string => {
  if (value === null) return ''
  if (value instanceof Html) return value.text
  return typeof value === 'object' ? value.map(print).join('') : escapeHtml(String(value))
}

/** HTML with values in it. What is not HTML itself is escaped; null is nothing; lists are joined; space at the ends goes. Attributes must be quoted. */
export const html = (strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  new Html(String.raw({ raw: strings }, ...values.map(print)).trim())

/** An element around text, without a space too many: the formatter breaks the lines of `html` as it likes. */
export const element = (name: 'var' | 'code' | 'pre' | 'small', text: string): Html =>
  new Html(`<${name}${name === 'pre' ? ' tabindex="0"' : ''}>${escapeHtml(text)}</${name}>`)
