import type { Texts } from '../locales/texts.ts'
import { parsed } from './parsed.ts'

const MOST_CHARACTERS = 200
const FETCH_MS = 10_000

/** These texts, with those of `others` in their place that have the same key: neither a new key nor one without a text comes in. */
export const overlaid = <T extends object>(texts: T, others: unknown): T =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]: [string, object | string]) => {
      const other = (others as Record<string, unknown> | null | undefined)?.[key]
      if (typeof text === 'object') return [key, overlaid(text, other)]
      return [key, (typeof other === 'string' && other.slice(0, MOST_CHARACTERS)) || text]
    }),
  ) as T

/** What the form speaks: the texts that its document came with, those of another language once asked for, and over them the merchant's own. */
export class Language {
  /** The texts as they are shown. */
  texts: Texts
  #plain: Texts
  #shown: string
  #wanted: string
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
    this.#shown = this.#wanted = locale
    this.#changed = changed
  }

  /**
   * Changes to what is wanted now. Where the texts of a locale cannot be had, the form keeps the language that it speaks,
   * and the next call tries again.
   *
   * @param locale the nearest that there is will be spoken; where empty, what is spoken already
   * @param overrides the merchant's own texts as JSON, or an empty string
   */
  async speak(locale: string, overrides: string): Promise<void> {
    if (overrides !== this.#overrides) {
      this.#overrides = overrides
      this.#show()
    }
    if (!locale || locale === this.#wanted) return
    this.#wanted = locale
    const turn = ++this.#turn
    // Back to the language on display, before the other one's texts were here.
    if (locale === this.#shown) return
    const fetched = await fetchTexts(locale).catch(() => null)
    if (turn !== this.#turn) return
    if (!fetched) {
      this.#wanted = this.#shown
      return
    }
    this.#shown = locale
    // A gateway that was deployed since may lack a text that this version shows: it stays in the language before.
    this.#plain = overlaid(this.#plain, fetched.texts)
    document.documentElement.lang = fetched.locale
    this.#show()
  }

  #show(): void {
    const { direction } = this.#plain
    this.texts = { ...overlaid(this.#plain, parsed(this.#overrides)), direction }
    document.documentElement.dir = direction
    document.title = this.texts.frameTitle
    this.#changed()
  }
}

const fetchTexts = async (locale: string): Promise<{ locale: string; texts: unknown }> => {
  const response = await fetch(`/card/texts?locale=${encodeURIComponent(locale)}`, {
    credentials: 'omit',
    signal: AbortSignal.timeout(FETCH_MS),
  })
  if (!response.ok) throw new Error()
  return { locale: response.headers.get('content-language') ?? locale, texts: await response.json() }
}
