import type { Page } from '@playwright/test'

/** Attributes with texts of merchants or shoppers, or with page-specific values. Their values are left out. */
const textAttributes = ['value', 'data-path', 'nonce', 'data-transaction', 'data-url', 'alt']

/**
 * The elements of a document in order, with depth, attributes and the text of style sheets. Other texts are left out, so the structure is
 * the same for any texts.
 *
 * @param html a document to parse without rendering, instead of the page's
 * @param own page-specific texts to mask, such as an id in a URL
 */
export const documentStructure = (
  page: Page,
  html: string | null = null,
  own: readonly string[] = [],
): Promise<string[]> =>
  page.evaluate(
    ([html, textAttributes, own]) => {
      const root = html === null ? document : new DOMParser().parseFromString(html, 'text/html')
      const mask = (text: string): string => own.reduce((left, part) => left.replaceAll(part, '…'), text)
      const depthOf = (element: Element): number => (element.parentElement ? depthOf(element.parentElement) + 1 : 0)
      return [...root.querySelectorAll('*')].map((element) => {
        const attributes = [...element.attributes].map(({ name, value }) =>
          textAttributes.includes(name) ? name : `${name}=${mask(value)}`,
        )
        const style = element.localName === 'style' ? [element.textContent] : []
        return [' '.repeat(depthOf(element)) + element.tagName, ...attributes, ...style].join(' ')
      })
    },
    [html, textAttributes, own] as const,
  )
