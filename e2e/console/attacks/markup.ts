import type { Page } from '@playwright/test'

/** The markup of a page, without its texts. */
export type Markup = {
  /** The elements, each with its ancestors, their classes, and the names of its attributes. Rows of a list are the same. */
  readonly elements: ReadonlySet<string>
  /** Schemes of the addresses that the page opens or loads. */
  readonly schemes: ReadonlySet<string>
  /** The texts of elements and inputs. */
  readonly texts: readonly string[]
}

const addresses = [
  'href',
  'src',
  'action',
  'formaction',
  'xlink:href',
  'data',
  'poster',
  'srcset',
  'background',
  'ping',
]

export const readMarkup = async (page: Page): Promise<Markup> => {
  const { elements, schemes, texts } = await page.evaluate((names) => {
    // In the page.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const nameOf = (element: Element): string => [element.localName, ...[...element.classList].sort()].join('.')
    const chain = (element: Element): string =>
      element.parentElement ? `${chain(element.parentElement)} > ${nameOf(element)}` : nameOf(element)
    const all = [...document.querySelectorAll('*')]
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const schemeOf = (value: string): string => {
      try {
        return new URL(value, location.href).protocol
      } catch {
        return 'invalid:'
      }
    }
    return {
      elements: all.map((element) => `${chain(element)} [${element.getAttributeNames().sort().join()}]`),
      schemes: all.flatMap((element) =>
        names.flatMap((name) => (element.hasAttribute(name) ? [schemeOf(element.getAttribute(name)!)] : [])),
      ),
      texts: all.flatMap((element) =>
        [...element.childNodes]
          .map((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : ''))
          .concat('value' in element && typeof element.value === 'string' ? element.value : '')
          .filter((text) => text !== ''),
      ),
    }
  }, addresses)
  return { elements: new Set(elements), schemes: new Set(schemes), texts }
}
