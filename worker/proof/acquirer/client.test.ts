import { expect, onTestFinished, test, vi } from 'vitest'
import { Secret } from '#contract/secret'
import type { Instrument } from '../../processors/processor.ts'
import { authorize, followUp, payment } from './ask.ts'
import { acquirerClient } from './client.ts'

const recording = () => {
  const bodies: unknown[] = []
  const client = acquirerClient(async (_, body) => ({ status: 200, text: (bodies.push(body), '') }))
  return { client, bodies }
}

const answering = (text: string, status = 200) => acquirerClient(async () => ({ status, text }))

test.each<Instrument>([
  { kind: 'card', pan: new Secret('4242424242424242'), expiry: '1230', cvv: new Secret('987'), entry: 'ecom' },
  { kind: 'networkToken', dpan: new Secret('4242424242424242'), expiry: '1230', cryptogram: new Secret('987') },
  { kind: 'check', routing: '021000021', account: new Secret('000123454242'), accountType: 'checking' },
])('sends the last four digits of an instrument and no more: %o', async (instrument) => {
  const { client, bodies } = recording()
  await authorize(client, payment({ op: '1', instrument }))
  expect(bodies).toEqual([
    {
      type: 'authorize',
      op: '1',
      account: 'account-1',
      minor: '1000',
      currency: 840,
      allowPartial: true,
      captureNow: false,
      postalSent: false,
      lastFour: '4242',
      ...(instrument.kind === 'check' ? {} : { cvvSent: instrument.kind === 'card' }),
    },
  ])
})

test('cash has no digits at all', async () => {
  const { client, bodies } = recording()
  await authorize(client, payment({ instrument: { kind: 'cash' } }))
  expect(bodies[0]).not.toHaveProperty('lastFour')
})

test('sends of a follow-up what it is of, and that it is the last', async () => {
  const { client, bodies } = recording()
  const original = { processor: 'acquirer', account: 'account-1', op: '7', root: '1' }
  await followUp(client, 'capture', original, 100n, { op: '8', final: true })
  await followUp(client, 'credit', original, 50n, { op: '9' })
  await client.reverse(original, 1)
  await client.reverse(original, 2, { minor: 30n, currency: 840, exponent: 2 })
  const asked = { account: 'account-1', currency: 840, original: '7' }
  expect(bodies).toEqual([
    { type: 'capture', op: '8', minor: '100', final: true, ...asked },
    { type: 'credit', op: '9', minor: '50', ...asked },
    { op: '7', attempt: 1 },
    { op: '7', attempt: 2, rest: '30' },
  ])
})

test("tells nobody of an answer that is somebody else's", async () => {
  const client = answering('{"op":"1","code":"00","minor":"1000"}\n{"op":"2","code":"00","minor":"1000"}')
  const heard: unknown[] = []
  client.onUnsolicited?.((late) => heard.push(late))
  expect(await authorize(client, payment({ op: '1' }))).toMatchObject({ result: 'approved' })
  expect(heard).toEqual([])
})

test.each([
  ['of another operation', '{"op":"2","code":"00","minor":"1000"}'],
  ['without a code', '{"op":"1","minor":"1000"}'],
  ['of no amount', '{"op":"1","code":"00","minor":"ten"}'],
  ['of nothing', ''],
  ['of null', 'null'],
])('takes an answer %s for no answer', async (_, text) => {
  expect(await authorize(answering(text), payment({ op: '1' }))).toMatchObject({
    result: 'unknown',
    reason: 'unparsable',
  })
})

test('an operation whose deadline has passed times out at once', async () => {
  const timer = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timer.mockRestore())
  const silent = acquirerClient(() => new Promise(() => undefined), { now: () => Date.now() + 60_000 })
  expect(await authorize(silent)).toMatchObject({ result: 'unknown', reason: 'timeout' })
  expect(timer.mock.calls.map(([, ms]) => ms)).toEqual([0])
})

test.each(['{"result":"maybe"}', 'null', '[]', ''])(
  'a reversal that is answered with %s is tried again',
  async (text) => {
    const ref = { processor: 'acquirer', account: 'account-1', op: '1', root: '1' }
    expect(await answering(text).reverse(ref, 1)).toBe('retry')
  },
)

test('an acquirer that answers with an error is degraded', async () => {
  expect(await answering('', 500).health()).toBe('degraded')
})
