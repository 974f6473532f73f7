import type { ProcessorPorts } from '../definition.ts'
import { toForm } from './members.ts'
import type { Members } from './members.ts'
import { maxReportBytes, parseQueryAnswer } from './queryXml.ts'
import type { QueryAnswer } from './queryXml.ts'
import type { Send } from './transport.ts'

/** How long a query may take, in milliseconds. */
const queryTimeoutMs = 15_000

export type Query = (members: Members) => Promise<QueryAnswer | { readonly result: 'unreachable' }>

export const createQuery =
  (send: Send, securityKey: string, { now }: Pick<ProcessorPorts, 'now'>): Query =>
  async (members) => {
    const form = toForm({ security_key: securityKey, report_type: 'transaction', ...members })
    const sent = await send('/api/query.php', form, { deadline: now() + queryTimeoutMs, maxBytes: maxReportBytes })
    return sent.result === 'answered' ? parseQueryAnswer(sent.body) : { result: 'unreachable' }
  }
