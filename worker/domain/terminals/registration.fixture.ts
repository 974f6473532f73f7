import { createTerminal as createEndpoint } from '#contract/terminals/terminals'
import { domainFixture } from '../../testing/fixtures/domainFixture.ts'
import { recordingTerminals } from '../../testing/doubles/recordingPorts.ts'
import { parseInput } from '../../testing/domainCalls.ts'
import { createTerminal } from './create.ts'
import type { ClaimedCode, TerminalsClient } from './terminalsClient.ts'

/** A pairing code in the format of devices. */
export const deviceCode = 'ABC234'
export const device = { make: 'Acme', model: 'One', serialNumber: 'A-1', deviceId: 'ABCD1234' }

/** A claimed pairing code of a device, with the calls that it received. */
export const claimedDevice = (more: Partial<ClaimedCode> = {}) => {
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

export const request = (members: object = {}) =>
  parseInput(createEndpoint, { registrationCode: 'SIM001', nickname: 'Till 1', ...members })

export const terminalFixture = async (
  options: Parameters<typeof domainFixture>[0] = {},
  given: Partial<TerminalsClient> = {},
) => {
  const fixture = await domainFixture(options)
  const terminalsClient = recordingTerminals(given)
  const needs = () => ({ ...fixture.services(), terminalsClient })
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
  return { ...fixture, terminalsClient, needs, register, rows, attempts }
}

export const codeInvalid = [{ type: 'registration_code_invalid', field: 'registrationCode' }]
export const terminalNotFound = [{ type: 'not_found', details: { resource: 'terminal' } }]
