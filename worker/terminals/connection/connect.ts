import { closeCodes, pairingCodeAlphabet, pairingCodeLength, terminalNamePattern } from '#contract/terminals/device'
import { apiError } from '#contract/errors/apiError'
import type { Gateway } from '../../app/gateway.ts'
import { Database } from '../../store/sql/database.ts'
import type { TripCounter } from '../../store/sql/database.ts'
import { findTerminalWithAccount } from '../../store/terminals/terminals.ts'
import { closeSocket, sendMessage } from './messages.ts'
import { pairingObjectName, parseTerminalObjectName } from '../objectNames.ts'

const attempts = 5

/** Rejection sampling: bytes from here on would make some of the 31 characters more likely. */
const unbiasedBelow = 256 - (256 % pairingCodeAlphabet.length)

export const generatePairingCode = (): string => {
  let code = ''
  while (code.length < pairingCodeLength)
    for (const byte of crypto.getRandomValues(new Uint8Array(pairingCodeLength)))
      if (byte < unbiasedBelow && code.length < pairingCodeLength)
        code += pairingCodeAlphabet[byte % pairingCodeAlphabet.length]
  return code
}

/** Connects an unpaired device to the object of an unused pairing code of a mode. */
export const connectForPairing = async (
  request: Request,
  mode: 'test' | 'live',
  { environment }: Gateway,
): Promise<Response> => {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const response = await environment.pairings.getByName(pairingObjectName(mode, generatePairingCode())).fetch(request)
    if (response.status === 101) return response
  }
  throw apiError('unavailable')
}

/**
 * Connects a paired device to the object of its terminal. For an unknown terminal it sends `deleted` without waking an object.
 *
 * API error: not_found, if the name is malformed.
 */
export const connectTerminal = async (
  request: Request,
  name: string,
  { environment }: Gateway,
  counter: TripCounter,
): Promise<Response> => {
  const { shard, terminal } = parseTerminalObjectName(name)
  const d1 = environment.shards.get(shard)
  if (!terminalNamePattern.test(name) || d1 === undefined)
    throw apiError('not_found', { details: { resource: 'reader' } })
  const record = await findTerminalWithAccount({ database: new Database(d1, counter) }, terminal)
  return record === null || record.isDeleted ? deleted() : environment.terminals.getByName(name).fetch(request)
}

const deleted = (): Response => {
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  sendMessage(server, { type: 'deleted' })
  closeSocket(server, closeCodes.deleted, 'deleted')
  return new Response(null, { status: 101, webSocket: client })
}
