import { fromBase64url, toBase64url, utf8 } from '#contract/encoding/bytes'
import { devicePath, deviceAddress, deviceProtocol, loginSigningInput } from '#contract/terminals/device'
import type { DevicePayment, EntryMode, DeviceMessage, GatewayMessage } from '#contract/terminals/device'
import { encryptCard } from '../../widget/encrypt/encryptCard.ts'
import type { PlainCard } from '../../widget/encrypt/encryptCard.ts'
import { pairingObjectName } from '../terminals/objectNames.ts'
import { bindings } from './bindings.ts'
import { card, gatewayOrigin } from './requestDefaults.ts'
import type { Call } from './merchant.ts'

/** Simulated devices. They implement the protocol only, without the gateway's code. */

type Fetch = (request: Request) => Promise<Response>
type Message<Type extends GatewayMessage['type']> = Extract<GatewayMessage, { type: Type }>

/** A connection of a device, with its unread messages. */
export interface DeviceConnection {
  send(message: DeviceMessage | object | string): void
  /** Returns the next message. Throws if it has another type. */
  next<Type extends GatewayMessage['type']>(type: Type): Promise<Message<Type>>
  /** Messages that were received and not yet read. */
  readonly unread: readonly GatewayMessage[]
  /** Resolves to the gateway's close code. */
  readonly closed: Promise<number>
  close(): void
}

/** @throws Error with the status if the gateway rejects the connection */
export const connectDevice = async (
  fetch: Fetch,
  path: string = devicePath,
  headers = {},
): Promise<DeviceConnection> => {
  const request = new Request(gatewayOrigin + path, {
    headers: { upgrade: 'websocket', 'sec-websocket-protocol': deviceProtocol, ...headers },
  })
  const response = await fetch(request)
  const socket = response.webSocket
  if (!socket) throw new Error(`No connection: ${response.status}`)
  const unread: GatewayMessage[] = []
  let notify: (() => void) | null = null
  const closed = new Promise<number>((resolve) =>
    socket.addEventListener('close', ({ code }) => {
      resolve(code)
      notify?.()
    }),
  )
  let isClosed = false
  void closed.then(() => (isClosed = true))
  socket.addEventListener('message', ({ data }) => {
    unread.push(data === 'pong' ? data : JSON.parse(data as string))
    notify?.()
  })
  socket.accept()
  return {
    unread,
    closed,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    close: () => socket.close(1000),
    next: async (type) => {
      while (unread.length === 0) {
        if (isClosed) throw new Error(`Closed before ${type}: ${await closed}`)
        await new Promise<void>((resolve) => (notify = resolve))
      }
      const message = unread.shift()!
      if (message.type !== type) throw new Error(`Expected ${type}, got ${JSON.stringify(message)}`)
      return message as Message<typeof type>
    },
  }
}

export const deviceProof = async (key: string, text: string): Promise<string> => {
  const hmac = await crypto.subtle.importKey('raw', fromBase64url(key)!, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  return toBase64url(new Uint8Array(await crypto.subtle.sign('HMAC', hmac, utf8(text))))
}

/** Connects a device and requests a pairing code. */
export const requestPairingCode = async (
  fetch: Fetch,
  about: object = {},
  path?: string,
): Promise<{ line: DeviceConnection; code: string }> => {
  const line = await connectDevice(fetch, path)
  line.send({ type: 'hello', make: 'Acme', model: 'One', serialNumber: 'A-1', ...about })
  return { line, code: (await line.next('code')).code }
}

/** A paired device: its name and key, and the id of its terminal. */
export interface PairedDevice {
  readonly terminal: string
  readonly reader: string
  readonly key: string
}

/** Pairs a new device with the account of `call`. */
export const pairDevice = async (fetch: Fetch, call: Call, body: object = {}, path?: string): Promise<PairedDevice> => {
  const { line, code } = await requestPairingCode(fetch, {}, path)
  const registration = call('POST', '/v1/terminals', { body: { registrationCode: code, nickname: 'Till 1', ...body } })
  const { reader, key } = await line.next('paired')
  line.send({ type: 'stored' })
  const { json } = await registration
  await line.closed
  return { terminal: json.terminals[0].id, reader, key }
}

/** Connects a paired device and authenticates it with its key. */
export const logInDevice = async (
  fetch: Fetch,
  { reader, key }: Pick<PairedDevice, 'reader' | 'key'>,
): Promise<{ line: DeviceConnection; welcome: Message<'welcome'> }> => {
  const line = await connectDevice(fetch, deviceAddress(reader))
  const { nonce } = await line.next('challenge')
  line.send({ type: 'login', proof: await deviceProof(key, loginSigningInput(reader, nonce)) })
  return { line, welcome: await line.next('welcome') }
}

export interface ShopperInput {
  readonly card?: PlainCard
  readonly entryMode?: EntryMode
  readonly tipAmount?: string | null
  readonly amountConfirmed?: boolean
  readonly signature?: string | null
  /** The session that the card is encrypted for. Default: the session of the message. */
  readonly encryptedFor?: string
}

/** The message of a device after the shopper has presented a card. */
export const cardMessage = async (
  { session }: Pick<DevicePayment, 'session'>,
  { encryptionKey }: Pick<Message<'welcome'>, 'encryptionKey'>,
  { card: plain = card(), entryMode = 'tapped', encryptedFor = session, ...answers }: ShopperInput = {},
) => ({
  type: 'card',
  session,
  card: await encryptCard({ ...plain, session: encryptedFor, entryMode } as PlainCard, { keys: [encryptionKey] }),
  ...answers,
})

/** The Durable Object of a device, for tests that evict it or run its alarm. */
export const terminalStub = ({ reader }: Pick<PairedDevice, 'reader'>) => bindings.TERMINALS.getByName(reader)
export const pairingStub = (code: string, mode: 'test' | 'live' = 'test') =>
  bindings.PAIRINGS.getByName(pairingObjectName(mode, code))
