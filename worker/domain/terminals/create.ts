import { shownCode } from '#contract/device'
import { rateLimits } from '#contract/rateLimits'
import { refuse } from '#contract/refusal'
import type { CreateTerminal, TerminalState } from '#contract/terminals'
import type { Services } from '../../services.ts'
import type { TerminalRow } from '../../store/terminals.ts'
import { terminalAnswer } from './get.ts'
import { shownTerminal } from './shown.ts'

/** What test mode refuses, so that the refusal can be tested without a reader. */
const refusedCodes: ReadonlySet<string> = new Set(['BAD000', 'EXP000', 'USED00'])

const codeInvalid = () => refuse('registration_code_invalid', { field: 'registrationCode' })

/**
 * Registers a card reader by the code that it shows. In test mode a code that no reader has shown makes a simulated one, which behaves as
 * its code says.
 *
 * Refusals: device_id_required, where the account processes in Canada; rate_limited, after too many codes that opened nothing;
 * registration_code_invalid.
 */
export const createTerminal = async (request: CreateTerminal, services: Services) => {
  const { account, clock, terminals, readers } = services
  if (account.settings.processingCountry === 'CA' && request.deviceId === undefined)
    throw refuse('device_id_required', { field: 'deviceId' })
  if (!(await terminals.tryCode(rateLimits.codes, clock.now())))
    throw refuse('rate_limited', { details: { policy: 'codes', ...rateLimits.codes } })
  const code = shownCode(request.registrationCode)
  const claimed = code === null ? 'unknown' : await readers.claim(code)
  if (claimed === 'invalid') throw codeInvalid()
  return claimed === 'unknown'
    ? simulated(request, services)
    : terminalAnswer(await paired(request, claimed, services), services)
}

const terminalOf = (
  { nickname, deviceId, configuration }: CreateTerminal,
  row: Pick<TerminalRow, 'make' | 'model' | 'serialNumber' | 'simulated'>,
  { ids, clock }: Services,
): TerminalRow => ({
  ...row,
  id: ids.uuid(),
  nickname,
  deviceId: deviceId ?? null,
  configuration: configuration ?? {},
  created: clock.now(),
})

/** @param status of a terminal that stays, whatever happens; null where its reader has yet to keep its key */
const insert = (terminal: TerminalRow, status: TerminalState | null, { terminals }: Services): Promise<void> => {
  const { id, nickname, created, simulated: code } = terminal
  // A simulated reader by a code that one could have shown: whoever guesses in test mode gets these.
  const isGuess = code !== null && shownCode(code) !== null
  return terminals.insert(
    terminal,
    { isGuess, status },
    { at: created, action: 'terminal.registered', detail: { terminal: id, nickname } },
  )
}

const simulated = async (request: CreateTerminal, services: Services) => {
  const code = request.registrationCode.toUpperCase()
  if (services.account.mode === 'live' || refusedCodes.has(code)) throw codeInvalid()
  const about = { make: 'Sluice', model: 'Simulated reader', serialNumber: '', simulated: code }
  const terminal = terminalOf(request, about, services)
  const status = await services.readers.status(terminal)
  await insert(terminal, status, services)
  return { terminals: [shownTerminal(terminal, status)], errors: null }
}

type Claimed = Exclude<Awaited<ReturnType<Services['readers']['claim']>>, string>

/**
 * A reader that waits for its key. Where it does not say that it has kept it, nothing was registered: it shows another code by then. Unless
 * it has, and its word was lost: then it has logged in with the key.
 */
const paired = async (request: CreateTerminal, claimed: Claimed, services: Services): Promise<TerminalRow> => {
  const { terminals, readerVault, clock } = services
  const { make, model, serialNumber, deviceId } = claimed.device
  // The code on the back must be that of the reader that shows the code on its front.
  if (
    request.deviceId !== undefined &&
    deviceId !== null &&
    request.deviceId.toUpperCase() !== deviceId.toUpperCase()
  ) {
    await claimed.release()
    throw codeInvalid()
  }
  const terminal = terminalOf(request, { make, model, serialNumber, simulated: null }, services)
  await insert(terminal, null, services).catch(async (thrown: unknown) => {
    await claimed.release()
    throw thrown
  })
  const key = await readerVault.deviceKey(terminal.id)
  const isKept = await claimed.handOver(terminal, key)
  if (isKept) await terminals.confirm(terminal.id, clock.now())
  else if (await terminals.withdraw(terminal.id)) throw codeInvalid()
  return terminal
}
