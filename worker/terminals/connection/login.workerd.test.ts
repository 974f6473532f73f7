import { runInDurableObject } from 'cloudflare:test'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import {
  closeCodes,
  deviceAddress,
  deviceLimits,
  devicePath,
  deviceProtocol,
  loginText,
} from '#contract/terminals/device'
import { encryptCard } from '../../../widget/encrypt/encryptCard.ts'
import type { PlainCard } from '../../../widget/encrypt/encryptCard.ts'
import { deviceProof, logIn, openLine, readerObject } from '../../testing/device.ts'
import type { PairedDevice } from '../../testing/device.ts'
import { card, gatewayOrigin } from '../../testing/merchant.ts'
import { openTill, startReaders } from '../../testing/fixtures/terminalFixture.ts'
import type { Till } from '../../testing/fixtures/terminalFixture.ts'

/** Who is a reader, and who only says so. */

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const readers = startReaders()
const { fetch, ledger, books } = readers

const [till, other] = await Promise.all([openTill(readers), openTill(readers)])

/** A payment that waits for its card. */
const waiting = async (at: Till) => {
  const paying = at.pay()
  const payment = await at.received()
  await at.comesTo({ state: 'awaiting_card' })
  return { paying, payment }
}

/** A connection that has not proven anything yet. */
const connect = async ({ reader }: Pick<PairedDevice, 'reader'>) => {
  const line = await openLine(fetch, deviceAddress(reader))
  return { line, nonce: (await line.next('challenge')).nonce }
}

describe('a login', () => {
  const { device } = till
  const proofs: Record<string, (nonce: string) => string | Promise<string>> = {
    'of zeros': () => 'A'.repeat(43),
    'that is the nonce': (nonce) => nonce,
    'that is the key': () => device.key,
    'that is no base64url': () => '+'.repeat(43),
    'by the key of another reader': (nonce) => deviceProof(other.device.key, loginText(device.reader, nonce)),
    'for another reader': (nonce) => deviceProof(device.key, loginText(other.device.reader, nonce)),
    'of the nonce alone': (nonce) => deviceProof(device.key, nonce),
    'of another challenge': async () =>
      deviceProof(device.key, loginText(device.reader, (await connect(device)).nonce)),
  }

  test.each(Object.keys(proofs))('by a proof %s fails, and the reader stays connected', async (which) => {
    const { line, nonce } = await connect(device)
    line.send({ type: 'login', proof: await proofs[which]!(nonce) })
    expect(await line.closed).toBe(closeCodes.loginFailed)
    expect(line.unread).toEqual([])
    expect(await till.paid()).toMatchObject({ responseCode: '00' })
    till.line.close()
    await till.connect()
  })

  test('is not good for another connection', async () => {
    const one = await connect(device)
    const proof = await deviceProof(device.key, loginText(device.reader, one.nonce))
    const two = await connect(device)
    two.line.send({ type: 'login', proof })
    expect(await two.line.closed).toBe(closeCodes.loginFailed)
    one.line.send({ type: 'login', proof })
    await one.line.next('welcome')
    await till.connect()
  })

  test('must come before anything else', async () => {
    const begun = await waiting(till)
    const { line } = await connect(device)
    line.send({ type: 'cancel', session: begun.payment.session })
    expect(await line.closed).toBe(closeCodes.messageInvalid)
    till.line.send(await till.card(begun.payment))
    expect((await begun.paying).json).toMatchObject({ responseCode: '00' })
    await till.line.next('processing')
    await till.line.next('result')
  })

  test('of a suspended account fails, and so does that of a reader that was deleted, which is told so', async () => {
    const shop = await openTill(readers)
    shop.line.close()
    await shop.merchant.run('UPDATE accounts SET suspended = 1 WHERE id = ?', shop.merchant.id)
    await expect(shop.connect()).rejects.toThrow(String(closeCodes.loginFailed))
    await shop.merchant.run('UPDATE accounts SET suspended = 0 WHERE id = ?', shop.merchant.id)
    await shop.connect()
    const { line: unproven } = await connect(shop.device)
    await shop.call('DELETE', `/v1/terminals/${shop.device.terminal}`)
    for (const line of [shop.line, unproven]) {
      await line.next('deleted')
      expect(await line.closed).toBe(closeCodes.deleted)
    }
    const again = await openLine(fetch, deviceAddress(shop.device.reader))
    await again.next('deleted')
    expect(await again.closed).toBe(closeCodes.deleted)
  })

  test('that nobody can judge just now is no wrong one: the reader is to come again', async () => {
    const { line, nonce } = await connect(device)
    books.areClosed = true
    line.send({ type: 'login', proof: await deviceProof(device.key, loginText(device.reader, nonce)) })
    expect(await line.closed).toBe(closeCodes.tryAgain)
    books.areClosed = false
    await till.connect()
    expect(await till.paid()).toMatchObject({ responseCode: '00' })
    till.line.close()
    await till.connect()
  })
})

