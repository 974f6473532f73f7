import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { failure, useConsole, type ConsoleFixture } from '../../../testing/console/consoleFixture.ts'
import { sampleDelivery, sampleWebhook } from '../../../testing/console/developerSamples.ts'
import { ownerSession } from '../../../testing/console/sessionSamples.ts'
import { smallTargets } from '../../../testing/console/smallTargets.ts'

const openFixture = useConsole()
const event = 'evt-01a1f800-0000-7000-8000-000000000001'

const open = async (
  webhook = sampleWebhook(),
  query = '',
  prepare: (fixture: ConsoleFixture) => void = () => {},
): Promise<{ fixture: ConsoleFixture; page: Page }> => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/webhook', () => ({ body: { webhooks: [webhook] } }))
  fixture.respond('GET /v1/webhook/w1/deliveries', () => ({ body: { deliveries: [sampleDelivery()] } }))
  prepare(fixture)
  const page = await fixture.open(`/test/webhooks/w1${query}`)
  return { fixture, page }
}

it('deliveries show what failed and why, with each attempt', async () => {
  const { page } = await open(sampleWebhook({ failingSince: '2026-11-26T10:00:00.000Z' }), '', (fixture) =>
    fixture.respond('GET /v1/webhook/w1/deliveries', () => ({
      body: {
        deliveries: [
          sampleDelivery(),
          sampleDelivery({ state: 'pending', next: '2026-11-20T12:00:00.000Z' }),
          sampleDelivery({ state: 'dropped', attempts: [] }),
          sampleDelivery({
            state: 'delivered',
            attempts: [{ at: '2026-11-20T10:00:00.000Z', status: 204, tookMs: 9 }],
          }),
        ],
      },
    })),
  )
  await page.getByText('Deliveries have failed since').waitFor()
  const rows = page.locator('tbody tr')
  const texts = await rows.allInnerTexts()
  for (const [index, parts] of [
    ['Not delivered', 'did not respond within 15 seconds', 'No attempts are left.', 'Deliver again'],
    ['Will be retried'],
    ['Not sent', 'The webhook was off.'],
    ['Delivered', 'responded 204'],
  ].entries())
    for (const part of parts) expect(texts[index]).toContain(part)
  await rows.first().getByText('2 attempts').click()
  expect(await rows.first().getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringContaining('Your server failed (500).'),
    expect.stringContaining('15000 ms'),
  ])
  expect(await rows.first().getByRole('link').getAttribute('href')).toBe('/test/payments/91738888888107')
})

it.each([1280, 390])('links and buttons of deliveries are at least 24 px high and wide, %s px wide', async (width) => {
  const fixture = await openFixture({ width })
  fixture.respond('GET /v1/webhook', () => ({ body: { webhooks: [sampleWebhook()] } }))
  fixture.respond('GET /v1/webhook/w1/deliveries', () => ({
    body: { deliveries: [sampleDelivery(), sampleDelivery({ state: 'dropped', attempts: [] }), sampleDelivery()] },
  }))
  const page = await fixture.open('/test/webhooks/w1')
  await page.getByText('2 attempts').first().click()
  await page.getByText('15000 ms').first().waitFor()
  // The fonts of systems differ in height, which must not matter.
  for (const font of ['system-ui', 'serif', 'monospace']) {
    await page.evaluate((family) => {
      document.documentElement.style.fontFamily = family
    }, font)
    const targets = page.locator('.deliveries :is(a, button, summary, input)')
    const sizes = await targets.evaluateAll((elements) =>
      elements.map((element) => {
        const { width: wide, height } = element.getBoundingClientRect()
        return { text: element.textContent.trim(), least: Math.min(wide, height) }
      }),
    )
    expect(sizes).toHaveLength(8)
    expect(sizes.filter(({ least }) => least < 24)).toEqual([])
  }
  expect(await smallTargets(page, '.deliveries')).toEqual([])
})

