import { crawl } from '../console/tour/crawl.ts'
import { fillScreens } from '../console/tour/fillScreens.ts'
import { startConsole, type OwnConsole } from '../console/tour/ownConsole.ts'
import { skeleton } from '../console/tour/pages.ts'
import { GatewayClient } from '../support/gatewayClient.ts'
import type { WebKit } from './driver.ts'
import { expect, test } from './fixtures.ts'

let own: OwnConsole
let payment: string

test.beforeAll(async () => {
  own = await startConsole()
  ;({ payment } = await fillScreens(own.gateway))
})
test.afterAll(() => own.stop())

/** Signs in the demo owner, if nobody is signed in. */
const enter = async (webkit: WebKit): Promise<void> => {
  await webkit.open(`${own.origin}/test`)
  const isSignedIn = await webkit.waitFor('the console', () =>
    document.querySelector('nav.sections')
      ? 'yes'
      : document.querySelectorAll('.sign-in button').length > 1
        ? 'no'
        : '',
  )
  if (isSignedIn === 'yes') return
  await webkit.click('.sign-in button:not(.primary)')
  await webkit.waitFor('the navigation', () => document.querySelector('nav.sections') !== null)
}

/** Waits until a screen shows its data. */
const waitForScreen = (webkit: WebKit): Promise<unknown> =>
  webkit.waitFor(
    'the screen',
    (skeleton) => document.querySelector('console-shell main h1') && !document.querySelector(skeleton),
    skeleton,
  )

test('WebKit console: each screen is reached by links and opens without an error', async ({ webkit }) => {
  test.setTimeout(180_000)
  await enter(webkit)
  await crawl(
    own.origin,
    async ({ address }) => {
      await webkit.open(address)
      await waitForScreen(webkit)
      const [alerts, links] = await webkit.evaluate(() => [
        [...document.querySelectorAll('main [role=alert]')].map(({ textContent }) => textContent),
        [...document.querySelectorAll<HTMLAnchorElement>('console-shell a[href]')].map(({ href }) => href),
      ])
      expect([address, alerts]).toEqual([address, []])
      return links as string[]
    },
    1,
  )
})

test('WebKit console: a part of a payment is refunded', async ({ webkit }) => {
  await enter(webkit)
  await webkit.open(`${own.origin}/test/payments/${payment}`)
  await webkit.waitFor('the button', () => document.querySelector('[data-action=refund]'))
  await webkit.click('[data-action=refund]')
  await webkit.waitFor('the dialog', () => document.querySelector('dialog[open] input'))
  await webkit.click('dialog[open] input')
  await webkit.press('Control+a')
  await webkit.type('7.50')
  await webkit.press('Enter')
  await webkit.waitFor('the note', () => document.body.textContent.includes('$7.50 was refunded. $12.50 is left.'))
  const client = new GatewayClient(own.gateway)
  expect((await client.call('GET', `/v1/transactions/${payment}`)).body).toMatchObject({ amountCredited: 7.5 })
})
