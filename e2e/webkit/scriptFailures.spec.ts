import { TamperingProxy, type ProxiedResponse, type Tamper } from '../gateway/tamperingProxy.ts'
import { CheckoutClient } from '../pages/checkoutPage.ts'
import { expect, test as base } from './fixtures.ts'

const test = base.extend<{ between: TamperingProxy; url: string }>({
  between: async ({ local }, use) => {
    const proxy = new TamperingProxy(local.gateway)
    await use(proxy)
    await proxy.close()
  },
  /** The URL of a checkout behind the proxy. */
  url: async ({ between, local }, use) => {
    const { origin } = await between.open()
    const { id } = await new CheckoutClient(local.gateway).create()
    await use(`${origin}/checkout/${id}`)
  },
})

const failures: Readonly<Record<string, Tamper>> = {
  'an error response': (response) => (response.status = 500),
  'half of the file': (response) => (response.body = response.body.slice(0, response.body.length / 2)),
  'a script that throws': (response) => (response.body = `throw new Error('broken');${response.body}`),
}

const isScript = ({ path }: ProxiedResponse) => path.startsWith('/checkout-assets/')
const form = () => document.querySelector('sluice-payment-form:not([hidden]) .pay')
const message = () => document.querySelector<HTMLElement>('#not-loaded:not([hidden])')?.innerText

for (const [name, failure] of Object.entries(failures))
  test(`WebKit checkout script: ${name}, once, is loaded again`, async ({ webkit, between, url }) => {
    between.tamper = (response) => isScript(response) && !response.path.includes('?') && failure(response)
    await webkit.open(url)
    await webkit.waitFor('the form', form)
  })

// WebKit fires no event for half of the file, so that the message takes 16 seconds, longer than `waitFor`.
for (const name of ['an error response', 'a script that throws'])
  test(`WebKit checkout script: ${name} shows a message, and Try again loads the form`, async ({
    webkit,
    between,
    url,
  }) => {
    between.tamper = (response) => isScript(response) && failures[name]!(response)
    await webkit.open(url)
    expect(await webkit.waitFor('the message', message)).toMatch(/The payment form did not load\.\s+Try again/)
    between.tamper = () => undefined
    await webkit.click('#not-loaded button')
    await webkit.waitFor('the form', form)
  })