it.each([1280, 390])(
  'the button of a delivery is inside its cell, which cuts off the rest, %s px wide',
  async (width) => {
    const fixture = await openFixture({ width })
    fixture.respond('GET /v1/webhook', () => ({ body: { webhooks: [sampleWebhook()] } }))
    fixture.respond('GET /v1/webhook/w1/deliveries', () => ({ body: { deliveries: [sampleDelivery()] } }))
    const page = await fixture.open('/test/webhooks/w1')
    const button = await page.locator('.deliveries td.actions .button').boundingBox()
    const cell = await page.locator('.deliveries td.actions').boundingBox()
    expect(button!.x).toBeGreaterThanOrEqual(cell!.x)
    expect(button!.x + button!.width).toBeLessThanOrEqual(cell!.x + cell!.width)
  },
)

// Otherwise more deliveries, and the focus with them, move away while those above come near the window.
it.each([1280, 390])(
  'a delivery out of sight has the height that it gets, within a tenth, %s px wide',
  async (width) => {
    const fixture = await openFixture({ width })
    const deliveries = Array.from({ length: 50 }, (_, index) =>
      sampleDelivery({ state: 'delivered', event: { ...sampleDelivery().event, id: `evt-${index}` } }),
    )
    fixture.respond('GET /v1/webhook', () => ({ body: { webhooks: [sampleWebhook()] } }))
    fixture.respond('GET /v1/webhook/w1/deliveries', () => ({ body: { deliveries } }))
    const page = await fixture.open('/test/webhooks/w1')
    const last = page.locator('.deliveries tbody tr').nth(49)
    await last.waitFor({ state: 'attached' })
    const expected = (await last.boundingBox())!.height
    await last.scrollIntoViewIfNeeded()
    await expect.poll(() => last.getByText('2 attempts').isVisible()).toBe(true)
    const { height } = (await last.boundingBox())!
    expect(expected / height).toBeGreaterThan(0.9)
    expect(expected / height).toBeLessThan(1.1)
  },
)

it('the views of deliveries are in the address', async () => {
  const { fixture, page } = await open()
  await page.getByRole('link', { name: 'Not delivered' }).click()
  await expect.poll(() => page.url()).toBe('https://console.test/test/webhooks/w1?state=undelivered')
  await expect.poll(() => fixture.sent('GET /v1/webhook/w1/deliveries').length).toBe(2)
  const states = fixture
    .sent('GET /v1/webhook/w1/deliveries')
    .map((request) => new URL(request.url()).searchParams.get('state'))
  expect(states).toEqual([null, 'undelivered'])
})

