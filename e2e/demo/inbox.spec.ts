import { axeViolations } from '../../widget/testing/axe.ts'
import { expect } from '../support/fixtures.ts'
import { test as base } from '../support/sharedPage.ts'
import { goodCard } from '../pages/cardFrame.ts'
import { InboxPage } from '../pages/inboxPage.ts'
import { ShopPage } from '../pages/shopPage.ts'

const test = base.extend<{
  inbox: InboxPage
  isolatedInbox: InboxPage
  payInShop: () => Promise<string>
}>({
  /** The inbox that receives the gateway’s deliveries. */
  inbox: async ({ page, local }, use) => {
    await use(new InboxPage(page, local.shop))
    const post = async (form: Record<string, string>) => {
      const response = await page.request.post(`${local.shop}/inbox`, { form })
      expect(await response.json()).toEqual({ error: '' })
    }
    await post({ act: 'respond', response: 'ok', seconds: '20' })
    await post({ act: 'register' })
  },
  isolatedInbox: async ({ page, isolatedShop }, use) => use(new InboxPage(page, isolatedShop.url)),
  /** Pays in another tab. @returns the transaction's id */
  payInShop: async ({ page, local }, use) => {
    await use(async () => {
      const tab = await page.context().newPage()
      const shop = new ShopPage(tab, local.shop)
      await shop.open()
      await shop.pay(goodCard)
      await expect(shop.approved).toBeVisible()
      const id = await shop.transactionId()
      await tab.close()
      return id
    })
  },
})

// Serial, since the tests share one inbox and its response setting.
test.describe.configure({ mode: 'default' })

test('inbox: a payment’s event arrives, signed by the gateway', { tag: '@journey' }, async ({ inbox, payInShop }) => {
  await inbox.open()
  await expect(inbox.light).toHaveText('Listening')
  const transaction = await payInShop()
  const row = inbox.row('transaction.authorized', transaction)
  await expect(row).toHaveCount(1)
  await expect(row).toHaveAccessibleName(new RegExp(`^Verified transaction.authorized 200 ${transaction} #1 attempt 1`))

  await row.click()
  await expect(inbox.shown).toContainText('Signature verified')
  await expect(inbox.fact('Kind')).toHaveText('Authorization')
  await expect(inbox.fact('webhook-signature')).toHaveText(/^v1,[\w+/]{43}=$/)
  await expect(inbox.fact('user-agent')).toHaveText('Sluice/1')
  const event = JSON.parse(await inbox.payload.innerText()) as object
  expect(event).toMatchObject({
    id: await inbox.fact('Event').innerText(),
    data: { transaction: { transactionId: transaction, amount: 24.08 } },
  })
})

test('inbox: a failed attempt is followed by a retry of the same event', async ({ inbox, payInShop }) => {
  await inbox.open()
  await inbox.answerWith('Fail')
  const transaction = await payInShop()
  const failed = inbox.row('transaction.authorized', transaction, 'attempt 1')
  await expect(failed).toContainText('500')
  await inbox.answerWith('OK')
  const retried = inbox.row('transaction.authorized', transaction, 'attempt 2')
  await expect(retried).toContainText('200', { timeout: 20_000 })

  await retried.click()
  await expect(inbox.fact('Received')).not.toBeEmpty()
  const id = await inbox.fact('webhook-id').innerText()
  await inbox.shown.getByRole('button', { name: 'Attempt 1' }).click()
  await expect(inbox.fact('Response')).toHaveText(/^500 after/)
  await expect(inbox.fact('webhook-id')).toHaveText(id)
})

test('inbox: an event is redelivered and a test event is sent on request', async ({ inbox, payInShop }) => {
  await inbox.open()
  const transaction = await payInShop()
  await inbox.row('transaction.captured', transaction).click()
  await inbox.button('Deliver again').click()
  await expect(inbox.row('transaction.captured', transaction, 'attempt 2')).toContainText('200')
  await inbox.button('Send test event').click()
  await expect(inbox.row('webhook.test').first()).toContainText('200')
})

