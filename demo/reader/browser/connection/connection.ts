import {
  deviceProtocol,
  heartbeat,
  deviceLimits,
  type DeviceMessage,
  type GatewayMessage,
} from '#contract/terminals/device'
import { retryDelayMs } from './backoff.ts'

/** What to do after a close: reconnect after a delay, reconnect at once, or stop. */
export type Next = 'again' | 'at once' | 'stop'

/** Sends on the connection that the message arrived on, never on a later one. */
export type Reply = (message: DeviceMessage) => void

export interface ConnectionEvents {
  /** The URL to connect to. It changes once the terminal is paired. */
  address: () => string
  opened: (reply: Reply) => void
  heard: (message: GatewayMessage, reply: Reply) => void
  closed: (code: number) => Next
  /** Number of consecutive failed attempts; 0 after a successful login. */
  failing: (failures: number) => void
}

/** Time limit for opening a connection and for the response to a heartbeat. */
const timeoutMs = 10_000

const read = (text: string): GatewayMessage | null => {
  try {
    return JSON.parse(text) as GatewayMessage
  } catch {
    return null
  }
}

/**
 * A WebSocket to the gateway with heartbeats and automatic reconnection with backoff. It does not interpret messages.
 */
export const openConnection = (events: ConnectionEvents) => {
  let socket: WebSocket | null = null
  let failures = 0
  let isAccepted = false
  let isStopped = true
  let retry: ReturnType<typeof setTimeout> | undefined
  let beat: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined

  const forget = (): void => {
    for (const timer of [retry, beat, silence]) clearTimeout(timer)
    socket?.close()
    socket = null
  }

  const end = (code: number): void => {
    forget()
    const next = events.closed(code)
    isStopped = next === 'stop'
    if (isStopped) return
    // Without a successful login, reconnecting at once could loop.
    if (next === 'at once' && isAccepted) return connect()
    failures += 1
    events.failing(failures)
    retry = setTimeout(connect, retryDelayMs(failures, Math.random()))
  }

  const expectAnswer = (): void => {
    clearTimeout(silence)
    silence = setTimeout(() => end(1006), timeoutMs)
  }
  const ask = (): void => {
    if (socket?.readyState !== WebSocket.OPEN) return
    socket.send(heartbeat.request)
    expectAnswer()
    clearTimeout(beat)
    beat = setTimeout(ask, deviceLimits.heartbeatMs)
  }

  const connect = (): void => {
    forget()
    isStopped = false
    isAccepted = false
    const mine = new WebSocket(events.address(), deviceProtocol)
    socket = mine
    const reply: Reply = (message) => {
      if (socket === mine && mine.readyState === WebSocket.OPEN) mine.send(JSON.stringify(message))
    }
    expectAnswer()
    mine.addEventListener('open', () => {
      if (socket !== mine) return
      clearTimeout(silence)
      beat = setTimeout(ask, deviceLimits.heartbeatMs)
      events.opened(reply)
    })
    mine.addEventListener('message', ({ data }) => {
      if (socket !== mine) return
      clearTimeout(silence)
      const message = data === heartbeat.reply ? null : read(String(data))
      if (message) events.heard(message, reply)
    })
    mine.addEventListener('close', ({ code }) => {
      if (socket === mine) end(code)
    })
  }

  return {
    connect,
    /** The gateway accepted the terminal: the count of failures restarts. */
    settled: (): void => {
      isAccepted = true
      failures = 0
      events.failing(0)
    },
    /** Drops the message if there is no open connection. */
    send: (message: DeviceMessage): void => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
    },
    /** The device is awake or online again: reconnects now, or checks an open connection with a heartbeat. */
    wake: (): void => {
      if (isStopped) return
      if (socket === null) connect()
      else ask()
    },
  }
}

export type Connection = ReturnType<typeof openConnection>
