import { expect, it } from 'vitest'
import { useConsole } from '../testing/console/consoleFixture.ts'
import { fullSession } from '../testing/console/sessionSamples.ts'
import { relatedBodies, relatedPayment, subscriptionId } from '../testing/console/relatedSamples.ts'
import { sampleBatch } from '../testing/console/batchSamples.ts'
import { sampleCheckout, sampleLink } from '../testing/console/checkoutSamples.ts'
import { sampleDispute } from '../testing/console/disputeSamples.ts'
import { sampleFigures } from '../testing/console/figureSamples.ts'
import { sampleRow } from '../testing/console/rowSamples.ts'
import { sampleSubscription } from '../testing/console/subscriptionSamples.ts'

const openFixture = useConsole()

/** The first ends an attribute, a script, a template and an element in turn. The second runs only as an address. */
const attacks = [
  [
    `"><img src=x onerror="attacked()">`,
    `<script>attacked()</script>`,
    `'-attacked()-'`,
    `<svg onload=attacked()>`,
    '${attacked()}',
    `</pre></textarea><iframe srcdoc="<script>parent.attacked()</script>">`,
  ].join(' '),
  `javascript:attacked()`,
]

/** Members that the page compares or computes with; others are shown. */
const kept = new Set([
  'transactionId',
  'originalTransactionId',
  'created',
  'updated',
  'expires',
  'at',
  'since',
  'evidenceDueBy',
  'accountNumber',
  'day',
  'from',
  'to',
  'asOf',
  'cutoff',
  'expiresAt',
  'operations',
  'modes',
  'id',
  'customer',
  'terminal',
  'checkout',
  'subscription',
  'customerSubscriptionId',
  'customerId',
  'timestamp',
  'nextCharge',
  'startDate',
  'date',
])

/** A copy in which each text is the attack. */
const poisoned = (value: unknown, attack: string, name = ''): unknown => {
  if (name === 'operations' && Array.isArray(value) && typeof value[0] === 'string') return value
  if (typeof value === 'string') return kept.has(name) ? value : attack
  if (Array.isArray(value)) return value.map((each) => poisoned(each, attack, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, poisoned(member, attack, name)]))
}

const dispute = sampleDispute()
const needsAttention = {
  since: '2026-11-20T10:00:00.000Z',
  reason: 'outcome_unknown',
  operation: { transactionId: '1', type: 'capture', amount: 5, created: '2026-11-20T10:00:00.000Z' },
  attempts: 3,
  nextAttempt: null,
}
const link = sampleCheckout({
  subscription: subscriptionId,
  phone: '1',
  consents: [{ name: 'terms', text: 'Terms', accepted: true, at: '2026-11-24T10:00:00.000Z' }],
})
const resolution = {
  operation: '1',
  outcome: 'happened',
  note: 'Found in the report',
  at: '2026-11-24T10:00:00.000Z',
  actor: { kind: 'member', id: 'member:m1', name: 'Robin Miller' },
}
const returned = { transactionId: '1', type: 'capture', amount: 5, code: 'R01', at: '2026-11-24T10:00:00.000Z' }