test('inbox: a 410 response disables the webhook, shows the reason, and can be undone', async ({
  inbox,
  payInShop,
}) => {
  await inbox.open()
  await expect(inbox.light).toHaveText('Listening')
  await inbox.answerWith('Gone')
  const transaction = await payInShop()
  await expect(inbox.row(transaction).first()).toContainText('410')
  await expect(inbox.notice).toContainText('The endpoint returned 410 Gone.')
  await expect(inbox.light).toHaveText('Disabled')

  await inbox.answerWith('OK')
  await inbox.button('Enable again').click()
  await expect(inbox.light).toHaveText('Listening')
  await expect(inbox.notice).toBeHidden()
  await expect(inbox.row('transaction.authorized', await payInShop())).toContainText('200')
})

test('inbox: a delivery with an invalid signature is marked as not verified', async ({
  isolatedShop,
  isolatedInbox: inbox,
}) => {
  await inbox.open()
  const event = { id: 'evt-1', type: 'transaction.credited', kind: 3 }
  expect(await isolatedShop.deliver({ ...event, signedBy: `whsec_${btoa('another secret of 32 bytes, here')}` })).toBe(
    400,
  )
  const forged = inbox.row('transaction.credited')
  await expect(forged).toHaveAccessibleName(/^Not verified transaction.credited 400/)
  await expect(inbox.shown).toContainText('Not verified: No matching signature found')
  await expect(inbox.button('Deliver again')).toBeHidden()

  expect(await isolatedShop.deliver(event)).toBe(200)
  await expect(inbox.row('attempt 1')).toHaveAccessibleName(/^Verified transaction.credited 200/)
})

test('inbox: a payload is rendered as text with every digit', async ({ page, isolatedShop, isolatedInbox: inbox }) => {
  const log: string[] = []
  page.on('console', (message) => log.push(message.text()))
  await inbox.open()
  const name = '<img src=x onerror=alert(1)>'
  await isolatedShop.deliver({ id: 'evt-1', type: name, body: `{"type":"${name}","big":9007199254740993,"sum":1.10}` })
  await expect(inbox.payload).toHaveText(`{ "type": "${name}", "big": 9007199254740993, "sum": 1.10 }`)
  await expect(inbox.row(name)).toHaveCount(1)
  expect(log).toEqual([])
})

test('inbox: filters by kind, opens the newest delivery, and can be cleared', async ({
  page,
  isolatedShop,
  isolatedInbox: inbox,
}) => {
  await inbox.open()
  await expect(page.getByRole('heading', { name: 'No deliveries yet' })).toBeVisible()
  await isolatedShop.deliver({ id: 'evt-1', type: 'transaction.captured', kind: 1 })
  await isolatedShop.deliver({ id: 'evt-2', type: 'customer.created', kind: 5 })
  await expect(inbox.rows).toHaveCount(2)
  await expect(inbox.rows.first()).toContainText('customer.created')
  await expect(inbox.shown).toHaveAccessibleName('customer.created')

  await page.getByLabel('Kind').selectOption('Capture')
  await expect(inbox.rows).toHaveCount(1)
  await expect(inbox.shown).toHaveAccessibleName('transaction.captured')
  await page.getByLabel('Kind').selectOption('Void')
  await expect(page.getByText('No deliveries of this kind.')).toBeVisible()
  await page.getByLabel('Kind').selectOption('All kinds')
  // A chosen delivery stays open when others arrive.
  await inbox.row('transaction.captured').click()
  await isolatedShop.deliver({ id: 'evt-3', type: 'customer.updated', kind: 5 })
  await expect(inbox.rows).toHaveCount(3)
  await expect(inbox.shown).toHaveAccessibleName('transaction.captured')

  await inbox.button('Clear').click()
  await expect(page.getByRole('heading', { name: 'No deliveries yet' })).toBeVisible()
  await expect(inbox.shown).toBeHidden()
})

