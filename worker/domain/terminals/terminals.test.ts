import { describe, expect, test } from 'vitest'
import { createTerminal as createEndpoint } from '#contract/terminals/terminals'
import { domainFixture } from '../../testing/fixtures/domainFixture.ts'
import { typesOf } from '../../testing/events.ts'
import { recordingReaders } from '../../testing/doubles/recordingPorts.ts'
import { errorsOf, inputOf } from '../../testing/domainCalls.ts'
import { cancelTerminal } from './cancel.ts'
import { createTerminal } from './create.ts'
import { getTerminal } from './get.ts'
import { listTerminals } from './list.ts'
import type { ClaimedCode, Readers } from './readers.ts'
import { deleteTerminal } from './delete.ts'
import { simulateTerminal } from './simulate.ts'
import { replaceFunctions } from '../../testing/doubles/replaceFunctions.ts'

const page = { pageNumber: 1, pageSize: 10, cursor: null }

/** A code that a device could show. */
const shownCode = 'ABC234'
const device = { make: 'Acme', model: 'One', serialNumber: 'A-1', deviceId: 'ABCD1234' }

/** A code that a device shows, and what it was asked. */
const shownDevice = (more: Partial<ClaimedCode> = {}) => {
  const calls: string[] = []
  const claimed: ClaimedCode = {
    device,
    release: async () => void calls.push('release'),
    handOver: async ({ id }, key) => {
      calls.push(`handOver ${id} ${key.reveal().length}`)
      return true
    },
    ...more,
  }
  return { calls, claimed, claim: async () => claimed }
}

const request = (members: object = {}) =>
  inputOf(createEndpoint, { registrationCode: 'SIM001', nickname: 'Till 1', ...members })

const terminalFixture = async (options: Parameters<typeof domainFixture>[0] = {}, given: Partial<Readers> = {}) => {
  const fixture = await domainFixture(options)
  const readers = recordingReaders(given)
  const needs = () => ({ ...fixture.services(), readers })
  const register = async (members: object = {}, more: object = {}) =>
    (await createTerminal(request(members), { ...needs(), ...more })).terminals[0]!
  const rows = () =>
    fixture.merchant.rows(
      'SELECT id, simulated, registering, deleted FROM terminals WHERE account = ?',
      fixture.merchant.id,
    )
  const attempts = async () =>
    (await fixture.merchant.rows('SELECT attempts FROM codeAttempts WHERE account = ?', fixture.merchant.id))[0]?.[
      'attempts'
    ] as number
  return { ...fixture, readers, needs, register, rows, attempts }
}

const codeInvalid = [{ type: 'registration_code_invalid', field: 'registrationCode' }]
const unknown = [{ type: 'not_found', details: { resource: 'terminal' } }]

describe('registration of a simulated terminal', () => {
  test('returns it with its status, and announces it once', async () => {
    const { register, needs, merchant, readers, rows } = await terminalFixture()
    const terminal = await register({
      registrationCode: 'sim002',
      configuration: { promptTip: true, tipAmounts: [1, 2.5, 3], keyCard: true },
    })
    expect(JSON.parse(JSON.stringify(terminal))).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      make: 'Sluice',
      model: 'Simulated reader',
      serialNumber: '',
      nickname: 'Till 1',
      status: 'online',
      configuration: {
        promptTip: true,
        tipAmounts: [1, 2.5, 3],
        promptCvv: false,
        promptPostalCode: false,
        promptAmountConfirmation: false,
        promptSignature: false,
        keyCard: true,
      },
    })
    expect(await getTerminal(terminal.id, needs())).toEqual({ terminals: [terminal], errors: null })
    expect(await rows()).toEqual([{ id: terminal.id, simulated: 'SIM002', registering: null, deleted: null }])
    expect(await typesOf(merchant)).toEqual(['terminal.registered'])
    // No device can show a code with 0 or 1.
    expect(readers.calls.map(([name]) => name)).toEqual(['status', 'status'])
    expect(
      (await merchant.rows('SELECT action, detail FROM audit WHERE account = ?', merchant.id)).map((row) => [
        row['action'],
        JSON.parse(row['detail']),
      ]),
    ).toEqual([['terminal.registered', { terminal: terminal.id, nickname: 'Till 1' }]])
  })

  test.each(['BAD000', 'exp000', 'USED00'])('by the code %s is refused', async (registrationCode) => {
    const { needs, rows } = await terminalFixture()
    expect(await errorsOf(createTerminal(request({ registrationCode }), needs()))).toEqual(codeInvalid)
    expect(await rows()).toEqual([])
  })

  test('is refused in live mode', async () => {
    const { needs, rows } = await terminalFixture({ mode: 'live' })
    expect(await errorsOf(createTerminal(request(), needs()))).toEqual(codeInvalid)
    expect(await rows()).toEqual([])
  })

  test('without a device id is refused where the account processes in Canada', async () => {
    const { needs, register } = await terminalFixture({ settings: { processingCountry: 'CA' } })
    expect(await errorsOf(createTerminal(request(), needs()))).toEqual([
      { type: 'device_id_required', field: 'deviceId' },
    ])
    expect(await register({ deviceId: 'ABCD1234' })).toMatchObject({ nickname: 'Till 1' })
  })
})

