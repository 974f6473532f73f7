import * as v from 'valibot'
import { utf8 } from '#contract/encoding/bytes'
import { deviceLimits, fromDevice } from '#contract/terminals/device'
import type { FromDevice, FromGateway } from '#contract/terminals/device'

/** A message of a reader; null where it is none of the protocol's. */
export const readFrame = (data: string | ArrayBuffer): FromDevice | null => {
  if (typeof data !== 'string' || utf8(data).length > deviceLimits.messageBytes) return null
  try {
    const read = v.safeParse(fromDevice, JSON.parse(data))
    return read.success ? read.output : null
  } catch {
    return null
  }
}

/** Sends a message. A connection that is gone hears nothing: it asks again when it is back. */
export const sendFrame = (socket: WebSocket, message: FromGateway): void => {
  try {
    socket.send(JSON.stringify(message))
  } catch {
    // Closed meanwhile.
  }
}

export const closeSocket = (socket: WebSocket, code: number, reason: string): void => {
  try {
    socket.close(code, reason)
  } catch {
    // Closed already.
  }
}