test('inbox: a failed action shows its error', async ({ isolatedInbox: inbox, page }) => {
  await inbox.open()
  await inbox.button('Send test event').click()
  await expect(page.getByRole('alert').filter({ hasText: 'The gateway does not answer.' })).toBeVisible()
})

test('inbox: reconnects after a lost event stream', async ({ page, isolatedShop, isolatedInbox: inbox }) => {
  await page.route('**/inbox/stream', (route) => route.abort())
  await inbox.open()
  await expect(inbox.light).toHaveText('Connecting')
  await isolatedShop.deliver({ id: 'evt-1', type: 'transaction.captured', kind: 1 })
  await page.unrouteAll()
  await expect(inbox.light).toHaveText('Listening')
  await expect(inbox.rows).toHaveCount(1)
})

for (const view of [
  { colorScheme: 'light', width: 1280, height: 900 },
  { colorScheme: 'dark', width: 390, height: 844 },
] as const)
  test.describe(`${view.colorScheme}, ${view.width} px`, () => {
    test.use({ view })

    test(`inbox: no axe violations and no horizontal scrolling (${view.colorScheme}, ${view.width} px)`, async ({
      page,
      isolatedShop,
      isolatedInbox: inbox,
    }) => {
      const checkPage = async (what: string): Promise<void> => {
        expect(await axeViolations(page, { bestPractices: true }), what).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBe(view.width)
      }
      await inbox.open()
      await expect(inbox.light).toHaveText('Listening')
      await checkPage('empty')

      const event = { id: 'evt-0192f0c4-7b1e-7c41-a2d6-8f0b1c3e5a79', type: 'transaction.partially_authorized' }
      await inbox.answerWith('Busy')
      await expect(page.getByLabel('seconds in Retry-After')).toBeVisible()
      await isolatedShop.deliver(event)
      await inbox.answerWith('OK')
      await isolatedShop.deliver(event)
      await isolatedShop.deliver({ ...event, signedBy: `whsec_${btoa('another secret of 32 bytes, here')}` })
      await isolatedShop.deliver({ id: 'x'.repeat(200), type: 'x'.repeat(200), body: `{"x":"${'x'.repeat(400)}"}` })
      await expect(inbox.rows).toHaveCount(4)
      for (const words of ['Unknown event', 'Not verified', 'attempt 2']) {
        await inbox.row(words).click()
        await expect(inbox.row(words)).toHaveAttribute('aria-expanded', 'true')
        await expect(inbox.payload).toBeVisible()
        await checkPage(words)
      }
      await expect(inbox.shown.getByRole('button', { name: 'Attempt 1 503' })).toBeVisible()

      isolatedShop.setRegistration({ state: 'disabled', reason: 'The endpoint returned 410 Gone.' })
      await expect(inbox.notice).toBeVisible()
      await checkPage('switched off')
    })
  })

test.describe('inbox on a phone', () => {
  test.use({ view: { colorScheme: 'light', width: 390, height: 844 } })

  test('inbox on a phone: a delivery expands below its row and collapses again', async ({
    page,
    isolatedShop,
    isolatedInbox: inbox,
  }) => {
    await inbox.open()
    for (const id of ['evt-1', 'evt-2', 'evt-3'])
      await isolatedShop.deliver({ id, type: 'transaction.voided', kind: 2 })
    await expect(inbox.rows).toHaveCount(3)
    await expect(inbox.shown).toBeHidden()
    await inbox.rows.nth(1).focus()
    await page.keyboard.press('Enter')
    await expect(inbox.payload).toBeVisible()
    // The measurements run one after another during the animation, so poll.
    await expect
      .poll(async () => {
        const parts = [inbox.rows.nth(1), inbox.shown, inbox.rows.nth(2)]
        const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())!.y))
        return tops.every((top, at) => at === 0 || top > tops[at - 1]!)
      })
      .toBe(true)
    await page.keyboard.press('Enter')
    await expect(inbox.shown).toBeHidden()
    await expect(inbox.rows.nth(1)).toBeFocused()
  })
})
