import { expect, test } from 'vitest'
import { firstError } from '../../testing/firstError.ts'
import { checkoutApiFixture } from '../../testing/fixtures/checkoutApiFixture.ts'

/** A shop with a paid checkout, whose emails are recorded, and whose mail server may fail. */
const openShop = async (email = 'ann@mail.example') => {
  const sent: { readonly to: string; readonly html: string }[] = []
  const mailServer = { works: true }
  const binding = {
    send: async (mail: (typeof sent)[number]) => {
      if (!mailServer.works) throw new Error('550 No such mailbox.')
      sent.push(mail)
    },
  }
  const shop = await checkoutApiFixture(
    {},
    {},
    { EMAIL: binding as unknown as SendEmail, RECEIPTS_FROM: 'receipts@gateway.example' },
  )
  const id = await shop.make({ total: 26.25 })
  await shop.shopper.openAndPay(id, { answers: { email } })
  const send = (body: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    shop.call('POST', `/v1/dynamiccheckout/${id}/receipt`, { body, headers })
  return { ...shop, sent, mailServer, id, send }
}

const shown = ({ recipient, state, actor }: any) => [recipient, state, actor?.kind ?? null]

test('a receipt is sent again to the shopper, and to another address, and the checkout lists all of them', async () => {
  const { send, sent, read, id } = await openShop()
  expect((await send()).status).toBe(200)
  const { json } = await send({ email: 'office@customer.example' })
  expect(sent.map(({ to }) => to)).toEqual(['ann@mail.example', 'ann@mail.example', 'office@customer.example'])
  expect(sent[2]!.html).toContain('26.25')
  expect(json.receipts.map(shown)).toEqual([
    ['shopper', 'sent', null],
    ['shopper', 'sent', 'key'],
    ['other', 'sent', 'key'],
  ])
  expect((await read(id)).receipts).toEqual(json.receipts)
  // The address is not stored.
  expect(JSON.stringify(await read(id))).not.toContain('office@')
})

test('a repeated request with its key sends one receipt', async () => {
  const { send, sent } = await openShop()
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const [first, second] = [await send({}, headers), await send({}, headers)]
  expect([first.status, second.json.receipts]).toEqual([200, first.json.receipts])
  expect(sent).toHaveLength(2)
})

test('ten receipts are sent again within 24 hours, and no eleventh', async () => {
  const { send, sent, advance } = await openShop()
  for (let nth = 0; nth < 10; nth++) expect((await send()).status).toBe(200)
  const response = await send()
  expect(firstError(response)).toEqual([409, 'limit_reached', null])
  expect(sent).toHaveLength(11)
  await advance(86_401)
  expect((await send()).status).toBe(200)
})

test('concurrent requests send no more receipts than the limit', async () => {
  const { send, sent } = await openShop()
  const responses = await Promise.all(Array.from({ length: 14 }, () => send()))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(sent).toHaveLength(11)
})

test('a receipt that the mail server rejects is listed as failed', async () => {
  const { send, mailServer } = await openShop()
  mailServer.works = false
  expect((await send()).json.receipts.map(shown)).toEqual([
    ['shopper', 'sent', null],
    ['shopper', 'failed', 'key'],
  ])
})

test('a receipt of a checkout without an address needs one, and an unpaid checkout has none', async () => {
  const { send, sent, call, make } = await openShop('')
  const response = await send()
  expect(firstError(response)).toEqual([400, 'required', 'email'])
  expect((await send({ email: 'ann@mail.example' })).json.receipts.map(shown)).toEqual([['other', 'sent', 'key']])
  expect((await send({ email: 'ann@mail.example, bob@mail.example' })).status).toBe(400)
  const open = await call('POST', `/v1/dynamiccheckout/${await make()}/receipt`, { body: { email: 'a@b.example' } })
  expect(firstError(open)).toEqual([409, 'invalid_state', null])
  const unknown = await call('POST', '/v1/dynamiccheckout/00aaaaaaaaaaaaaaaaaaaaaa/receipt', { body: {} })
  expect(firstError(unknown)).toEqual([404, 'not_found', null])
  expect(sent).toHaveLength(1)
})
