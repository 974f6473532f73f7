/** Markup that is safe to print. Only `html` and `drawn` make it. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Printable = Html | string | number | readonly Html[] | false | undefined

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const print = (value: Printable): string => {
  if (value instanceof Html) return value.markup
  if (Array.isArray(value)) return value.map(print).join('')
  if (value === false || value === undefined) return ''
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/**
 * Markup with values in it. Every value is escaped for text and for quoted attributes, unless it is markup itself;
 * false and undefined print nothing.
 */
export const html = (strings: TemplateStringsArray, ...values: Printable[]): Html =>
  new Html(strings.map((text, index) => text + print(values[index])).join(''))

/** A picture that we drew ourselves: markup without any values. */
export const drawn = (strings: TemplateStringsArray): Html => new Html(strings.join(''))
