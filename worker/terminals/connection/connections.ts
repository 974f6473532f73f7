import { randomBytes, toBase64url } from '#contract/encoding/bytes'
import { closeCodes, deviceLimits, heartbeat } from '#contract/terminals/device'
import type { GatewayMessage } from '#contract/terminals/device'
import { closeSocket, sendMessage } from './messages.ts'

/** The WebSocket attachment, which survives hibernation. Milliseconds since 1970, by the platform's clock. */
type Connection =
  | { readonly state: 'challenged'; readonly nonce: string; readonly since: number }
  | { readonly state: 'ready'; readonly since: number }
  /** Closed by the gateway. The platform still lists it and delivers its messages until the other end closes it too. */
  | { readonly state: 'closed'; readonly since: number }

const maxUnauthenticated = 4

export const connectionOf = (socket: WebSocket): Connection => socket.deserializeAttachment() as Connection

const attach = (socket: WebSocket, connection: Connection): void => socket.serializeAttachment(connection)

/** Closes a connection. Later messages on it are ignored. */
export const closeConnection = (socket: WebSocket, code: number, reason: string): void => {
  attach(socket, { state: 'closed', since: Date.now() })
  closeSocket(socket, code, reason)
}

/**
 * The connections of one terminal: one authenticated, and unauthenticated ones. The platform holds them and responds to heartbeats while
 * the object hibernates.
 */
export class Connections {
  readonly #context: DurableObjectState

  constructor(context: DurableObjectState) {
    this.#context = context
    context.setWebSocketAutoResponse(new WebSocketRequestResponsePair(heartbeat.request, heartbeat.reply))
  }

  /** Accepts a connection with a challenge. Closes the oldest unauthenticated one at the limit. */
  accept(): Response {
    const { 0: client, 1: server } = new WebSocketPair()
    // getWebSockets() has no guaranteed order.
    const newestFirst = this.#in('challenged').toSorted((one, two) => connectionOf(two).since - connectionOf(one).since)
    for (const socket of newestFirst.slice(maxUnauthenticated - 1))
      closeConnection(socket, closeCodes.tryAgain, 'too many connections')
    this.#context.acceptWebSocket(server)
    const nonce = toBase64url(randomBytes(32))
    attach(server, { state: 'challenged', nonce, since: Date.now() })
    sendMessage(server, { type: 'challenge', nonce })
    return new Response(null, { status: 101, webSocket: client })
  }

  /** Marks a connection as authenticated and closes the previous authenticated one. */
  authenticate(socket: WebSocket): void {
    for (const other of this.#in('ready')) closeConnection(other, closeCodes.replaced, 'the device connected again')
    attach(socket, { state: 'ready', since: Date.now() })
  }

  /** The device's authenticated connection; null if it is not connected. */
  get authenticated(): WebSocket | null {
    return this.#in('ready')[0] ?? null
  }

  /** When the authenticated connection was last active; null if there is none. Counts heartbeats, which do not wake the object. */
  get lastSeen(): number | null {
    const socket = this.authenticated
    return socket === null ? null : this.lastSeenOn(socket)
  }

  /** When a connection was last active, also after it was closed. */
  lastSeenOn(socket: WebSocket): number {
    return this.#context.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? connectionOf(socket).since
  }

  /** Sends to the device. A device that is not connected gets the state when it reconnects. */
  send(message: GatewayMessage): void {
    const socket = this.authenticated
    if (socket !== null) sendMessage(socket, message)
  }

  /** The login deadline of each unauthenticated connection. */
  get loginDeadlines(): readonly number[] {
    return this.#in('challenged').map((socket) => connectionOf(socket).since + deviceLimits.loginMs)
  }

  closeUnauthenticated(): void {
    const expired = Date.now() - deviceLimits.loginMs
    for (const socket of this.#in('challenged'))
      if (connectionOf(socket).since <= expired) closeConnection(socket, closeCodes.tryAgain, 'login timed out')
  }

  /** Closes all connections of a deleted terminal. */
  closeDeleted(): void {
    for (const socket of this.#context.getWebSockets()) {
      sendMessage(socket, { type: 'deleted' })
      closeConnection(socket, closeCodes.deleted, 'deleted')
    }
  }

  #in(state: Connection['state']): WebSocket[] {
    return this.#context.getWebSockets().filter((socket) => connectionOf(socket).state === state)
  }
}
