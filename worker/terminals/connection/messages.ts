import * as v from 'valibot'
import { utf8 } from '#contract/encoding/bytes'
import { parseStrictly } from '#contract/schema/jsonScan'
import { deviceLimits, deviceMessage } from '#contract/terminals/device'
import type { DeviceMessage, GatewayMessage } from '#contract/terminals/device'

/** What the runtime puts in the place of bytes that are not UTF-8, and no device has in its name. */
const replacement = '\ufffd'

/** Parses a message of a device. Null if it does not match the protocol or is not UTF-8. */
export const parseMessage = (data: string | ArrayBuffer): DeviceMessage | null => {
  if (typeof data !== 'string' || utf8(data).length > deviceLimits.messageBytes || data.includes(replacement))
    return null
  const json = parseStrictly(data)
  const parsed = 'defect' in json ? null : v.safeParse(deviceMessage, json.value)
  return parsed?.success ? parsed.output : null
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
