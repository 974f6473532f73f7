import { randomBytes, toBase64url } from '#contract/bytes'
import { closeCodes, deviceLimits, heartbeat } from '#contract/device'
import type { FromGateway } from '#contract/device'
import { closeSocket, sendFrame } from './frames.ts'

/** What a connection is, kept by the platform with it while the object sleeps. Milliseconds since 1970, by the platform's own clock. */
type Connection =
  | { readonly state: 'challenged'; readonly nonce: string; readonly since: number }
  | { readonly state: 'ready'; readonly since: number }
  /** Closed by us. The platform counts it among the others, and hands on what it says, until its other end has closed it, too. */
  | { readonly state: 'closed'; readonly since: number }

const strangersAtOnce = 4

export const connectionOf = (socket: WebSocket): Connection => socket.deserializeAttachment() as Connection

const remember = (socket: WebSocket, connection: Connection): void => socket.serializeAttachment(connection)

/** Closes a connection, and is deaf to what it says from then on. */
export const hangUp = (socket: WebSocket, code: number, reason: string): void => {
  remember(socket, { state: 'closed', since: Date.now() })
  closeSocket(socket, code, reason)
}

/**
 * The connections of one reader: the one that has proved its key, and strangers that have not yet. The platform keeps them, and answers
 * their heartbeat, while the object sleeps.
 */
export class Connections {
  readonly #context: DurableObjectState

  constructor(context: DurableObjectState) {
    this.#context = context
    context.setWebSocketAutoResponse(new WebSocketRequestResponsePair(heartbeat.ask, heartbeat.answer))
  }

  /** Takes a new one, and asks it to prove the reader's key. Of too many strangers the oldest goes. */
  accept(): Response {
    const { 0: client, 1: server } = new WebSocketPair()
    // Whichever order the platform names them in.
    const newestFirst = this.#in('challenged').toSorted((one, two) => connectionOf(two).since - connectionOf(one).since)
    for (const socket of newestFirst.slice(strangersAtOnce - 1)) hangUp(socket, closeCodes.tryAgain, 'too many at once')
    this.#context.acceptWebSocket(server)
    const nonce = toBase64url(randomBytes(32))
    remember(server, { state: 'challenged', nonce, since: Date.now() })
    sendFrame(server, { type: 'challenge', nonce })
    return new Response(null, { status: 101, webSocket: client })
  }

  /** It is the reader's from now on, in place of whichever was before. */
  welcome(socket: WebSocket): void {
    for (const other of this.#in('ready')) hangUp(other, closeCodes.replaced, 'the reader has connected anew')
    remember(socket, { state: 'ready', since: Date.now() })
  }

  /** The reader's own; null while it is not there. */
  get ready(): WebSocket | null {
    return this.#in('ready')[0] ?? null
  }

  /** When the reader was heard of last on the line that it has; null while it has none. Its heartbeats count, which wake nobody. */
  get heard(): number | null {
    const socket = this.ready
    return socket === null ? null : this.heardOn(socket)
  }

  /** When a line was heard of last, even where it is closed by now. */
  heardOn(socket: WebSocket): number {
    return this.#context.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? connectionOf(socket).since
  }

  /** To the reader. One that is not there asks when it is back. */
  send(message: FromGateway): void {
    const socket = this.ready
    if (socket !== null) sendFrame(socket, message)
  }

  /** When the patience with each stranger ends. */
  get strangersDue(): readonly number[] {
    return this.#in('challenged').map((socket) => connectionOf(socket).since + deviceLimits.loginMs)
  }

  hangUpOnStrangers(): void {
    const late = Date.now() - deviceLimits.loginMs
    for (const socket of this.#in('challenged'))
      if (connectionOf(socket).since <= late) hangUp(socket, closeCodes.tryAgain, 'login did not come')
  }

  /** The terminal is gone, whoever asks. */
  sayDeleted(): void {
    for (const socket of this.#context.getWebSockets()) {
      sendFrame(socket, { type: 'deleted' })
      hangUp(socket, closeCodes.deleted, 'deleted')
    }
  }

  #in(state: Connection['state']): WebSocket[] {
    return this.#context.getWebSockets().filter((socket) => connectionOf(socket).state === state)
  }
}