describe('attempts to pair', () => {
  test('that fail are counted, and the eleventh within a minute is refused until the minute is over', async () => {
    const { needs, register, attempts, clock } = await terminalFixture({}, { claim: async () => 'invalid' })
    const attempt = () => createTerminal(request({ registrationCode: shownCode }), needs())
    for (let number = 1; number <= 10; number++) expect(await errorsOf(attempt())).toEqual(codeInvalid)
    expect(await attempts()).toBe(10)
    expect(await errorsOf(attempt())).toEqual([
      { type: 'rate_limited', details: { policy: 'codes', quota: 10, window: 60 } },
    ])
    expect(await errorsOf(createTerminal(request(), needs()))).toMatchObject([{ type: 'rate_limited' }])
    clock.advance(61_000)
    await register()
    expect(await attempts()).toBe(0)
  })

  test('by a code for a simulated terminal are not counted unless a device could show it', async () => {
    const { register, attempts } = await terminalFixture()
    await register()
    expect(await attempts()).toBe(0)
    await register({ registrationCode: shownCode.toLowerCase() })
    expect(await attempts()).toBe(1)
  })

  test('at the same time cannot exceed the limit', async () => {
    const { needs } = await terminalFixture({}, { claim: async () => 'invalid' })
    const attempts = Array.from({ length: 15 }, () =>
      errorsOf(createTerminal(request({ registrationCode: shownCode }), needs())),
    )
    const types = (await Promise.all(attempts)).map(([error]) => error?.type)
    expect(types.filter((type) => type === 'registration_code_invalid')).toHaveLength(10)
    expect(types.filter((type) => type === 'rate_limited')).toHaveLength(5)
  })
})

