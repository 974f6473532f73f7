import type { ConnectionCheck, ConnectionSettings, ProcessorPorts } from '../definition.ts'
import type { Mode } from '../processor.ts'
import { maxAnswerBytes, parseAnswer } from './answer.ts'
import { nmiCapabilities } from './capabilities.ts'
import { toForm } from './members.ts'
import { createQuery } from './query.ts'
import { toNmiSettings } from './settings.ts'
import { checkedCard } from './testCards.ts'
import { createTransport } from './transport.ts'

const checkTimeoutMs = 15_000

/** A month in the future, as MMYY: the check is of the account and not of the card. */
const futureExpiry = (now: number): string => {
  const date = new Date(now)
  return `12${String((date.getUTCFullYear() + 2) % 100).padStart(2, '0')}`
}

const failed = (reason: 'credentials' | 'mode' | 'unreachable', text: string): ConnectionCheck => ({
  result: 'failed',
  reason,
  text,
})

/**
 * A query proves the key. Sandbox and live account have one host, so that a verification of a test card, which moves no money, shows which of
 * them the key belongs to: a sandbox approves it, the card networks know no such card.
 */
export const checkNmi = async (
  settings: ConnectionSettings,
  ports: ProcessorPorts,
  mode: Mode,
): Promise<ConnectionCheck> => {
  const chosen = toNmiSettings(settings)
  const send = createTransport(chosen.host, ports)
  const found = await createQuery(send, chosen.securityKey, ports)({ order_id: 'check', result_limit: '1' })
  if (found.result === 'error') return failed('credentials', `NMI refuses the key: ${found.text}`)
  if (found.result !== 'found') return failed('unreachable', 'The host does not answer as NMI does.')

  const now = ports.now()
  const form = toForm({
    security_key: chosen.securityKey,
    type: 'validate',
    payment: 'creditcard',
    ccnumber: checkedCard,
    ccexp: futureExpiry(now),
  })
  const sent = await send('/api/transact.php', form, { deadline: now + checkTimeoutMs, maxBytes: maxAnswerBytes })
  const answer = sent.result === 'answered' ? parseAnswer(sent.body) : null
  if (answer === null) return failed('unreachable', 'The host does not answer as NMI does.')
  if (answer.response === 'error') return failed('credentials', `NMI refuses a verification: ${answer.text}`)
  const accountMode: Mode = answer.response === 'approved' ? 'test' : 'live'
  if (accountMode !== mode)
    return failed('mode', `The key belongs to ${accountMode === 'test' ? 'a sandbox' : 'a live account'}.`)
  return { result: 'ok', capabilities: nmiCapabilities(chosen) }
}
