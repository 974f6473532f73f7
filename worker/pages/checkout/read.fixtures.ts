import type { CheckoutView } from '#contract/checkouts/view'
import { bindings } from '../../testing/bindings.ts'
import { checkoutPage } from './checkoutPage.ts'
import { type ReadElement, readHtml } from './readHtml.fixtures.ts'

export interface ReadPage {
  readonly response: Response
  readonly html: string
  readonly elements: readonly ReadElement[]
  /** The texts of the elements of a tag, and of a class where one is named: `p.due`. */
  texts(selector: string): string[]
}

const named = (selector: string) => {
  const [tag = '', name] = selector.split('.')
  return ({ tag: found, attributes }: ReadElement) =>
    (tag === '' || found === tag) && (name === undefined || (attributes['class'] ?? '').split(' ').includes(name))
}

/** Asks for a page of a checkout and reads it. */
export const readPage = async (
  view: CheckoutView,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<ReadPage> => {
  const request = new Request(`https://pay.example/checkout/${view.id}${query}`, { headers })
  const response = await checkoutPage(view, request, bindings.ASSETS, 'name-of-a-try')
  const html = await response.text()
  const elements = await readHtml(html)
  return {
    response,
    html,
    elements,
    texts: (selector) => elements.filter(named(selector)).map(({ text }) => text),
  }
}
