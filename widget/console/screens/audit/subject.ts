import type { AuditEntry } from '../../../client/types.ts'
import { pagePath, paths } from '../../shell/routes.ts'
import type { Mode } from '../../api/session.ts'
import { auditTexts } from './texts.ts'

/** What an entry is about, with its page in the console if it has one. */
export type Subject = { readonly text: string; readonly href: string | null }

type Detail = AuditEntry['detail']

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const { subjects } = auditTexts

type Rule = (detail: Detail) => { readonly text: string; readonly path: string | null } | null

const byMember =
  (name: string, text: string, path: (id: string) => string): Rule =>
  (detail) => {
    const id = textOf(detail[name])
    return id === '' ? null : { text: `${text} ${id}`, path: path(id) }
  }

/** The name of a key: that before the change, or the new one. */
const keyName = (detail: Detail): string => {
  const { name } = (detail['changes'] ?? {}) as { readonly name?: { readonly new?: unknown } }
  return textOf(detail['name']) || textOf(name?.new)
}

const key: Rule = (detail) => ({ text: keyName(detail) || subjects.keys, path: paths.keys })

/** By the first word of the action. */
const rules: Readonly<Record<string, readonly Rule[]>> = {
  apikey: [key],
  webhook: [byMember('webhook', subjects.webhook, (id) => paths.webhook(id)), (detail) => event(detail)],
  connection: [byMember('connection', subjects.connections, () => paths.connections)],
  transaction: [
    byMember('payment', subjects.payment, paths.payment),
    byMember('originalTransactionId', subjects.payment, paths.payment),
    byMember('transactionId', subjects.payment, paths.payment),
    byMember('transaction', subjects.payment, paths.payment),
  ],
  dispute: [
    byMember('originalTransactionId', subjects.payment, paths.payment),
    byMember('transactionId', subjects.payment, paths.payment),
  ],
  customer: [byMember('customer', subjects.paymentsOfCustomer, (id) => paths.payments(`customer:${id}`))],
  wallet: [byMember('customer', subjects.paymentsOfCustomer, (id) => paths.payments(`customer:${id}`))],
}

/** A replay of one event names its webhooks. */
function event(detail: Detail): ReturnType<Rule> {
  const { webhooks } = (detail['changes'] ?? {}) as { readonly webhooks?: { readonly new?: unknown } }
  const first = Array.isArray(webhooks?.new) ? textOf(webhooks.new[0]) : ''
  return first === '' ? null : { text: `${subjects.webhook} ${first}`, path: paths.webhook(first) }
}

/** Members that name what an entry is about, of actions without a page. */
const names = ['name', 'email', 'browser', 'member', 'terminal', 'checkout', 'subscription', 'invitation', 'session']

/** The subject of an entry. Its mode is that of its detail, or that of the page. */
export const subjectOf = ({ action, detail }: AuditEntry, mode: Mode): Subject => {
  const own = detail['mode'] === 'test' || detail['mode'] === 'live' ? detail['mode'] : mode
  for (const rule of rules[action.split('.')[0]!] ?? []) {
    const found = rule(detail)
    if (found) return { text: found.text, href: found.path && pagePath(own, found.path) }
  }
  const text = names.map((name) => textOf(detail[name])).find((each) => each !== '') ?? ''
  return { text, href: null }
}

/** A changed member with its old and new value in words. */
export type Change = { readonly name: string; readonly old: string; readonly value: string }

const valueText = (value: unknown): string =>
  value === null || value === undefined ? auditTexts.noValue : typeof value === 'string' ? value : JSON.stringify(value)

/** The changes of an entry, and the other members of its detail. */
export const changesOf = ({
  detail,
}: AuditEntry): { readonly changes: readonly Change[]; readonly facts: readonly (readonly [string, string])[] } => {
  const { changes = {}, ...others } = detail as {
    readonly changes?: Readonly<Record<string, { old: unknown; new: unknown }>>
  }
  return {
    changes: Object.entries(changes).map(([name, { old, new: value }]) => ({
      name,
      old: valueText(old),
      value: valueText(value),
    })),
    facts: Object.entries(others).map(([name, value]) => [name, valueText(value)] as const),
  }
}
