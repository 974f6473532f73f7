import type { Texts } from '../locales/cardTexts.ts'
import { parseJson } from '../frame/parseJson.ts'

const MAX_TEXT_LENGTH = 200
const FETCH_MS = 10_000

/** Overrides texts with those of `overrides` by key. Unknown keys and empty texts are ignored. */
export const mergeTexts = <T extends object>(texts: T, overrides: unknown): T =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]: [string, object | string]) => {
      const override = (overrides as Record<string, unknown> | null | undefined)?.[key]
      if (typeof text === 'object') return [key, mergeTexts(text, override)]
      return [key, (typeof override === 'string' && override.slice(0, MAX_TEXT_LENGTH)) || text]
    }),
  ) as T

/** The form's texts: those of its document, those of another locale once set, and the merchant page's overrides over them. */
export class FormLanguage {
  /** The displayed texts. */
  texts: Texts
  #localized: Texts
  #locale: string
  #overrides = ''
  #requestNumber = 0
  readonly #changed: () => void

  /**
   * @param texts of the document
   * @param locale of the document's request
   * @param changed runs after a change of the texts
   */
  constructor(texts: Texts, locale: string, changed: () => void) {
    this.texts = this.#localized = texts
    this.#locale = locale
    this.#changed = changed
  }

  /**
   * Sets locale and overrides. If the texts of a locale cannot be loaded, the form keeps its language, and the next call
   * retries.
   *
   * @param locale matched to the nearest supported locale; empty keeps the current one
   * @param overrides the page's texts as JSON, or an empty string
   */
  async update(locale: string, overrides: string): Promise<void> {
    if (overrides !== this.#overrides) {
      this.#overrides = overrides
      this.#applyTexts()
    }
    if (!locale || locale === this.#locale) return
    this.#locale = locale
    const request = ++this.#requestNumber
    try {
      const [lang, texts] = await fetchTexts(locale)
      if (request !== this.#requestNumber) return
      // A newer gateway may lack a text that this version displays: that text keeps the previous language.
      this.#localized = mergeTexts(this.#localized, texts)
      document.documentElement.lang = lang
      this.#applyTexts()
    } catch {
      if (request === this.#requestNumber) this.#locale = ''
    }
  }

  #applyTexts(): void {
    this.texts = mergeTexts(this.#localized, parseJson(this.#overrides))
    // Overrides do not change the text direction.
    document.documentElement.dir = this.#localized.direction
    document.title = this.texts.frameTitle
    this.#changed()
  }
}

/** Fetches the texts for a locale. Returns the matched locale and its texts. */
const fetchTexts = async (locale: string): Promise<[string, unknown]> => {
  const response = await fetch(`/card/texts?locale=${encodeURIComponent(locale)}`, {
    credentials: 'omit',
    signal: AbortSignal.timeout(FETCH_MS),
  })
  if (!response.ok) throw new Error()
  return [response.headers.get('content-language') ?? locale, await response.json()]
}
