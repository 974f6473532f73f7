import type { Texts } from '../locales/cardTexts.ts'
import { parsed } from '../frame/parseJson.ts'

const MOST_CHARACTERS = 200
const FETCH_MS = 10_000

/** These texts, with those of `others` in their place that have the same key. No key is new, and no text is empty. */
export const overlaid = <T extends object>(texts: T, others: unknown): T =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]: [string, object | string]) => {
      const other = (others as Record<string, unknown> | null | undefined)?.[key]
      if (typeof text === 'object') return [key, overlaid(text, other)]
      return [key, (typeof other === 'string' && other.slice(0, MOST_CHARACTERS)) || text]
    }),
  ) as T

/**
 * What the form speaks: the texts that its document came with, those of another language once they are asked for, and over
 * them the page's own words.
 */
export class Language {
  /** The texts as they are shown. */
  texts: Texts
  #plain: Texts
  #locale: string
  #overrides = ''
  #turn = 0
  readonly #changed: () => void

  /**
   * @param texts that the document came with
   * @param locale that it was asked for in
   * @param changed runs when other texts are to be shown
   */
  constructor(texts: Texts, locale: string, changed: () => void) {
    this.texts = this.#plain = texts
    this.#locale = locale
    this.#changed = changed
  }

  /**
   * Changes to what is wanted now. Where the texts of a locale cannot be had, the form keeps the language that it speaks,
   * and the next call tries again.
   *
   * @param locale the nearest that there is will be spoken; where empty, what is spoken already
   * @param overrides the page's own words as JSON, or an empty string
   */
  async speak(locale: string, overrides: string): Promise<void> {
    if (overrides !== this.#overrides) {
      this.#overrides = overrides
      this.#show()
    }
    if (!locale || locale === this.#locale) return
    this.#locale = locale
    const turn = ++this.#turn
    try {
      const [lang, texts] = await fetchTexts(locale)
      if (turn !== this.#turn) return
      // A gateway that was deployed since may lack a text that this version shows: it stays in the language before.
      this.#plain = overlaid(this.#plain, texts)
      document.documentElement.lang = lang
      this.#show()
    } catch {
      if (turn === this.#turn) this.#locale = ''
    }
  }

  #show(): void {
    this.texts = overlaid(this.#plain, parsed(this.#overrides))
    // Ours: the page's own words do not turn the form around.
    document.documentElement.dir = this.#plain.direction
    document.title = this.texts.frameTitle
    this.#changed()
  }
}

/** The best that there is for a locale: which it is, and its texts. */
const fetchTexts = async (locale: string): Promise<[string, unknown]> => {
  const response = await fetch(`/card/texts?locale=${encodeURIComponent(locale)}`, {
    credentials: 'omit',
    signal: AbortSignal.timeout(FETCH_MS),
  })
  if (!response.ok) throw new Error()
  return [response.headers.get('content-language') ?? locale, await response.json()]
}
