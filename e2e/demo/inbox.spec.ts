import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as Signer } from 'standardwebhooks'
import { openInbox } from '../../demo/inbox/inbox.ts'
import type { Registration } from '../../demo/inbox/delivery.ts'
import type { Webhook } from '../../demo/inbox/webhook.ts'
import { createShop } from '../../demo/shop/server.ts'
import { axeViolations } from '../../widget/testing/axe.ts'
import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import { expect } from '../support/fixtures.ts'
import { test as base } from '../support/sharedPage.ts'
import { goodCard } from '../pages/cardFrame.ts'
import { InboxPage } from '../pages/inboxPage.ts'
import { ShopPage } from '../pages/shopPage.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

type Sent = { id: string; type: string; kind?: number | null; sequence?: number; body?: string; signedBy?: string }

/** Another shop, whose inbox nobody delivers to but the test. */
type QuietShop = {
  url: string
  deliver: (sent: Sent) => Promise<number>
  /** The gateway says how it stands with its webhook. */
  become: (registration: Registration) => void
}

const openQuietShop = async (gateway: string): Promise<QuietShop & { shop: Server }> => {
  let registration: Registration = { state: 'enabled' }
  let tell: (registration: Registration) => void
  const become = (next: Registration): void => tell((registration = next))
  const webhook: Webhook = {
    url: 'http://shop.example/webhooks',
    registration: () => registration,
    secret: () => secret,
    onChange: (hear) => void (tell = hear),
    register: async () => become({ state: 'enabled' }),
    look: async () => {},
    lookSoon: () => {},
    test: async () => 'The gateway does not answer.',
    replay: async () => '',
  }
  const shop = createShop({ ...demoAccount, gateway, mail: '', inbox: openInbox(webhook) })
  await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`

  const deliver = async ({ id, type, kind = 0, sequence = 1, signedBy = secret, ...own }: Sent): Promise<number> => {
    const shown = {
      originalTransactionId: '71000000000019',
      amount: 24.08,
      payment: { accountNumber: '************4242' },
    }
    const data = { [type.split('.')[0]!]: shown }
    const body = own.body ?? JSON.stringify({ id, kind, type, timestamp: '2026-11-20T10:30:00.123Z', sequence, data })
    const now = new Date()
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Signer(signedBy).sign(id, now, body),
    }
    return (await fetch(`${url}/webhooks`, { method: 'POST', body, headers })).status
  }
  return { shop, url, deliver, become }
}

const test = base.extend<{
  inbox: InboxPage
  quiet: QuietShop
  quietInbox: InboxPage
  payInShop: () => Promise<string>
}>({
  /** The one that the gateway delivers to. */
  inbox: async ({ page, local }, use) => {
    await use(new InboxPage(page, local.shop))
    // Whatever it was told, and wherever the test has ended.
    const url = `${local.shop}/inbox`
    await page.request.post(url, { form: { act: 'tell', answer: 'ok', seconds: '20' } })
    await page.request.post(url, { form: { act: 'register' } })
  },
  quiet: async ({ local }, use) => {
    const { shop, ...quiet } = await openQuietShop(local.gateway)
    await use(quiet)
    shop.closeAllConnections()
    await new Promise((done) => shop.close(done))
  },
  quietInbox: async ({ page, quiet }, use) => use(new InboxPage(page, quiet.url)),
  /** Pays in another tab, and answers the transaction's id. */
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

// One inbox for all: what one test tells it to answer, the others get as well.
test.describe.configure({ mode: 'default' })

test(
  'sees a payment arrive as it is made, signed by the gateway',
  { tag: '@journey' },
  async ({ inbox, payInShop }) => {
    await inbox.open()
    await expect(inbox.light).toHaveText('Listening')
    const transaction = await payInShop()
    const row = inbox.row('transaction.authorized', transaction)
    await expect(row).toHaveCount(1)
    await expect(row).toHaveAccessibleName(
      new RegExp(`^Verified transaction.authorized 200 ${transaction} #1 attempt 1`),
    )

    await row.click()
    await expect(inbox.shown).toContainText('Signed by the gateway')
    await expect(inbox.fact('Kind')).toHaveText('Authorization')
    await expect(inbox.fact('webhook-signature')).toHaveText(/^v1,[\w+/]{43}=$/)
    await expect(inbox.fact('user-agent')).toHaveText('Sluice/1')
    const event = JSON.parse(await inbox.payload.innerText()) as object
    expect(event).toMatchObject({
      id: await inbox.fact('Event').innerText(),
      data: { transaction: { transactionId: transaction, amount: 24.08 } },
    })
  },
)

