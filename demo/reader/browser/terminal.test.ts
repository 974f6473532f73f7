import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeCodes, deviceLimits, type DevicePayment, type GatewayMessage } from '#contract/terminals/device'
import type { Pairing } from './connection/pairingStore.ts'
import { type Terminal, startTerminal } from './terminal.ts'
import type { View } from './views.ts'

/** A WebSocket whose remote end is the test. */
class Socket extends EventTarget {
  static readonly OPEN = 1
  static all: Socket[] = []
  static get last(): Socket {
    return Socket.all.at(-1)!
  }
  readonly url: string
  readyState = 0
  readonly sent: string[] = []
  constructor(url: string) {
    super()
    this.url = url
    Socket.all.push(this)
  }
  send(text: string): void {
    this.sent.push(text)
  }
  close(): void {
    this.readyState = 3
  }
  opens(): void {
    this.readyState = Socket.OPEN
    this.dispatchEvent(new Event('open'))
  }
  receives(message: GatewayMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
  ends(code: number): void {
    this.readyState = 3
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
  get said(): { type: string }[] {
    return this.sent.filter((text) => text.startsWith('{')).map((text) => JSON.parse(text) as { type: string })
  }
  get types(): string[] {
    return this.said.map(({ type }) => type)
  }
}

const key = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
const payment: DevicePayment = {
  session: '7',
  transactionType: 'payment',
  amount: { value: '24', currency: 'USD', exponent: 2 },
  prompts: {
    tipAmounts: null,
    cvv: false,
    postalCode: false,
    amountConfirmation: false,
    signature: false,
    keyCard: true,
  },
  state: 'sent',
  presentWithinMs: 60_000,
  endsWithinMs: 120_000,
}
const visa = { accountNumber: '4242424242424242', expires: '1234' }

let stored: Pairing | null
let remembered: DevicePayment | null
let views: View[]
let lights: string[]
let encrypted: number
let reader: Terminal

const shown = (): string => {
  const view = views.at(-1)!
  return view.name === 'prompt' ? view.step : view.name
}
const turn = () => new Promise<void>((done) => setImmediate(done))

/** Waits for a sent message; signing takes a few turns of the event loop. */
const says = async (type: string): Promise<void> => {
  while (!Socket.last.types.includes(type)) await turn()
}

const start = async (mode: 'test' | 'live' = 'test'): Promise<void> => {
  reader = await startTerminal({
    gateway: 'ws://gateway.test',
    mode,
    keys: {
      load: async () => stored,
      save: async (pairing) => void (stored = pairing),
      forget: async () => void (stored = null),
    },
    memory: { get: () => remembered, set: (payment) => void (remembered = payment) },
    about: { make: 'Sluice', model: 'Browser terminal', serialNumber: '1', deviceId: 'ABCDEFGH' },
    encrypt: async () => `a.b.c.d.${(encrypted += 1)}`,
    show: (view) => void views.push(view),
    light: (light) => void lights.push(light),
    cue: () => {},
  })
}

const pair = async (): Promise<void> => {
  Socket.last.opens()
  Socket.last.receives({ type: 'code', code: 'K7XM4P', expiresInMs: deviceLimits.codeMs })
  Socket.last.receives({ type: 'paired', reader: '00-1', nickname: 'Front desk', key })
  await says('stored')
  Socket.last.ends(closeCodes.paired)
}

const logIn = async (): Promise<void> => {
  Socket.last.opens()
  Socket.last.receives({ type: 'challenge', nonce: 'n' })
  await says('login')
}

const welcome = (members: Partial<Extract<GatewayMessage, { type: 'welcome' }>> = {}): void =>
  Socket.last.receives({
    type: 'welcome',
    nickname: 'Front desk',
    encryptionKey: {},
    payment: null,
    result: null,
    ...members,
  })

/** Drops the connection and logs in on the next one. */
const reconnect = async (): Promise<void> => {
  const { length } = Socket.all
  Socket.last.ends(1006)
  await vi.advanceTimersByTimeAsync(2000)
  expect(Socket.all).toHaveLength(length + 1)
  await logIn()
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('WebSocket', Socket)
  Socket.all = []
  stored = null
  remembered = null
  views = []
  lights = []
  encrypted = 0
  await start()
})
afterEach(() => void vi.useRealTimers())

test('pairing stores the key, confirms it, and reconnects to the URL of the terminal', async () => {
  expect(Socket.last.url).toBe('ws://gateway.test/device?mode=test')
  await pair()
  expect(stored).toMatchObject({ reader: '00-1', nickname: 'Front desk' })
  expect(stored?.key.extractable).toBe(false)
  expect(Socket.last.url).toBe('ws://gateway.test/device?reader=00-1')
  await logIn()
  welcome()
  expect([shown(), lights.at(-1)]).toEqual(['idle', 'online'])
})

test('an unpaired terminal of live mode requests a code of live mode', async () => {
  await start('live')
  expect(Socket.last.url).toBe('ws://gateway.test/device?mode=live')
})

test('an expired pairing code is replaced at once', () => {
  Socket.last.opens()
  Socket.last.receives({ type: 'code', code: 'K7XM4P', expiresInMs: 1 })
  Socket.last.ends(closeCodes.codeExpired)
  expect(Socket.all).toHaveLength(2)
  expect(Socket.last.url).toBe('ws://gateway.test/device?mode=test')
})

test('the reconnect delay grows with each failure, and wake reconnects at once', async () => {
  for (const most of [2000, 4000, 8000]) {
    const { length } = Socket.all
    Socket.last.ends(closeCodes.codeExpired)
    await vi.advanceTimersByTimeAsync(999)
    expect(Socket.all).toHaveLength(length)
    await vi.advanceTimersByTimeAsync(most - 999)
    expect(Socket.all).toHaveLength(length + 1)
  }
  expect(lights.at(-1)).toBe('offline')
  const { length } = Socket.all
  Socket.last.ends(1006)
  reader.wake()
  expect(Socket.all).toHaveLength(length + 1)
})

test('a heartbeat without a response closes the connection and reconnects', async () => {
  await pair()
  await logIn()
  welcome()
  await vi.advanceTimersByTimeAsync(deviceLimits.heartbeatMs)
  expect(Socket.last.sent.at(-1)).toBe('ping')
  Socket.last.dispatchEvent(new MessageEvent('message', { data: 'pong' }))
  await vi.advanceTimersByTimeAsync(deviceLimits.heartbeatMs - 1)
  expect(Socket.all).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1 + 10_000 + 2000)
  expect(Socket.all).toHaveLength(3)
})

