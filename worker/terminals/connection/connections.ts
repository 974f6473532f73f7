import { randomBytes, toBase64url } from '#contract/encoding/bytes'
import { closeCodes, deviceLimits, heartbeat } from '#contract/terminals/device'
import type { FromGateway } from '#contract/terminals/device'
import { closeSocket, sendFrame } from './frames.ts'

/** A connection as the platform keeps it while the object sleeps. Milliseconds since 1970, by the platform's own clock. */
type Connection =
  | { readonly state: 'challenged'; readonly nonce: string; readonly since: number }
  | { readonly state: 'ready'; readonly since: number }
  /** Closed by the gateway. The platform lists it, and passes on its messages, until the other end has closed it as well. */
  | { readonly state: 'closed'; readonly since: number }

const unauthenticatedAtOnce = 4

export const connectionOf = (socket: WebSocket): Connection => socket.deserializeAttachment() as Connection

const attach = (socket: WebSocket, connection: Connection): void => socket.serializeAttachment(connection)

/** Closes a connection: its messages are ignored from then on. */
export const closeConnection = (socket: WebSocket, code: number, reason: string): void => {
  attach(socket, { state: 'closed', since: Date.now() })
  closeSocket(socket, code, reason)
}

/**
 * The connections of one terminal: the one that has proved its key, and unauthenticated ones. The platform keeps them, and answers their
 * heartbeat, while the object sleeps.
 */
export class Connections {
  readonly #context: DurableObjectState

  constructor(context: DurableObjectState) {
    this.#context = context
    context.setWebSocketAutoResponse(new WebSocketRequestResponsePair(heartbeat.ask, heartbeat.answer))
  }

  /** Accepts a connection with a challenge. Closes the oldest unauthenticated one at the limit. */
  accept(): Response {
    const { 0: client, 1: server } = new WebSocketPair()
    // The platform promises no order.
    const newestFirst = this.#in('challenged').toSorted((one, two) => connectionOf(two).since - connectionOf(one).since)
    for (const socket of newestFirst.slice(unauthenticatedAtOnce - 1))
      closeConnection(socket, closeCodes.tryAgain, 'too many at once')
    this.#context.acceptWebSocket(server)
    const nonce = toBase64url(randomBytes(32))
    attach(server, { state: 'challenged', nonce, since: Date.now() })
    sendFrame(server, { type: 'challenge', nonce })
    return new Response(null, { status: 101, webSocket: client })
  }

  /** Makes a connection the device's own, in place of the one before. */
  authenticate(socket: WebSocket): void {
    for (const other of this.#in('ready')) closeConnection(other, closeCodes.replaced, 'the reader has connected anew')
    attach(socket, { state: 'ready', since: Date.now() })
  }

  /** The device's own connection; null while it has none. */
  get authenticated(): WebSocket | null {
    return this.#in('ready')[0] ?? null
  }

  /** When the device's own connection was heard of last; null while it has none. Heartbeats count, which wake nobody. */
  get lastSeen(): number | null {
    const socket = this.authenticated
    return socket === null ? null : this.lastSeenOn(socket)
  }

  /** When a connection was heard of last, even a closed one. */
  lastSeenOn(socket: WebSocket): number {
    return this.#context.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? connectionOf(socket).since
  }

  /** Sends to the device. One that is not connected gets the state when it is back. */
  send(message: FromGateway): void {
    const socket = this.authenticated
    if (socket !== null) sendFrame(socket, message)
  }

  /** When the login of each unauthenticated connection is due. */
  get loginDeadlines(): readonly number[] {
    return this.#in('challenged').map((socket) => connectionOf(socket).since + deviceLimits.loginMs)
  }

  closeUnauthenticated(): void {
    const late = Date.now() - deviceLimits.loginMs
    for (const socket of this.#in('challenged'))
      if (connectionOf(socket).since <= late) closeConnection(socket, closeCodes.tryAgain, 'login did not come')
  }

  /** Closes all connections of a deleted terminal. */
  closeDeleted(): void {
    for (const socket of this.#context.getWebSockets()) {
      sendFrame(socket, { type: 'deleted' })
      closeConnection(socket, closeCodes.deleted, 'deleted')
    }
  }

  #in(state: Connection['state']): WebSocket[] {
    return this.#context.getWebSockets().filter((socket) => connectionOf(socket).state === state)
  }
}
