import { closeCodes, deviceAddress, type GatewayMessage, pairingAddress } from '#contract/terminals/device'
import type { PairingStore, Pairing } from './connection/pairingStore.ts'
import { type ConnectionEvents, type Next, openConnection, type Reply } from './connection/connection.ts'
import { createPayments, type PaymentsOptions } from './payment/payments.ts'
import { importKey, signLogin } from './connection/loginProof.ts'
import type { ConnectionStatus, View } from './views.ts'

export interface TerminalOptions extends Omit<PaymentsOptions, 'say' | 'idle'> {
  /** The gateway's origin with the scheme ws: or wss: */
  gateway: string
  /** The mode in which its pairing code can be registered. */
  mode: 'test' | 'live'
  keys: PairingStore
  /** Device details, shown to the merchant. */
  about: { make: string; model: string; serialNumber: string; deviceId: string }
  light: (light: ConnectionStatus) => void
}

/** Number of failed attempts after which the terminal shows that it is offline. */
const offlineFrom = 2

type MessageHandlers = {
  [T in GatewayMessage['type']]: (message: Extract<GatewayMessage, { type: T }>, reply: Reply) => unknown
}

/** The terminal: pairing, login, and dispatch of the gateway's messages. No DOM. */
export const startTerminal = async (parts: TerminalOptions) => {
  const { keys, show } = parts
  let pairing: Pairing | null = null
  /** Just paired: the confirmation that the key is stored may be lost. */
  let isNewlyPaired = false
  let hasSentLogin = false
  /** Logged in. Payment messages are sent only from here on. */
  let isLoggedIn = false

  const idle = (): void => show(pairing ? { name: 'idle', nickname: pairing.nickname } : { name: 'connecting' })
  const payments = createPayments({ ...parts, idle, say: (message) => isLoggedIn && line.send(message) })

  const settle = (): void => {
    line.settled()
    parts.light('online')
  }

  const pair = async ({ reader, nickname, key }: { reader: string; nickname: string; key: string }, reply: Reply) => {
    try {
      const paired = { reader, nickname, key: await importKey(key) }
      await keys.save(paired)
      pairing = paired
      isNewlyPaired = true
      reply({ type: 'stored' })
      show({ name: 'paired', nickname })
    } catch {
      show({ name: 'unsupported', lack: 'storage' })
    }
  }

  const logIn = async (nonce: string, reply: Reply): Promise<void> => {
    if (!pairing) return
    const proof = await signLogin(pairing, nonce)
    hasSentLogin = true
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

  const heard: MessageHandlers = {
    code: ({ code, expiresInMs }) => {
      settle()
      show({ name: 'code', code, expiresAtMs: Date.now() + expiresInMs })
    },
    paired: pair,
    challenge: ({ nonce }, reply) => logIn(nonce, reply),
    welcome: (message) => {
      isNewlyPaired = false
      isLoggedIn = true
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
    [closeCodes.replaced]: () => (pairing ? stop({ name: 'replaced', nickname: pairing.nickname }) : 'again'),
    [closeCodes.loginFailed]: () => {
      if (!pairing || !hasSentLogin) return 'again'
      if (!isNewlyPaired) return stop({ name: 'unrecognized', nickname: pairing.nickname })
      // The confirmation of the stored key was lost, so the gateway has no such terminal.
      void forget()
      return 'again'
    },
    [closeCodes.messageInvalid]: () => {
      payments.messageRejected()
      return 'again'
    },
  }

  const events: ConnectionEvents = {
    address: () => parts.gateway + (pairing ? deviceAddress(pairing.reader) : pairingAddress(parts.mode)),
    opened: (reply) => {
      hasSentLogin = false
      if (!pairing) reply({ type: 'hello', ...parts.about })
    },
    heard: (message, reply) => {
      // Unknown message types are ignored.
      if (Object.hasOwn(heard, message.type))
        void (heard[message.type] as (...all: unknown[]) => unknown)(message, reply)
    },
    closed: (code) => {
      isLoggedIn = false
      parts.light('connecting')
      const next = afterClose[code]?.() ?? 'again'
      // A pairing code is valid only on its connection.
      if (next !== 'stop' && !pairing) show({ name: 'connecting' })
      return next
    },
    failing: (failures) => {
      if (failures > 0) parts.light(failures < offlineFrom ? 'connecting' : 'offline')
    },
  }
  const line = openConnection(events)

  const begin = (): void => {
    parts.light('connecting')
    idle()
    line.connect()
  }

  const stored = await keys.load().catch(() => undefined)
  if (stored === undefined) show({ name: 'unsupported', lack: 'storage' })
  else {
    pairing = stored
    begin()
  }

  return {
    answer: payments.answer,
    dismiss: payments.dismiss,
    /** Takes over from another window or device. */
    useHere: begin,
    /** Deletes the key and starts a new pairing. */
    forget: async (): Promise<void> => {
      await forget()
      begin()
    },
    /** The device is awake or online again. */
    wake: line.wake,
  }
}

export type Terminal = Awaited<ReturnType<typeof startTerminal>>