test('lets an attempt fail, and sees the next one of the same event arrive', async ({ inbox, payInShop }) => {
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
  await expect(inbox.fact('Answered')).toHaveText(/^500 after/)
  await expect(inbox.fact('webhook-id')).toHaveText(id)
})

test('has an event delivered again, and a test sent', async ({ inbox, payInShop }) => {
  await inbox.open()
  const transaction = await payInShop()
  await inbox.row(transaction).click()
  await inbox.button('Deliver again').click()
  await expect(inbox.row(transaction, 'attempt 2')).toContainText('200')
  await inbox.button('Send test event').click()
  await expect(inbox.row('webhook.test').first()).toContainText('200')
})

test('is switched off by its own 410, says so, and is switched on again', async ({ inbox, payInShop }) => {
  await inbox.open()
  await expect(inbox.light).toHaveText('Listening')
  await inbox.answerWith('Gone')
  const transaction = await payInShop()
  await expect(inbox.row(transaction)).toContainText('410')
  await expect(inbox.notice).toContainText('The endpoint returned 410 Gone.')
  await expect(inbox.light).toHaveText('Switched off')

  await inbox.answerWith('OK')
  await inbox.button('Switch on again').click()
  await expect(inbox.light).toHaveText('Listening')
  await expect(inbox.notice).toBeHidden()
  await expect(inbox.row(await payInShop())).toContainText('200')
})

test('tells what the gateway has not signed from what it has', async ({ quiet, quietInbox: inbox }) => {
  await inbox.open()
  const event = { id: 'evt-1', type: 'transaction.credited', kind: 3 }
  expect(await quiet.deliver({ ...event, signedBy: `whsec_${btoa('another secret of 32 bytes, here')}` })).toBe(400)
  const forged = inbox.row('transaction.credited')
  await expect(forged).toHaveAccessibleName(/^Not verified transaction.credited 400/)
  await expect(inbox.shown).toContainText('Not verified: No matching signature found')
  await expect(inbox.button('Deliver again')).toBeHidden()

  expect(await quiet.deliver(event)).toBe(200)
  await expect(inbox.row('attempt 1')).toHaveAccessibleName(/^Verified transaction.credited 200/)
})

test('shows a payload as text, whatever is in it, with every digit', async ({ page, quiet, quietInbox: inbox }) => {
  const log: string[] = []
  page.on('console', (message) => log.push(message.text()))
  await inbox.open()
  const name = '<img src=x onerror=alert(1)>'
  await quiet.deliver({ id: 'evt-1', type: name, body: `{"type":"${name}","big":9007199254740993,"sum":1.10}` })
  await expect(inbox.payload).toHaveText(`{ "type": "${name}", "big": 9007199254740993, "sum": 1.10 }`)
  await expect(inbox.row(name)).toHaveCount(1)
  expect(log).toEqual([])
})

