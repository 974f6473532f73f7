import { closeCodes, codeAlphabet, codeLength, readerPattern } from '#contract/terminals/device'
import { refuse } from '#contract/errors/apiError'
import type { Gateway } from '../../app/gateway.ts'
import { Database } from '../../store/sql/database.ts'
import type { TripCounter } from '../../store/sql/database.ts'
import { findTerminalOfAccount } from '../../store/terminals/terminals.ts'
import { closeSocket, sendFrame } from './frames.ts'
import { pairingObjectName, parseTerminalObjectName } from '../objectNames.ts'

const attempts = 5

/** Random bytes that would favour some of the 31 are drawn again. */
const fairBelow = 256 - (256 % codeAlphabet.length)

export const generatePairingCode = (): string => {
  let code = ''
  while (code.length < codeLength)
    for (const byte of crypto.getRandomValues(new Uint8Array(codeLength)))
      if (byte < fairBelow && code.length < codeLength) code += codeAlphabet[byte % codeAlphabet.length]
  return code
}

/** A reader that was never registered, to the object of a code that no other reader shows. */
export const connectForPairing = async (request: Request, { environment }: Gateway): Promise<Response> => {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const answer = await environment.pairings.getByName(pairingObjectName(generatePairingCode())).fetch(request)
    if (answer.status === 101) return answer
  }
  throw refuse('unavailable')
}

/**
 * A reader that has a name, to its own object. A name that is nobody's wakes none: the reader is told that it was deleted.
 *
 * Refusal: not_found, for a text that can be no name.
 */
export const connectTerminal = async (
  request: Request,
  name: string,
  { environment }: Gateway,
  counter: TripCounter,
): Promise<Response> => {
  const { shard, terminal } = parseTerminalObjectName(name)
  const d1 = environment.shards.get(shard)
  if (!readerPattern.test(name) || d1 === undefined) throw refuse('not_found', { details: { resource: 'reader' } })
  const known = await findTerminalOfAccount({ database: new Database(d1, counter) }, terminal)
  return known === null || known.isDeleted ? deleted() : environment.terminals.getByName(name).fetch(request)
}

const deleted = (): Response => {
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  sendFrame(server, { type: 'deleted' })
  closeSocket(server, closeCodes.deleted, 'deleted')
  return new Response(null, { status: 101, webSocket: client })
}
