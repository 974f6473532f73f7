import { deviceLimits } from '#contract/device'
import type { Prompts, SimulatedAction } from '#contract/device'
import type { Secret } from '#contract/secret'
import type { TerminalState } from '#contract/terminals'
import type { PendingTransaction } from '../domain/transactions/createPending.ts'
import type { Environment } from '../app/env.ts'
import type { KeyRecord } from '../store/apiKeys/apiKeys.ts'
import type { AuditEntry, AuditNote } from '../store/sql/audit.ts'
import type { TerminalRow } from '../store/terminals/terminals.ts'
import { pairingName, partsOfReader, readerName } from './names.ts'
import type { AboutDevice } from './pairing.ts'

/** A payment for a reader to ask a card for. */
export interface ForReader {
  readonly opened: PendingTransaction
  readonly prompts: Prompts
}

/** A code that a reader shows right now, held for whoever typed it in. */
export interface ClaimedCode {
  readonly device: AboutDevice
  /** Lets go of it: the reader shows it on. */
  release(): Promise<void>
  /** Gives the reader its name and its key, and can be asked again. False where it did not say that it keeps them. */
  handOver(terminal: TerminalRow, key: Secret): Promise<boolean>
}

/** A code by which the same request has given a reader its key already, before an answer was lost. */
export interface UsedCode {
  /** The id of its terminal. */
  readonly terminal: string
  readonly isKept: boolean
}

/** What the business may ask of card readers: calls to their objects, each of which is asked by the name of its terminal. */
export interface Readers {
  /** Begins a payment and waits for its end, which is written down by then. Gives up waiting long after it must have ended. */
  pay(terminal: TerminalRow, payment: ForReader): Promise<void>
  /** Stops what waits for a card: this session, or whichever it is. */
  abort(terminal: string, session: number | null): Promise<'aborted' | 'processing' | 'none'>
  /** Deletes the terminal and forgets its reader. */
  remove(terminal: TerminalRow, audit: AuditNote): Promise<'removed' | 'processing' | 'gone'>
  status(terminal: TerminalRow): Promise<TerminalState>
  /** False where there is nothing to do that to. */
  simulate(terminal: TerminalRow, action: SimulatedAction): Promise<boolean>
  /** The account's clock was put there. */
  wake(terminal: string, clockOffsetMs: number): Promise<void>
  /**
   * `unknown`: no reader has shown it; `invalid`: one has, but does so no longer, or somebody else has it.
   *
   * @param by which request of the account, in words that its repetition says again
   */
  claim(code: string, by: string): Promise<ClaimedCode | UsedCode | 'unknown' | 'invalid'>
}

/** Who asks. */
interface Asking {
  readonly shard: string
  readonly account: KeyRecord['account']
  readonly requestId: string
  /** By which key, and in which request. */
  signed(note: AuditNote): AuditEntry
}

/** A session has ended by then, whatever its object went through. */
const longestWaitMs = deviceLimits.sessionMs + 45_000
const longestPauseMs = 4_000

export const createReaders = (
  { readers, pairings }: Pick<Environment, 'readers' | 'pairings'>,
  { shard, account, requestId, signed }: Asking,
): Readers => {
  const reader = (terminal: string) => readers.getByName(readerName(shard, terminal))
  return {
    pay: async ({ id }, payment) => {
      const until = Date.now() + longestWaitMs
      for (let pauseMs = 250; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
        try {
          // A stub whose object broke stays broken: each try has its own. What has begun is not begun twice.
          return await reader(id).pay({ ...payment, account, isAgain: pauseMs > 250 })
        } catch (thrown) {
          if (Date.now() >= until) return
          console.warn(
            JSON.stringify({ reader: 'interrupted', exception: thrown instanceof Error ? thrown.name : null }),
          )
          await new Promise((resolve) => setTimeout(resolve, pauseMs))
        }
      }
    },
    abort: async (terminal, session) => reader(terminal).abort(session === null ? null : String(session)),
    remove: async ({ id }, audit) => reader(id).remove(signed(audit), account),
    status: async ({ id, simulated }) => reader(id).status(simulated),
    simulate: async ({ id, simulated }, action) =>
      simulated !== null && reader(id).simulate(action, simulated, requestId),
    wake: async (terminal, clockOffsetMs) => reader(terminal).wake(clockOffsetMs),
    claim: async (code, by) => {
      const pairing = () => pairings.getByName(pairingName(code))
      const claimed = await pairing().claim(`${shard} ${account.id} ${account.mode} ${by}`)
      if (typeof claimed === 'string') return claimed
      if ('reader' in claimed) return { terminal: partsOfReader(claimed.reader).terminal, isKept: claimed.isKept }
      return {
        device: claimed.device,
        release: async () => pairing().release(),
        handOver: async ({ id, nickname }, key) =>
          pairing().handOver({ reader: readerName(shard, id), nickname, key: key.reveal() }),
      }
    },
  }
}
