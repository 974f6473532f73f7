import { deviceProtocol, heartbeat, deviceLimits, type FromDevice, type FromGateway } from '#contract/terminals/device'
import { pauseMs } from './backoff.ts'

/** What follows when a connection has ended: another try after a pause, one at once, or none. */
export type Next = 'again' | 'at once' | 'stop'

/** Answers on the connection that the question came over; on none that came after it. */
export type Reply = (message: FromDevice) => void

export interface LineEvents {
  /** Where to connect, asked each time: a reader that was paired goes on elsewhere. */
  address: () => string
  opened: (reply: Reply) => void
  heard: (message: FromGateway, reply: Reply) => void
  closed: (code: number) => Next
  /** How many tries have failed one after the other; 0 while it is not known. */
  failing: (failures: number) => void
}

/** Until a connection is there, and until a heartbeat is answered. */
const patienceMs = 10_000

const read = (text: string): FromGateway | null => {
  try {
    return JSON.parse(text) as FromGateway
  } catch {
    return null
  }
}

/**
 * A line to the gateway: one connection after the other, so that there is always one. Knows how to stay connected, and nothing of what is
 * said.
 */
export const openLine = (events: LineEvents) => {
  let socket: WebSocket | null = null
  let failures = 0
  let isSettled = false
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
    // Who is sent away at once each time would come back at once each time.
    if (next === 'at once' && isSettled) return connect()
    failures += 1
    events.failing(failures)
    retry = setTimeout(connect, pauseMs(failures, Math.random()))
  }

  const expectAnswer = (): void => {
    clearTimeout(silence)
    silence = setTimeout(() => end(1006), patienceMs)
  }
  const ask = (): void => {
    if (socket?.readyState !== WebSocket.OPEN) return
    socket.send(heartbeat.ask)
    expectAnswer()
    clearTimeout(beat)
    beat = setTimeout(ask, deviceLimits.heartbeatMs)
  }

  const connect = (): void => {
    forget()
    isStopped = false
    isSettled = false
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
      const message = data === heartbeat.answer ? null : read(String(data))
      if (message) events.heard(message, reply)
    })
    mine.addEventListener('close', ({ code }) => {
      if (socket === mine) end(code)
    })
  }

  return {
    connect,
    /** The gateway has let the reader in: the next try that fails is the first one. */
    settled: (): void => {
      isSettled = true
      failures = 0
      events.failing(0)
    },
    /** Says it now, or not at all. */
    send: (message: FromDevice): void => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
    },
    /** The device is awake or online again: what was waited for is tried now, and what looks connected has to prove it. */
    wake: (): void => {
      if (isStopped) return
      if (socket === null) connect()
      else ask()
    },
  }
}

export type Line = ReturnType<typeof openLine>