describe('registration of a device', () => {
  test('hands its key over, and announces the terminal once the device has confirmed', async () => {
    const { calls, claim } = shownDevice()
    const { register, merchant, rows, readers, attempts, needs } = await terminalFixture({}, { claim })
    const services = needs()
    const terminal = await register({ registrationCode: shownCode.toLowerCase(), deviceId: 'abcd1234' }, services)
    expect(terminal).toMatchObject({ make: 'Acme', model: 'One', serialNumber: 'A-1', status: 'online' })
    // 32 bytes in base64url.
    expect(calls).toEqual([`handOver ${terminal.id} 43`])
    expect(await rows()).toEqual([{ id: terminal.id, simulated: null, registering: null, deleted: null }])
    expect(await typesOf(merchant)).toEqual(['terminal.registered'])
    expect(await attempts()).toBe(0)
    expect(readers.calls).toEqual([
      ['claim', shownCode, services.requestId],
      ['status', expect.objectContaining({ id: terminal.id })],
    ])
    expect(await merchant.rows('SELECT deviceId FROM terminals WHERE id = ?', terminal.id)).toEqual([
      { deviceId: 'abcd1234' },
    ])
  })

  test('under an Idempotency-Key claims the code under the key and the fingerprint', async () => {
    const { claim } = shownDevice()
    const { register, readers } = await terminalFixture({}, { claim })
    await register({ registrationCode: shownCode }, { idempotent: { key: 'once', fingerprint: 'f' } })
    expect(readers.calls[0]).toEqual(['claim', shownCode, 'once f'])
  })

  test('by a device id of another device releases the code and is refused', async () => {
    const { calls, claim } = shownDevice()
    const { needs, rows } = await terminalFixture({}, { claim })
    const wrong = request({ registrationCode: shownCode, deviceId: 'WXYZ1234' })
    expect(await errorsOf(createTerminal(wrong, needs()))).toEqual(codeInvalid)
    expect(calls).toEqual(['release'])
    expect(await rows()).toEqual([])
  })

  test('by any device id is accepted where the device has none', async () => {
    const { claim } = shownDevice({ device: { ...device, deviceId: null } })
    const { register } = await terminalFixture({}, { claim })
    expect(await register({ registrationCode: shownCode, deviceId: 'WXYZ1234' })).toMatchObject({ make: 'Acme' })
  })

  test('that does not confirm is withdrawn and refused', async () => {
    const { claim } = shownDevice({ handOver: async () => false })
    const { needs, rows, merchant } = await terminalFixture({}, { claim })
    expect(await errorsOf(createTerminal(request({ registrationCode: shownCode }), needs()))).toEqual(codeInvalid)
    expect(await rows()).toEqual([])
    expect(await typesOf(merchant)).toEqual([])
    expect(
      await merchant.rows("SELECT total FROM counters WHERE account = ? AND name = 'terminals'", merchant.id),
    ).toEqual([{ total: 0 }])
  })

  test('that does not confirm stays where the device has logged in already', async () => {
    const fixture = await terminalFixture()
    const { claim } = shownDevice({
      handOver: async ({ id }) => {
        await fixture.services().terminals.confirm(id, 1)
        return false
      },
    })
    const terminal = await fixture.register({ registrationCode: shownCode }, { readers: { ...fixture.readers, claim } })
    expect(await fixture.rows()).toMatchObject([{ id: terminal.id, registering: null }])
  })

  test('repeats a handover that failed', async () => {
    let count = 0
    const { claim } = shownDevice({
      handOver: async () => {
        if (++count === 1) throw new Error('lost')
        return true
      },
    })
    const { register, rows } = await terminalFixture({}, { claim })
    const terminal = await register({ registrationCode: shownCode })
    expect(count).toBe(2)
    expect(await rows()).toMatchObject([{ id: terminal.id, registering: null }])
  })

  test('whose handover fails twice is withdrawn, and the code released', async () => {
    const { calls, claim } = shownDevice({ handOver: () => Promise.reject(new Error('lost')) })
    const { needs, rows } = await terminalFixture({}, { claim })
    await expect(createTerminal(request({ registrationCode: shownCode }), needs())).rejects.toThrow('lost')
    expect(calls).toEqual(['release'])
    expect(await rows()).toEqual([])
  })

  test('that the database does not take releases the code', async () => {
    const { calls, claim } = shownDevice()
    const { needs } = await terminalFixture({}, { claim })
    const services = needs()
    const terminals = replaceFunctions(services.terminals, { insert: () => Promise.reject(new Error('no database')) })
    await expect(createTerminal(request({ registrationCode: shownCode }), { ...services, terminals })).rejects.toThrow(
      'no database',
    )
    expect(calls).toEqual(['release'])
  })
})

/** A registration that waits for its device for ever, and the same request once more. */
const registered = async () => {
  const fixture = await terminalFixture()
  const { claim } = shownDevice({ handOver: () => new Promise(() => undefined) })
  void createTerminal(request({ registrationCode: shownCode }), {
    ...fixture.needs(),
    readers: { ...fixture.readers, claim },
  })
  await expect.poll(async () => (await fixture.rows()).length).toBe(1)
  const { id } = (await fixture.rows())[0]!
  const again = (isKept: boolean, terminal = id as string) =>
    createTerminal(request({ registrationCode: shownCode }), {
      ...fixture.needs(),
      readers: { ...fixture.readers, claim: async () => ({ terminal, isKept }) },
    })
  return { ...fixture, id: id as string, again }
}

