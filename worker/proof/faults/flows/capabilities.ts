import type { Capabilities } from '../../../processors/processor.ts'
import type { MerchantClient } from '../merchantClient.ts'
import { flow, minute } from './flow.ts'
import type { Flow } from './flow.ts'
import { flows } from './flows.ts'

type Need = (can: Capabilities) => boolean

/** Flows of the complete table that depend on what the processor can do. */
const flowsByNeed: readonly (readonly [name: string, need?: Need])[] = [
  ['authorize by card'],
  ['authorize in cash', ({ methods }) => methods.includes('cash')],
  ['authorize by bank account', ({ methods }) => methods.includes('check')],
  ['authorize with a partial approval', ({ partialApproval }) => partialApproval],
  ['authorize with an approval that a CVV rule reverses'],
  ['sale'],
  ['capture'],
  ['partial capture, then final capture', ({ captures, givesBackRest }) => captures === 'many' && givesBackRest],
  ['void an authorization'],
  ['void a captured payment'],
  ['credit part of a payment'],
  ['unreferenced credit', ({ unreferencedCredit, answersLater }) => unreferencedCredit && !answersLater],
  ['accept a dispute'],
  ['sweep job expiry'],
  ['sweep job reversals'],
  ['sweep job followUps'],
  ['resolve a capture that happened'],
  ['resolve a capture that did not happen'],
  ['resolve the reversal of a payment that is not there'],
  ['resolve the reversal of a payment that stands'],
]

const namedFlow = (name: string): Flow => {
  const found = flows.find((one) => one.name === name)
  if (found === undefined) throw new Error(`There is no flow ${name}.`)
  return found
}

/** Sends an operation whose request or response is lost, without a retry. */
const lose = async (client: MerchantClient, operation: Lost, kind: 'dropBefore' | 'dropAfter'): Promise<void> => {
  const { faultPlan } = client.fixture.acquirer
  const { path, on } = lostOperations[operation]
  const body = await lostOperations[operation].body(client)
  faultPlan.add({ fault: { kind }, on })
  await client.send({ method: 'POST', path: `/v1/transactions/${path}`, body, key: null })
}

type Lost = 'sale' | 'capture' | 'void' | 'credit'

const lostOperations: Readonly<
  Record<
    Lost,
    {
      readonly path: string
      readonly on: 'authorize' | 'capture' | 'void' | 'credit'
      readonly body: (client: MerchantClient) => Promise<object>
    }
  >
> = {
  sale: { path: 'sale', on: 'authorize', body: async (client) => client.cardPayment() },
  capture: {
    path: 'capture',
    on: 'capture',
    body: async (client) => ({ transactionId: await client.authorize(), amount: 4 }),
  },
  void: { path: 'void', on: 'void', body: async (client) => ({ transactionId: await client.authorize() }) },
  credit: {
    path: 'credit',
    on: 'credit',
    body: async (client) => ({
      referenceTransactionId: Number(await client.authorizeAndCapture()),
      amount: { value: 4 },
    }),
  },
}

/** Sweeps for as long as an operation may be invisible. */
const recoverLost = async (client: MerchantClient): Promise<void> => {
  for (const minutes of [1, 2, 10, 60]) await client.advance(minutes * minute)
}

const recoveryFlows: readonly Flow[] = (Object.keys(lostOperations) as Lost[]).flatMap((operation) =>
  (['dropBefore', 'dropAfter'] as const).map((kind) =>
    flow(
      `recover a ${operation} whose ${kind === 'dropBefore' ? 'request' : 'response'} was lost`,
      ['job unfinished'],
      (client) => lose(client, operation, kind),
      recoverLost,
    ),
  ),
)

const takesParts: Need = ({ captures }) => captures === 'many'

const partFlows: readonly (readonly [Flow, Need?])[] = [
  [
    flow(
      'capture a part',
      ['captureTransaction'],
      (client) => client.authorize(),
      (client, transactionId) => client.pay(() => ({ transactionId, amount: 4 }), 'capture'),
    ),
  ],
  [
    flow(
      'capture a second part',
      ['captureTransaction'],
      (client) => client.authorizeAndCapture(4),
      (client, transactionId) => client.pay(() => ({ transactionId, amount: 2 }), 'capture'),
    ),
    takesParts,
  ],
  [
    flow(
      'void one capture',
      ['voidTransaction'],
      (client) => client.authorizeAndCapturePart(),
      (client, transactionId) => client.pay(() => ({ transactionId }), 'void'),
    ),
    ({ voidsOneCapture }) => voidsOneCapture,
  ],
  [
    {
      name: 'expire the rest of a captured payment',
      covers: ['job expiry'],
      prepare: async (client) => {
        await client.authorizeAndCapture(4)
        await client.merchant.run(
          'UPDATE transactions SET expires = ? WHERE account = ?',
          client.clock.now(),
          client.merchant.id,
        )
      },
      act: (client) => client.advance(minute),
    },
    takesParts,
  ],
]

/** The flows that a processor with these capabilities can complete, and whose way depends on them. */
export const flowsFor = (can: Capabilities): readonly Flow[] => {
  const isPossible = ([, need]: readonly [unknown, Need?]): boolean => need?.(can) ?? true
  return [
    ...flowsByNeed.filter(isPossible).map(([name]) => namedFlow(name)),
    ...partFlows.filter(isPossible).map(([one]) => one),
    ...recoveryFlows,
  ]
}
