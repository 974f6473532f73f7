import { DatabaseSync } from 'node:sqlite'
import { demoAccount } from '../../../worker/cli/dev/demoAccount.ts'
import { memberSql } from '../../../worker/cli/accounts/teamSql.ts'
import { fetchRaw } from '../../bench/fetchRaw.ts'
import { openDatabaseFile } from '../../bench/load/servers.ts'
import { acceptedRequests } from '../../../worker/testing/fixtures/acceptedRequests.ts'
import { card } from '../../../worker/testing/requestDefaults.ts'
import type { OwnConsole } from '../tour/ownConsole.ts'
import { textMembers, withText, writingOperations } from './textMembers.ts'

/** Returns the next text for a member with a maximum length. */
export type NextText = (maxLength: number) => string

export type Texts = {
  readonly next: NextText
  /** An address that no other member has. */
  readonly nextEmail: () => string
  readonly nextUrl: () => string
}

/** What fills a member: the path of its operation and itself, and its text. */
export type Filled = { readonly member: string; readonly text: string }

type Failure = { readonly errors?: readonly { readonly message: { readonly field: string | null } }[] }

/** Sources of a payment whose texts are no free texts: ids, and what a wallet or a browser has encrypted. */
const closedSources = /(^|\.)(token|stored|terminal|creditCardEncrypted|digitalPayPayment)(\.|$)/

const bank = { routingNumber: '021000021', accountNumber: '1234567890', accountType: 'checking', name: 'Ann Example' }
const openSources: Readonly<Record<string, object>> = { creditCard: card(), check: bank }

type Body = Readonly<Record<string, unknown>>

/** Its address is not stored. */
const unfilled = new Set(['sendReceipt'])

/** Requests that can be sent once, replaced by some that can be repeated. */
const repeatable: Readonly<Record<string, Body>> = { addWalletEntry: { token: 'test-visa-4242' } }

/** Members that no two rows may have: others are tried without them. */
const isUnique = (operation: string, member: string): boolean =>
  member === 'merchantIdentifier' || (operation.endsWith('View') && member === 'name')

/** A body with the source of a payment that a member belongs to, in place of its own. */
const withSource = (body: Body, [first = '', second = '']: readonly string[]): Body => {
  if (first in openSources && !(first in body)) return { [first]: openSources[first] }
  const isOther = first === 'payment' && !(second in (body['payment'] as Body))
  return isOther ? { ...body, payment: { [second]: openSources[second] } } : body
}

/** Whether the API has rejected the text itself, and nothing else. */
const isRefusal = (body: Failure, path: readonly string[]): boolean => {
  const name = path.filter((part) => part !== '0' && part !== '*')
  return (body.errors ?? []).every(({ message: { field } }) => name.some((part) => field?.includes(part) === true))
}

const attempts = 2

/**
 * Fills every text of every request body of the API with texts, as far as the API accepts them, in the demo account of a gateway.
 *
 * @returns what was accepted
 * @throws Error if a member could not be tried, since the request had another error
 */
export const fillAccount = async (
  { gateway, origin, state }: Pick<OwnConsole, 'gateway' | 'origin' | 'state'>,
  { next, nextEmail, nextUrl }: Texts,
): Promise<Filled[]> => {
  const own = { host: new URL(origin).host, origin }
  const { headers: signedIn } = await fetchRaw(`${gateway}/session/demo`, { method: 'POST', headers: own })
  const cookie = String(signedIn['set-cookie']).split(';')[0]!
  const send = async (method: string, path: string, body?: unknown) => {
    // The team belongs to no mode: keys of test mode have no access to it.
    const by = path.startsWith('/v1/team/') ? { ...own, cookie } : { 'x-api-key': demoAccount.secretKey }
    const response = await fetchRaw(gateway + path, {
      method,
      headers: { ...by, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
    })
    const text = String(response.body)
    return { status: response.status, json: text === '' ? null : JSON.parse(text) }
  }
  const database: DatabaseSync = openDatabaseFile(state)
  // The gateway may write at the same time.
  database.exec('PRAGMA busy_timeout = 10000')
  const accepted = await acceptedRequests((method, path, { body } = { body: undefined }) => send(method, path, body), {
    makeUnclear: async (operation) => {
      database
        .prepare(
          `UPDATE operations SET status = 'pending', due = ?, attention = created, attentionReason = 'outcome_unknown' WHERE id = ?`,
        )
        .run(Date.UTC(2100, 0), Number(operation))
    },
    // A receipt has no free text.
    payCheckout: async () => {},
    createMember: async () => {
      const member = { id: crypto.randomUUID(), name: 'Bob', email: 'bob@shop.example', role: 'viewer' } as const
      database.exec(memberSql({ ...member, account: demoAccount.id, now: Date.now() }))
      return member.id
    },
  })
  database.close()

  const filled: Filled[] = []
  const untried: string[] = []
  const shapes = new Set<string>()
  for (const { name, method, schema } of writingOperations) {
    if (unfilled.has(name)) continue
    const request = accepted[name]
    if (request === undefined) throw new Error(`${name} has no accepted request in worker/testing/fixtures.`)
    const members = textMembers(schema)
    // An authorize, a sale and a payout have the same texts, which are stored alike.
    const shape = JSON.stringify([method, members.map(({ path }) => path)])
    if (shapes.has(shape)) continue
    shapes.add(shape)
    let body = repeatable[name] ?? request.body
    for (const { path, maxLength, pattern } of members) {
      const member = path.join('.')
      if (closedSources.test(member)) continue
      const base = withSource(body, path)
      const candidates = [...Array.from({ length: attempts }, () => next(maxLength)), nextEmail(), nextUrl()]
      for (const text of candidates.filter((one) => one.length <= maxLength && pattern.test(one))) {
        const changed = withText(schema, base, path, text) as Body
        const { status, json } = await send(method, request.path, changed)
        if (status === 200) {
          filled.push({ member: `${name}.${member}`, text })
          if (base === body && !isUnique(name, member)) body = changed
          break
        }
        if (status !== 400 || !isRefusal(json, path)) {
          untried.push(`${name}.${member}: ${status} ${JSON.stringify(json?.errors ?? json)}`)
          break
        }
      }
    }
  }
  if (untried.length > 0) throw new Error(`These texts could not be tried:\n${untried.join('\n')}`)
  return filled
}