it.each(attacks)('the text %s in every member is shown as text, and runs nowhere', async (attack) => {
  const fixture = await openFixture()
  const attacked: string[] = []
  await fixture.page.exposeFunction('attacked', () => attacked.push(fixture.page.url()))
  const row = { ...sampleRow(1), needsAttention, disputes: [dispute] }
  const payment = relatedPayment({
    disputes: [dispute] as never,
    needsAttention: needsAttention as never,
    returns: [returned],
    resolutions: [resolution],
  })
  const bodies: Record<string, unknown> = {
    ...relatedBodies(),
    'GET /session': fullSession,
    'GET /v1/transactions': { transactions: [row], nextCursor: null },
    'GET /v1/disputes': { disputes: [dispute] },
    'GET /v1/customersubscriptions': { customerSubscriptions: [sampleSubscription()], nextCursor: null },
    'GET /v1/batches': { batches: [sampleBatch('b1')] },
    'GET /v1/figures': sampleFigures(),
    'GET /v1/dynamiccheckout': { checkouts: [sampleLink({ status: 'completed' })], nextCursor: null },
    [`GET /v1/dynamiccheckout/${link.id}`]: link,
    'GET /v1/transactions/91738888888107': payment,
  }
  for (const [name, body] of Object.entries(bodies)) fixture.respond(name, () => ({ body: poisoned(body, attack) }))
  // A script would need a right of its own to add these; the static page has one script of each kind.
  const foreign = () =>
    fixture.page.evaluate(
      () =>
        document.querySelectorAll('img, iframe, [onerror], [onload], a[href^="javascript:"], console-shell script')
          .length,
    )
  const page = await fixture.open(
    '/test/payments?' + new URLSearchParams({ search: `order:"${attack.replaceAll('"', '')}"` }),
  )
  await page.getByRole('link', { name: '$11.00' }).waitFor()
  expect(await page.locator('td.customer').textContent()).toContain(attack)
  expect(await foreign()).toBe(0)

  await page.goto('https://console.test/test/payments/91738888888107')
  await page.getByText('For developers').click()
  expect(await page.getByRole('region', { name: 'JSON' }).innerText()).toContain(JSON.stringify(attack))
  expect(await page.locator('.facts').first().innerText()).toContain(attack)
  await page.locator('event-deliveries summary').click()
  await page.locator('.deliveries').waitFor()
  for (const part of [
    '.timeline',
    '.deliveries',
    '[aria-labelledby=customer-title]',
    '[aria-labelledby=subscription-title]',
    '[aria-labelledby=checkout-title]',
    '[aria-labelledby=terminal-title]',
  ])
    expect(await page.locator(part).first().innerText(), part).toContain(attack)
  expect(await foreign()).toBe(0)

  await page.goto('https://console.test/test')
  await page.locator('.declines').waitFor()
  expect(await page.locator('.declines').innerText()).toContain(attack)
  expect(await page.locator('.attention', { hasText: '$18.50' }).innerText()).toContain(attack)
  expect(await page.locator('.account-name').innerText()).toBe(attack)
  expect(await foreign()).toBe(0)

  await page.goto('https://console.test/test/disputes')
  await page.locator('td.reason').waitFor()
  expect(await page.locator('td.reason').innerText()).toBe(attack)
  expect(await foreign()).toBe(0)

  await page.goto('https://console.test/test/subscriptions')
  await page.locator('td.customer').waitFor()
  expect(await page.locator('td.customer').innerText()).toBe(`${attack} ${attack}`)
  expect(await page.locator('td.status').innerText()).toBe(attack)
  expect(await foreign()).toBe(0)

  await page.goto('https://console.test/test/settlements')
  await page.locator('td.status').waitFor()
  expect(await page.locator('td.status').innerText()).toContain(attack)
  expect(await foreign()).toBe(0)
  await page.goto('https://console.test/test/checkouts')
  await page.locator('td.customer').waitFor()
  expect(await page.locator('td.customer').innerText()).toBe(attack)
  expect(await foreign()).toBe(0)

  // With its own state, so that the link is shown as open.
  fixture.respond(`GET /v1/dynamiccheckout/${link.id}`, () => ({
    body: { ...(poisoned(link, attack) as object), status: 'open', reason: null },
  }))
  await page.goto(`https://console.test/test/checkouts/${link.id}`)
  await page.locator('.qr').waitFor()
  expect(await page.locator('.lines').innerText()).toContain(attack)
  expect(await page.getByRole('link', { name: 'Open page' }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Open in mail program' }).getAttribute('href')).toMatch(/^mailto:/)
  expect(await foreign()).toBe(0)
  expect([attacked, fixture.errors]).toEqual([[], []])
})
