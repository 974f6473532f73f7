import { normalizePairingCode } from '#contract/terminals/device'
import { rateLimits } from '#contract/rateLimits'
import { apiError } from '#contract/errors/apiError'
import type { CreateTerminal, TerminalState } from '#contract/terminals/terminals'
import type { IdempotentRequest } from '../../store/sql/idempotency.ts'
import type { TerminalRow } from '../../store/terminals/terminalColumns.ts'
import type { TerminalStore } from '../../store/terminals/terminalStore.ts'
import type { TerminalVault } from '../../vault/terminalVault.ts'
import type { Account } from '../accounts/account.ts'
import { createdValues } from '../createdValues.ts'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import { terminalResponse } from './get.ts'
import type { ClaimedCode, TerminalsClient, UsedCode } from './terminalsClient.ts'
import { toTerminal } from './toApi.ts'

interface Needs {
  readonly account: Account
  readonly clock: Clock
  readonly realClock: Clock
  readonly idempotent: Pick<IdempotentRequest, 'keyHash' | 'fingerprint'> | null
  readonly ids: Pick<Ids, 'uuid'>
  readonly terminalsClient: Pick<TerminalsClient, 'claim' | 'status'>
  readonly terminalVault: Pick<TerminalVault, 'deviceKey'>
  readonly requestId: string
  readonly terminals: Pick<TerminalStore, 'confirm' | 'countPairingAttempt' | 'find' | 'insert' | 'withdraw'>
}

/** Codes that are rejected in test mode, so that the error can be tested without a device. */
export const rejectedCodes: ReadonlySet<string> = new Set(['BAD000', 'EXP000', 'USED00'])

const codeInvalid = () => apiError('registration_code_invalid', { field: 'registrationCode' })

/**
 * Registers a terminal by the pairing code on its device, which belongs to the account's mode. In test mode a code of no device registers a
 * simulated terminal, whose behaviour depends on the code. A code with the `deviceId` of another device is treated as the code of none.
 *
 * Errors: device_id_required, for an account that processes in Canada; rate_limited (429), after too many attempts;
 * registration_code_invalid.
 */
export const createTerminal = async (request: CreateTerminal, needs: Needs) => {
  const { account, realClock, terminals, terminalsClient } = needs
  if (account.settings.processingCountry === 'CA' && request.deviceId === undefined)
    throw apiError('device_id_required', { field: 'deviceId' })
  if (!(await terminals.countPairingAttempt(rateLimits.codes, realClock.now())))
    throw apiError('rate_limited', { details: { policy: 'codes', ...rateLimits.codes } })
  const code = normalizePairingCode(request.registrationCode)
  const claimed =
    code === null
      ? 'unknown'
      : await terminalsClient.claim(code, { by: requestIdentity(needs), deviceId: request.deviceId ?? null })
  if (claimed === 'invalid') throw codeInvalid()
  if (claimed === 'unknown') return registerSimulated(request, needs)
  return terminalResponse(
    'device' in claimed ? await pair(request, claimed, needs) : await resume(claimed, needs),
    needs,
  )
}

/** Identifies a request and its retries with the same Idempotency-Key. */
const requestIdentity = ({ idempotent, requestId }: Needs): string =>
  idempotent === null ? requestId : `${idempotent.keyHash} ${idempotent.fingerprint}`

const toTerminalRow = (
  { nickname, deviceId, configuration }: CreateTerminal,
  row: Pick<TerminalRow, 'make' | 'model' | 'serialNumber' | 'simulated'>,
  { ids, clock }: Needs,
): TerminalRow => ({
  ...row,
  id: ids.uuid(),
  nickname,
  deviceId: deviceId ?? null,
  configuration: configuration ?? {},
  created: clock.now(),
})

/** The members of a terminal that the audit stores, as the store does for a deletion. */
const audited = ({ nickname, deviceId, make, model, serialNumber, configuration }: TerminalRow) => ({
  nickname,
  deviceId,
  make,
  model,
  serialNumber,
  configuration,
})

/** @param status of a simulated terminal; null before the device confirms that it stores its key */
const insertTerminalRow = (
  terminal: TerminalRow,
  status: TerminalState | null,
  { terminals }: Needs,
): Promise<void> => {
  const { id, created, simulated: code } = terminal
  // A code in the format of devices may be a guess, also if it is right.
  const isGuess = code === null || normalizePairingCode(code) !== null
  return terminals.insert(
    terminal,
    { isGuess, status },
    { at: created, action: 'terminal.registered', detail: { terminal: id, changes: createdValues(audited(terminal)) } },
  )
}

const registerSimulated = async (request: CreateTerminal, needs: Needs) => {
  const code = request.registrationCode.toUpperCase()
  if (needs.account.mode === 'live' || rejectedCodes.has(code)) throw codeInvalid()
  const device = { make: 'Sluice', model: 'Simulated reader', serialNumber: '', simulated: code }
  const terminal = toTerminalRow(request, device, needs)
  const status = await needs.terminalsClient.status(terminal)
  await insertTerminalRow(terminal, status, needs)
  return { terminals: [toTerminal(terminal, status)], errors: null }
}

/** Registers the terminal and sends its key to the device. Without the device's confirmation the registration is withdrawn. */
const pair = async (request: CreateTerminal, claimed: ClaimedCode, needs: Needs): Promise<TerminalRow> => {
  const { terminals, terminalVault } = needs
  const { make, model, serialNumber } = claimed.device
  const terminal = toTerminalRow(request, { make, model, serialNumber, simulated: null }, needs)
  await insertTerminalRow(terminal, null, needs).catch(async (thrown: unknown) => {
    await claimed.release()
    throw thrown
  })
  const key = await terminalVault.deviceKey(terminal.id)
  const handOver = () => claimed.handOver(terminal, key)
  // Safe to retry. After a second failure the registration is withdrawn; a device that stored its key gets an error at login.
  const isKept = await handOver()
    .catch(handOver)
    .catch(async (thrown: unknown) => {
      await Promise.allSettled([terminals.withdraw(terminal.id), claimed.release()])
      throw thrown
    })
  return completePairing(terminal, isKept, needs)
}

/** Continues a registration of the same request, whose response was lost. */
const resume = async ({ terminal: id, isKept }: UsedCode, needs: Needs): Promise<TerminalRow> => {
  const terminal = await needs.terminals.find(id)
  if (terminal === null) throw codeInvalid()
  return completePairing(terminal, isKept, needs)
}

/** A device that did not confirm may have stored its key: if it has logged in, the terminal stays. */
const completePairing = async (
  terminal: TerminalRow,
  isKept: boolean,
  { terminals, clock }: Needs,
): Promise<TerminalRow> => {
  if (isKept) await terminals.confirm(terminal.id, clock.now())
  else if (await terminals.withdraw(terminal.id)) throw codeInvalid()
  return terminal
}
