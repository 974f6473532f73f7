import { fromBase64url, toBase64url, utf8 } from '#contract/encoding/bytes'
import { devicePath, deviceAddress, deviceProtocol, loginText } from '#contract/terminals/device'
import type { DevicePayment, EntryMode, FromDevice, FromGateway } from '#contract/terminals/device'
import { encryptCard } from '../../widget/encrypt/encryptCard.ts'
import type { PlainCard } from '../../widget/encrypt/encryptCard.ts'
import { bindings } from './bindings.ts'
import { card, gatewayOrigin } from './requestDefaults.ts'
import type { Call } from './merchant.ts'

/** Card readers for tests: as a device would be written by somebody who has nothing but the protocol. */

type Fetch = (request: Request) => Promise<Response>
type Message<Type extends FromGateway['type']> = Extract<FromGateway, { type: Type }>

/** A connection, and what came over it that nobody has looked at yet. */
export interface Line {
  send(message: FromDevice | object | string): void
  /** The next message, which must be of this type. */
  next<Type extends FromGateway['type']>(type: Type): Promise<Message<Type>>
  /** What came and was not looked at. */
  readonly unread: readonly FromGateway[]
  /** The code by which the gateway closes it. */
  readonly closed: Promise<number>
  close(): void
}

/** @throws Error with the status, where the gateway takes no connection */
export const openLine = async (fetch: Fetch, path: string = devicePath, headers = {}): Promise<Line> => {
  const request = new Request(gatewayOrigin + path, {
    headers: { upgrade: 'websocket', 'sec-websocket-protocol': deviceProtocol, ...headers },
  })
  const answer = await fetch(request)
  const socket = answer.webSocket
  if (!socket) throw new Error(`No connection: ${answer.status}`)
  const unread: FromGateway[] = []
  let heard: (() => void) | null = null
  const closed = new Promise<number>((resolve) =>
    socket.addEventListener('close', ({ code }) => {
      resolve(code)
      heard?.()
    }),
  )
  let isClosed = false
  void closed.then(() => (isClosed = true))
  socket.addEventListener('message', ({ data }) => {
    unread.push(data === 'pong' ? data : JSON.parse(data as string))
    heard?.()
  })
  socket.accept()
  return {
    unread,
    closed,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    close: () => socket.close(1000),
    next: async (type) => {
      while (unread.length === 0) {
        if (isClosed) throw new Error(`Closed before ${type} came: ${await closed}`)
        await new Promise<void>((resolve) => (heard = resolve))
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

/** Shows a code. */
export const showCode = async (fetch: Fetch, about: object = {}): Promise<{ line: Line; code: string }> => {
  const line = await openLine(fetch)
  line.send({ type: 'hello', make: 'Acme', model: 'One', serialNumber: 'A-1', ...about })
  return { line, code: (await line.next('code')).code }
}

/** A reader that was paired: its name, its key, and the id of its terminal. */
export interface PairedDevice {
  readonly terminal: string
  readonly reader: string
  readonly key: string
}

/** A new reader, registered by whoever calls. */
export const pairDevice = async (fetch: Fetch, call: Call, body: object = {}): Promise<PairedDevice> => {
  const { line, code } = await showCode(fetch)
  const registering = call('POST', '/v1/terminals', { body: { registrationCode: code, nickname: 'Till 1', ...body } })
  const { reader, key } = await line.next('paired')
  line.send({ type: 'stored' })
  const { json } = await registering
  await line.closed
  return { terminal: json.terminals[0].id, reader, key }
}

/** Connects a reader and proves its key. */
export const logIn = async (
  fetch: Fetch,
  { reader, key }: Pick<PairedDevice, 'reader' | 'key'>,
): Promise<{ line: Line; welcome: Message<'welcome'> }> => {
  const line = await openLine(fetch, deviceAddress(reader))
  const { nonce } = await line.next('challenge')
  line.send({ type: 'login', proof: await deviceProof(key, loginText(reader, nonce)) })
  return { line, welcome: await line.next('welcome') }
}

export interface ShopperAnswers {
  readonly card?: PlainCard
  readonly entryMode?: EntryMode
  readonly tipAmount?: string | null
  readonly amountConfirmed?: boolean
  readonly signature?: string | null
  /** The payment that the card is encrypted for, if it is not that of the frame. */
  readonly encryptedFor?: string
}

/** What a reader sends once the shopper has done all that was asked. */
export const cardFrame = async (
  { session }: Pick<DevicePayment, 'session'>,
  { encryptionKey }: Pick<Message<'welcome'>, 'encryptionKey'>,
  { card: plain = card(), entryMode = 'tapped', encryptedFor = session, ...answers }: ShopperAnswers = {},
) => ({
  type: 'card',
  session,
  card: await encryptCard({ ...plain, session: encryptedFor, entryMode } as PlainCard, { keys: [encryptionKey] }),
  ...answers,
})

/** The object of a reader, to evict it or to let its alarm ring. */
export const readerObject = ({ reader }: Pick<PairedDevice, 'reader'>) => bindings.TERMINALS.getByName(reader)
export const pairingObject = (code: string) => bindings.PAIRINGS.getByName(`code:${code}`)
