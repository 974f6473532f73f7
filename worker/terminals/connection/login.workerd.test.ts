import { runInDurableObject } from 'cloudflare:test'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import {
  closeCodes,
  deviceAddress,
  deviceLimits,
  devicePath,
  deviceProtocol,
  loginSigningInput,
} from '#contract/terminals/device'
import { encryptCard } from '../../../widget/encrypt/encryptCard.ts'
import type { PlainCard } from '../../../widget/encrypt/encryptCard.ts'
import { deviceProof, logInDevice, connectDevice, terminalStub } from '../../testing/device.ts'
import type { PairedDevice } from '../../testing/device.ts'
import { card, gatewayOrigin } from '../../testing/merchant.ts'
import { openTerminal, startTerminals } from '../../testing/fixtures/terminalFixture.ts'
import type { OpenTerminal } from '../../testing/fixtures/terminalFixture.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const worker = startTerminals()
const { fetch, ledger, books } = worker

const [terminal, other] = await Promise.all([openTerminal(worker), openTerminal(worker)])

/** A payment that waits for its card. */
const startPayment = async (terminal: OpenTerminal) => {
  const paying = terminal.pay()
  const payment = await terminal.receivePayment()
  await terminal.waitForSession({ state: 'awaiting_card' })
  return { paying, payment }
}

/** Opens a connection that has not logged in. */
const connect = async ({ reader }: Pick<PairedDevice, 'reader'>) => {
  const line = await connectDevice(fetch, deviceAddress(reader))
  return { line, nonce: (await line.next('challenge')).nonce }
}

describe('login', () => {
  const { device } = terminal
  const proofs: Record<string, (nonce: string) => string | Promise<string>> = {
    'a proof of zeros': () => 'A'.repeat(43),
    'the nonce as proof': (nonce) => nonce,
    'the key as proof': () => device.key,
    'a proof that is not base64url': () => '+'.repeat(43),
    'a proof by the key of another terminal': (nonce) =>
      deviceProof(other.device.key, loginSigningInput(device.reader, nonce)),
    'a proof for the name of another terminal': (nonce) =>
      deviceProof(device.key, loginSigningInput(other.device.reader, nonce)),
    'a proof of the nonce without the name': (nonce) => deviceProof(device.key, nonce),
    'a proof for another challenge': async () =>
      deviceProof(device.key, loginSigningInput(device.reader, (await connect(device)).nonce)),
  }

  test.each(Object.keys(proofs))('login with %s fails, and the authenticated connection stays open', async (proof) => {
    const { line, nonce } = await connect(device)
    line.send({ type: 'login', proof: await proofs[proof]!(nonce) })
    expect(await line.closed).toBe(closeCodes.loginFailed)
    expect(line.unread).toEqual([])
    expect(await terminal.completePayment()).toMatchObject({ responseCode: '00' })
    terminal.line.close()
    await terminal.connect()
  })

  test('a proof is valid only on the connection of its challenge', async () => {
    const one = await connect(device)
    const proof = await deviceProof(device.key, loginSigningInput(device.reader, one.nonce))
    const two = await connect(device)
    two.line.send({ type: 'login', proof })
    expect(await two.line.closed).toBe(closeCodes.loginFailed)
    one.line.send({ type: 'login', proof })
    await one.line.next('welcome')
    await terminal.connect()
  })

  test('a message before login closes the connection with messageInvalid', async () => {
    const started = await startPayment(terminal)
    const { line } = await connect(device)
    line.send({ type: 'cancel', session: started.payment.session })
    expect(await line.closed).toBe(closeCodes.messageInvalid)
    terminal.line.send(await terminal.card(started.payment))
    expect((await started.paying).json).toMatchObject({ responseCode: '00' })
    await terminal.line.next('processing')
    await terminal.line.next('result')
  })

  test('login fails for a suspended account, and a deleted terminal receives deleted on every connection', async () => {
    const terminal = await openTerminal(worker)
    terminal.line.close()
    await terminal.merchant.run('UPDATE accounts SET suspended = 1 WHERE id = ?', terminal.merchant.id)
    await expect(terminal.connect()).rejects.toThrow(String(closeCodes.loginFailed))
    await terminal.merchant.run('UPDATE accounts SET suspended = 0 WHERE id = ?', terminal.merchant.id)
    await terminal.connect()
    const { line: pendingLogin } = await connect(terminal.device)
    await terminal.call('DELETE', `/v1/terminals/${terminal.device.terminal}`)
    for (const line of [terminal.line, pendingLogin]) {
      await line.next('deleted')
      expect(await line.closed).toBe(closeCodes.deleted)
    }
    const reconnected = await connectDevice(fetch, deviceAddress(terminal.device.reader))
    await reconnected.next('deleted')
    expect(await reconnected.closed).toBe(closeCodes.deleted)
  })

  test('login during a database failure closes the connection with tryAgain', async () => {
    const { line, nonce } = await connect(device)
    books.areClosed = true
    line.send({ type: 'login', proof: await deviceProof(device.key, loginSigningInput(device.reader, nonce)) })
    expect(await line.closed).toBe(closeCodes.tryAgain)
    books.areClosed = false
    await terminal.connect()
    expect(await terminal.completePayment()).toMatchObject({ responseCode: '00' })
    terminal.line.close()
    await terminal.connect()
  })
})