describe('a repeated registration whose first response was lost', () => {
  test('returns the terminal whose device has confirmed', async () => {
    const { again, id, rows, merchant } = await registered()
    expect((await again(true)).terminals).toMatchObject([{ id, make: 'Acme' }])
    expect((await again(true)).terminals).toMatchObject([{ id }])
    expect(await rows()).toMatchObject([{ id, registering: null }])
    expect(await typesOf(merchant)).toEqual(['terminal.registered'])
  })

  test('is refused where the device has not confirmed', async () => {
    const { again, rows } = await registered()
    expect(await errorsOf(again(false))).toEqual(codeInvalid)
    expect(await rows()).toEqual([])
  })

  test('is refused where the terminal was deleted since', async () => {
    const { again } = await registered()
    expect(await errorsOf(again(true, 'gone'))).toEqual(codeInvalid)
  })
})

describe('terminals of an account', () => {
  test('are listed newest first with the status of each', async () => {
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
    expect(await errorsOf(listTerminals({ ...page, cursor: 'unknown' }, needs()))).toEqual([
      { type: 'query_invalid', field: 'cursor' },
    ])
  })

  test('are unknown to other accounts, as are those that were never registered', async () => {
    const { register } = await terminalFixture()
    const { needs, readers } = await terminalFixture()
    const { id } = await register()
    for (const one of [id, 'unknown'])
      for (const verb of [
        () => getTerminal(one, needs()),
        () => deleteTerminal(one, needs()),
        () => cancelTerminal(one, needs()),
        () => simulateTerminal(one, 'present', needs()),
      ])
        expect(await errorsOf(verb())).toEqual(unknown)
    expect(readers.calls).toEqual([])
  })
})

describe('deletion of a terminal', () => {
  test('is left to its object, with the audit entry', async () => {
    const { register, needs, readers, clock } = await terminalFixture()
    const { id } = await register()
    const before = clock.now()
    expect(await deleteTerminal(id, needs())).toEqual({ errors: null })
    const [name, terminal, note] = readers.calls.at(-1)!
    expect([name, terminal]).toEqual(['remove', expect.objectContaining({ id })])
    expect(note).toEqual({ at: expect.any(Number), action: 'terminal.deleted', detail: { terminal: id } })
    expect((note as { at: number }).at).toBeGreaterThanOrEqual(before)
  })

  test.each([
    ['processing', [{ type: 'terminal_in_use' }]],
    ['gone', unknown],
  ] as const)('of one that is %s is refused', async (removed, errors) => {
    const { register, needs } = await terminalFixture({}, { remove: async () => removed })
    const { id } = await register()
    expect(await errorsOf(deleteTerminal(id, needs()))).toEqual(errors)
  })
})

describe('cancelation at a terminal', () => {
  test.each(['aborted', 'none'] as const)('returns the terminal where the payment is %s', async (aborted) => {
    const { register, needs, readers } = await terminalFixture({}, { abort: async () => aborted })
    const { id } = await register()
    expect((await cancelTerminal(id, needs())).terminals).toMatchObject([{ id, status: 'online' }])
    expect(readers.calls).toContainEqual(['abort', id, null])
  })

  test('is refused once the processor is called', async () => {
    const { register, needs } = await terminalFixture({}, { abort: async () => 'processing' })
    const { id } = await register()
    expect(await errorsOf(cancelTerminal(id, needs()))).toEqual([{ type: 'terminal_in_use' }])
  })
})

describe('a simulated action', () => {
  test('is passed to the terminal', async () => {
    const { register, needs, readers } = await terminalFixture()
    const { id } = await register()
    expect((await simulateTerminal(id, 'offline', needs())).terminals).toMatchObject([{ id }])
    expect(readers.calls).toContainEqual(['simulate', expect.objectContaining({ id, simulated: 'SIM001' }), 'offline'])
  })

  test('that no payment waits for is refused with the status', async () => {
    const { register, needs } = await terminalFixture({}, { simulate: async () => false, status: async () => 'busy' })
    const { id } = await register()
    expect(await errorsOf(simulateTerminal(id, 'present', needs()))).toEqual([
      { type: 'invalid_state', details: { state: 'busy', allowed: [] } },
    ])
  })

  test('at a real terminal is refused', async () => {
    const { claim } = shownDevice()
    const { register, needs, readers } = await terminalFixture({}, { claim })
    const { id } = await register({ registrationCode: shownCode })
    expect(await errorsOf(simulateTerminal(id, 'present', needs()))).toMatchObject([{ type: 'invalid_state' }])
    expect(readers.calls.map(([name]) => name)).not.toContain('simulate')
  })
})
