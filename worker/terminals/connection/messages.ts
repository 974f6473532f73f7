import * as v from 'valibot'
import { utf8 } from '#contract/encoding/bytes'
import { deviceLimits, deviceMessage } from '#contract/terminals/device'
import type { DeviceMessage, GatewayMessage } from '#contract/terminals/device'

/** Parses a message of a device. Null if it does not match the protocol. */
export const parseMessage = (data: string | ArrayBuffer): DeviceMessage | null => {
  if (typeof data !== 'string' || utf8(data).length > deviceLimits.messageBytes) return null
  try {
    const parsed = v.safeParse(deviceMessage, JSON.parse(data))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

/** Sends a message. Does nothing on a closed connection: the device gets the current state when it reconnects. */
export const sendMessage = (socket: WebSocket, message: GatewayMessage): void => {
  try {
    socket.send(JSON.stringify(message))
  } catch {
    // Already closed.
  }
}

export const closeSocket = (socket: WebSocket, code: number, reason: string): void => {
  try {
    socket.close(code, reason)
  } catch {
    // Already closed.
  }
}