/** A connection whose own end never agrees that it was closed, and speaks on. */
const stubborn = async ({ reader }: PairedDevice) => {
  const { webSocket: socket } = await fetch(
    new Request(gatewayOrigin + deviceAddress(reader), {
      headers: { upgrade: 'websocket', 'sec-websocket-protocol': deviceProtocol },
    }),
  )
  const heard: any[] = []
  const closed: number[] = []
  socket!.addEventListener('message', ({ data }) => void heard.push(JSON.parse(data as string)))
  socket!.addEventListener('close', ({ code }) => void closed.push(code))
  socket!.accept({ allowHalfOpen: true })
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  return { socket: socket!, heard, closed, say: (message: object) => socket!.send(JSON.stringify(message)) }
}

const socketsOf = (device: PairedDevice) =>
  runInDurableObject(readerObject(device), (_reader, state) => state.getWebSockets().length)

describe('a key that is used from two places', () => {
  test('works at the newer: the older is closed, hears nothing and is heard by nobody, even if it stays', async () => {
    const shop = await openTill(readers)
    const { device } = shop
    const old = await stubborn(device)
    old.say({ type: 'login', proof: await deviceProof(device.key, loginText(device.reader, old.heard[0].nonce)) })
    await vi.waitFor(() => expect(old.heard).toHaveLength(2))
    expect(await shop.line.closed).toBe(closeCodes.replaced)
    const { encryptionKey } = old.heard[1]

    const { line, welcome } = await logIn(fetch, device)
    await vi.waitFor(() => expect(old.closed).toEqual([closeCodes.replaced]))
    expect(await socketsOf(device)).toBe(2)
    const paying = shop.pay()
    const payment = await line.next('payment')
    line.send({ type: 'received', session: payment.session })
    await shop.comesTo({ state: 'awaiting_card' })
    old.say({ type: 'cancel', session: payment.session })
    old.say({ type: 'failure', session: payment.session })
    old.say({ type: 'login', proof: await deviceProof(device.key, loginText(device.reader, old.heard[0].nonce)) })
    old.say(await shop.card(payment, { card: card('4000003900000007') }))
    const theirs = await encryptCard(
      { ...card('4000003900000007'), session: payment.session, entryMode: 'tapped' } as PlainCard,
      { keys: [encryptionKey] },
    )
    old.say({ type: 'card', session: payment.session, card: theirs })
    await shop.status()
    expect(await shop.session()).toMatchObject({ state: 'awaiting_card' })
    Object.assign(shop, { line, welcome })
    line.send(await shop.card(payment))
    expect((await paying).json).toMatchObject({ responseCode: '00' })
    expect(ledger.find(payment.session)).toMatchObject({ requests: 1, lastFour: '4242' })
    expect(old.heard).toHaveLength(2)
    expect(await shop.alarm()).toBeNull()
    old.socket.close()
  })
})

