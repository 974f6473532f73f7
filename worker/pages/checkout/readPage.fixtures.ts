import type { CheckoutView } from '#contract/checkouts/view'
import { bindings } from '../../testing/bindings.ts'
import { checkoutPage } from './checkoutPage.ts'
import { type ReadElement, readHtml } from './readHtml.fixtures.ts'

export interface ReadPage {
  readonly response: Response
  readonly html: string
  readonly elements: readonly ReadElement[]
  /** The texts of the elements that match `tag` or `tag.class`. */
  texts(selector: string): string[]
}

const matches = (selector: string) => {
  const [tag = '', name] = selector.split('.')
  return ({ tag: found, attributes }: ReadElement) =>
    (tag === '' || found === tag) && (name === undefined || (attributes['class'] ?? '').split(' ').includes(name))
}

/** Renders and parses the page of a checkout. */
export const readPage = async (
  view: CheckoutView,
  {
    query = '',
    headers = {},
    cf,
  }: { query?: string; headers?: Record<string, string>; cf?: { timezone: string } } = {},
): Promise<ReadPage> => {
  const request = new Request(`https://pay.example/checkout/${view.id}${query}`, { headers })
  // As a property: Node's Request ignores this member of the options.
  if (cf) Object.defineProperty(request, 'cf', { value: cf })
  const response = await checkoutPage(view, request, bindings.ASSETS, 'name-of-an-attempt')
  const html = await response.text()
  const elements = await readHtml(html)
  return {
    response,
    html,
    elements,
    texts: (selector) => elements.filter(matches(selector)).map(({ text }) => text),
  }
}
