import { describe, expect, test } from 'vitest'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { cancelTerminal } from './cancel.ts'
import { getTerminal } from './get.ts'
import { listTerminals } from './list.ts'
import { deleteTerminal } from './delete.ts'
import { simulateTerminal } from './simulate.ts'
import { deviceCode, claimedDevice, terminalFixture, terminalNotFound } from './registration.fixture.ts'

const page = { pageNumber: 1, pageSize: 10, cursor: null }

describe('terminal list and lookup', () => {
  test('terminals are listed newest first with their status', async () => {
    const { register, needs, clock } = await terminalFixture(
      {},
      { status: async ({ nickname }) => (nickname === 'One' ? 'busy' : 'offline') },
    )
    const one = await register({ nickname: 'One' })
    clock.advance(1)
    const two = await register({ nickname: 'Two' })
    const { terminals, headers } = await listTerminals(page, needs())
    expect(terminals.map(({ id, status }) => [id, status])).toEqual([
      [two.id, 'offline'],
      [one.id, 'busy'],
    ])
    expect(headers).toMatchObject({ 'x-total-count': '2' })
    expect(await thrownErrors(listTerminals({ ...page, cursor: 'unknown' }, needs()))).toEqual([
      { type: 'query_invalid', field: 'cursor' },
    ])
  })

  test('operations on an unknown terminal or one of another account return not_found', async () => {
    const { register } = await terminalFixture()
    const { needs, terminalsClient } = await terminalFixture()
    const { id } = await register()
    for (const terminal of [id, 'unknown'])
      for (const operation of [
        () => getTerminal(terminal, needs()),
        () => deleteTerminal(terminal, needs()),
        () => cancelTerminal(terminal, needs()),
        () => simulateTerminal(terminal, 'present', needs()),
      ])
        expect(await thrownErrors(operation())).toEqual(terminalNotFound)
    expect(terminalsClient.calls).toEqual([])
  })
})

describe('deletion of a terminal', () => {
  test('deleting a terminal calls its Durable Object with the audit note', async () => {
    const { register, needs, terminalsClient, clock } = await terminalFixture()
    const { id } = await register()
    const before = clock.now()
    expect(await deleteTerminal(id, needs())).toEqual({ errors: null })
    const [name, terminal, note] = terminalsClient.calls.at(-1)!
    expect([name, terminal]).toEqual(['remove', expect.objectContaining({ id })])
    expect(note).toEqual({ at: expect.any(Number), action: 'terminal.deleted', detail: { terminal: id } })
    expect((note as { at: number }).at).toBeGreaterThanOrEqual(before)
  })

  test.each([
    ['processing', [{ type: 'terminal_in_use' }]],
    ['gone', terminalNotFound],
  ] as const)('deleting a terminal whose Durable Object returns %s is rejected', async (removed, errors) => {
    const { register, needs } = await terminalFixture({}, { remove: async () => removed })
    const { id } = await register()
    expect(await thrownErrors(deleteTerminal(id, needs()))).toEqual(errors)
  })
})

describe('cancellation at a terminal', () => {
  test.each(['aborted', 'none'] as const)(
    'canceling at a terminal whose Durable Object returns %s returns the terminal',
    async (aborted) => {
      const { register, needs, terminalsClient } = await terminalFixture({}, { abort: async () => aborted })
      const { id } = await register()
      expect((await cancelTerminal(id, needs())).terminals).toMatchObject([{ id, status: 'online' }])
      expect(terminalsClient.calls).toContainEqual(['abort', id, null])
    },
  )

  test('canceling at a terminal during the call to the processor is rejected with terminal_in_use', async () => {
    const { register, needs } = await terminalFixture({}, { abort: async () => 'processing' })
    const { id } = await register()
    expect(await thrownErrors(cancelTerminal(id, needs()))).toEqual([{ type: 'terminal_in_use' }])
  })
})

describe('simulated action', () => {
  test('a simulated action is sent to the terminal', async () => {
    const { register, needs, terminalsClient } = await terminalFixture()
    const { id } = await register()
    expect((await simulateTerminal(id, 'offline', needs())).terminals).toMatchObject([{ id }])
    expect(terminalsClient.calls).toContainEqual([
      'simulate',
      expect.objectContaining({ id, simulated: 'SIM001' }),
      'offline',
    ])
  })

  test('a simulated action without a waiting payment is rejected with invalid_state and the status of the terminal', async () => {
    const { register, needs } = await terminalFixture({}, { simulate: async () => false, status: async () => 'busy' })
    const { id } = await register()
    expect(await thrownErrors(simulateTerminal(id, 'present', needs()))).toEqual([
      { type: 'invalid_state', details: { state: 'busy', allowed: [] } },
    ])
  })

  test('a simulated action at a real terminal is rejected with invalid_state', async () => {
    const { claim } = claimedDevice()
    const { register, needs, terminalsClient } = await terminalFixture({}, { claim })
    const { id } = await register({ registrationCode: deviceCode })
    expect(await thrownErrors(simulateTerminal(id, 'present', needs()))).toMatchObject([{ type: 'invalid_state' }])
    expect(terminalsClient.calls.map(([name]) => name)).not.toContain('simulate')
  })
})