test('shows one kind alone, the newest by itself, and nothing once it is cleared', async ({
  page,
  quiet,
  quietInbox: inbox,
}) => {
  await inbox.open()
  await expect(page.getByRole('heading', { name: 'Nothing has arrived yet' })).toBeVisible()
  await quiet.deliver({ id: 'evt-1', type: 'transaction.captured', kind: 1 })
  await quiet.deliver({ id: 'evt-2', type: 'customer.created', kind: 5 })
  await expect(inbox.rows).toHaveCount(2)
  await expect(inbox.rows.first()).toContainText('customer.created')
  await expect(inbox.shown).toHaveAccessibleName('customer.created')

  await page.getByLabel('Kind').selectOption('Capture')
  await expect(inbox.rows).toHaveCount(1)
  await expect(inbox.shown).toHaveAccessibleName('transaction.captured')
  await page.getByLabel('Kind').selectOption('Void')
  await expect(page.getByText('Nothing of this kind has arrived.')).toBeVisible()
  await page.getByLabel('Kind').selectOption('All kinds')
  // What was chosen stays, whatever arrives.
  await inbox.row('transaction.captured').click()
  await quiet.deliver({ id: 'evt-3', type: 'customer.updated', kind: 5 })
  await expect(inbox.rows).toHaveCount(3)
  await expect(inbox.shown).toHaveAccessibleName('transaction.captured')

  await inbox.button('Clear').click()
  await expect(page.getByRole('heading', { name: 'Nothing has arrived yet' })).toBeVisible()
  await expect(inbox.shown).toBeHidden()
})

test('says what could not be done', async ({ quietInbox: inbox, page }) => {
  await inbox.open()
  await inbox.button('Send test event').click()
  await expect(page.getByRole('alert').filter({ hasText: 'The gateway does not answer.' })).toBeVisible()
})

test('finds its way back to a shop that could not be heard', async ({ page, quiet, quietInbox: inbox }) => {
  await page.route('**/inbox/stream', (route) => route.abort())
  await inbox.open()
  await expect(inbox.light).toHaveText('Connecting')
  await quiet.deliver({ id: 'evt-1', type: 'transaction.captured', kind: 1 })
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

    test('is read with a screen reader and weak eyes, and never scrolls sideways', async ({
      page,
      quiet,
      quietInbox: inbox,
    }) => {
      const look = async (what: string): Promise<void> => {
        expect(await axeViolations(page, { practices: true }), what).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBe(view.width)
      }
      await inbox.open()
      await expect(inbox.light).toHaveText('Listening')
      await look('empty')

      const event = { id: 'evt-0192f0c4-7b1e-7c41-a2d6-8f0b1c3e5a79', type: 'transaction.partially_authorized' }
      await inbox.answerWith('Busy')
      await expect(page.getByLabel('seconds in Retry-After')).toBeVisible()
      await quiet.deliver(event)
      await inbox.answerWith('OK')
      await quiet.deliver(event)
      await quiet.deliver({ ...event, signedBy: `whsec_${btoa('another secret of 32 bytes, here')}` })
      await quiet.deliver({ id: 'x'.repeat(200), type: 'x'.repeat(200), body: `{"x":"${'x'.repeat(400)}"}` })
      await expect(inbox.rows).toHaveCount(4)
      for (const words of ['Not an event', 'Not verified', 'attempt 2']) {
        await inbox.row(words).click()
        await expect(inbox.row(words)).toHaveAttribute('aria-expanded', 'true')
        await expect(inbox.payload).toBeVisible()
        await look(words)
      }
      await expect(inbox.shown.getByRole('button', { name: 'Attempt 1 503' })).toBeVisible()

      quiet.become({ state: 'disabled', reason: 'The endpoint returned 410 Gone.' })
      await expect(inbox.notice).toBeVisible()
      await look('switched off')
    })
  })

test.describe('on a phone', () => {
  test.use({ view: { colorScheme: 'light', width: 390, height: 844 } })

  test('what is chosen unfolds below its row, and folds again', async ({ page, quiet, quietInbox: inbox }) => {
    await inbox.open()
    for (const id of ['evt-1', 'evt-2', 'evt-3']) await quiet.deliver({ id, type: 'transaction.voided', kind: 2 })
    await expect(inbox.rows).toHaveCount(3)
    await expect(inbox.shown).toBeHidden()
    await inbox.rows.nth(1).focus()
    await page.keyboard.press('Enter')
    await expect(inbox.payload).toBeVisible()
    // While it unfolds, the three are measured one after the other.
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
