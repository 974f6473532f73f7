import { describe, expect, test } from 'vitest'
import type { ModificationOp, Outcome, Processor, Ref } from '../processors/processor.ts'
import { simulator } from '../processors/simulator/simulator.ts'
import { connectedProcessor } from './connectedProcessor.ts'

const ref = (connection?: string): Ref => ({ account: 'a', op: '1', root: '1', ...(connection && { connection }) })

const operation = {} as ModificationOp

const named = (name: string): Processor => {
  const { acceptDispute: _, ...simulated } = simulator()
  const declined = async (_op: unknown, of: Ref): Promise<Outcome> => ({ result: 'declined', ref: of, code: name })
  return {
    ...simulated,
    authorize: declined,
    capture: declined,
    void: declined,
    credit: declined,
    reverse: async () => (name === '05' ? 'done' : 'notFound'),
    lookup: async (of) => ({ result: 'declined', ref: of, code: name }),
    simulateReturn: () => ({ event: 'returned', at: Number(name) }),
    ...(name === '05' ? { acceptDispute: async () => 'tooLate' as const } : {}),
  }
}

const processors: Readonly<Record<string, Processor>> = { one: named('05'), two: named('51') }

const realNow = 10_000_000
const visibility = { clock: { now: () => realNow }, limits: { abandonAfterMs: 45_000 } }

const connected = connectedProcessor(async ({ connection = 'one' }) => {
  const found = processors[connection]
  if (found === undefined) throw new Error('unknown')
  return found
}, visibility)

describe('processors of all connections', () => {
  test.each([
    ['one', '05', 'done', 'tooLate'],
    ['two', '51', 'notFound', 'notSupported'],
  ] as const)(
    'each operation of the connection %s goes to its processor',
    async (connection, code, reversal, acceptance) => {
      const of = ref(connection)
      for (const type of ['capture', 'void', 'credit'] as const)
        expect(await connected[type](operation, of)).toMatchObject({ code })
      expect(await connected.authorize(operation as never, of)).toMatchObject({ code })
      expect(await connected.lookup(of)).toMatchObject({ code })
      expect(await connected.reverse(of, 1)).toBe(reversal)
      expect(await connected.simulateReturn('authorize', of, { approved: 1, settled: 2 })).toMatchObject({
        at: Number(code),
      })
      expect(await connected.acceptDispute(of, 'case')).toBe(acceptance)
      expect(await connected.capabilities(of)).toBe(processors[connection]!.can)
    },
  )

  test('an operation of a connection that cannot be opened is certainly not sent', async () => {
    const of = ref('gone')
    for (const type of ['capture', 'void', 'credit'] as const)
      expect(await connected[type](operation, of)).toMatchObject({ result: 'notSent', ref: of })
    expect(await connected.authorize(operation as never, of)).toMatchObject({ result: 'notSent' })
    expect(await connected.reverse(of, 1)).toBe('retry')
    expect(await connected.lookup(of)).toMatchObject({ result: 'unknown' })
    expect(await connected.acceptDispute(of, 'case')).toBe('unknown')
    expect(await connected.capabilities(of)).toBeNull()
    expect(await connected.simulateReturn('authorize', of, { approved: 1, settled: 2 })).toBeUndefined()
  })

  test('a look-up at a processor that finds nothing has an unknown outcome', async () => {
    const { lookup: _, ...withoutLookup } = named('05')
    expect(await connectedProcessor(async () => withoutLookup, visibility).lookup(ref())).toMatchObject({
      result: 'unknown',
    })
  })
})

const lookUp = (ageMs: number, more: Partial<Ref> = {}, processor: Partial<Processor> = {}) => {
  const { hasAccountTime: _, ...outside } = named('05')
  const lagging: Processor = {
    ...outside,
    can: { ...outside.can, visibleAfterMs: 60_000 },
    lookup: async () => 'notFound',
    ...processor,
  }
  return connectedProcessor(async () => lagging, visibility).lookup({ ...ref(), realTime: realNow - ageMs, ...more })
}

describe('a look-up that finds nothing', () => {
  test('a look-up that finds nothing proves nothing until the processor must show the operation by real time', async () => {
    expect(await lookUp(104_999)).toMatchObject({ result: 'unknown', reason: 'timeout' })
    expect(await lookUp(105_000)).toBe('notFound')
  })

  test('a look-up after an operation was sent again waits from that time', async () => {
    expect(await lookUp(59_999, { sentAgain: 1 })).toMatchObject({ result: 'unknown' })
    expect(await lookUp(60_000, { sentAgain: 1 })).toBe('notFound')
  })

  test('a look-up at a processor that follows the test clock, or shows operations at once, needs no real time', async () => {
    expect(await lookUp(0, {}, { hasAccountTime: true })).toBe('notFound')
    expect(await lookUp(0, {}, { can: { ...named('05').can, visibleAfterMs: 0 } })).toBe('notFound')
  })

  test('a look-up that finds an operation early returns it', async () => {
    const found = { result: 'declined', ref: ref(), code: '05' } as const
    expect(await lookUp(0, {}, { lookup: async () => found })).toEqual(found)
  })
})