/** A connection whose client does not complete the closing handshake and keeps sending. */
const connectHalfOpen = async ({ reader }: PairedDevice) => {
  const { webSocket: socket } = await fetch(
    new Request(gatewayOrigin + deviceAddress(reader), {
      headers: { upgrade: 'websocket', 'sec-websocket-protocol': deviceProtocol },
    }),
  )
  const received: any[] = []
  const closed: number[] = []
  socket!.addEventListener('message', ({ data }) => void received.push(JSON.parse(data as string)))
  socket!.addEventListener('close', ({ code }) => void closed.push(code))
  socket!.accept({ allowHalfOpen: true })
  await vi.waitFor(() => expect(received).toHaveLength(1))
  return { socket: socket!, received, closed, send: (message: object) => socket!.send(JSON.stringify(message)) }
}

const socketsOf = (device: PairedDevice) =>
  runInDurableObject(terminalStub(device), (_object, state) => state.getWebSockets().length)

describe('two connections with one key', () => {
  test('a second login closes the first connection, which then receives nothing and whose messages are ignored', async () => {
    const terminal = await openTerminal(worker)
    const { device } = terminal
    const older = await connectHalfOpen(device)
    older.send({
      type: 'login',
      proof: await deviceProof(device.key, loginSigningInput(device.reader, older.received[0].nonce)),
    })
    await vi.waitFor(() => expect(older.received).toHaveLength(2))
    expect(await terminal.line.closed).toBe(closeCodes.replaced)
    const { encryptionKey } = older.received[1]

    const { line, welcome } = await logInDevice(fetch, device)
    await vi.waitFor(() => expect(older.closed).toEqual([closeCodes.replaced]))
    expect(await socketsOf(device)).toBe(2)
    const paying = terminal.pay()
    const payment = await line.next('payment')
    line.send({ type: 'received', session: payment.session })
    await terminal.waitForSession({ state: 'awaiting_card' })
    older.send({ type: 'cancel', session: payment.session })
    older.send({ type: 'failure', session: payment.session })
    older.send({
      type: 'login',
      proof: await deviceProof(device.key, loginSigningInput(device.reader, older.received[0].nonce)),
    })
    older.send(await terminal.card(payment, { card: card('4000003900000007') }))
    const otherCard = await encryptCard(
      { ...card('4000003900000007'), session: payment.session, entryMode: 'tapped' } as PlainCard,
      { keys: [encryptionKey] },
    )
    older.send({ type: 'card', session: payment.session, card: otherCard })
    await terminal.status()
    expect(await terminal.session()).toMatchObject({ state: 'awaiting_card' })
    Object.assign(terminal, { line, welcome })
    line.send(await terminal.card(payment))
    expect((await paying).json).toMatchObject({ responseCode: '00' })
    expect(ledger.find(payment.session)).toMatchObject({ requests: 1, lastFour: '4242' })
    expect(older.received).toHaveLength(2)
    expect(await terminal.alarm()).toBeNull()
    older.socket.close()
  })
})

