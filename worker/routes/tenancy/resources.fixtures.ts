import { expect } from 'vitest'
import { grantableScopes } from '#contract/scopes'
import { encryptCard } from '../../../widget/encrypt/encryptCard.ts'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import { createTeam } from '../../testing/fixtures/teamFixture.ts'
import { insertDispute } from '../../testing/fixtures/insertDispute.ts'
import { acmeRegistry, acmeSettings } from '../../testing/doubles/acmeProcessor.ts'
import { customerWith, orderWith, pan } from '../../testing/fixtures/personalData.ts'
import { makeUnclear } from '../../testing/database/makeUnclear.ts'
import { storedRows } from '../../testing/database/storedRows.ts'
import type { Call, Merchant } from '../../testing/merchant.ts'
import { card, createMerchant, startWorker } from '../../testing/merchant.ts'
import { createShopper } from '../../testing/shopper.ts'

export type Mode = 'test' | 'live'

/** The acquirer also takes payments in live mode, and here also accepts disputes. */
export const worker = startWorker({
  keyCacheMs: { test: 0, live: 0 },
  processor: { ...inMemoryAcquirer().processor, acceptDispute: async () => 'done' },
  processors: acmeRegistry(),
  fetch: () => Promise.resolve(new Response(null, { status: 204 })),
})

/** A key with all scopes of one account in one mode, and a text that every free member of its resources contains. */
export interface Party {
  readonly merchant: Merchant
  readonly mode: Mode
  readonly call: Call
  readonly marker: string
}

/** The parties of a new account. */
export const createParties = async (): Promise<Readonly<Record<Mode, Party>>> => {
  const merchant = await createMerchant({ own: { live: { unreferencedCredits: true } } })
  const partyOf = async (mode: Mode): Promise<Party> => ({
    merchant,
    mode,
    call: worker.as((await merchant.issue('rk', { mode, scopes: grantableScopes })).key),
    marker: `M${crypto.randomUUID().replaceAll('-', '').slice(0, 15)}`,
  })
  return { test: await partyOf('test'), live: await partyOf('live') }
}

/** Works on each item, one after the other. */
export const inOrder = async <Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = []
  for (const item of items) results.push(await work(item))
  return results
}

