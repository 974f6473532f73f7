import { afterAll, describe, expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { faultyDatabase } from '../../testing/database/brokenDatabase.ts'
import { address, checkoutApiFixture } from '../../testing/fixtures/checkoutApiFixture.ts'
import { startWorker } from '../../testing/merchant.ts'
import { createShopper } from '../../testing/shopper.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

afterAll(resetTestClocks)

interface Mail {
  readonly from: { readonly email: string; readonly name: string }
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly replyTo?: string
}

/** A shop whose emails are recorded, and whose mail server may fail. */
const openMailingShop = async (settings = {}) => {
  const sent: Mail[] = []
  const mailServer = { works: true }
  const email = {
    send: async (mail: Mail) => {
      sent.push(mail)
      if (!mailServer.works) throw new Error('550 No such mailbox.')
    },
  }
  const bound = { EMAIL: email as unknown as SendEmail, RECEIPTS_FROM: 'receipts@gateway.example' }
  const open = await checkoutApiFixture({ settings: { name: 'Ann’s Cups', ...settings } }, {}, bound)
  return { ...open, sent, mailServer, bound }
}

const email = 'ann@mail.example'
const pays = { answers: { email } }

describe('receipts', () => {
  test('a paid checkout sends one receipt to the shopper, from the gateway’s address in the merchant’s name', async () => {
    const { make, read, shopper, sent, advance } = await openMailingShop({ supportEmail: 'help@shop.example' })
    const id = await make({ total: 26.25 })
    const { nonce } = (await shopper.open(id)).data!
    const { json } = await shopper.pay(id, nonce, pays)
    expect(json.status).toBe('completed')
    // A double click or a reload sends no second receipt.
    await shopper.pay(id, nonce, pays)
    await advance(3600)
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      from: { email: 'receipts@gateway.example', name: 'Ann’s Cups' },
      to: email,
      replyTo: 'help@shop.example',
      subject: expect.stringContaining('Ann’s Cups'),
    })
    for (const part of [sent[0]!.html, sent[0]!.text]) {
      expect(part).toContain('26.25')
      expect(part).toContain(json.transactionId)
    }
    expect(await read(id)).toMatchObject({ receipt: 'sent' })
  })

  test.each([
    ['sendReceipt', 'sent', 1, { sendReceipt: true }, email],
    [
      'sendReceipt and the email address from the merchant',
      'sent',
      1,
      { sendReceipt: true, customerInfo: { email } },
      email,
    ],
    ['no sendReceipt and no email address', 'none', 0, {}, ''],
    ['sendReceipt false', 'none', 0, { sendReceipt: false }, email],
  ])('a paid checkout with %s has receipt status %s', async (_input, receipt, count, more, to) => {
    const { make, read, shopper, sent } = await openMailingShop()
    const id = await make({ total: 5, ...more })
    await shopper.openAndPay(id, { answers: { email: to } })
    expect(sent).toHaveLength(count)
    expect(await read(id)).toMatchObject({ status: 'completed', receipt })
  })

  test('a receipt goes to the stored address of a customer who changes nothing, and only there has the stored name', async () => {
    const { make, createCustomer, shopper, sent } = await openMailingShop()
    const id = await createCustomer({ firstName: 'Ada', lastName: 'Lovelace', emailAddress: email })
    const { name: _recipient, ...shipTo } = address
    for (const typed of ['', 'someone@else.example']) {
      const checkout = await make({ total: 5, collectShipping: true, customerInfo: { id } })
      await shopper.openAndPay(checkout, { answers: { email: typed, shipTo } })
    }
    expect(sent.map(({ to }) => to)).toEqual([email, 'someone@else.example'])
    expect(sent.map(({ html, text }) => [html.includes('Ada Lovelace'), text.includes('Ada Lovelace')])).toEqual([
      [true, true],
      [false, false],
    ])
  })

  test('a receipt is in the language of the checkout page, and in English for an unknown one', async () => {
    const { make, shopper, sent } = await openMailingShop()
    for (const locale of ['de-AT', 'xx', '../../de']) await shopper.openAndPay(await make(), { ...pays, locale })
    const [german, ...unknown] = sent.map(({ html }) => /<html lang="([^"]+)"/.exec(html)?.[1])
    expect(german).toBe('de')
    expect(new Set(unknown)).toEqual(new Set(['en']))
  })

  test('a receipt that fails to send is not retried, and the payment stays completed', async () => {
    const { make, read, shopper, sent, mailServer, advance } = await openMailingShop()
    mailServer.works = false
    const id = await make()
    expect((await shopper.openAndPay(id, pays)).json).toMatchObject({ status: 'completed' })
    await advance(3600)
    expect(sent).toHaveLength(1)
    expect(await read(id)).toMatchObject({ status: 'completed', receipt: 'failed' })
  })

  test('a receipt without a mail server is in state failed', async () => {
    const { make, read, shopper, advance } = await checkoutApiFixture()
    const id = await make()
    await shopper.openAndPay(id, pays)
    await advance(3600)
    expect(await read(id)).toMatchObject({ status: 'completed', receipt: 'failed' })
  })

  test('a receipt that the paying worker did not send is sent once by two concurrent sweeps', async () => {
    const { make, read, shopper, sent, bound, clock, advance } = await openMailingShop()
    const id = await make()
    const { nonce } = (await shopper.open(id)).data!
    // The rows of the payment are written; each later call fails.
    const { d1 } = faultyDatabase(bindings.DB_00, async () =>
      (await read(id)).receipt === 'due' ? 'fails before' : 'runs',
    )
    const failing = createShopper(startWorker({ clock }, { ...bound, DB_00: d1 }))
    expect((await failing.pay(id, nonce, pays)).json.status).toBe('completed')
    expect([sent.length, (await read(id)).receipt]).toEqual([0, 'due'])
    await Promise.all([advance(120), advance(120)])
    expect([sent.length, (await read(id)).receipt]).toEqual([1, 'sent'])
  })

  test('a receipt whose worker fails after sending it is not sent again', async () => {
    const { make, read, shopper, sent, bound, clock, advance } = await openMailingShop()
    const id = await make()
    const { nonce } = (await shopper.open(id)).data!
    // The receipt is sent, but its new state cannot be written.
    const { d1 } = faultyDatabase(bindings.DB_00, () => (sent.length > 0 ? 'fails before' : 'runs'))
    await createShopper(startWorker({ clock }, { ...bound, DB_00: d1 })).pay(id, nonce, pays)
    await advance(3600)
    expect([sent.length, (await read(id)).receipt]).toEqual([1, 'failed'])
  })
})