describe('strangers', () => {
  afterEach(() => void vi.mocked(Date.now).mockRestore?.())

  test('never push out the reader, only each other, and are closed after 10 s', async () => {
    const shop = await openTill(readers)
    const begun = await waiting(shop)
    const strangers = []
    for (let count = 0; count < 6; count++) strangers.push((await connect(shop.device)).line)
    expect(await Promise.all(strangers.slice(0, 2).map(({ closed }) => closed))).toEqual([
      closeCodes.tryAgain,
      closeCodes.tryAgain,
    ])
    expect(await socketsOf(shop.device)).toBe(5)
    expect(shop.line.unread).toEqual([])
    shop.line.send(await shop.card(begun.payment))
    expect((await begun.paying).json).toMatchObject({ responseCode: '00' })

    // One comes later than the others, and has its own ten seconds.
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + deviceLimits.loginMs / 2)
    strangers.push((await connect(shop.device)).line)
    clock.mockReturnValue(now + deviceLimits.loginMs + 1)
    expect(await shop.ring()).toBe(true)
    expect(await Promise.all(strangers.slice(2, 6).map(({ closed }) => closed))).toEqual(
      Array.from({ length: 4 }, () => closeCodes.tryAgain),
    )
    expect(await socketsOf(shop.device)).toBe(2)
    expect(await shop.alarm()).not.toBeNull()
    clock.mockReturnValue(now + 2 * deviceLimits.loginMs)
    expect(await shop.ring()).toBe(true)
    expect(await strangers.at(-1)!.closed).toBe(closeCodes.tryAgain)
    clock.mockRestore()
    expect(await shop.alarm()).toBeNull()
    await shop.line.next('processing')
    await shop.line.next('result')
    expect(await shop.paid()).toMatchObject({ responseCode: '00' })
  })

  test('that stay although they were closed cannot log in any more, nor keep the reader awake', async () => {
    const shop = await openTill(readers)
    const { device } = shop
    const stranger = await stubborn(device)
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + deviceLimits.loginMs + 1)
    await shop.ring()
    clock.mockRestore()
    await vi.waitFor(() => expect(stranger.closed).toEqual([closeCodes.tryAgain]))
    const proof = await deviceProof(device.key, loginText(device.reader, stranger.heard[0].nonce))
    stranger.say({ type: 'login', proof })
    expect(await shop.paid()).toMatchObject({ responseCode: '00' })
    expect(stranger.heard).toHaveLength(1)
    expect(await shop.alarm()).toBeNull()
    stranger.socket.close()
  })
})

const ask = (path: string, headers: Record<string, string>) => fetch(new Request(gatewayOrigin + path, { headers }))

describe('an address', () => {
  const name = till.device.reader

  const upgrade = { upgrade: 'websocket', 'sec-websocket-protocol': deviceProtocol }

  test.each<[string, Record<string, string>]>([
    ['no upgrade', {}],
    ['no subprotocol', { upgrade: 'websocket' }],
    ['another subprotocol', { upgrade: 'websocket', 'sec-websocket-protocol': 'sluice.device.v0, chat' }],
    ['a subprotocol and no upgrade', { 'sec-websocket-protocol': deviceProtocol }],
  ])('that is asked with %s answers 426 and why', async (_with, headers) => {
    for (const path of [devicePath, deviceAddress(name)]) {
      const answer = await ask(path, headers)
      expect(answer.status).toBe(426)
      expect(((await answer.json()) as any).errors[0].type).toBe('upgrade_required')
    }
  })

  test.each([
    ['no name', ''],
    ['a shard that there is not', `99${name.slice(2)}`],
    ['SQL', `00-' OR 1=1 --`],
    ['SQL behind a name', `${name}' OR '1'='1`],
    ['a path', '../../device'],
    ['a path behind a name', `${name}/../${name}`],
    ['another case', name.toUpperCase()],
    ['a line end behind a name', `${name}\n`],
    ['the name of a code', 'code:ABCDEF'],
    ['a member of every object', '__proto__'],
    ['a name that is far too long', '0'.repeat(5_000)],
  ])('of %s is 404', async (_what, reader) => {
    const answer = await ask(`${devicePath}?reader=${encodeURIComponent(reader)}`, upgrade)
    expect(answer.status).toBe(404)
    expect(((await answer.json()) as any).errors[0].type).toBe('not_found')
  })

  test.each([
    ['a terminal in another shard', `01${name.slice(2)}`],
    ['a terminal that never was', `00-${crypto.randomUUID()}`],
  ])('of %s reaches no reader: forget the key', async (_what, reader) => {
    const line = await openLine(fetch, deviceAddress(reader))
    await line.next('deleted')
    expect(await line.closed).toBe(closeCodes.deleted)
  })
})
