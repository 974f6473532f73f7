/** Escaped markup. Only `html` and `drawn` create it. */
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
 * Markup template. Values are escaped for text and quoted attributes, except Html; false and undefined render nothing.
 */
export const html = (strings: TemplateStringsArray, ...values: Printable[]): Html =>
  new Html(strings.map((text, index) => text + print(values[index])).join(''))

/** Static markup, such as SVG, without values. */
export const drawn = (strings: TemplateStringsArray): Html => new Html(strings.join(''))