it('one event is delivered again by the keyboard, and its new state appears', async () => {
  const { fixture, page } = await open()
  fixture.respond(`POST /v1/events/${event}/replay`, () => {
    const attempts = [...sampleDelivery().attempts, { at: '2026-11-20T11:00:00.000Z', status: 200, tookMs: 5 }]
    fixture.respond('GET /v1/webhook/w1/deliveries', () => ({
      body: { deliveries: [sampleDelivery({ state: 'delivered', attempts })] },
    }))
    return { body: { webhooks: ['w1'] } }
  })
  await page.getByRole('button', { name: 'Deliver again: transaction.captured' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Delivered', { exact: true }).waitFor()
  const [request] = fixture.sent(`POST /v1/events/${event}/replay`)
  expect(request!.postDataJSON()).toEqual({ webhook: 'w1' })
  expect(request!.headers()['idempotency-key']).toMatch(/^[\w-]{36}$/)
})

it('all undelivered events are delivered again after a question', async () => {
  const { fixture, page } = await open(sampleWebhook(), '?state=undelivered')
  fixture.respond('POST /v1/webhook/w1/replay', () => {
    fixture.respond('GET /v1/webhook/w1/deliveries', () => ({ body: { deliveries: [] } }))
    return { body: { replay: {} } }
  })
  await page.getByRole('button', { name: 'Deliver all again' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deliver all again' }).click()
  await page.getByText('No deliveries here').waitFor()
  expect(fixture.sent('POST /v1/webhook/w1/replay')[0]!.postDataJSON()).toEqual({ undelivered: true })
})

it('a test event shows what the server answered', async () => {
  const { fixture, page } = await open()
  fixture.respond('POST /v1/webhook/w1/test', () => ({
    body: { delivered: false, attempt: { at: '2026-11-20T10:00:00.000Z', status: 404, tookMs: 9 } },
  }))
  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.getByText('was not received. Your server has nothing at this address (404)').waitFor()
})

it('a webhook is changed: its events, without its stored headers', async () => {
  const { fixture, page } = await open(sampleWebhook({ subscribedEvents: [4, 5] }))
  fixture.respond('PUT /v1/webhook/w1', () => ({ body: { webhook: sampleWebhook() } }))
  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit webhook' })
  await dialog.getByText('2 kinds of events, as set through the API.').waitFor()
  await dialog.getByText('Stored: authorization. Empty keeps them.').waitFor()
  await dialog.getByLabel('URL').fill('https://shop.example/new')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(fixture.sent('PUT /v1/webhook/w1')[0]!.postDataJSON()).toEqual({
    url: 'https://shop.example/new',
    maxConcurrency: 50,
  })
})

it('turning off, rotating and removing ask first', async () => {
  const { fixture, page } = await open()
  fixture.respond('PUT /v1/webhook/w1', () => ({ body: { webhook: sampleWebhook({ enabled: false }) } }))
  fixture.respond('POST /v1/webhook/w1/rotate', () => ({ body: { webhook: { id: 'w1', secret: 'whsec_new' } } }))
  fixture.respond('DELETE /v1/webhook/w1', () => ({ body: {} }))
  const confirm = async (action: string, button = action): Promise<void> => {
    await page.getByRole('button', { name: action, exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: button }).click()
  }
  await confirm('Turn off')
  await expect.poll(() => fixture.sent('PUT /v1/webhook/w1').length).toBe(1)
  expect(fixture.sent('PUT /v1/webhook/w1')[0]!.postDataJSON()).toEqual({ enabled: false })
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await confirm('Rotate secret')
  await page.getByText('whsec_new').waitFor()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  expect(await page.getByText('whsec_new').count()).toBe(0)
  await confirm('Remove', 'Remove webhook')
  await expect.poll(() => page.url()).toBe('https://console.test/test/webhooks')
})

it('after a webhook is turned on, its button to turn it off has the focus', async () => {
  const { fixture, page } = await open(sampleWebhook({ enabled: false }))
  fixture.respond('PUT /v1/webhook/w1', () => {
    fixture.respond('GET /v1/webhook', () => ({ body: { webhooks: [sampleWebhook()] } }))
    return { body: { webhook: sampleWebhook() } }
  })
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('The webhook is saved').waitFor()
  const button = page.getByRole('button', { name: 'Turn off' })
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
})

it('a webhook that does not exist is said so, and one that cannot be read is asked again', async () => {
  const { page } = await open(sampleWebhook({ id: 'other' }))
  await page.getByText('No such webhook').waitFor()
  const { fixture, page: second } = await open(sampleWebhook(), '', (each) =>
    each.respond('GET /v1/webhook', () => failure(503, 'unavailable')),
  )
  await second.getByText('The gateway is busy').waitFor()
  fixture.respond('GET /v1/webhook', () => ({ body: { webhooks: [sampleWebhook()] } }))
  await second.getByRole('button', { name: 'Try again' }).click()
  await second.getByText('https://shop.example/hooks').waitFor()
})

it('a role that may only read sees no actions', async () => {
  const { page } = await open(sampleWebhook(), '', (fixture) =>
    fixture.respond('GET /session', () => ({ body: { ...ownerSession, operations: ['listWebhooks'] } })),
  )
  await page.getByText('https://shop.example/hooks').waitFor()
  await page.locator('tbody tr').waitFor()
  expect(await page.locator('main button').count()).toBe(0)
})
