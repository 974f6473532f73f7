import { createNmi, type NmiOptions } from './nmi.ts'
import type { Reply } from './faults.ts'

/** Thursday noon, so that no settlement is due for twelve hours. */
export const startMs = Date.UTC(2026, 0, 15, 12)

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

export type Values = Readonly<Record<string, string>>

export const card: Values = { ccnumber: '4000001234562346', ccexp: '1229', cvv: '917' }

export const check: Values = {
  payment: 'check',
  checkname: 'Ada Lovelace',
  checkaba: '110000000',
  checkaccount: '000987654321',
  account_holder_type: 'personal',
  account_type: 'checking',
  sec_code: 'WEB',
}

const form = 'application/x-www-form-urlencoded'

/** @throws Error without a response */
const requireReply = (result: Reply | 'silent' | 'lost'): Reply => {
  if (typeof result === 'string') throw new Error(`The connection is ${result}.`)
  return result
}

export const parseForm = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

/** A transaction of a response of query.php: its members, and those of its actions. */
export interface QueriedTransaction {
  readonly members: Values
  readonly actions: readonly Values[]
}

const membersIn = (xml: string): Values =>
  Object.fromEntries([...xml.matchAll(/<(\w+)[^>]*>([^<]*)<\/\1>/g)].map(([, name, value]) => [name!, value!]))

const inside = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, content]) => content!)

export const parseQuery = (xml: string): QueriedTransaction[] =>
  inside(xml, 'transaction').map((content) => ({
    members: membersIn(content.replaceAll(/<action>.*?<\/action>/gs, '')),
    actions: inside(content, 'action').map(membersIn),
  }))

/** A stand-in whose clock stands still until a test advances it, with calls of its endpoints. */
export const openNmi = (options: NmiOptions = {}) => {
  const nmi = createNmi({ now: () => startMs, ...options })

  const post = async (path: string, values: Values): Promise<Reply> =>
    requireReply(await nmi.handle('POST', path, String(new URLSearchParams(values)), form))

  /** Calls transact.php. @param values of a sandbox account unless they have a key */
  const transact = async (values: Values): Promise<Record<string, string>> =>
    parseForm((await post('/api/transact.php', { security_key: 'sandbox-key', ...values })).text)

  const queryXml = async (values: Values = {}): Promise<string> =>
    (await post('/api/query.php', { security_key: 'sandbox-key', ...values })).text

  return {
    ...nmi,
    transact,
    queryXml,
    query: async (values: Values = {}) => parseQuery(await queryXml(values)),
    /** The condition of a transaction, undefined if query.php does not show it. */
    condition: async (id: string | undefined): Promise<string | undefined> =>
      parseQuery(await queryXml({ transaction_id: id! }))[0]?.members.condition,
    sale: (values: Values = {}) => transact({ type: 'sale', amount: '10.00', ...card, ...values }),
    authorize: (values: Values = {}) => transact({ type: 'auth', amount: '10.00', ...card, ...values }),
  }
}
