import { closeCodes, deviceAddress, devicePath, type FromGateway } from '#contract/terminals/device'
import type { KeyStore, Pairing } from './connection/pairingStore.ts'
import { type LineEvents, type Next, openLine, type Reply } from './connection/connection.ts'
import { openPayments, type PaymentParts } from './payment/payments.ts'
import { importKey, prove } from './connection/loginProof.ts'
import type { Light, View } from './views.ts'

export interface Parts extends Omit<PaymentParts, 'say' | 'idle'> {
  /** The gateway's origin, as ws: or wss: */
  gateway: string
  keys: KeyStore
  /** What the reader is, for whoever manages it. */
  about: { make: string; model: string; serialNumber: string; deviceId: string }
  light: (light: Light) => void
}

/** From so many failed tries on the reader says that it is offline. */
const offlineFrom = 2

type Heard = { [T in FromGateway['type']]: (message: Extract<FromGateway, { type: T }>, reply: Reply) => unknown }

/** The reader, from its code to its payments: what it does with what the gateway says. No DOM. */
export const startReader = async (parts: Parts) => {
  const { keys, show } = parts
  let pairing: Pairing | null = null
  /** Paired a moment ago: the gateway may not have heard that the key is stored. */
  let isNew = false
  let hasProved = false
  /** The gateway has let it in: not before is anything said of a payment. */
  let isWelcome = false

  const idle = (): void => show(pairing ? { name: 'idle', nickname: pairing.nickname } : { name: 'connecting' })
  const payments = openPayments({ ...parts, idle, say: (message) => isWelcome && line.send(message) })

  const settle = (): void => {
    line.settled()
    parts.light('online')
  }

  const pair = async ({ reader, nickname, key }: { reader: string; nickname: string; key: string }, reply: Reply) => {
    try {
      const paired = { reader, nickname, key: await importKey(key) }
      await keys.save(paired)
      pairing = paired
      isNew = true
      reply({ type: 'stored' })
      show({ name: 'paired', nickname })
    } catch {
      show({ name: 'unable', lack: 'storage' })
    }
  }

  const logIn = async (nonce: string, reply: Reply): Promise<void> => {
    if (!pairing) return
    const proof = await prove(pairing, nonce)
    hasProved = true
    reply({ type: 'login', proof })
  }

  const rename = (nickname: string): void => {
    if (!pairing || pairing.nickname === nickname) return
    pairing = { ...pairing, nickname }
    void keys.save(pairing)
  }

  const forget = async (): Promise<void> => {
    payments.leave()
    pairing = null
    await keys.forget()
  }

  const heard: Heard = {
    code: ({ code, expiresInMs }) => {
      settle()
      show({ name: 'code', code, expiresAtMs: Date.now() + expiresInMs })
    },
    paired: pair,
    challenge: ({ nonce }, reply) => logIn(nonce, reply),
    welcome: (message) => {
      isNew = false
      isWelcome = true
      settle()
      rename(message.nickname)
      payments.welcome(message)
    },
    payment: payments.payment,
    processing: payments.processing,
    result: payments.result,
    error: payments.error,
    deleted: forget,
  }

  const stop = (view: View): Next => {
    payments.leave()
    parts.light('offline')
    show(view)
    return 'stop'
  }

  const afterClose: Record<number, () => Next> = {
    [closeCodes.paired]: () => 'at once',
    [closeCodes.codeExpired]: () => 'at once',
    [closeCodes.deleted]: () => {
      if (pairing) void forget()
      return 'at once'
    },
    [closeCodes.replaced]: () => (pairing ? stop({ name: 'elsewhere', nickname: pairing.nickname }) : 'again'),
    [closeCodes.loginFailed]: () => {
      if (!pairing || !hasProved) return 'again'
      if (!isNew) return stop({ name: 'refused', nickname: pairing.nickname })
      // The gateway did not hear in time that the key was stored, and has no such reader.
      void forget()
      return 'again'
    },
    [closeCodes.messageInvalid]: () => {
      payments.misunderstood()
      return 'again'
    },
  }

  const events: LineEvents = {
    address: () => parts.gateway + (pairing ? deviceAddress(pairing.reader) : devicePath),
    opened: (reply) => {
      hasProved = false
      if (!pairing) reply({ type: 'hello', ...parts.about })
    },
    heard: (message, reply) => {
      // What this reader does not know it passes over.
      if (Object.hasOwn(heard, message.type))
        void (heard[message.type] as (...all: unknown[]) => unknown)(message, reply)
    },
    closed: (code) => {
      isWelcome = false
      parts.light('connecting')
      const next = afterClose[code]?.() ?? 'again'
      // A code lives as long as its connection.
      if (next !== 'stop' && !pairing) show({ name: 'connecting' })
      return next
    },
    failing: (failures) => {
      if (failures > 0) parts.light(failures < offlineFrom ? 'connecting' : 'offline')
    },
  }
  const line = openLine(events)

  const begin = (): void => {
    parts.light('connecting')
    idle()
    line.connect()
  }

  const stored = await keys.load().catch(() => undefined)
  if (stored === undefined) show({ name: 'unable', lack: 'storage' })
  else {
    pairing = stored
    begin()
  }

  return {
    answer: payments.answer,
    dismiss: payments.dismiss,
    /** Takes the reader over from where else it is open. */
    useHere: begin,
    /** Without its key it is a reader that was never registered. */
    forget: async (): Promise<void> => {
      await forget()
      begin()
    },
    /** The device is awake or online again. */
    wake: line.wake,
  }
}

export type Reader = Awaited<ReturnType<typeof startReader>>