test('a deleted terminal removes its key and pairs again', async () => {
  await pair()
  await logIn()
  welcome()
  Socket.last.receives({ type: 'deleted' })
  Socket.last.ends(closeCodes.deleted)
  expect(stored).toBeNull()
  expect(Socket.last.url).toBe('ws://gateway.test/device?mode=test')
})

test('a replaced connection or a rejected login stops the terminal until the user acts', async () => {
  await pair()
  await logIn()
  welcome()
  Socket.last.ends(closeCodes.replaced)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([shown(), Socket.all.length]).toEqual(['replaced', 2])
  reader.useHere()
  expect(Socket.all).toHaveLength(3)
  await logIn()
  Socket.last.ends(closeCodes.loginFailed)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([shown(), Socket.all.length]).toEqual(['unrecognized', 3])
  await reader.forget()
  await turn()
  expect([stored, Socket.last.url]).toEqual([null, 'ws://gateway.test/device?mode=test'])
})

test('a login rejected right after pairing starts a new pairing', async () => {
  await pair()
  await logIn()
  Socket.last.ends(closeCodes.loginFailed)
  await vi.advanceTimersByTimeAsync(2000)
  expect([stored, Socket.last.url]).toEqual([null, 'ws://gateway.test/device?mode=test'])
})

test('after a reconnect the same encrypted card is sent again', async () => {
  await pair()
  await logIn()
  welcome()
  Socket.last.receives({ type: 'payment', ...payment })
  expect(Socket.last.types.slice(-1)).toEqual(['received'])
  reader.answer('tap', visa)
  await turn()
  expect(Socket.last.types.slice(-2)).toEqual(['presented', 'card'])
  const [first] = Socket.last.said.slice(-1)
  await reconnect()
  // No payment message is sent before the login is accepted.
  expect(Socket.last.types).toEqual(['login'])
  welcome({ payment: { ...payment, state: 'awaiting_card' } })
  await turn()
  expect(Socket.last.said.slice(1)).toEqual([first])
  expect(encrypted).toBe(1)
})

test('after a reconnect the messages received, presented and cancel are sent again', async () => {
  await pair()
  await logIn()
  welcome()
  Socket.last.receives({ type: 'payment', ...payment, prompts: { ...payment.prompts, cvv: true } })
  await reconnect()
  reader.answer('tap', visa)
  expect(Socket.last.types).toEqual(['login'])
  welcome({ payment })
  expect(Socket.last.types).toEqual(['login', 'received', 'presented'])
  expect(shown()).toBe('code')
  await reconnect()
  reader.answer('cancel')
  welcome({ payment: { ...payment, state: 'awaiting_card' } })
  expect(Socket.last.types).toEqual(['login', 'cancel'])
})

test('a payment fails after the gateway rejected a message as invalid', async () => {
  await pair()
  await logIn()
  welcome()
  Socket.last.receives({ type: 'payment', ...payment })
  Socket.last.ends(closeCodes.messageInvalid)
  await vi.advanceTimersByTimeAsync(2000)
  await logIn()
  welcome({ payment })
  expect(Socket.last.types).toContain('failure')
})

test('a result missed while offline is shown after a page reload', async () => {
  await pair()
  await logIn()
  welcome({ payment })
  const result = {
    session: '7',
    state: 'completed',
    responseCode: '00',
    responseText: 'Approved',
    approved: '24',
  } as const
  await start()
  await logIn()
  welcome({ result })
  expect(views.at(-1)).toMatchObject({ name: 'ended', result })
  await vi.advanceTimersByTimeAsync(4000)
  expect(shown()).toBe('idle')
  // A result is shown once.
  await reconnect()
  welcome({ result })
  expect(shown()).toBe('idle')
})

test('a payment without a result ends after its deadline', async () => {
  await pair()
  await logIn()
  welcome({ payment })
  await vi.advanceTimersByTimeAsync(payment.endsWithinMs + 5000)
  expect(views.at(-1)).toMatchObject({ name: 'ended', result: null })
})
