import { deviceLimits } from '#contract/terminals/device'
import type { Environment } from '../app/env.ts'
import type { TerminalsClient } from '../domain/terminals/terminalsClient.ts'
import type { KeyRecord } from '../store/apiKeys/apiKeys.ts'
import type { AuditEntry, AuditNote } from '../store/sql/audit.ts'
import { pairingObjectName, parseTerminalObjectName, terminalObjectName } from './objectNames.ts'
import { encodePayment } from './stored/storedPayment.ts'

/** The request that makes the calls. */
interface TerminalsContext {
  readonly shard: string
  readonly account: KeyRecord['account']
  readonly requestId: string
  /** Completes an audit entry with the key and the request. */
  signed(note: AuditNote): AuditEntry
}

/** Every session has ended by then, even if its object was interrupted. */
const longestWaitMs = deviceLimits.sessionMs + 45_000
const longestPauseMs = 4_000

/** The terminals of an account, by RPC to their Durable Objects. */
export const createTerminalsClient = (
  { terminals, pairings }: Pick<Environment, 'terminals' | 'pairings'>,
  { shard, account, requestId, signed }: TerminalsContext,
): TerminalsClient => {
  const object = (terminal: string) => terminals.getByName(terminalObjectName(shard, terminal))
  return {
    pay: async ({ id }, { opened, prompts }) => {
      const message = { opened: encodePayment(opened), prompts, account }
      const until = Date.now() + longestWaitMs
      for (let pauseMs = 250; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
        try {
          // The stub of a failed object stays broken, so each attempt gets a new one. The object starts the payment only once.
          return await object(id).pay({ ...message, isAgain: pauseMs > 250 })
        } catch (thrown) {
          if (Date.now() >= until) return
          console.warn(
            JSON.stringify({
              terminal: 'payment call interrupted',
              exception: thrown instanceof Error ? thrown.name : null,
            }),
          )
          await new Promise((resolve) => setTimeout(resolve, pauseMs))
        }
      }
    },
    abort: async (terminal, session) => object(terminal).abort(session === null ? null : String(session)),
    remove: async ({ id }, audit) => object(id).remove(signed(audit), account),
    status: async ({ id, simulated }) => object(id).status(simulated),
    simulate: async ({ id, simulated }, action) =>
      simulated !== null && object(id).simulate(action, simulated, requestId),
    wake: async (terminal, clockOffsetMs) => object(terminal).wake(clockOffsetMs),
    claim: async (code, { by, deviceId }) => {
      const pairing = () => pairings.getByName(pairingObjectName(account.mode, code))
      const claimed = await pairing().claim(`${shard} ${account.id} ${account.mode} ${by}`, deviceId)
      if (typeof claimed === 'string') return claimed
      if ('reader' in claimed)
        return { terminal: parseTerminalObjectName(claimed.reader).terminal, isKept: claimed.isKept }
      return {
        device: claimed.device,
        release: async () => pairing().release(),
        handOver: async ({ id, nickname }, key) =>
          pairing().handOver({ reader: terminalObjectName(shard, id), nickname, key: key.reveal() }),
      }
    },
  }
}