describe('unauthenticated connections', () => {
  afterEach(() => void vi.mocked(Date.now).mockRestore?.())

  test('unauthenticated connections replace only each other above four, and are closed after 10 s', async () => {
    const terminal = await openTerminal(worker)
    const started = await startPayment(terminal)
    const unauthenticated = []
    for (let count = 0; count < 6; count++) unauthenticated.push((await connect(terminal.device)).line)
    expect(await Promise.all(unauthenticated.slice(0, 2).map(({ closed }) => closed))).toEqual([
      closeCodes.tryAgain,
      closeCodes.tryAgain,
    ])
    expect(await socketsOf(terminal.device)).toBe(5)
    expect(terminal.line.unread).toEqual([])
    terminal.line.send(await terminal.card(started.payment))
    expect((await started.paying).json).toMatchObject({ responseCode: '00' })

    // A later connection has its own deadline.
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + deviceLimits.loginMs / 2)
    unauthenticated.push((await connect(terminal.device)).line)
    clock.mockReturnValue(now + deviceLimits.loginMs + 1)
    expect(await terminal.runAlarm()).toBe(true)
    expect(await Promise.all(unauthenticated.slice(2, 6).map(({ closed }) => closed))).toEqual(
      Array.from({ length: 4 }, () => closeCodes.tryAgain),
    )
    expect(await socketsOf(terminal.device)).toBe(2)
    expect(await terminal.alarm()).not.toBeNull()
    clock.mockReturnValue(now + 2 * deviceLimits.loginMs)
    expect(await terminal.runAlarm()).toBe(true)
    expect(await unauthenticated.at(-1)!.closed).toBe(closeCodes.tryAgain)
    clock.mockRestore()
    expect(await terminal.alarm()).toBeNull()
    await terminal.line.next('processing')
    await terminal.line.next('result')
    expect(await terminal.completePayment()).toMatchObject({ responseCode: '00' })
  })

  test('a closed unauthenticated connection cannot log in and sets no alarm', async () => {
    const terminal = await openTerminal(worker)
    const { device } = terminal
    const unauthenticated = await connectHalfOpen(device)
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + deviceLimits.loginMs + 1)
    await terminal.runAlarm()
    clock.mockRestore()
    await vi.waitFor(() => expect(unauthenticated.closed).toEqual([closeCodes.tryAgain]))
    const proof = await deviceProof(device.key, loginSigningInput(device.reader, unauthenticated.received[0].nonce))
    unauthenticated.send({ type: 'login', proof })
    expect(await terminal.completePayment()).toMatchObject({ responseCode: '00' })
    expect(unauthenticated.received).toHaveLength(1)
    expect(await terminal.alarm()).toBeNull()
    unauthenticated.socket.close()
  })
})

const get = (path: string, headers: Record<string, string>) => fetch(new Request(gatewayOrigin + path, { headers }))

describe('GET /device', () => {
  const name = terminal.device.reader

  const upgrade = { upgrade: 'websocket', 'sec-websocket-protocol': deviceProtocol }

  test.each<[string, Record<string, string>]>([
    ['without an upgrade', {}],
    ['without a subprotocol', { upgrade: 'websocket' }],
    ['with another subprotocol', { upgrade: 'websocket', 'sec-websocket-protocol': 'sluice.device.v0, chat' }],
    ['with a subprotocol and no upgrade', { 'sec-websocket-protocol': deviceProtocol }],
  ])('GET /device %s returns 426 upgrade_required', async (_request, headers) => {
    for (const path of [devicePath, deviceAddress(name)]) {
      const response = await get(path, headers)
      expect(response.status).toBe(426)
      expect(await response.json()).toMatchObject({ errors: [{ type: 'upgrade_required' }] })
    }
  })

  test.each([
    ['an empty text', ''],
    ['an unknown shard', `99${name.slice(2)}`],
    ['SQL', `00-' OR 1=1 --`],
    ['a name followed by SQL', `${name}' OR '1'='1`],
    ['a path', '../../device'],
    ['a name followed by a path', `${name}/../${name}`],
    ['a name in upper case', name.toUpperCase()],
    ['a name followed by a line feed', `${name}\n`],
    ['the object name of a pairing code', 'code:ABCDEF'],
    ['a member of Object.prototype', '__proto__'],
    ['5,000 characters', '0'.repeat(5_000)],
  ])('GET /device with %s as reader returns 404 not_found', async (_name, reader) => {
    const response = await get(`${devicePath}?reader=${encodeURIComponent(reader)}`, upgrade)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ errors: [{ type: 'not_found' }] })
  })

  test.each([
    ['a terminal in another shard', `01${name.slice(2)}`],
    ['an unknown terminal', `00-${crypto.randomUUID()}`],
  ])('GET /device for %s sends deleted', async (_name, reader) => {
    const line = await connectDevice(fetch, deviceAddress(reader))
    await line.next('deleted')
    expect(await line.closed).toBe(closeCodes.deleted)
  })
})