/** Sends a request that must succeed. Returns its body. */
export const expectJson = async (
  { call }: Pick<Party, 'call'>,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<any> => {
  const response = await call(method, `/v1/${path}`, body === undefined ? {} : { body })
  expect([method, path, response.status, response.text]).toEqual([method, path, 200, expect.any(String)])
  return response.json
}

/** Connections of a party, fewer than the limit: later ones are those that exist. */
const enoughConnections = 8

export const newConnection = (marker: string) => ({
  processor: 'acme',
  label: marker,
  settings: { ...acmeSettings(marker), host: `https://${marker.toLowerCase()}.example` },
})

const createConnection = async (party: Party): Promise<string> => {
  const { connections } = await expectJson(party, 'GET', 'connections')
  const own = (connections as readonly { readonly id: string; readonly processor: string }[]).filter(
    ({ processor }) => processor === 'acme',
  )
  return own.length < enoughConnections
    ? (await expectJson(party, 'POST', 'connections', newConnection(party.marker))).connection.id
    : own.at(-1)!.id
}

export const newToken = async (party: Party): Promise<string> =>
  (await expectJson(party, 'POST', 'tokens', { creditCard: card(pan) })).token

export const newTransaction = async (party: Party): Promise<string> =>
  (
    await expectJson(party, 'POST', 'transactions/authorize', {
      payment: { creditCard: card(pan) },
      amount: { value: 10.5 },
      order: orderWith(party.marker, '7'),
    })
  ).transactionId

/** A terminal and a signed payment at it. Live mode has no simulated terminals, so they become live afterwards. */
const createTerminal = async ({ merchant, mode, marker }: Party) => {
  const test = { call: worker.as((await merchant.issue('sk', { mode: 'test' })).key) }
  const registration = { registrationCode: 'SIM001', nickname: marker }
  const terminal: string = (await expectJson(test, 'POST', 'terminals', registration)).terminals[0].id
  const payment = { terminal: { id: terminal, promptSignature: true } }
  const signed: string = (await expectJson(test, 'POST', 'transactions/authorize', { payment, amount: { value: 1 } }))
    .transactionId
  if (mode === 'live') {
    await merchant.run("UPDATE terminals SET mode = 'live', simulated = NULL WHERE id = ?", terminal)
    for (const [table, column, id] of [
      ['transactions', 'id', signed],
      ['operations', 'transactionId', signed],
      ['signatures', 'transactionId', signed],
    ] as const)
      await merchant.run(`UPDATE ${table} SET mode = 'live' WHERE ${column} = ?`, id)
    // Behind the account's live events.
    await merchant.run(
      `UPDATE events SET mode = 'live', position = position + (SELECT coalesce(max(position), 0) FROM events WHERE account = ?1 AND mode = 'live')
       WHERE account = ?1 AND mode = 'test' AND resource IN (?2, ?3)`,
      merchant.id,
      terminal,
      signed,
    )
  }
  return { terminal, signed }
}

/** A capture without an outcome. */
const createUnclear = async (party: Party): Promise<string> => {
  const transactionId = await newTransaction(party)
  const capture: string = (await expectJson(party, 'POST', 'transactions/capture', { transactionId })).transactionId
  await makeUnclear(capture)
  return capture
}

const payer = createShopper(worker)

/** A paid checkout. */
const createPaidCheckout = async (party: Party): Promise<string> => {
  const { id } = await expectJson(party, 'POST', 'dynamiccheckout', { total: 5, customerInfo: { name: party.marker } })
  await payer.payInFull(id)
  return id
}

/** Views of a party, fewer than the limit: later ones are those that exist. */
const enoughViews = 8

const createView = async (party: Party): Promise<string> => {
  const { views } = await expectJson(party, 'GET', 'views')
  if (views.length >= enoughViews) return views.at(-1).id
  const name = `${party.marker} ${crypto.randomUUID()}`
  const body = { list: 'payments', name, query: `search=${party.marker}` }
  return (await expectJson(party, 'POST', 'views', body)).view.id
}

/** A person of the team, which belongs to no mode: for a party of live mode, whose key reaches it. */
const createPerson = async ({ call, merchant, mode, marker }: Party) =>
  mode === 'live'
    ? createTeam(call, merchant.database, marker)
    : { invitation: crypto.randomUUID(), member: crypto.randomUUID(), session: crypto.randomUUID() }

/** A batch. The sweep closes those of live mode. */
const createBatch = async (party: Party): Promise<string> => {
  if (party.mode === 'test') return (await expectJson(party, 'POST', 'batches/close')).batch.id
  const id = crypto.randomUUID()
  await party.merchant.run(
    "INSERT INTO batches (id, account, mode, status, cutoff, created, closed, cycle) VALUES (?1, ?2, 'live', 'closed', ?3, ?3, ?3, 0)",
    id,
    party.merchant.id,
    Date.now(),
  )
  return id
}

/** Creates a resource of each kind that has an id, all with the party's marker. */
export const createResources = async (party: Party) => {
  const { marker } = party
  // A test of routing may have sent the party's payments to a connection that takes no card of theirs.
  await party.call('PUT', '/v1/account', { body: { routing: [] } })
  const post = (path: string, body: object = {}) => expectJson(party, 'POST', path, body)
  const label = `${marker} ${crypto.randomUUID()}`
  const customer: string = (await post('customers', { ...customerWith(marker), merchantIdentifier: label }))
    .customers[0].id
  const store = async (): Promise<string> =>
    (await post(`customers/${customer}/wallet`, { token: await newToken(party) })).wallet[0].id
  // The default payment method pays for the subscription, so it cannot be deleted.
  await store()
  const wallet = await store()
  const plan: string = (await post('subscriptions', { label, cycle: { unit: 'month' }, amount: { value: 3 } }))
    .subscriptions[0].id
  const subscription: string = (await post(`customers/${customer}/subscriptions`, { plan })).customerSubscriptions[0]
    .customerSubscriptionId
  const settled: string = (await post('transactions/authorize', { payment: { cash: true }, amount: { value: 1 } }))
    .transactionId
  const webhook = { url: `https://shop.example/${marker}`, enabled: true, subscribedEvents: [] }
  return {
    transaction: await newTransaction(party),
    settled,
    unclear: await createUnclear(party),
    ...(await createTerminal(party)),
    ...(await createPerson(party)),
    view: await createView(party),
    batch: await createBatch(party),
    dispute: await insertDispute(party.merchant, party.mode),
    token: await newToken(party),
    customer,
    wallet,
    plan,
    subscription,
    checkout: (await post('dynamiccheckout', { total: 5, customerInfo: { name: marker } })).id as string,
    paidCheckout: await createPaidCheckout(party),
    webhook: (await post('webhook', webhook)).webhook.id as string,
    connection: await createConnection(party),
    apiKey: (await post('apikeys', { kind: 'secret', name: marker })).apiKey.id as string,
    event: (await expectJson(party, 'GET', 'events?pageSize=1')).events[0].id as string,
  }
}

export type Resources = Awaited<ReturnType<typeof createResources>>

/** The same, and a card that is encrypted for the account. Its key costs a noticeable time. */
export const createAllResources = async (party: Party) => ({
  ...(await createResources(party)),
  encryptedCard: await encryptCard(card(pan), await expectJson(party, 'GET', 'encryptionkeys')),
})

export type Known = Awaited<ReturnType<typeof createAllResources>>
export type Kind = keyof Known

const unknownKey = (await crypto.subtle.generateKey(
  { name: 'RSA-OAEP', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
  true,
  ['wrapKey', 'unwrapKey'],
)) as CryptoKeyPair
const unknownJwk = (await crypto.subtle.exportKey('jwk', unknownKey.publicKey)) as JsonWebKey

/** A value of each kind that no account has, in the same form. */
export const unknownValues: Known = {
  transaction: '91119118634486',
  settled: '91119118634486',
  signed: '91119118634486',
  unclear: '91119118634486',
  token: 'a'.repeat(44),
  customer: crypto.randomUUID(),
  wallet: crypto.randomUUID(),
  plan: crypto.randomUUID(),
  subscription: crypto.randomUUID(),
  terminal: crypto.randomUUID(),
  batch: crypto.randomUUID(),
  dispute: crypto.randomUUID(),
  checkout: `00${'a'.repeat(22)}`,
  paidCheckout: `00${'a'.repeat(22)}`,
  webhook: crypto.randomUUID(),
  connection: crypto.randomUUID(),
  apiKey: crypto.randomUUID(),
  invitation: crypto.randomUUID(),
  member: crypto.randomUUID(),
  session: crypto.randomUUID(),
  view: crypto.randomUUID(),
  event: `evt-${crypto.randomUUID()}`,
  encryptedCard: await encryptCard(card(pan), { keys: [{ ...unknownJwk, alg: 'RSA-OAEP-256', kid: 'a'.repeat(43) }] }),
}

export const kinds = Object.keys(unknownValues) as readonly Kind[]

/** An outsider, who holds the ids of a victim. */
export interface Meeting {
  readonly who: string
  readonly outsider: Party
  readonly victim: Party
  readonly own: Resources
  readonly foreign: Known
}

/** Two accounts in both modes, and who tries the ids of whom. */
export const createMeetings = async () => {
  const parties = { merchant: await createParties(), stranger: await createParties() }
  const { merchant, stranger } = parties
  const meetings: readonly Meeting[] = await inOrder(
    [
      ['another account', stranger.test, merchant.test],
      ['another account in the other mode', stranger.live, merchant.test],
      ['the same account in live mode', merchant.test, merchant.live],
      ['the same account in test mode', merchant.live, merchant.test],
    ] as const,
    async ([who, outsider, victim]): Promise<Meeting> => {
      const own = await createResources(outsider)
      return { who, outsider, victim, own, foreign: await createAllResources(victim) }
    },
  )
  return { parties, meetings }
}

/** The stored rows of a party. Keys record their last use, which is left out. */
export const rowsOf = async ({ merchant: { database, id }, mode }: Party): Promise<string[]> =>
  (await storedRows(database, id))
    .filter(({ row }) => row['account'] === id && row['mode'] === mode)
    .map(({ table, row }) => JSON.stringify([table, { ...row, lastUsed: null }]))
