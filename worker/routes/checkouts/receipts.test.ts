import { afterAll, describe, expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { brokenDatabase } from '../../testing/database/brokenDatabase.ts'
import { openShop } from '../../testing/fixtures/checkoutApiFixture.ts'
import { startWorker } from '../../testing/merchant.ts'
import { shopperAt } from '../../testing/shopper.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

/** The mail that says what was paid: sent once or not at all, whatever becomes of whom. */

afterAll(resetTestClocks)

interface Mail {
  readonly from: { readonly email: string; readonly name: string }
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly replyTo?: string
}

/** A shop whose mails are kept, and may fail to go. */
const openPost = async (settings = {}) => {
  const sent: Mail[] = []
  const post = { works: true }
  const email = {
    send: async (mail: Mail) => {
      sent.push(mail)
      if (!post.works) throw new Error('550 No such mailbox.')
    },
  }
  const bound = { EMAIL: email as unknown as SendEmail, RECEIPTS_FROM: 'receipts@gateway.example' }
  const open = await openShop({ settings: { name: 'Ann’s Cups', ...settings } }, {}, bound)
  return { ...open, sent, post, bound }
}

const email = 'ann@mail.example'
const pays = { answers: { email } }

describe('a receipt', () => {
  test('goes to who has paid, from the gateway’s address in the merchant’s name, once', async () => {
    const { make, read, shopper, sent, advance } = await openPost({ supportEmail: 'help@shop.example' })
    const id = await make({ total: 26.25 })
    const { nonce } = (await shopper.open(id)).data!
    const { json } = await shopper.pay(id, nonce, pays)
    expect(json.status).toBe('completed')
    // Sent again, a double click, a reload: it has gone.
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
    ['is asked for', { sendReceipt: true }, email, 1, 'sent'],
    [
      'is asked for, to the address that the merchant knew',
      { sendReceipt: true, customerInfo: { email } },
      email,
      1,
      'sent',
    ],
    ['is not asked for, and no address is known', {}, '', 0, 'none'],
    ['is not wanted', { sendReceipt: false }, email, 0, 'none'],
  ])('that %s', async (_name, more, to, count, receipt) => {
    const { make, read, shopper, sent } = await openPost()
    const id = await make({ total: 5, ...more })
    await shopper.openAndPay(id, { answers: { email: to } })
    expect(sent).toHaveLength(count)
    expect(await read(id)).toMatchObject({ status: 'completed', receipt })
  })

  test('is in the language in which was paid', async () => {
    const { make, shopper, sent } = await openPost()
    for (const locale of ['de-AT', 'xx', '../../de']) await shopper.openAndPay(await make(), { ...pays, locale })
    const [german, ...unknown] = sent.map(({ html }) => /<html lang="([^"]+)"/.exec(html)?.[1])
    expect(german).toBe('de')
    expect(new Set(unknown)).toEqual(new Set(['en']))
  })

  test('that cannot be sent is not tried again, and the payment stands', async () => {
    const { make, read, shopper, sent, post, advance } = await openPost()
    post.works = false
    const id = await make()
    expect((await shopper.openAndPay(id, pays)).json).toMatchObject({ status: 'completed' })
    await advance(3600)
    expect(sent).toHaveLength(1)
    expect(await read(id)).toMatchObject({ status: 'completed', receipt: 'failed' })
  })

  test('where nothing sends mail could not be sent', async () => {
    const { make, read, shopper, advance } = await openShop()
    const id = await make()
    await shopper.openAndPay(id, pays)
    await advance(3600)
    expect(await read(id)).toMatchObject({ status: 'completed', receipt: 'failed' })
  })

  test('is sent by the sweep where who paid died before it, and once by two at once', async () => {
    const { make, read, shopper, sent, bound, clock, advance } = await openPost()
    const id = await make()
    const { nonce } = (await shopper.open(id)).data!
    // All that is written with the payment is written; then nothing works any more.
    const { d1 } = brokenDatabase(bindings.DB_00, async () =>
      (await read(id)).receipt === 'due' ? 'fails before' : 'runs',
    )
    const dying = shopperAt(startWorker({ clock }, { ...bound, DB_00: d1 }))
    expect((await dying.pay(id, nonce, pays)).json.status).toBe('completed')
    expect([sent.length, (await read(id)).receipt]).toEqual([0, 'due'])
    await Promise.all([advance(120), advance(120)])
    expect([sent.length, (await read(id)).receipt]).toEqual([1, 'sent'])
  })

  test('whose sender died after it was taken does not go twice', async () => {
    const { make, read, shopper, sent, bound, clock, advance } = await openPost()
    const id = await make()
    const { nonce } = (await shopper.open(id)).data!
    // It is found, taken and sent; that it was cannot be written down.
    const { d1 } = brokenDatabase(bindings.DB_00, () => (sent.length > 0 ? 'fails before' : 'runs'))
    await shopperAt(startWorker({ clock }, { ...bound, DB_00: d1 })).pay(id, nonce, pays)
    await advance(3600)
    expect([sent.length, (await read(id)).receipt]).toEqual([1, 'failed'])
  })
})
