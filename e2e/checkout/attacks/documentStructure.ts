import type { Page } from '@playwright/test'

/** Attributes that hold texts of a merchant or shopper, or what differs from page to page. Their values are no structure. */
const holdTexts = ['value', 'data-path', 'nonce', 'data-transaction', 'data-url', 'alt']

/**
 * The elements of a document in their order, each with its depth and its attributes; and its style sheets, letter by letter. Texts are left out, so a
 * document has the same structure whatever words it was drawn with.
 *
 * @param html another document than the page's, which is parsed and not shown
 * @param own what is said instead of texts that differ, such as an id in an address
 */
export const structureOf = (page: Page, html: string | null = null, own: readonly string[] = []): Promise<string[]> =>
  page.evaluate(
    ([html, holdTexts, own]) => {
      const root = html === null ? document : new DOMParser().parseFromString(html, 'text/html')
      const without = (text: string): string => own.reduce((left, part) => left.replaceAll(part, '…'), text)
      const depthOf = (element: Element): number => (element.parentElement ? depthOf(element.parentElement) + 1 : 0)
      return [...root.querySelectorAll('*')].map((element) => {
        const attributes = [...element.attributes].map(({ name, value }) =>
          holdTexts.includes(name) ? name : `${name}=${without(value)}`,
        )
        const style = element.localName === 'style' ? [element.textContent] : []
        return [' '.repeat(depthOf(element)) + element.tagName, ...attributes, ...style].join(' ')
      })
    },
    [html, holdTexts, own] as const,
  )
